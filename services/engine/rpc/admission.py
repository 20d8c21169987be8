"""Admission of calls: what cannot be answered in time is refused before any work is done for it.

Unary calls are bounded by number and by the time that is left to them. Batches of moves need no
number: each gateway has two on the way to an engine, and sends the next when one is answered.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from engine.domain.errors import Overloaded
from engine.observability.metrics import Metrics

LEAST_S = 0.02
"""A call that has less time left would be given up by its caller before it is answered."""


class Admission:
    """The unary calls of one engine that are in progress."""

    def __init__(self, calls: int, metrics: Metrics) -> None:
        """Work on `calls` calls at a time."""
        self._most = calls
        self._calls = 0
        self._refused = metrics.refused

    @contextmanager
    def admitted(self, left_s: float | None) -> Iterator[None]:
        """Count the call of the block as one in progress. Raise Overloaded.

        `left_s` are the seconds that its caller still waits; None does not say.
        """
        if left_s is not None and left_s < LEAST_S:
            raise self._refusal("late")
        if self._calls >= self._most:
            raise self._refusal("busy")
        self._calls += 1
        try:
            yield
        finally:
            self._calls -= 1

    def _refusal(self, kind: str) -> Overloaded:
        self._refused[(kind,)].inc()
        return Overloaded("The engine has too much to do.")
