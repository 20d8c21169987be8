"""The engine's metrics. Labels come from closed lists: games, codes, kinds, operations.

Counters of few labels are reported from the start, with zeros.
"""

from collections.abc import Iterator

from croupier_match.guarded import FUNCTIONS
from croupier_match.match import Reason
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector
from redislink.refusals import TEXTS
from telemetry.metrics import ProgramMetrics

from engine.domain.failures import failures
from engine.domain.registry import GAMES

BATCHES = (1, 2, 4, 8, 16, 32, 64)
OPERATIONS = (
    *("archive_find", "archive_page", "archive_put", "archive_restore"),
    *(
        "append_snapshots",
        "ask_rematch",
        "claim_due",
        "end_rematch",
        "load",
        "load_many",
        "log",
        "page",
    ),
    *("read_past", "renew", "save", "save_all", "stamps", "tournament_append", "tournament_read"),
    *("versions", "waiting"),
)
"""What a store does with Redis, and with the archive."""
TALLIED = ("unrated", "rated", "not_rated", "failed", "gone")
"""Of a tallied match: it was not to be rated; it was, and has an entry in a ledger, or has none; it
cannot be tallied; there is none."""
TABLES = ("made", "unsealed", "failed")
"""Of a match of a tournament: it is there; a player had no seal for it; it could not be made, which
is tried again."""
OVER = ("archived", "dropped", "failed")
"""Of a tournament that is over: it is in the archive; it was dropped without one; neither could be
done, and is tried again."""
OF_AN_ENGINE = ("archive", "clock", "damaged")
"""Kinds of refusals that are not Redis's own: the archive does not answer, the clocks differ, a log
is incomplete."""


class Metrics(ProgramMetrics):
    """The metrics of one engine."""

    def __init__(self, group: str = "") -> None:
        """`group` is that of the engine; "" is no label."""
        super().__init__("engine")
        self.registry.register(GameFailures())
        self._of_matches()
        self._of_calls()
        self._of_the_store()
        self._of_work_behind(group)

    def _of_matches(self) -> None:
        about = "Moves requested, by result."
        self.moves = self.counters("moves", about, "game", "result", known=(GAMES, ["ok"]))
        self.changes = self.counters("changes", "Log entries stored.", "game", "kind")
        about = "Matches ended."
        self.ended = self.counters("matches_ended", about, "game", "reason", known=(GAMES, Reason))
        about = "Changes not stored because another came first."
        self.conflicts = self.counter("conflicts", about)
        about = "Matches left out of answers of several: failed, or not_played_here."
        self.left_out = self.counters(
            "matches_left_out", about, "why", known=[("failed", "not_played_here")]
        )
        self.snapshots = self.counter("snapshots", "Snapshots of matches stored.")
        about = "Log entries recomputed to answer about earlier versions."
        self.recomputed = self.counter("recomputed_entries", about)

    def _of_calls(self) -> None:
        about = "Duration of RPCs; each batch of moves, looks or reads counts as one."
        self.calls = self.durations("rpc", about, "method", "code")
        self.batches = self.sizes("batch_moves", "Number of moves in a batch.", BATCHES)
        about = "Calls and moves refused before any work: busy, or late."
        self.refused = self.counters("refused", about, "kind", known=[("busy", "late")])
        self.batch_streams = self.gauge("batch_streams", "Open batch streams: calls of Batches.")
        self.draining = self.gauge("draining", "1 while the engine is stopping, else 0.")

    def _of_the_store(self) -> None:
        self.store = self.durations("store", "Duration of calls to Redis.", "operation")
        about = "Calls that Redis did not answer."
        self.failures = self.counters("store_failures", about, "operation", known=[OPERATIONS])
        about = "Calls that Redis refused or did not answer, by reason."
        kinds = (*TEXTS, *OF_AN_ENGINE)
        self.refusals = self.counters("store_refusals", about, "kind", known=[kinds])
        about = "How far Redis's clock is ahead of this engine's."
        self.clock_ahead = self.gauge("clock_ahead_seconds", about)
        about = "1 while Redis has not the installation that this engine has first seen, else 0."
        self.replaced = self.gauge("redis_replaced", about)
        about = "Look-ups of matches in the cache, hit or miss."
        self.lookups = self.counters("cache_lookups", about, "result", known=[("hit", "miss")])

    def _of_work_behind(self, group: str) -> None:
        """What no caller waits for: deadlines, each group's own, the tally, and the archive."""
        about = "When expired deadlines were last looked for, by the engine's group."
        self.ticked = self.gauges("last_tick_timestamp_seconds", about, "group")[(group,)]
        about = "Due deadlines left to engines that play the match, each time again."
        self.deadlines_left = self.counter("deadlines_left", about)
        about = "Matches tallied after their end, by what became of them."
        self.tallied = self.counters("tallied", about, "result", known=[TALLIED])
        about = "Matches that have ended and are not tallied yet."
        self.untallied = self.gauge("untallied_matches", about)
        about = "For how long the first of them has been due."
        self.untallied_s = self.gauge("untallied_seconds", about)
        about = "For how long a director has had to look at the first tournament."
        self.undirected_s = self.gauge("undirected_seconds", about)
        about = "Looks of directors at tournaments that failed by themselves."
        self.direct_failures = self.counter("direct_failures", about)
        about = (
            "For how long the first tournament waits for matches, of games that are played here."
        )
        self.unmade_s = self.gauge("unmade_tables_seconds", about)
        about = "Matches of tournaments, by what became of them."
        self.tables = self.counters("tables", about, "result", known=[TABLES])
        about = "Ledgers of ratings of which the archive has other entries than Redis."
        self.ledgers_forked = self.gauge("ledgers_forked", about)
        self.archived = self.counter("archived", "Matches stored in the archive.")
        about = "Matches that have ended and are not in the archive yet."
        self.unarchived = self.gauge("unarchived_matches", about)
        about = "For how long the first tournament that is over has been due to leave Redis."
        self.unarchived_s = self.gauge("unarchived_tournaments_seconds", about)
        about = "Tournaments that are over, by what became of them."
        self.tournaments_over = self.counters("tournaments_over", about, "result", known=[OVER])


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
