"""Instrumentation of the store: durations, failures and spans by operation, what was changed."""

from collections import Counter
from collections.abc import Sequence

from telemetry.observe import Observation, RedisCalls

from engine.observability.metrics import Metrics
from engine.observability.outage_log import Outage
from engine.store.observer import StoreObserver
from engine.store.types import Saving


class MetricsObserver(StoreObserver):
    """Counts what a store reports in `metrics`, and adds its calls to the current trace."""

    def __init__(self, metrics: Metrics, outage: Outage | None = None) -> None:
        """Failures are noted in `outage`; refusals, such as a conflict, are answers."""
        outage = outage or Outage(metrics.refusals)
        self._metrics = metrics
        self._calls = RedisCalls(metrics.store, metrics.failures, outage.noted)
        self._hits, self._misses = metrics.lookups[("hit",)], metrics.lookups[("miss",)]

    def begin(self, operation: str) -> Observation:
        return self._calls.begin(operation)

    def looked_up(self, found: int, missing: int) -> None:
        if found:
            self._hits.inc(found)
        if missing:
            self._misses.inc(missing)

    def saved(self, savings: Sequence[Saving]) -> None:
        changes = Counter((each.after.game, entry.kind) for each in savings for entry in each.log)
        for labels, count in changes.items():
            self._metrics.changes[labels].inc(count)
        for each in savings:
            if outcome := each.after.outcome:
                self._metrics.ended[each.after.game, outcome.reason].inc()

    def snapshots(self, stored: int) -> None:
        self._metrics.snapshots.inc(stored)

    def recomputed(self, entries: int) -> None:
        self._metrics.recomputed.inc(entries)

    def left_out(self, why: str) -> None:
        self._metrics.left_out[(why,)].inc()

    def conflicted(self) -> None:
        self._metrics.conflicts.inc()
