"""Traces, if OpenTelemetry's environment variables name an endpoint to send them to.

A trace has a span for each hop: a request to the gateway, a call of the engine, their calls
to Redis. Without an endpoint, OpenTelemetry is not even imported.
"""

import logging
import os
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from telemetry.spans import Trace, Tracing

ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")

current: "ContextVar[Trace | None]" = ContextVar("trace", default=None)
"""The spans of the current request, which calls to Redis get their parents from."""


def trace_id(traceparent: str) -> str:
    """The trace id in a traceparent, which all programs share; "" if that is empty."""
    return traceparent[3:35]


def start(program: str) -> "Tracing | None":
    """The spans of `program`; None without an endpoint, or without the extra otel."""
    if not any(map(os.environ.get, ENDPOINTS)):
        return None
    try:
        from telemetry.spans import exporting
    except ImportError:
        log = logging.getLogger(program)
        log.error("there are no traces: the extra otel of croupier is not installed")
        return None
    return exporting(program)
