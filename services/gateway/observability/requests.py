"""Request instrumentation: latency by route and status, a trace span, a debug log line."""

import logging
from collections.abc import Mapping, MutableMapping
from typing import TYPE_CHECKING, Any

from telemetry import logs, tracing
from telemetry.observe import Observation

from gateway import context
from gateway.observability.metrics import Metrics

if TYPE_CHECKING:
    from telemetry.spans import Trace, Tracing

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
OTHER = "other"
"""The label of every path that is no route, and of every other method: labels stay bounded."""
HEALTH = ("/healthz", "/readyz")
"""Probes come every few seconds, and would fill every page of traces."""
CLASSES = ("0", "1xx", "2xx", "3xx", "4xx", "5xx")
"""The label of a status, by its first digit; 0 stands for a caller that left unanswered."""

PROBLEM = "croupier.problem"
"""Where a scope has the label of the problem that its request is answered with."""

log = logging.getLogger("gateway")


class RequestObserver:
    """Begins the observation of each request to one gateway."""

    def __init__(self, metrics: Metrics, traces: "Tracing | None" = None) -> None:
        self.metrics = metrics
        self._traces = traces

    def begin(
        self, scope: MutableMapping[str, Any], headers: Mapping[bytes, bytes], request_id: str
    ) -> "ObservedRequest":
        """Observe an HTTP request; `gateway.context` already has its traceparent."""
        # Long polls take as long as they are asked to: they must not spoil the latencies.
        waited = "yes" if b"prefer" in headers else "no"
        fields = {"request_id": request_id, "match_id": _match_in(scope["path"])}
        trace = None if scope["path"] in HEALTH else self._trace(fields)
        logs.about.set({**fields, "trace_id": tracing.trace_id(context.traceparent.get())})
        return ObservedRequest(self.metrics, scope, waited, trace)

    def begin_frame(self, op: str, match_id: str | None) -> "ObservedFrame":
        """Observe a request over a socket, which must have a task of its own."""
        fields = {"op": op, "request_id": context.request_id.get(), "match_id": match_id or ""}
        trace = self._trace(fields)
        logs.about.set({**fields, "trace_id": tracing.trace_id(context.traceparent.get())})
        return ObservedFrame(self.metrics, op, trace)

    def _trace(self, fields: Mapping[str, Any]) -> "Trace | None":
        """Begin a span, and have it be the parent of what other programs do for the request."""
        if self._traces is None:
            return None
        trace = self._traces.begin("request", context.traceparent.get(), **fields)
        # From here on, our span is the parent: also of the spans of the engine.
        context.traceparent.set(trace.traceparent)
        tracing.current.set(trace)
        return trace


class ObservedRequest(Observation):
    """An HTTP request. Its latency ends as the answer begins, its span with the whole answer."""

    __slots__ = ("_metrics", "_scope", "_trace", "_waited", "status")

    def __init__(
        self,
        metrics: Metrics,
        scope: MutableMapping[str, Any],
        waited: str,
        trace: "Trace | None",
    ) -> None:
        self._metrics, self._scope, self._waited, self._trace = metrics, scope, waited, trace
        self.status = 0
        metrics.in_flight += 1
        super().__init__()

    def answered(self, status: int) -> None:
        """Record the latency: the answer begins, with `status`."""
        self.status = status
        self._record()

    def end(self) -> None:
        """End the span: the answer is sent, or its caller has gone."""
        self._metrics.in_flight -= 1
        # The caller left before it was answered: that is a request, too.
        if not self.status:
            self._record()
        if self._trace:
            # FastAPI knows the route only after the span has begun, so it is named here.
            method, route = _method(self._scope), route_of(self._scope)
            fields = {"method": method, "route": route, "status": self.status}
            self._trace.end(self.status >= 500, f"{method} {route}", **fields)

    def _record(self) -> None:
        method, route, status = _method(self._scope), route_of(self._scope), self.status
        labels = (method, route, CLASSES[status // 100], self._waited)
        self.record(self._metrics.requests[labels])
        if problem := self._scope.get(PROBLEM):
            self._metrics.problems[(problem,)].inc()
        if log.isEnabledFor(logging.DEBUG):
            self.debug(log, "answered", method=method, route=route, status=status)


class ObservedFrame(Observation):
    """A request over a socket."""

    __slots__ = ("_metrics", "_op", "_trace")

    def __init__(self, metrics: Metrics, op: str, trace: "Trace | None") -> None:
        super().__init__()
        self._metrics, self._op, self._trace = metrics, op, trace

    def end(self, status: int, problem: str = "") -> None:
        """Record the answer: the status that HTTP would answer, and a problem's label."""
        self.record(self._metrics.frames[self._op, CLASSES[status // 100]])
        if problem:
            self._metrics.problems[(problem,)].inc()
        if self._trace:
            self._trace.end(status >= 500, f"socket {self._op}", op=self._op, status=status)
        if log.isEnabledFor(logging.DEBUG):
            self.debug(log, "answered", status=status)


def route_of(scope: Mapping[str, Any]) -> str:
    """The template of the path, such as /v1/matches/{match_id}; OTHER if it is no route."""
    return str(getattr(scope.get("route"), "path", OTHER))


def _method(scope: Mapping[str, Any]) -> str:
    return scope["method"] if scope["method"] in METHODS else OTHER


def _match_in(path: str) -> str:
    """The match id in a path, "" without one; it may be malformed."""
    parts = path.split("/", 4)
    return parts[3] if len(parts) > 3 and parts[2] == "matches" else ""
