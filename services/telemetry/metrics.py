"""What the metrics of both programs have in common; each has an observability.metrics."""

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Generic, TypeVar

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    start_http_server,
)

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the buckets of durations."""

Metric = TypeVar("Metric", Counter, Gauge, Histogram)


class Children(dict[tuple[str, ...], Metric], Generic[Metric]):
    """The children of a metric by their labels; each is created once and kept.

    Labels must come from closed lists, or there would be ever more children.
    """

    def __init__(self, metric: Metric) -> None:
        super().__init__()
        self._metric: Any = metric

    def __missing__(self, labels: tuple[str, ...]) -> Metric:
        child: Metric = self._metric.labels(*labels)
        self[labels] = child
        return child


def new_registry(program: str) -> CollectorRegistry:
    """A registry with the metrics of every program: its version, memory, CPU and open files."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    name = f"croupier_{program}_build_info"
    build = Gauge(name, "1, with the version of the program.", ["version"], registry=registry)
    build.labels(_version()).set(1)
    return registry


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


def _version() -> str:
    try:
        return version("croupier")
    except PackageNotFoundError:
        return "unknown"
