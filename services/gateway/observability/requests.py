"""What is told of every request: its time by route and status, a span, a line for who debugs."""

import logging
from collections.abc import Mapping, MutableMapping
from time import perf_counter
from typing import TYPE_CHECKING, Any

from telemetry import logs, tracing

from gateway import context
from gateway.observability.metrics import Metrics

if TYPE_CHECKING:
    from telemetry.spans import Trace, Tracing

METHODS = ("GET", "POST", "DELETE", "HEAD", "OPTIONS")
OTHER = "other"
"""Of all that is no route, whatever it is called."""
HOT = ("/v1/matches/{match_id}", "/v1/matches/{match_id}/moves", "/v1/moves")
"""Routes that are answered without FastAPI, which notes the others in the scope."""
HEALTH = ("/healthz", "/readyz")
"""What is asked all the time, and would fill every page of traces."""
CLASSES = ("0", "1xx", "2xx", "3xx", "4xx", "5xx")

log = logging.getLogger("gateway")


class RequestObserver:
    """All requests of one gateway."""

    def __init__(self, metrics: Metrics, traces: "Tracing | None" = None) -> None:
        self.metrics = metrics
        self._traces = traces

    def begin(
        self, scope: MutableMapping[str, Any], asked: Mapping[bytes, bytes], request_id: str
    ) -> "ObservedRequest":
        """A request over HTTP, once `context` has taken it up."""
        waited = "yes" if b"prefer" in asked else "no"
        about = {"request_id": request_id, "match_id": _match_in(scope["path"])}
        trace = None if scope["path"] in HEALTH else self._trace(about)
        logs.about.set({**about, "trace_id": tracing.trace_id(context.traceparent.get())})
        return ObservedRequest(self.metrics, scope, waited, trace)

    def begin_frame(self, op: str, match_id: str | None) -> "ObservedFrame":
        """A request over a socket, in a task of its own."""
        about = {"op": op, "request_id": context.request_id.get(), "match_id": match_id or ""}
        trace = self._trace(about)
        logs.about.set({**about, "trace_id": tracing.trace_id(context.traceparent.get())})
        return ObservedFrame(self.metrics, op, trace)

    def _trace(self, about: Mapping[str, Any]) -> "Trace | None":
        """What others are told of the trace is our part in it, if we have one."""
        if self._traces is None:
            return None
        trace = self._traces.begin("request", context.traceparent.get(), **about)
        context.traceparent.set(trace.traceparent)
        tracing.current.set(trace)
        return trace


class ObservedRequest:
    """One of them, until it is over."""

    __slots__ = ("_begun", "_metrics", "_scope", "_trace", "_waited", "status")

    def __init__(
        self,
        metrics: Metrics,
        scope: MutableMapping[str, Any],
        waited: str,
        trace: "Trace | None",
    ) -> None:
        self._metrics, self._scope, self._waited, self._trace = metrics, scope, waited, trace
        self.status = 0
        metrics.in_flight.inc()
        self._begun = perf_counter()

    def answered(self, status: int) -> None:
        """The answer begins."""
        self.status = status
        self._tell()

    def end(self) -> None:
        """Everything has been said, or there is nobody to say it to."""
        self._metrics.in_flight.dec()
        if not self.status:
            self._tell()
        if self._trace:
            method, route = _method(self._scope), route_of(self._scope)
            facts = {"method": method, "route": route, "status": self.status}
            self._trace.end(self.status >= 500, f"{method} {route}", **facts)

    def _tell(self) -> None:
        seconds = perf_counter() - self._begun
        method, route = _method(self._scope), route_of(self._scope)
        kind = CLASSES[self.status // 100]
        self._metrics.requests[method, route, kind, self._waited].observe(seconds)
        if log.isEnabledFor(logging.DEBUG):
            facts = {"method": method, "route": route, "status": self.status}
            log.debug("answered", extra={**facts, "milliseconds": round(seconds * 1000, 3)})


class ObservedFrame:
    """A request over a socket, until it is answered."""

    __slots__ = ("_begun", "_metrics", "_op", "_trace")

    def __init__(self, metrics: Metrics, op: str, trace: "Trace | None") -> None:
        self._metrics, self._op, self._trace = metrics, op, trace
        self._begun = perf_counter()

    def end(self, status: int) -> None:
        """`status` is what HTTP would say."""
        seconds = perf_counter() - self._begun
        self._metrics.frames[self._op, CLASSES[status // 100]].observe(seconds)
        if self._trace:
            self._trace.end(status >= 500, f"socket {self._op}", op=self._op, status=status)
        if log.isEnabledFor(logging.DEBUG):
            facts = {"status": status, "milliseconds": round(seconds * 1000, 3)}
            log.debug("answered", extra=facts)


def route_of(scope: Mapping[str, Any]) -> str:
    """The template of its path, such as /v1/matches/{match_id}; OTHER if there is none."""
    if route := scope.get("route"):
        return str(getattr(route, "path", OTHER))
    parts = scope["path"].split("/")
    if len(parts) > 3:
        parts[3] = "{match_id}"
    path = "/".join(parts)
    return path if path in HOT else OTHER


def _method(scope: Mapping[str, Any]) -> str:
    return scope["method"] if scope["method"] in METHODS else OTHER


def _match_in(path: str) -> str:
    """The match that a path is about, "" if it is about none; it may not be well-formed."""
    parts = path.split("/", 4)
    return parts[3] if len(parts) > 3 and parts[2] == "matches" else ""
