"""Spans of OpenTelemetry; imported only by who makes some, see telemetry.tracing.

A batch of moves is many calls at once, and what it asks of Redis belongs to each of
them: each gets a span for it, of the same time.
"""

import os
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, StatusCode, Tracer, set_span_in_context
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from telemetry.redaction import allowed_fields

PROPAGATOR = TraceContextTextMapPropagator()
NAMES = {
    "method": "http.request.method",
    "route": "http.route",
    "status": "http.response.status_code",
    "rpc": "rpc.method",
    "code": "croupier.code",
    "operation": "db.operation.name",
    "request_id": "croupier.request_id",
    "match_id": "croupier.match_id",
    "game": "croupier.game",
    "op": "croupier.op",
    "batch": "croupier.batch",
}
"""What a span may tell, and how OpenTelemetry calls it."""


@dataclass(frozen=True, slots=True)
class Trace:
    """What is going on in this process: a span, or those of all moves of a batch."""

    tracer: Tracer
    spans: Sequence[Span]

    @property
    def traceparent(self) -> str:
        """What the next program is to be told; W3C."""
        carrier: dict[str, str] = {}
        PROPAGATOR.inject(carrier, set_span_in_context(self.spans[0], Context()))
        return carrier.get("traceparent", "")

    def add_redis_call(self, operation: str, seconds: float, failed: bool) -> None:
        """Add a child span of a call to Redis that has taken `seconds` and ends now."""
        end = time.time_ns()
        facts = _attributes({"operation": operation})
        facts["db.system.name"] = "redis"
        for span in self.spans:
            if span.is_recording():
                child = self.tracer.start_span(
                    f"redis {operation}",
                    set_span_in_context(span, Context()),
                    SpanKind.CLIENT,
                    facts,
                    start_time=end - int(seconds * 1e9),
                )
                _end(child, failed, end)

    def end_each(self, each: Iterable[tuple[bool, Mapping[str, Any]]]) -> None:
        """It is over, and something else came of each: whether it failed, and what to tell."""
        for span, (failed, facts) in zip(self.spans, each, strict=True):
            span.set_attributes(_attributes(facts))
            _end(span, failed)

    def end(self, failed: bool = False, name: str = "", **facts: Any) -> None:
        """It is over. `name` is what to call it, if that is known only now."""
        for span in self.spans:
            if name:
                span.update_name(name)
            span.set_attributes(_attributes(facts))
            _end(span, failed)


class Tracing:
    """Makes spans, and has them sent."""

    def __init__(self, provider: TracerProvider) -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("croupier")

    def begin(self, name: str, traceparent: str, **facts: Any) -> Trace:
        """Something is to be done, for who is named by the traceparent; "" begins a trace."""
        return Trace(self._tracer, [self._span(name, traceparent, facts)])

    def begin_all(self, name: str, each: Iterable[tuple[str, Mapping[str, Any]]]) -> Trace:
        """The same for many at once: what is known of each, besides its traceparent."""
        return Trace(self._tracer, [self._span(name, parent, facts) for parent, facts in each])

    def stop(self) -> None:
        """Send what there is. That may take a while; see OTEL_EXPORTER_OTLP_TIMEOUT."""
        self._provider.shutdown()

    def _span(self, name: str, traceparent: str, facts: Mapping[str, Any]) -> Span:
        parent = PROPAGATOR.extract({"traceparent": traceparent}, Context())
        return self._tracer.start_span(name, parent, SpanKind.SERVER, _attributes(facts))


def exporting(program: str) -> Tracing:
    """Spans of `program` go over OTLP to where OpenTelemetry's variables say."""
    named = "OTEL_SERVICE_NAME" in os.environ
    resource = Resource.create({} if named else {SERVICE_NAME: f"croupier-{program}"})
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return Tracing(provider)


def _attributes(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {NAMES[name]: value for name, value in allowed_fields(facts) if name in NAMES}


def _end(span: Span, failed: bool, at: int | None = None) -> None:
    if failed:
        span.set_status(StatusCode.ERROR)
    span.end(at)
