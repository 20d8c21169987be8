"""Settings of the engine, from ENGINE_* variables."""

from datetime import timedelta
from typing import Annotated

from pydantic import AfterValidator, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict
from telemetry.logs import Form, Level
from telemetry.metrics import an_address


class Settings(BaseSettings):
    """Durations are seconds ("2.5") or ISO 8601 ("P7D")."""

    model_config = SettingsConfigDict(env_prefix="ENGINE_", frozen=True)

    address: str = "127.0.0.1:50051"
    """Where to listen: HOST:PORT or unix:PATH."""
    redis_url: str
    """Where the matches are: redis://, rediss://, unix://, redis+cluster://, redis+sentinel://."""
    redis_username: str = ""
    """Whom to be there, if the URL does not say so."""
    redis_password: SecretStr = SecretStr("")
    """That user's, if the URL does not have it."""
    redis_timeout_s: float = 0.8
    """How long Redis may take for one answer."""
    redis_wait_replicas: int = Field(0, ge=0)
    """How many replicas must have a change before it is answered."""
    redis_wait_local: int = Field(0, ge=0, le=1)
    """Whether it must be on the disk of the primary, and of those replicas, before."""
    cached_matches: int = Field(10_000, ge=0)
    """How many matches are remembered between two moves; 0 reads each for every move."""
    finished_ttl: timedelta = Field(timedelta(days=7), ge=timedelta(seconds=1))
    """How long a match is kept after it ended. The API promises a day at least."""
    abandoned_ttl: timedelta = Field(timedelta(days=30), ge=timedelta(seconds=1))
    """How long a match is kept in which nothing happens."""
    ticket_ttl: timedelta = Field(timedelta(minutes=10), ge=timedelta(seconds=1))
    """How long a ticket looks for others; it can be read for a day after that."""
    drain_s: float = 10.0
    """How long calls in flight may take to finish after SIGTERM."""
    reflection: bool = True
    """Whether gRPC reflection is served."""
    metrics_address: Annotated[str, AfterValidator(an_address)] = ""
    """Where to serve /metrics: HOST:PORT; empty is nowhere."""
    log_level: Level = "info"
    """From where on is logged: debug, info, warning or error. debug has a line for every call."""
    log_format: Form = "text"
    """text for people, json for machines."""
