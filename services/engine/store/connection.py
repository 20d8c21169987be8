"""Connections to Redis that fail fast: a caller waits two seconds at the most."""

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff


def connect(url: str, timeout_s: float) -> Redis:
    """A client for `url`. A connection that has gone stale is replaced, once, at once."""
    return Redis.from_url(
        url,
        socket_timeout=timeout_s,
        socket_connect_timeout=timeout_s,
        retry=Retry(NoBackoff(), 1),
        retry_on_error=[ConnectionError],
    )
