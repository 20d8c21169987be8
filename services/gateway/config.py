"""Settings of the gateway, from GATEWAY_* variables."""

from ipaddress import ip_network
from typing import Annotated, Self

from pydantic import AfterValidator, Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from redislink.url import readable
from telemetry.logs import Form, Level
from telemetry.metrics import an_address
from tls.credentials import CredentialFiles, named


def _networks(text: str) -> str:
    """Addresses and networks, with commas between them; ValueError if one is neither."""
    for network in filter(None, text.split(",")):
        ip_network(network.strip())
    return text


class Settings(BaseSettings):
    """Durations are seconds."""

    model_config = SettingsConfigDict(
        env_prefix="GATEWAY_",
        frozen=True,
        use_attribute_docstrings=True,
        hide_input_in_errors=True,  # a password may be among it
    )

    host: str = "127.0.0.1"
    """Where to listen."""
    port: int = 8080
    """Where to listen."""
    engine_target: str
    """The engines, as gRPC names them: `dns:///engine:50051`, `unix:PATH`,
    `ipv4:HOST:PORT,HOST:PORT`."""
    engine_timeout_s: float = 1.2
    """How long an engine may take for one answer."""
    tls_cert: str = ""
    """The gateway's certificate, if engines want TLS, with those in between; PEM."""
    tls_key: str = ""
    """Its key; PEM."""
    tls_ca: str = ""
    """The certificates of the authority that engines' certificates come from; PEM."""
    tls_name: str = ""
    """The name in the engines' certificates, if it is not the host in the target."""
    redis_url: Annotated[str, AfterValidator(readable)]
    """Where players and tokens are; the same Redis as the engine's, whose notices wake those
    who wait."""
    redis_username: str = ""
    """Whom to be there, if the URL does not say so."""
    redis_password: SecretStr = SecretStr("")
    """That user's, if the URL does not have it."""
    redis_timeout_s: float = 0.8
    """How long Redis may take for one answer."""
    linger_s: float = Field(1.0, ge=0)
    """How long after SIGTERM requests on open connections are still answered, and each the last."""
    drain_s: float = 10.0
    """How long requests in flight may take to finish after that."""
    batching: bool = True
    """Whether moves are sent to the engines many at a time; `off` for comparison."""
    cached_tokens: int = Field(10_000, ge=0)
    """How many tokens are believed for five seconds after they were looked up; `0` looks each
    up for every request."""
    hot_routes: bool = True
    """Whether the busiest routes are answered without FastAPI's routing; `off` for
    comparison."""
    rate_limits: bool = True
    """`off` for benchmarks, and for tests of clients; see [the limits](limits.md)."""
    trusted_proxies: Annotated[str, AfterValidator(_networks)] = ""
    """Whose `X-Forwarded-For` tells where a request comes from: addresses and networks, such as
    `10.0.0.0/8,192.0.2.7`; nobody's, if it is empty."""
    metrics_address: Annotated[str, AfterValidator(an_address)] = ""
    """Where to serve `/metrics` for Prometheus: `HOST:PORT`; nowhere, if it is empty."""
    log_level: Level = "info"
    """From where on is logged: `debug` (a line for every request), `info`, `warning`, `error`."""
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
