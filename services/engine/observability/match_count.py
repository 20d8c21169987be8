"""The number of listed matches, counted in Redis whenever the metrics are read."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping
from concurrent.futures import TimeoutError as TooLong
from typing import Any, TypeAlias

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from engine.domain.errors import StoreUnavailable

TIMEOUT_S = 2.0
ABOUT = "Public matches that are listed; all engines count the same ones."

Count: TypeAlias = Callable[[], Coroutine[Any, Any, Mapping[tuple[str, str], int]]]


class MatchCount(Collector):
    """Counts in the engine's event loop; while Redis does not answer, the metric is missing.

    Redis knows the sizes of its sets, so a million matches are counted as fast as one.
    """

    def __init__(self, count: Count, loop: asyncio.AbstractEventLoop) -> None:
        self._count = count
        self._loop = loop

    def describe(self) -> Iterator[GaugeMetricFamily]:
        yield _family()

    def collect(self) -> Iterator[GaugeMetricFamily]:
        family = _family()
        # The metrics are served from a thread; the client of Redis belongs to the loop.
        counting = asyncio.run_coroutine_threadsafe(self._count(), self._loop)
        try:
            for labels, number in counting.result(TIMEOUT_S).items():
                family.add_metric(labels, number)
        except (StoreUnavailable, TooLong):
            counting.cancel()
        yield family


def _family() -> GaugeMetricFamily:
    return GaugeMetricFamily("croupier_engine_matches", ABOUT, labels=["game", "status"])
