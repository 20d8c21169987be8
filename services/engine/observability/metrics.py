"""What the engine counts. Labels come from closed lists: games, codes, kinds, operations."""

from prometheus_client import Counter, Gauge, Histogram
from telemetry.metrics import SECONDS, Children, new_registry

BATCHES = (1, 2, 4, 8, 16, 32, 64)


class Metrics:
    """The metrics of one engine, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = new_registry("engine")
        self.moves = Children(
            self._counter(
                "moves", "Moves that were asked for, by what came of it.", "game", "result"
            )
        )
        self.changes = Children(
            self._counter("changes", "Entries of the logs that were stored.", "game", "kind")
        )
        self.ended = Children(
            self._counter("matches_ended", "Matches that have ended, and why.", "game", "reason")
        )
        self.conflicts = self._counter(
            "conflicts", "Changes that were not stored, since somebody else was first."
        )
        self.calls = Children(
            self._timer("rpc", "Calls; of ApplyMoves, each batch is one.", "method", "code")
        )
        self.batches = Histogram(
            "croupier_engine_batch_moves",
            "Moves that came together.",
            buckets=BATCHES,
            registry=self.registry,
        )
        self.lines = self._gauge("lines", "Calls of ApplyMoves that are open.")
        self.store = Children(self._timer("store", "What was asked of Redis.", "operation"))
        self.failures = Children(
            self._counter("store_failures", "What Redis did not answer.", "operation")
        )
        self.lookups = Children(
            self._counter("cache_lookups", "Whether a match was remembered.", "result")
        )
        self.ticked = self._gauge(
            "last_tick_timestamp_seconds", "When it was last looked for passed deadlines."
        )
        self.draining = self._gauge("draining", "1 once it was asked to stop, else 0.")

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"croupier_engine_{name}", about, labels, registry=self.registry)

    def _gauge(self, name: str, about: str) -> Gauge:
        return Gauge(f"croupier_engine_{name}", about, registry=self.registry)

    def _timer(self, name: str, about: str, *labels: str) -> Histogram:
        name = f"croupier_engine_{name}_seconds"
        return Histogram(name, about, labels, buckets=SECONDS, registry=self.registry)
