"""Refusals by bounds of this process: each is counted, and the log tells of them now and then."""

import logging
from collections import Counter
from time import monotonic

import prometheus_client
from telemetry.metrics import Children

LOG_S = 60.0
"""How often the log says at most that a bound was reached, which any client can cause."""

log = logging.getLogger("gateway")


class Refusals:
    """The refusals of one kind of thing, such as connections, by the bound that was reached."""

    def __init__(
        self, what: str, counter: Children[prometheus_client.Counter], *bounds: str
    ) -> None:
        """`what` is the plural of the thing; `counter` has the label `bound`: one of `bounds`."""
        self._what = what
        self._counter = counter
        for bound in bounds:  # a counter that begins with its first refusal has no rate yet
            counter[(bound,)].inc(0)
        self._unreported: Counter[str] = Counter()
        self._reported: dict[str, float] = {}

    def add(self, bound: str, most: int) -> None:
        """Count a refusal. A line of the log has the number of those since the last line."""
        self._counter[(bound,)].inc()
        self._unreported[bound] += 1
        now = monotonic()
        if now - self._reported.get(bound, -LOG_S) < LOG_S:
            return
        self._reported[bound] = now
        number = self._unreported.pop(bound)
        log.warning("refused %s: %s, beyond the %s of bound %r", self._what, number, most, bound)
