"""What the gateway counts. Labels come from closed lists: routes, methods, codes, kinds."""

from prometheus_client import Counter, Gauge, Histogram
from telemetry.metrics import SECONDS, Children, new_registry


class Metrics:
    """The metrics of one gateway, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = new_registry("gateway")
        self.requests = Children(
            self._timer(
                "request",
                "Requests, until the answer begins. Waited: the caller had asked to wait.",
                *("method", "route", "status", "waited"),
            )
        )
        self.in_flight = self._gauge("requests_in_flight", "Requests that are being answered.")
        self.frames = Children(
            self._timer("socket_request", "Requests over sockets.", "op", "status")
        )
        self.calls = Children(
            self._timer("engine_call", "Calls of the engine, moves among them.", "method", "code")
        )
        self.streams = Children(
            self._gauge(
                "streams", "What is open: sse, ndjson, socket, and a socket's subscription.", "kind"
            )
        )
        self.store = Children(self._timer("store", "What was asked of Redis.", "operation"))
        self.failures = Children(
            self._counter("store_failures", "What Redis did not answer.", "operation")
        )
        self.lookups = Children(
            self._counter("token_lookups", "Whether a token was remembered.", "result")
        )
        self.draining = self._gauge("draining", "1 once it was asked to stop, else 0.")

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"croupier_gateway_{name}", about, labels, registry=self.registry)

    def _gauge(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(f"croupier_gateway_{name}", about, labels, registry=self.registry)

    def _timer(self, name: str, about: str, *labels: str) -> Histogram:
        name = f"croupier_gateway_{name}_seconds"
        return Histogram(name, about, labels, buckets=SECONDS, registry=self.registry)
