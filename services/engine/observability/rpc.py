"""What is told of every call: its time and its code, spans, and a line in the log of who debugs.

A batch of moves is one call to the metrics, and to a trace as many as there are moves.
"""

import logging
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

from croupier.v1 import engine_service_pb2 as pb
from telemetry import logs, tracing

from engine.observability.metrics import Metrics

if TYPE_CHECKING:
    from telemetry.spans import Trace, Tracing

HEALTH = "Check"
"""What is asked all the time, and would fill every page of traces."""
UNKNOWN = "unknown"
BROKEN = ("internal", "unavailable")
"""What a move is refused with for no fault of its caller."""

log = logging.getLogger("engine")


class RpcObserver:
    """The calls of one engine."""

    def __init__(
        self,
        metrics: Metrics,
        traces: "Tracing | None" = None,
        game_of: Callable[[str], str] = lambda _: UNKNOWN,
    ) -> None:
        """`game_of` gives the game of a match that is remembered, else UNKNOWN."""
        self.metrics = metrics
        self._traces = traces
        self._game_of = game_of

    def begin(self, rpc: str, request: Any, metadata: Any) -> "ObservedCall":
        """A call of its own, in a task of its own."""
        told = dict(metadata or ())
        parent = told.get("traceparent", "")
        about = {"rpc": rpc, "request_id": told.get("x-request-id", "-")}
        about["match_id"] = getattr(request, "match_id", "")
        traced = self._traces if rpc != HEALTH else None
        trace = traced.begin(rpc, parent, **about) if traced else None
        tracing.current.set(trace)
        logs.about.set({**about, "trace_id": tracing.trace_id(parent)})
        return ObservedCall(self, rpc, trace)

    def begin_batch(self, moves: Sequence[pb.ApplyMoveRequest]) -> "ObservedCall":
        """Moves that have come together."""
        self.metrics.batches.observe(len(moves))
        trace = self._traces.begin_all("ApplyMove", map(_about, moves)) if self._traces else None
        tracing.current.set(trace)
        return ObservedCall(self, "ApplyMoves", trace)

    def moved(self, game: str, result: str) -> None:
        self.metrics.moves[game, result].inc()

    def refused(self, match_id: str, result: str) -> None:
        """The same for a move that was refused, of which only the match is known."""
        self.moved(self._game_of(match_id), result)


class ObservedCall:
    """One of them, until it ends."""

    __slots__ = ("_begun", "_calls", "_rpc", "_trace")

    def __init__(self, calls: RpcObserver, rpc: str, trace: "Trace | None") -> None:
        self._calls, self._rpc, self._trace = calls, rpc, trace
        self._begun = perf_counter()

    def end(self, code: str) -> None:
        """`code` is the name of its gRPC status."""
        seconds = self._time(code)
        if self._trace:
            self._trace.end(code in ("INTERNAL", "UNAVAILABLE"), code=code)
        if log.isEnabledFor(logging.DEBUG):
            log.debug("called", extra={"code": code, "milliseconds": _ms(seconds)})

    def end_batch(self, moves: Sequence[pb.ApplyMoveRequest], results: Sequence[str]) -> None:
        """`results` has a code of the public API for each move, or "ok"."""
        seconds = self._time("OK")
        if self._trace:
            self._trace.end_each((result in BROKEN, {"code": result}) for result in results)
        if log.isEnabledFor(logging.DEBUG):
            for move, result in zip(moves, results, strict=True):
                parent, about = _about(move)
                about |= {"code": result, "milliseconds": _ms(seconds)}
                log.debug("moved", extra={**about, "trace_id": tracing.trace_id(parent)})

    def _time(self, code: str) -> float:
        seconds = perf_counter() - self._begun
        self._calls.metrics.calls[self._rpc, code].observe(seconds)
        return seconds


def _about(move: pb.ApplyMoveRequest) -> tuple[str, dict[str, Any]]:
    """Its traceparent, and what is told of it."""
    ids = {"request_id": move.request_id, "match_id": move.match_id}
    return move.traceparent, {"rpc": "ApplyMove", **ids}


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)
