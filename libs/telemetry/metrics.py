"""What the metrics of all programs have in common."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import product
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

from telemetry.listening import local

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the buckets of durations."""

Metric = TypeVar("Metric", Counter, Gauge, Histogram)


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


class ProgramMetrics:
    """The metrics of one program, in a registry of their own: their names begin with its name."""

    def __init__(self, program: str) -> None:
        """Make those of every program: its version, memory, CPU and open files."""
        self.registry = CollectorRegistry()
        self._prefix = f"croupier_{program}"
        ProcessCollector(registry=self.registry)
        build = self.gauges("build_info", "1, with the version of the program.", "version")
        build[(release(),)].set(1)

    def counter(self, name: str, about: str) -> Counter:
        return Counter(self._named(name), about, registry=self.registry)

    def counters(
        self, name: str, about: str, *labels: str, known: Iterable[Iterable[str]] = ()
    ) -> Children[Counter]:
        """`known` is as for Children."""
        return Children(Counter(self._named(name), about, labels, registry=self.registry), *known)

    def gauge(self, name: str, about: str) -> Gauge:
        return Gauge(self._named(name), about, registry=self.registry)

    def gauges(self, name: str, about: str, *labels: str) -> Children[Gauge]:
        return Children(Gauge(self._named(name), about, labels, registry=self.registry))

    def durations(self, name: str, about: str, *labels: str) -> Children[Histogram]:
        name = self._named(f"{name}_seconds")
        return Children(Histogram(name, about, labels, buckets=SECONDS, registry=self.registry))

    def sizes(self, name: str, about: str, bounds: Sequence[float]) -> Histogram:
        """`bounds` are the upper ones of the buckets."""
        return Histogram(self._named(name), about, buckets=bounds, registry=self.registry)

    def _named(self, name: str) -> str:
        return f"{self._prefix}_{name}"


def report_expiry(registry: CollectorRegistry, program: str, expiry: Callable[[], float]) -> None:
    """Report when the program's certificate ends, each time that the metrics are read.

    `expiry` returns a Unix time: infinity without TLS, 0 if the certificate cannot be used.
    """
    Gauge(
        f"croupier_{program}_certificate_expiry_timestamp_seconds",
        "When the program's TLS certificate ends: never without TLS; 0 if it cannot be used.",
        registry=registry,
    ).set_function(expiry)


def serve(
    address: str, registry: CollectorRegistry, probes: Mapping[str, Callable[[], str]] | None = None
) -> Callable[[], None]:
    """Serve /metrics at HOST:PORT from a thread; return the function that stops it.

    `probes` are further paths, each with what says what is wrong, "" for nothing. Each request has
    a thread of its own. Do nothing if the address is "". Raise OSError if it cannot be listened on.
    """
    if not address:
        return lambda: None
    # Time stamps of creation would double the number of series.
    disable_created_metrics()  # type: ignore[no-untyped-call]
    host, _, port = address.rpartition(":")
    server, thread = start_http_server(int(port), local(host.strip("[]")), registry)
    server.set_app(_with_probes(server.get_app(), probes or {}))

    def stop() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return stop


def _with_probes(app: Any, probes: Mapping[str, Callable[[], str]]) -> Any:
    """A WSGI application that answers probes: 200, or 503 with what is wrong."""

    def answer(environ: Any, start_response: Any) -> Any:
        probe = probes.get(environ["PATH_INFO"])
        if probe is None:
            return app(environ, start_response)
        wrong = probe()
        status = "503 Service Unavailable" if wrong else "200 OK"
        start_response(status, [("Content-Type", "text/plain; charset=utf-8")])
        return [f"{wrong or 'well'}\n".encode()]

    return answer


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
