"""Proxies that nobody has said to trust: told in the log, and to `croupierctl doctor`.

Whoever sends X-Forwarded-For may be a client that invents it, so it is not believed. But if it is
the operator's own proxy, all players share its limits, and nothing else would say so.
"""

import asyncio
import logging
import time
from collections.abc import Callable

from cachetools import TTLCache
from redis.asyncio import Redis
from redis.exceptions import RedisError
from telemetry.listening import as_ipv4

KEY = "limit:{untrusted-proxies}"
"""A hash of addresses, with the time at which each was last told of, seconds since the epoch."""
KEPT_S = 86_400
AGAIN_S = KEPT_S / 2
"""So that no note goes while its address goes on."""
MOST = 20
"""So many addresses are told of by a gateway: anybody can send the header."""

log = logging.getLogger("gateway")


class UntrustedProxies:
    """Tells of each address, and again for as long as it goes on."""

    def __init__(self, redis: Redis, clock: Callable[[], float] = time.time) -> None:
        self._redis, self._clock = redis, clock
        self._told: TTLCache[str, None] = TTLCache(MOST, AGAIN_S, clock)
        self._noting: set[asyncio.Task[None]] = set()

    def seen(self, host: str) -> None:
        """Tell that this address has forwarded another one, unless it was told lately."""
        if host in self._told or len(self._told) >= MOST:
            return
        self._told[host] = None
        try:
            address = as_ipv4(host)
        except ValueError:  # a socket of this machine has none
            return
        log.warning(
            "X-Forwarded-For of %s is not believed; if it is your proxy, GATEWAY_TRUSTED_PROXIES "
            "must name it, or all players behind it share one limit",
            address,
        )
        task = asyncio.create_task(self._note(address))
        self._noting.add(task)
        task.add_done_callback(self._noting.discard)

    async def _note(self, address: str) -> None:
        try:
            async with self._redis.pipeline(transaction=False) as pipeline:
                pipeline.hset(KEY, address, str(int(self._clock())))
                pipeline.expire(KEY, KEPT_S)
                await pipeline.execute()
        except (RedisError, OSError):
            return  # the log has it
