"""Settings of logs and metrics, which all programs read under their own prefix."""

from typing import Annotated

from pydantic import AfterValidator
from pydantic_settings import BaseSettings, SettingsConfigDict

from telemetry.logs import LogFormat, LogLevel
from telemetry.metrics import check_address


class TelemetrySettings(BaseSettings):
    """What the program reports of itself. Traces are configured by OpenTelemetry's variables."""

    model_config = SettingsConfigDict(use_attribute_docstrings=True)

    metrics_address: Annotated[str, AfterValidator(check_address)] = ""
    """`HOST:PORT` at which `/metrics` is served for Prometheus; empty for nowhere."""
    log_level: LogLevel = "info"
    """Minimum log level: `debug` (logs every request), `info`, `warning` or `error`."""
    log_format: LogFormat = "text"
    """`text` for people, `json` for machines."""
