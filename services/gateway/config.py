"""Settings of the gateway, from GATEWAY_* variables."""

from ipaddress import ip_network
from typing import Annotated

from pydantic import AfterValidator, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict
from telemetry.logs import Form, Level
from telemetry.metrics import an_address


def _networks(text: str) -> str:
    """Addresses and networks, with commas between them; ValueError if one is neither."""
    for network in filter(None, text.split(",")):
        ip_network(network.strip())
    return text


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
    """Where players and tokens are; in the same forms as the engine's."""
    redis_username: str = ""
    """Whom to be there, if the URL does not say so."""
    redis_password: SecretStr = SecretStr("")
    """That user's, if the URL does not have it."""
    redis_timeout_s: float = 0.8
    """How long Redis may take for one answer."""
    drain_s: float = 10.0
    """How long requests in flight may take to finish after SIGTERM."""
    batching: bool = True
    """Whether moves are sent to the engines many at a time; off for comparison."""
    cached_tokens: int = Field(10_000, ge=0)
    """How many tokens are believed for some seconds; 0 looks each up for every request."""
    hot_routes: bool = True
    """Whether the busiest routes are answered without FastAPI's help; off for comparison."""
    rate_limits: bool = True
    """Whether there are any; off for benchmarks."""
    trusted_proxies: Annotated[str, AfterValidator(_networks)] = ""
    """Whose X-Forwarded-For tells where a request comes from: 10.0.0.0/8,192.0.2.7"""
    metrics_address: Annotated[str, AfterValidator(an_address)] = ""
    """Where to serve /metrics: HOST:PORT; empty is nowhere."""
    log_level: Level = "info"
    """From where on is logged: debug, info, warning, error. debug has a line for every request."""
    log_format: Form = "text"
    """text for people, json for machines."""
