"""What the metrics of both programs have in common; each has an observability.metrics."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import accumulate, product
from math import inf
from typing import Any, Generic, TypeVar

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    ProcessCollector,
    disable_created_metrics,
    start_http_server,
)
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the buckets of durations."""
BOUNDS = [*map(floatToGoString, (*SECONDS, inf))]

Metric = TypeVar("Metric", Counter, Gauge)


class Children(dict[tuple[str, ...], Metric], Generic[Metric]):
    """The children of a metric by their labels; each is created once and kept.

    Labels must come from closed lists, or there would be ever more children.
    """

    def __init__(self, metric: Metric, *known: Iterable[str]) -> None:
        """Report the children of all combinations of the label values in `known` from the start.

        A counter that begins with its first event has no rate then: an alert would miss it.
        """
        super().__init__()
        self._metric: Any = metric
        for labels in product(*known) if known else ():
            self[labels]

    def __missing__(self, labels: tuple[str, ...]) -> Metric:
        child: Metric = self._metric.labels(*labels)
        self[labels] = child
        return child


class Timer:
    """How often something took how long: one histogram of durations.

    One thread writes, so there is no lock: prometheus_client's own histogram takes two for each
    duration, and looks through the bounds. Another thread may read meanwhile.
    """

    __slots__ = ("counts", "seconds")

    def __init__(self) -> None:
        self.counts = [0] * (len(SECONDS) + 1)
        self.seconds = 0.0

    def observe(self, seconds: float) -> None:
        """Count a duration."""
        self.counts[bisect_left(SECONDS, seconds)] += 1
        self.seconds += seconds

    @property
    def buckets(self) -> list[tuple[str, float]]:
        """The upper bounds, as Prometheus writes them, and how many durations are below each."""
        return [*zip(BOUNDS, accumulate(self.counts[:]), strict=True)]


class Timers(dict[tuple[str, ...], Timer]):
    """A histogram of durations by its labels, which must come from closed lists."""

    def __init__(self, name: str, about: str, labels: Sequence[str]) -> None:
        super().__init__()
        self._about = name, about, tuple(labels)

    def __missing__(self, labels: tuple[str, ...]) -> Timer:
        timer = self[labels] = Timer()
        return timer

    def family(self) -> HistogramMetricFamily:
        """What is reported."""
        name, about, names = self._about
        family = HistogramMetricFamily(name, about, labels=names)
        for labels, timer in [*self.items()]:
            family.add_metric(labels, timer.buckets, timer.seconds)
        return family


def timers(registry: CollectorRegistry, name: str, about: str, *labels: str) -> Timers:
    """Return new timers, which are in the registry."""
    made = Timers(name, about, labels)
    registry.register(_Reported(made))
    return made


class _Reported(Collector):
    def __init__(self, timers: Timers) -> None:
        self._timers = timers

    def collect(self) -> Iterable[HistogramMetricFamily]:
        yield self._timers.family()


def new_registry(program: str) -> CollectorRegistry:
    """A registry with the metrics of every program: its version, memory, CPU and open files."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    name = f"croupier_{program}_build_info"
    build = Gauge(name, "1, with the version of the program.", ["version"], registry=registry)
    build.labels(release()).set(1)
    return registry


def report_expiry(registry: CollectorRegistry, program: str, expiry: Callable[[], float]) -> None:
    """Report when the program's certificate ends, each time that the metrics are read.

    `expiry` returns a Unix time: infinity without TLS, 0 if the certificate cannot be used.
    """
    Gauge(
        f"croupier_{program}_certificate_expiry_timestamp_seconds",
        "When the program's TLS certificate ends: never without TLS; 0 if it cannot be used.",
        registry=registry,
    ).set_function(expiry)


def serve(address: str, registry: CollectorRegistry) -> Callable[[], None]:
    """Serve /metrics at HOST:PORT from a thread; return the function that stops it.

    Do nothing if the address is "". Raise OSError if it cannot be listened on.
    """
    if not address:
        return lambda: None
    # Time stamps of creation would double the number of series.
    disable_created_metrics()  # type: ignore[no-untyped-call]
    host, _, port = address.rpartition(":")
    server, thread = start_http_server(int(port), host.strip("[]"), registry)

    def stop() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return stop


def check_address(text: str) -> str:
    """Return `text`: HOST:PORT, or "" for none. Raise ValueError for anything else."""
    host, _, port = text.rpartition(":")
    if text and not (host and port.isdigit() and int(port) < 65536):
        raise ValueError("should be HOST:PORT, or empty")
    return text


def release() -> str:
    """Return the version that is installed, "unknown" if none is."""
    try:
        return version("croupier")
    except PackageNotFoundError:
        return "unknown"
