"""The one way to time something: a duration as a metric, a span and a debug log line.

What is timed is an `Observation` from its creation until its end. Requests, socket frames and
RPCs are ended by their handlers, which know the status; calls to Redis and to the engine are
the block of a `with` statement, which ends them with the error that left it.
"""

import logging
from collections.abc import Callable
from time import perf_counter
from typing import Any, Self, TypeAlias

from prometheus_client import Counter, Histogram

from telemetry import tracing
from telemetry.metrics import Children


class Observation:
    """Something in progress. Subclasses say what is recorded of it, and where.

    Slots and plain methods, since a move passes through several of these: a context manager
    made of a generator costs twice as much.
    """

    __slots__ = ("_start", "answer", "seconds")

    answer: Any
    """What the block got; a list may hold errors that were not raised."""
    seconds: float
    """The duration, once it is recorded."""

    def __init__(self) -> None:
        self._start = perf_counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        """Record the block of a `with` statement, which `error` has left, if any."""

    def record(self, histogram: Histogram) -> None:
        """Add the duration until now to `histogram`."""
        self.seconds = perf_counter() - self._start
        histogram.observe(self.seconds)

    def debug(self, log: logging.Logger, message: str, **fields: Any) -> None:
        """Log the recorded duration, in milliseconds, with `fields`; see telemetry.redaction.

        The caller asks `log.isEnabledFor` before it collects the fields.
        """
        log.debug(message, extra={**fields, "milliseconds": round(self.seconds * 1000, 3)})


Observer: TypeAlias = Callable[[str], Observation]
"""Begins the observation of a call, given the name of the operation."""


def unobserved(operation: str) -> Observation:
    """The observer that does not record."""
    return Observation()


class RedisCalls:
    """Times calls to Redis by operation: durations, failures, and spans of the current trace."""

    def __init__(
        self,
        durations: Children[Histogram],
        failures: Children[Counter],
        is_failure: Callable[[object], bool],
    ) -> None:
        """`is_failure` tells errors for want of an answer from others, and from answers."""
        self._durations = durations
        self._failures = failures
        self._is_failure = is_failure

    def begin(self, operation: str) -> Observation:
        return RedisCall(self, operation)

    def record(self, call: "RedisCall", operation: str, error: BaseException | None) -> None:
        call.record(self._durations[(operation,)])
        failed = self._failed(call.answer, error)
        if failed:
            self._failures[(operation,)].inc()
        if trace := tracing.current.get():
            trace.add_redis_call(operation, call.seconds, failed)

    def _failed(self, answer: Any, error: BaseException | None) -> bool:
        # An error that was raised says more than what was answered before.
        if error is not None:
            return self._is_failure(error)
        return isinstance(answer, list) and any(map(self._is_failure, answer))


class RedisCall(Observation):
    """One call to Redis, or several in one round trip."""

    __slots__ = ("_calls", "_operation")

    def __init__(self, calls: RedisCalls, operation: str) -> None:
        super().__init__()
        self.answer = None
        self._calls = calls
        self._operation = operation

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        self._calls.record(self, self._operation, error)
