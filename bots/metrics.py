"""The metrics of the house, and whether it is well, for an operator."""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping

from telemetry.metrics import ProgramMetrics

SEARCH_S = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Upper bounds of the buckets of searches: the last is the longest that one may take."""
SEARCHES = ("found", "full", "short", "late", "failed", "ended")
"""What becomes of a search: a move; too many wait already; the clock has no time left for one; it
is not done in time; the game or the service fails; its process ends."""
MOVES = ("searched", "hurried", "chosen", "random")
"""How a move was chosen: hurried is by a strategy, for want of a search."""
HEARTBEAT_S = 5.0
"""For so long the event loop may be busy with something else."""
OFFERED = "croupier_bots_offered_timestamp_seconds"
OFFERED_S = 90.0
"""How long an offer holds: a bot that could not renew it is in no list."""


class Metrics(ProgramMetrics):
    """The metrics of one house."""

    def __init__(self) -> None:
        super().__init__("bots")
        about = "When a bot of the house was last listed as an opponent; 0 for never."
        self.offered = self.gauges("offered_timestamp_seconds", about, "bot")
        self.matches = self.gauges(
            "matches", "Running matches of a bot, as far as it knows.", "bot"
        )
        about = "Invitations that a bot has declined, so that others have a place."
        self.declined = self.counters("declined", about, "bot")
        about = "Moves made, by how they were chosen."
        self.moves = self.counters("moves", about, "how", known=[MOVES])
        self.search = self.sizes(
            "search_seconds", "Duration of searches that found a move.", SEARCH_S
        )
        about = "Searches, by what became of them."
        self.searches = self.counters("searches", about, "result", known=[SEARCHES])
        self.searching = self.gauge("searches_in_progress", "Searches that run or wait.")
        self.searchers = self.gauge("searchers", "Processes that may search at the same time.")


class Health:
    """Whether the house is well, as probes ask for it, each from a thread of its own."""

    def __init__(self, metrics: Metrics, names: Iterable[str]) -> None:
        """To be made in the event loop of the house. `names` are those who live there."""
        self._loop = asyncio.get_running_loop()
        self._names, self._registry = [*names], metrics.registry
        for name in self._names:
            metrics.offered[(name,)]  # 0 until it is listed

    @property
    def probes(self) -> Mapping[str, Callable[[], str]]:
        return {"/healthz": self.alive, "/readyz": self.ready}

    def alive(self) -> str:
        """Return what is wrong with the program itself; "" if it does its work."""
        beat = asyncio.run_coroutine_threadsafe(asyncio.sleep(0), self._loop)
        try:
            beat.result(HEARTBEAT_S)
        except TimeoutError:
            beat.cancel()
            return "It does nothing any more."
        return ""

    def ready(self) -> str:
        """Return who cannot be invited; "" if all can."""
        since = time.time() - OFFERED_S
        away = [name for name in self._names if self._offered(name) < since]
        return f"Not listed as opponents: {', '.join(away)}." if away else ""

    def _offered(self, name: str) -> float:
        return self._registry.get_sample_value(OFFERED, {"bot": name}) or 0
