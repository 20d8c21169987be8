"""A primary that the Sentinels name."""

from typing import Any

from redis.asyncio import BlockingConnectionPool
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool
from redis.backoff import NoBackoff

from redislink.address import Many
from redislink.connections import PrimaryConnection, PrimarySSLConnection

ASKING = 4
"""A Sentinel may take this part of the time that the primary has: there are others to be asked."""


class PrimaryPool(SentinelConnectionPool, BlockingConnectionPool):
    """Connections to the primary. They ask for it whenever they connect."""

    async def disconnect(self, inuse_connections: bool = True) -> None:
        await super().disconnect(inuse_connections)
        if inuse_connections:  # else the pool has just been told of another primary
            await self.sentinel_manager.aclose()


def pool(address: Many, options: dict[str, Any], timeout_s: float, connections: int) -> PrimaryPool:
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


def _sentinels(address: Many, timeout_s: float) -> Sentinel:
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
