"""Connections to Redis that fail fast: a caller waits two seconds at the most."""

from collections.abc import Mapping
from typing import Any

import hiredis
from redis.asyncio import (
    BlockingConnectionPool,
    Connection,
    Redis,
    SSLConnection,
    UnixDomainSocketConnection,
)
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

CONNECTIONS = 64
"""How many commands are under way at once; further ones wait for a connection."""


class Packed:
    """Commands are written by hiredis, as redis-py's own synchronous connections have it.

    That takes a seventh of the time, and what stores a move has twenty arguments.
    """

    def pack_command(self, *args: Any) -> list[bytes]:
        name, *rest = args
        return [hiredis.pack_command((*name.split(), *rest))]  # such as SCRIPT LOAD


class PackedConnection(Packed, Connection):
    pass


class PackedSSLConnection(Packed, SSLConnection):
    pass


class PackedUnixConnection(Packed, UnixDomainSocketConnection):
    pass


PACKED: Mapping[type[Any], type[Any]] = {
    Connection: PackedConnection,
    SSLConnection: PackedSSLConnection,
    UnixDomainSocketConnection: PackedUnixConnection,
}


def connect(url: str, timeout_s: float) -> Redis:
    """A client for `url`.

    The pool replaces a connection that has gone stale before it lends it. What
    has been sent is never sent again: a change that was stored, and whose
    answer was lost, would find itself and be refused as somebody else's.
    """
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=CONNECTIONS,
        timeout=timeout_s,
        socket_timeout=timeout_s,
        socket_connect_timeout=timeout_s,
        retry=Retry(NoBackoff(), 0),
    )
    pool.connection_class = PACKED[pool.connection_class]
    return Redis.from_pool(pool)
