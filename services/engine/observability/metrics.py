"""The engine's metrics. Labels come from closed lists: games, codes, kinds, operations.

Counters of few labels are reported from the start, with zeros.
"""

from collections.abc import Iterable, Iterator

from prometheus_client import Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector
from redislink.refusals import TEXTS
from telemetry.metrics import Children, durations, new_registry

from engine.domain.guarded import FUNCTIONS, failures
from engine.domain.match import Reason
from engine.domain.registry import GAMES

BATCHES = (1, 2, 4, 8, 16, 32, 64)
OPERATIONS = (
    *("archive_find", "archive_page", "archive_put", "archive_restore"),
    *("append_snapshots", "ask_rematch", "claim_due", "load", "load_many", "log", "page"),
    *("read_past", "renew", "save", "save_all", "stamps", "versions", "waiting"),
)
"""What a store does with Redis, and with the archive."""
OF_AN_ENGINE = ("archive", "clock", "damaged")
"""Kinds of refusals that are not Redis's own: the archive does not answer, the clocks differ, a log
is incomplete."""


class Metrics:
    """The metrics of one engine, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = new_registry("engine")
        self.moves = self._counters(
            "moves", "Moves requested, by result.", "game", "result", known=(GAMES, ["ok"])
        )
        self.changes = self._counters("changes", "Log entries stored.", "game", "kind")
        self.ended = self._counters(
            "matches_ended", "Matches ended.", "game", "reason", known=(GAMES, Reason)
        )
        self.conflicts = self._counter(
            "conflicts", "Changes not stored because another came first."
        )
        self.left_out = self._counters(
            "matches_left_out",
            "Matches left out of answers of several: failed, or not_played_here.",
            "why",
            known=[("failed", "not_played_here")],
        )
        self.deadlines_left = self._counter(
            "deadlines_left", "Due deadlines left to engines that play the match, each time again."
        )
        self.registry.register(GameFailures())
        self.snapshots = self._counter("snapshots", "Snapshots of matches stored.")
        self.recomputed = self._counter(
            "recomputed_entries", "Log entries recomputed to answer about earlier versions."
        )
        self.calls = self._durations(
            "rpc",
            "Duration of RPCs; each batch of moves, looks or reads counts as one.",
            "method",
            "code",
        )
        self.batches = Histogram(
            "croupier_engine_batch_moves",
            "Number of moves in a batch.",
            buckets=BATCHES,
            registry=self.registry,
        )
        self.refused = self._counters(
            "refused",
            "Calls and moves refused before any work: busy, or late.",
            "kind",
            known=[("busy", "late")],
        )
        self.batch_streams = self._gauge("batch_streams", "Open batch streams: calls of Batches.")
        self.store = self._durations("store", "Duration of calls to Redis.", "operation")
        self.failures = self._counters(
            "store_failures", "Calls that Redis did not answer.", "operation", known=[OPERATIONS]
        )
        self.refusals = self._counters(
            "store_refusals",
            "Calls that Redis refused or did not answer, by reason.",
            "kind",
            known=[(*TEXTS, *OF_AN_ENGINE)],
        )
        self.clock_ahead = self._gauge(
            "clock_ahead_seconds", "How far Redis's clock is ahead of this engine's."
        )
        self.replaced = self._gauge(
            "redis_replaced",
            "1 while Redis has not the installation that this engine has first seen, else 0.",
        )
        self.lookups = self._counters(
            "cache_lookups",
            "Look-ups of matches in the cache, hit or miss.",
            "result",
            known=[("hit", "miss")],
        )
        self.ticked = self._gauge(
            "last_tick_timestamp_seconds", "When expired deadlines were last looked for."
        )
        self.archived = self._counter("archived", "Matches stored in the archive.")
        self.unarchived = self._gauge(
            "unarchived_matches", "Matches that have ended and are not in the archive yet."
        )
        self.draining = self._gauge("draining", "1 while the engine is stopping, else 0.")

    def _counter(self, name: str, about: str) -> Counter:
        return Counter(f"croupier_engine_{name}", about, registry=self.registry)

    def _counters(
        self, name: str, about: str, *labels: str, known: Iterable[Iterable[str]] = ()
    ) -> Children[Counter]:
        name = f"croupier_engine_{name}"
        return Children(Counter(name, about, labels, registry=self.registry), *known)

    def _gauge(self, name: str, about: str) -> Gauge:
        return Gauge(f"croupier_engine_{name}", about, registry=self.registry)

    def _durations(self, name: str, about: str, *labels: str) -> Children[Histogram]:
        return durations(self.registry, f"croupier_engine_{name}_seconds", about, *labels)


class GameFailures(Collector):
    """The failures of games, which are counted where they are met."""

    def collect(self) -> Iterator[CounterMetricFamily]:
        about = "Failures of a game's own code, by game and function."
        family = CounterMetricFamily(
            "croupier_engine_game_failures", about, labels=["game", "function"]
        )
        known = {(game, function): 0 for game in GAMES for function in sorted(FUNCTIONS)}
        for labels, number in {**known, **failures}.items():
            family.add_metric(labels, number)
        yield family
