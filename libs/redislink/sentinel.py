"""A connection pool for the primary that Sentinels name."""

import asyncio
import math
from contextlib import suppress
from time import monotonic
from typing import Any

from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from redislink.closing import ClosingPool
from redislink.connections import PrimaryConnection, PrimarySSLConnection
from redislink.url import Topology

REFRESH_S = 1.0
"""How often the Sentinels are asked while there is traffic."""
SENTINEL_SHARE = 4
"""A Sentinel may take a fourth of the timeout of the primary: there are others to ask."""


class PrimaryPool(SentinelConnectionPool, ClosingPool):
    """Connections to the primary, which ask for its address whenever they connect.

    A primary that restarts fast does not know yet that it was replaced, and a connection made
    then would stay with it. So, as long as there is traffic, the Sentinels are asked again
    every second, in the background.
    """

    _refreshed = -math.inf
    _refreshing: "asyncio.Task[None] | None" = None

    async def get_connection(self, *args: Any, **options: Any) -> Any:
        self.check_open()
        # Not waited for: the command goes to the primary that was known.
        if monotonic() - self._refreshed > REFRESH_S:
            self._refreshed = monotonic()
            self._refreshing = asyncio.create_task(self._refresh())
        connection: Any = await super().get_connection(*args, **options)
        # An idle connection to a primary that was replaced meanwhile.
        if self.master_address not in (None, (connection.host, connection.port)):
            await connection.disconnect(nowait=True)  # it connects when it is used
        return connection

    async def _refresh(self) -> None:
        with suppress(RedisError, OSError):
            await self.get_master_address()  # type: ignore[no-untyped-call]

    async def disconnect(self, inuse_connections: bool = True) -> None:
        await super().disconnect(inuse_connections)
        if inuse_connections:  # the pool is closed; otherwise it has just learnt a new primary
            await self._stop_refreshing()
            await self.sentinel_manager.aclose()

    async def _stop_refreshing(self) -> None:
        if self._refreshing:
            self._refreshing.cancel()
            await asyncio.gather(self._refreshing, return_exceptions=True)


def pool(
    address: Topology, options: dict[str, Any], timeout_s: float, connections: int
) -> PrimaryPool:
    """A pool of up to `connections`, each with these options."""
    return PrimaryPool(  # type: ignore[no-untyped-call]
        address.service,
        _sentinels(address, timeout_s / SENTINEL_SHARE),
        connection_class=PrimarySSLConnection if address.tls else PrimaryConnection,
        max_connections=connections,
        timeout=timeout_s,
        socket_timeout=timeout_s,
        socket_connect_timeout=timeout_s / 2,
        retry=Retry(NoBackoff(), 0),
        **options,
    )


def _sentinels(address: Topology, timeout_s: float) -> Sentinel:
    tls = {name: value for name, value in address.options.items() if name.startswith("ssl_")}
    return Sentinel(  # type: ignore[no-untyped-call]
        address.hosts,
        sentinel_kwargs={
            "socket_timeout": timeout_s,
            "socket_connect_timeout": timeout_s,
            "retry": Retry(NoBackoff(), 0),
            **({"ssl": True, **tls} if address.tls else {}),
            **address.sentinel_options,
        },
    )
