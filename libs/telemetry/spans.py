"""Spans of OpenTelemetry. Imported only if there is an endpoint; see telemetry.tracing.

A batch of moves is many calls at once, and its calls to Redis belong to each of them: each
gets a span for it, of the same time.
"""

import os
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, StatusCode, Tracer, set_span_in_context
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from telemetry.metrics import release
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
"""The fields of a span, and their names in OpenTelemetry."""


@dataclass(frozen=True, slots=True)
class Trace:
    """The span of a request in this process, or the spans of all moves of a batch."""

    tracer: Tracer
    spans: Sequence[Span]

    @property
    def traceparent(self) -> str:
        """The W3C traceparent for the next program."""
        carrier: dict[str, str] = {}
        PROPAGATOR.inject(carrier, set_span_in_context(self.spans[0], Context()))
        return carrier.get("traceparent", "")

    def add_redis_call(self, operation: str, seconds: float, failed: bool) -> None:
        """Add a child span of a call to Redis that has taken `seconds` and ends now."""
        end = time.time_ns()
        attributes = _attributes({"operation": operation})
        attributes["db.system.name"] = "redis"
        for span in self.spans:
            # A caller may have decided that its trace is not sampled.
            if span.is_recording():
                child = self.tracer.start_span(
                    f"redis {operation}",
                    set_span_in_context(span, Context()),
                    SpanKind.CLIENT,
                    attributes,
                    start_time=end - int(seconds * 1e9),
                )
                _end(child, failed, end)

    def end_each(self, each: Iterable[tuple[bool, Mapping[str, Any]]]) -> None:
        """End all spans, each with its own result: whether it failed, and fields."""
        for span, (failed, fields) in zip(self.spans, each, strict=True):
            span.set_attributes(_attributes(fields))
            _end(span, failed)

    def end(self, failed: bool = False, name: str = "", **fields: Any) -> None:
        """End the span; `name` replaces its name, if that is known only now."""
        for span in self.spans:
            if name:
                span.update_name(name)
            span.set_attributes(_attributes(fields))
            _end(span, failed)


class Tracing:
    """Begins spans, and exports them."""

    def __init__(self, provider: TracerProvider) -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("croupier")

    def begin(self, name: str, traceparent: str, **fields: Any) -> Trace:
        """Begin a span with this parent; "" begins a new trace."""
        return Trace(self._tracer, [self._span(name, traceparent, fields)])

    def begin_call(self, name: str, **fields: Any) -> Trace:
        """Begin a span of a call to another program, which is not told of the trace."""
        return Trace(self._tracer, [self._span(name, "", fields, SpanKind.CLIENT)])

    def begin_all(self, name: str, each: Iterable[tuple[str, Mapping[str, Any]]]) -> Trace:
        """Begin a span for each pair of traceparent and fields."""
        return Trace(self._tracer, [self._span(name, parent, fields) for parent, fields in each])

    def stop(self) -> None:
        """Send all remaining spans, which takes up to OTEL_EXPORTER_OTLP_TIMEOUT."""
        self._provider.shutdown()

    def _span(
        self,
        name: str,
        traceparent: str,
        fields: Mapping[str, Any],
        kind: SpanKind = SpanKind.SERVER,
    ) -> Span:
        parent = PROPAGATOR.extract({"traceparent": traceparent}, Context())
        return self._tracer.start_span(name, parent, kind, _attributes(fields))


def exporting(program: str) -> Tracing:
    """The spans of `program`, exported by OTLP to the endpoint in OpenTelemetry's variables."""
    # An operator who names the service overrides our name.
    named = "OTEL_SERVICE_NAME" in os.environ
    own = {} if named else {SERVICE_NAME: f"croupier-{program}"}
    resource = Resource.create({**own, SERVICE_VERSION: release()})
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return Tracing(provider)


def _attributes(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {NAMES[name]: value for name, value in allowed_fields(fields) if name in NAMES}


def _end(span: Span, failed: bool, at: int | None = None) -> None:
    if failed:
        span.set_status(StatusCode.ERROR)
    span.end(at)
