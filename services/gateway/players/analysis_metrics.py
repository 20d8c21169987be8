"""The line of the analyses as metrics, read when these are; and what has become of analyses."""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import TimeoutError as TooLong
from typing import Any, TypeAlias

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from gateway.errors import Problem
from gateway.players.analysis_line import Line

TIMEOUT_S = 2.0
RESULTS = ("done", "failed")

ReadLine: TypeAlias = Callable[[], Coroutine[Any, Any, Line]]


class AnalysisMetrics(Collector):
    """Every gateway reports the same line, and none while Redis does not answer; the counts are
    each gateway's own."""

    def __init__(
        self, line: ReadLine, counts: Counter[str], loop: asyncio.AbstractEventLoop
    ) -> None:
        """`counts` has how many moves were "judged", and matches by RESULTS, so far."""
        self._line, self._counts, self._loop = line, counts, loop

    def describe(self) -> Iterator[Metric]:
        yield from (*self._counters(), *_gauges())

    def collect(self) -> Iterator[Metric]:
        yield from self._counters()
        # The metrics are served from a thread; the client of Redis belongs to the loop.
        reading = asyncio.run_coroutine_threadsafe(self._line(), self._loop)
        try:
            yield from _of(reading.result(TIMEOUT_S))
        except (Problem, TooLong):
            reading.cancel()

    def _counters(self) -> Iterator[Metric]:
        judged = "Moves that have been judged in analyses."
        yield CounterMetricFamily("croupier_gateway_judged_moves", judged, self._counts["judged"])
        about = "Analyses that have ended: done, or failed, which were given up."
        ended = CounterMetricFamily("croupier_gateway_analyses_ended", about, labels=["result"])
        for result in RESULTS:
            ended.add_metric([result], self._counts[result])
        yield ended


def _gauges() -> tuple[GaugeMetricFamily, GaugeMetricFamily, GaugeMetricFamily]:
    about = "Analyses by what they are at: waiting, or judged."
    matches = GaugeMetricFamily("croupier_gateway_analyses", about, labels=["game", "state"])
    about = "Moves that are left to judge."
    moves = GaugeMetricFamily("croupier_gateway_analysis_moves_left", about, labels=["game"])
    about = "For how long the analysis has been wanted that waits for longest."
    oldest = GaugeMetricFamily("croupier_gateway_analysis_oldest_seconds", about, labels=["game"])
    return matches, moves, oldest


def _of(line: Line) -> Iterator[Metric]:
    matches, moves, oldest = _gauges()
    counts = Counter((_game(each), "waiting") for each in line.waiting)
    counts += Counter((_game(each), "judged") for each in line.judged)
    for labels, count in counts.items():
        matches.add_metric(labels, count)
    left, since = Counter[str](), defaultdict[str, int](lambda: 0)
    for each, of in line.left.items():
        left[_game(each)] += of.moves
    for each in filter(line.left.__contains__, line.waiting):
        since[_game(each)] = max(since[_game(each)], int(time.time()) - line.left[each].since)
    for family, values in ((moves, left), (oldest, since)):
        for game, value in values.items():
            family.add_metric([game], value)
    yield from (matches, moves, oldest)


def _game(member: str) -> str:
    return member.partition(" ")[0]
