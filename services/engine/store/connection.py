"""The engine's way to Redis."""

from redis.asyncio import Redis
from redislink import client
from redislink.durability import Durability

from engine.config import Settings


def connect(url: str, timeout_s: float, username: str = "", password: str = "") -> Redis:
    """A client for `url`; see `redislink.client.connect`."""
    return client.connect(url, timeout_s, username, password)


def connect_by(settings: Settings, timeout_s: float) -> Redis:
    """A client for the Redis of the settings."""
    password = settings.redis_password.get_secret_value()
    return connect(settings.redis_url, timeout_s, settings.redis_username, password)


def durability_by(settings: Settings, timeout_s: float) -> Durability | None:
    """What an answered change has to survive, as the settings say."""
    return Durability.of(settings.redis_wait_replicas, settings.redis_wait_local, timeout_s)
