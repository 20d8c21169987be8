"""The state of the Redis servers as metrics, from their last answer; without one, no metrics."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from engine.store.server_status import ServerStatus

Gauges: TypeAlias = Sequence[tuple[str, str, Callable[[Sequence[ServerStatus]], float]]]


def _fullest(servers: Sequence[ServerStatus]) -> ServerStatus:
    return max(servers, key=lambda server: (server.fullness, server.used_bytes))


GAUGES: Gauges = (
    ("used_bytes", "Memory that Redis uses.", lambda all_: _fullest(all_).used_bytes),
    (
        "max_bytes",
        "Memory that Redis may use; 0 is no bound.",
        lambda all_: _fullest(all_).max_bytes,
    ),
    (
        "resident_bytes",
        "Memory that the operating system counts as Redis's.",
        lambda all_: max(e.resident_bytes for e in all_),
    ),
    (
        "append_only",
        "1 if writes go to an append-only file.",
        lambda all_: all(e.appends for e in all_),
    ),
    (
        "append_ok",
        "1 if the last write to that file succeeded.",
        lambda all_: all(e.append_ok for e in all_),
    ),
    (
        "rewrite_ok",
        "1 if the last rewrite of that file succeeded.",
        lambda all_: all(e.rewrite_ok for e in all_),
    ),
    (
        "snapshot_ok",
        "1 if the last snapshot succeeded.",
        lambda all_: all(e.snapshot_ok for e in all_),
    ),
    ("replicas", "Replicas that follow.", lambda all_: min(e.replicas for e in all_)),
)
"""Of a cluster, the primary that is fullest, or worst off: labels would grow with new nodes."""


class ServerMetrics(Collector):
    """Every engine reports the same servers."""

    def __init__(self, servers: Callable[[], Sequence[ServerStatus]]) -> None:
        """`servers` gives what is known of them."""
        self._servers = servers

    def describe(self) -> Iterator[GaugeMetricFamily]:
        yield from (_family(name, about) for name, about, _ in GAUGES)
        yield _policy()

    def collect(self) -> Iterator[GaugeMetricFamily]:
        servers = self._servers()
        if not servers:
            return
        for name, about, value in GAUGES:
            family = _family(name, about)
            family.add_metric([], value(servers))
            yield family
        family = _policy()
        for policy in sorted({server.policy for server in servers}):
            family.add_metric([policy], 1)
        yield family


def _family(name: str, about: str) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"croupier_engine_redis_{name}", about)


def _policy() -> GaugeMetricFamily:
    about = "1, with what Redis does when it is full."
    return GaugeMetricFamily("croupier_engine_redis_policy", about, labels=["policy"])
