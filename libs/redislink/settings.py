"""Settings of the Redis connection, which all programs read under their own prefix."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Self

from pydantic import AfterValidator, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from redis.asyncio import Redis
from redis.credentials import CredentialProvider
from telemetry.observe import Observer

from redislink import client
from redislink.url import check_url, names_user


def _check_file(path: str) -> str:
    """Return `path`: of a file with something in it. Raise ValueError otherwise."""
    try:
        found = not path or bool(Path(path).read_text().strip())
    except (OSError, UnicodeError):
        found = False
    if not found:
        raise ValueError("must be a file with a password that can be read")
    return path


class RedisSettings(BaseSettings):
    """Where Redis is and how to log in. Durations are seconds."""

    model_config = SettingsConfigDict(use_attribute_docstrings=True)

    redis_url: Annotated[str, AfterValidator(check_url)]
    """The Redis of matches, players and tokens, the same for engines and gateways; see
    [which Redis](redis.md#which-redis)."""
    redis_username: str = ""
    """The Redis user, unless the URL names one."""
    redis_password: SecretStr = SecretStr("")
    """Password of that user, unless the URL has one."""
    redis_password_file: Annotated[str, AfterValidator(_check_file)] = ""
    """File with the password, in place of the one above; read for each new connection, so that the
    password may change; see [passwords](redis.md#passwords-of-redis)."""
    redis_timeout_s: float = 0.8
    """Seconds within which Redis must answer."""

    @model_validator(mode="after")
    def _one_password(self) -> Self:
        """Raise ValueError for a password beside the one in the file."""
        other = self.redis_password.get_secret_value() or names_user(self.redis_url)
        if self.redis_password_file and other:
            raise ValueError(
                "REDIS_PASSWORD_FILE must be the only place of a password: name the user in"
                " REDIS_USERNAME, and neither it nor a password in the URL or in REDIS_PASSWORD"
            )
        return self

    def connect_redis(
        self, timeout_s: float | None = None, observer: Observer | None = None
    ) -> Redis:
        """A client for these settings, with another timeout if one is given."""
        file, user = self.redis_password_file, self.redis_username
        return client.connect(
            self.redis_url,
            self.redis_timeout_s if timeout_s is None else timeout_s,
            user,
            self.redis_password.get_secret_value(),
            observer,
            PasswordFile(file, user) if file else None,
        )


class PasswordFile(CredentialProvider):
    """A user and the password in a file, which is read for each new connection.

    So a connection that Redis has refused is tried again with the password that the file has by
    then. While the file is empty or cannot be read, as when it is being replaced, the password
    is the last one that was read.
    """

    def __init__(self, path: str, username: str) -> None:
        """`username` is empty for the default user."""
        self._path = Path(path)
        self._user = (username,) if username else ()
        self._password = ""

    def get_credentials(self) -> tuple[str] | tuple[str, str]:
        """The user, unless it is the default one, and the password."""
        with suppress(OSError, UnicodeError):
            self._password = self._path.read_text().strip() or self._password
        return (*self._user, self._password)

    async def get_credentials_async(self) -> tuple[str] | tuple[str, str]:
        return self.get_credentials()
