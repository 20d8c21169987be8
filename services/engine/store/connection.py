"""The engine's way to Redis."""

from redis.asyncio import Redis
from redislink import client


def connect(url: str, timeout_s: float, username: str = "", password: str = "") -> Redis:
    """A client for `url`; see `redislink.client.connect`."""
    return client.connect(url, timeout_s, username, password)
