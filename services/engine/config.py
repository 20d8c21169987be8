"""Settings of the engine, from ENGINE_* variables."""

from datetime import timedelta
from typing import Annotated, Self

from pydantic import AfterValidator, Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from redislink.url import readable
from telemetry.logs import Form, Level
from telemetry.metrics import an_address
from tls.credentials import CredentialFiles, named


class Settings(BaseSettings):
    """Durations are seconds ("2.5") or ISO 8601 ("P7D")."""

    model_config = SettingsConfigDict(
        env_prefix="ENGINE_",
        frozen=True,
        use_attribute_docstrings=True,
        hide_input_in_errors=True,  # a password may be among it
    )

    address: str = "127.0.0.1:50051"
    """Where to listen: `HOST:PORT` or `unix:PATH`."""
    tls_cert: str = ""
    """The engine's certificate, with those in between; PEM. Without it, there is no TLS."""
    tls_key: str = ""
    """Its key; PEM."""
    tls_ca: str = ""
    """The certificates of the authority that gateways' certificates come from; PEM."""
    health_address: str = ""
    """Where health alone is served besides, in plain text, for probes without TLS: `HOST:PORT`."""
    redis_url: Annotated[str, AfterValidator(readable)]
    """Where the matches are; see [which Redis](#which-redis)."""
    redis_username: str = ""
    """Whom to be there, if the URL does not say so."""
    redis_password: SecretStr = SecretStr("")
    """That user's, if the URL does not have it."""
    redis_timeout_s: float = 0.8
    """How long Redis may take for one answer."""
    redis_wait_replicas: int = Field(0, ge=0)
    """How many replicas must have a change before it is answered; see
    [below](#what-an-answered-move-survives)."""
    redis_wait_local: int = Field(0, ge=0, le=1)
    """`1`: it must be on the disk of the primary, and of those replicas, before; Redis 7.2."""
    cached_matches: int = Field(10_000, ge=0)
    """How many matches are remembered between two moves, some 4 KB each; `0` reads each for
    every move."""
    finished_ttl: timedelta = Field(timedelta(days=7), ge=timedelta(seconds=1))
    """How long a match is kept after it ended; the API promises a day at least."""
    abandoned_ttl: timedelta = Field(timedelta(days=30), ge=timedelta(seconds=1))
    """How long a match is kept in which nothing happens; up to a 32nd less."""
    ticket_ttl: timedelta = Field(timedelta(minutes=10), ge=timedelta(seconds=1))
    """How long a ticket looks for others; it can be read for a day after that."""
    drain_s: float = 10.0
    """How long calls in flight may take to finish after SIGTERM."""
    reflection: bool = True
    """Whether gRPC reflection is served."""
    metrics_address: Annotated[str, AfterValidator(an_address)] = ""
    """Where to serve `/metrics` for Prometheus: `HOST:PORT`; nowhere, if it is empty."""
    log_level: Level = "info"
    """From where on is logged: `debug` (a line for every call), `info`, `warning`, `error`."""
    log_format: Form = "text"
    """`text` for people, `json` for machines."""

    @property
    def tls(self) -> CredentialFiles | None:
        """None without TLS. Raise ValueError if a part of it is missing."""
        return named(self.tls_cert, self.tls_key, self.tls_ca)

    @model_validator(mode="after")
    def _has_all_of_tls_or_none(self) -> Self:
        named(self.tls_cert, self.tls_key, self.tls_ca)
        return self
