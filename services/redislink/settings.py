"""Settings of the Redis connection, which both programs read under their own prefix."""

from typing import Annotated

from pydantic import AfterValidator, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict
from redis.asyncio import Redis
from telemetry.observe import Observer

from redislink import client
from redislink.url import check_url


class RedisSettings(BaseSettings):
    """Where Redis is and how to log in. Durations are seconds."""

    model_config = SettingsConfigDict(use_attribute_docstrings=True)

    redis_url: Annotated[str, AfterValidator(check_url)]
    """The Redis of matches, players and tokens, the same for engines and gateways; see
    [which Redis](#which-redis)."""
    redis_username: str = ""
    """The Redis user, unless the URL names one."""
    redis_password: SecretStr = SecretStr("")
    """Password of that user, unless the URL has one."""
    redis_timeout_s: float = 0.8
    """Seconds within which Redis must answer."""

    def connect_redis(
        self, timeout_s: float | None = None, observer: Observer | None = None
    ) -> Redis:
        """A client for these settings, with another timeout if one is given."""
        return client.connect(
            self.redis_url,
            self.redis_timeout_s if timeout_s is None else timeout_s,
            self.redis_username,
            self.redis_password.get_secret_value(),
            observer,
        )
