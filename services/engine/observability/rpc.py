"""Instrumentation of gRPC calls: latency and status metrics, trace spans, debug logs.

A batch of moves or looks is one call to the metrics, and to a trace as many as there are in it.
"""

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from croupier.v1 import engine_service_pb2 as pb
from telemetry import logs, tracing
from telemetry.observe import Observation

from engine.observability.metrics import Metrics

if TYPE_CHECKING:
    from telemetry.spans import Trace, Tracing

HEALTH = "Check"
"""The health check comes every few seconds, and would fill every page of traces."""
UNKNOWN = "unknown"
"""The game of a refused move whose match is not in the cache: it is not read for a label."""
FAILURES = ("internal", "unavailable")
"""Codes of refusals for which the caller is not to blame: their spans are errors."""

Item: TypeAlias = pb.ApplyMoveRequest | pb.Look

log = logging.getLogger("engine")


class RpcObserver:
    """Begins the observation of each call of one engine."""

    def __init__(
        self,
        metrics: Metrics,
        traces: "Tracing | None" = None,
        game_of: Callable[[str], str | None] = lambda _: None,
    ) -> None:
        """`game_of` gives the game of a match, if it is in the cache."""
        self.metrics = metrics
        self._traces = traces
        self._game_of = game_of

    def begin(self, rpc: str, request: Any, metadata: Any) -> "ObservedCall":
        """Observe a unary call, which must have a task of its own."""
        headers = dict(metadata or ())
        parent = headers.get("traceparent", "")
        fields = {"rpc": rpc, "request_id": headers.get("x-request-id", "-")}
        fields["match_id"] = getattr(request, "match_id", "")
        traces = self._traces if rpc != HEALTH else None
        trace = traces.begin(rpc, parent, **fields) if traces else None
        tracing.current.set(trace)
        # gRPC runs each call in a context of its own, so this ends with the call.
        logs.about.set({**fields, "trace_id": tracing.trace_id(parent)})
        return ObservedCall(self.metrics, rpc, trace)

    def begin_batch(self, moves: Sequence[pb.ApplyMoveRequest]) -> "ObservedCall":
        """Observe moves that came in one message of a stream."""
        self.metrics.batches.observe(len(moves))
        return self._begin_all("Moves", "ApplyMove", moves)

    def begin_looks(self, looks: Sequence[pb.Look]) -> "ObservedCall":
        """Observe looks that came in one message of a stream.

        Those of followers, which name a version, belong to no request.
        """
        if looks[0].version:
            tracing.current.set(None)
            return ObservedCall(self.metrics, "Looks", None, "Look")
        return self._begin_all("Reads", "GetMatch", looks)

    def _begin_all(self, rpc: str, of_each: str, items: Sequence[Item]) -> "ObservedCall":
        traces, trace = self._traces, None
        if traces:
            trace = traces.begin_all(of_each, (_fields(of_each, item) for item in items))
        tracing.current.set(trace)
        return ObservedCall(self.metrics, rpc, trace, of_each)

    def moved(self, game: str, result: str) -> None:
        """Count a move by its result: "ok", "replayed" or the code of its refusal."""
        self.metrics.moves[game, result].inc()

    def all_moved(self, outcomes: Sequence[tuple[str, str]]) -> None:
        """Count moves, each by its game and its result."""
        for labels, count in Counter(outcomes).items():
            self.metrics.moves[labels].inc(count)

    def refused(self, match_id: str, result: str) -> None:
        """Count a refused move, of which only the match id is known."""
        self.moved(self.game_of(match_id), result)

    def game_of(self, match_id: str) -> str:
        """The game of a match, if it is in the cache, else UNKNOWN."""
        return self._game_of(match_id) or UNKNOWN


class ObservedCall(Observation):
    """A unary call, or a batch of moves or looks."""

    __slots__ = ("_metrics", "_of_each", "_rpc", "_trace")

    def __init__(
        self, metrics: Metrics, rpc: str, trace: "Trace | None", of_each: str = ""
    ) -> None:
        """`of_each` is the RPC that an item of a batch stands for."""
        super().__init__()
        self._metrics, self._rpc, self._trace, self._of_each = metrics, rpc, trace, of_each

    def end(self, code: str) -> None:
        """Record a unary call; `code` is the name of its gRPC status."""
        self.record(self._metrics.calls[self._rpc, code])
        if self._trace:
            self._trace.end(code in ("INTERNAL", "UNAVAILABLE"), code=code)
        if log.isEnabledFor(logging.DEBUG):
            self.debug(log, "called", code=code)

    def end_batch(self, items: Sequence[Item], results: Sequence[str]) -> None:
        """Record a batch; `results` are as for `RpcObserver.moved`, one for each item."""
        self.record(self._metrics.calls[self._rpc, "OK"])
        if self._trace:
            self._trace.end_each((result in FAILURES, {"code": result}) for result in results)
        if log.isEnabledFor(logging.DEBUG):
            message = "moved" if self._of_each == "ApplyMove" else "called"
            for item, result in zip(items, results, strict=True):
                parent, fields = _fields(self._of_each, item)
                trace_id = tracing.trace_id(parent)
                self.debug(log, message, **fields, code=result, trace_id=trace_id)


def _fields(rpc: str, item: Item) -> tuple[str, dict[str, Any]]:
    """Its traceparent, and the fields of its span and its log line."""
    ids = {"request_id": item.request_id, "match_id": item.match_id}
    return item.traceparent, {"rpc": rpc, **ids}
