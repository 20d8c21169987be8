"""Numbers that all engines share, counted in Redis whenever the metrics are read."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping
from concurrent.futures import TimeoutError as TooLong
from dataclasses import dataclass
from typing import Any, TypeAlias

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from engine.domain.errors import StoreUnavailable

TIMEOUT_S = 2.0

Count: TypeAlias = Callable[[], Coroutine[Any, Any, Mapping[tuple[str, str], int]]]


@dataclass(frozen=True)
class Counted:
    """What is counted: the name of the metric, what it means, and its two labels."""

    name: str
    about: str
    labels: tuple[str, str]


# Redis knows the sizes of its sets, so a million matches are counted as fast as one.
MATCHES = Counted(
    "matches",
    "Public matches that are listed; all engines count the same ones.",
    ("game", "status"),
)
ENGINES = Counted(
    "engines",
    "Engines that live and play a game, 0 if none does any more; all count the same ones.",
    ("game", "group"),
)


class StoreCount(Collector):
    """Counts in the engine's event loop; while Redis does not answer, the metric is missing."""

    def __init__(self, what: Counted, count: Count, loop: asyncio.AbstractEventLoop) -> None:
        self._what = what
        self._count = count
        self._loop = loop

    def describe(self) -> Iterator[GaugeMetricFamily]:
        yield self._family()

    def collect(self) -> Iterator[GaugeMetricFamily]:
        family = self._family()
        # The metrics are served from a thread; the client of Redis belongs to the loop.
        counting = asyncio.run_coroutine_threadsafe(self._count(), self._loop)
        try:
            for labels, number in counting.result(TIMEOUT_S).items():
                family.add_metric(labels, number)
        except (StoreUnavailable, TooLong):
            counting.cancel()
        yield family

    def _family(self) -> GaugeMetricFamily:
        what = self._what
        return GaugeMetricFamily(f"croupier_engine_{what.name}", what.about, labels=what.labels)
