"""Traces of the herald: attending to a hook, with what engines answer below it, and each try to
send a message. Without an endpoint of OpenTelemetry's variables, there are none."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from redislink.hooks import Delivery
from telemetry import tracing

from herald.schedule import Answer

if TYPE_CHECKING:
    from telemetry.spans import Tracing


class Traces:
    """Begins and ends the spans."""

    def __init__(self, spans: "Tracing | None" = None) -> None:
        self._spans = spans

    @contextmanager
    def attending(self) -> Iterator[None]:
        """Have a span for the block, under which calls of engines are."""
        if self._spans is None:
            yield
            return
        trace, failed = self._spans.begin("attend", ""), True
        before = tracing.current.set(trace)
        try:
            yield
            failed = False
        finally:
            tracing.current.reset(before)
            trace.end(failed)

    @contextmanager
    def sending(self, message: Delivery) -> "Iterator[list[Answer]]":
        """Have a span for a try to send a message; the block adds the answer to the list."""
        answers = list[Answer]()
        if self._spans is None:
            yield answers
            return
        told = {"match_id": message.data.get("matchId", ""), "op": message.type}
        trace = self._spans.begin_call("send", **told)
        try:
            yield answers
        finally:
            answer = answers[0] if answers else Answer(0, error="error")
            trace.end(not answer.taken, status=answer.status, code=answer.error)


def metadata() -> tuple[tuple[str, str], ...]:
    """Return what an engine is told of the trace of its caller."""
    trace = tracing.current.get()
    return (("traceparent", trace.traceparent),) if trace else ()
