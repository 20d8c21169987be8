"""Failures of the store: a counter by kind, and one line in the log for each outage."""

import logging
from collections.abc import Callable
from time import monotonic

from prometheus_client import Counter
from redislink.refusals import TEXTS
from telemetry.metrics import Children

from engine.domain.errors import StoreUnavailable

QUIET_S = 10.0
"""How long no call may have failed until an outage is over: some may succeed in between."""

log = logging.getLogger("engine")


class Outage:
    """Counts failures, and logs the first of each kind, and when all of them are over."""

    def __init__(self, counts: Children[Counter], now: Callable[[], float] = monotonic) -> None:
        """`now` gives seconds since whenever."""
        self._counts = counts
        self._now = now
        self._last: dict[str, float] = {}

    def noted(self, answer: object) -> bool:
        """Note an answer or an error; return whether it is a failure of the store."""
        if not isinstance(answer, StoreUnavailable):
            return False
        self._counts[(answer.kind,)].inc()
        if answer.kind not in self._last:
            _log(answer)
        self._last[answer.kind] = self._now()
        return True

    def answered(self) -> None:
        """Note that Redis has answered, and has stored a write."""
        if self._last and self._now() - max(self._last.values()) > QUIET_S:
            self._last.clear()
            log.info("Redis answers again")


def _log(failure: StoreUnavailable) -> None:
    """The kind, a text of our own, and the type: the error's message may quote what was sent."""
    cause = type(failure.__cause__ or failure).__name__
    text = TEXTS.get(failure.kind) or str(failure)
    log.error("the store is unavailable (%s): %s", failure.kind, text, extra={"error": cause})
