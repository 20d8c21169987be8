"""A primary that the Sentinels name."""

import asyncio
import math
from contextlib import suppress
from time import monotonic
from typing import Any

from redis.asyncio import BlockingConnectionPool
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from redislink.connections import PrimaryConnection, PrimarySSLConnection
from redislink.url import Topology

AGAIN_S = 1.0
ASKING = 4
"""A Sentinel may take this part of the time that the primary has: there are others to be asked."""


class PrimaryPool(SentinelConnectionPool, BlockingConnectionPool):
    """Connections to the primary. They ask for it whenever they connect.

    A primary that comes back too soon does not know yet that it has been replaced, and whoever
    has met it then would stay. So, as long as there is traffic, the Sentinels are asked once more
    every second, and nobody waits for it.
    """

    _asked = -math.inf
    _asking: "asyncio.Task[None] | None" = None

    async def get_connection(self, *args: Any, **options: Any) -> Any:
        if monotonic() - self._asked > AGAIN_S:
            self._asked = monotonic()
            self._asking = asyncio.create_task(self._ask())
        connection: Any = await super().get_connection(*args, **options)  # type: ignore[no-untyped-call]
        if self.master_address not in (None, (connection.host, connection.port)):
            await connection.disconnect(nowait=True)  # it connects when it is used
        return connection

    async def _ask(self) -> None:
        with suppress(RedisError, OSError):
            await self.get_master_address()  # type: ignore[no-untyped-call]

    async def disconnect(self, inuse_connections: bool = True) -> None:
        await super().disconnect(inuse_connections)
        if inuse_connections:  # all of it ends; else the pool has just been told of another primary
            await self._asked_no_more()
            await self.sentinel_manager.aclose()

    async def _asked_no_more(self) -> None:
        if self._asking:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)


def pool(
    address: Topology, options: dict[str, Any], timeout_s: float, connections: int
) -> PrimaryPool:
    """Up to `connections`, each with these options."""
    return PrimaryPool(  # type: ignore[no-untyped-call]
        address.service,
        _sentinels(address, timeout_s / ASKING),
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
