"""Traces, if OpenTelemetry is told where to send them, as it usually is: by its variables.

A trace has a span for each hop: a request to the gateway, a call of the engine, what these
ask of Redis. Without an endpoint, what makes and sends spans is not even imported.
"""

import logging
import os
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from telemetry.spans import Trace, Tracing

ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")

current: "ContextVar[Trace | None]" = ContextVar("trace", default=None)
"""What is traced of what is going on."""


def trace_id(traceparent: str) -> str:
    """The part of it that is the same for all programs."""
    return traceparent[3:35]


def start(program: str) -> "Tracing | None":
    """What makes spans of `program`; None if nobody wants any."""
    if not any(map(os.environ.get, ENDPOINTS)):
        return None
    try:
        from telemetry.spans import exporting
    except ImportError:
        log = logging.getLogger(program)
        log.error("there are no traces: the extra otel of croupier is not installed")
        return None
    return exporting(program)
