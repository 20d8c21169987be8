"""Connections to Redis that fail fast: a caller waits two seconds at the most."""

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

CONNECTIONS = 64
"""How many commands are under way at once; further ones wait for a connection."""


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
    return Redis.from_pool(pool)
