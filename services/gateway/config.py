"""Settings of the gateway, from GATEWAY_* variables."""

from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Durations are seconds."""

    model_config = SettingsConfigDict(env_prefix="GATEWAY_", frozen=True)

    host: str = "127.0.0.1"
    """Where to listen."""
    port: int = 8080
    """Where to listen."""
    engine_target: str
    """The engine, as gRPC names it: dns:///engine:50051, unix:PATH, ipv4:HOST:PORT,HOST:PORT."""
    engine_timeout_s: float = 1.2
    """How long the engine may take for one answer."""
    redis_url: str
    """Where players and tokens are: redis://, rediss:// or unix://."""
    redis_timeout_s: float = 0.8
    """How long Redis may take for one answer."""
    drain_s: float = 10.0
    """How long requests in flight may take to finish after SIGTERM."""
