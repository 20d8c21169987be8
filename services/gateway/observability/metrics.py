"""The gateway's metrics. Labels come from closed lists: routes, methods, codes, kinds.

Counters of few labels are reported from the start, with zeros.
"""

from collections.abc import Iterable

from croupier.v1 import engine_service_pb2 as pb
from prometheus_client import Counter, Gauge, Histogram
from telemetry.metrics import Children, durations, new_registry

from gateway.errors import KINDS, MAINTENANCE

COMMANDS = {
    name: name.lower()
    for name in ("EVAL", "EVALSHA", "HDEL", "HGET", "HGETALL", "HMGET", "HSET", "PING", "PUBLISH")
}
"""The label of each command to Redis that is counted by itself."""
PIPELINE = "pipeline"
OTHER = "other"
OPERATIONS = (*COMMANDS.values(), PIPELINE, OTHER)
METHODS = sorted(pb.DESCRIPTOR.services_by_name["EngineService"].methods_by_name)
FAILURES = ("internal", "unavailable")
"""Codes of calls of the engine for which no caller is to blame."""


class Metrics:
    """The metrics of one gateway, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = new_registry("gateway")
        self.requests = self._durations(
            "request",
            "Time until the answer begins. Waited: the caller asked for a long poll.",
            *("method", "route", "status", "waited"),
        )
        self.in_flight = self._gauge("requests_in_flight", "Requests in progress.")
        self.frames = self._durations(
            "socket_request", "Duration of requests over sockets.", "op", "status"
        )
        self.calls = self._durations(
            "engine_call", "Duration of calls to the engine, moves included.", "method", "code"
        )
        self.errors = self._counters(
            "engine_call_errors",
            "Calls to the engine that failed through no fault of the caller.",
            *("method", "code"),
            known=(METHODS, FAILURES),
        )
        self.problems = self._counters(
            "problems",
            "Requests, also over sockets, answered with a problem, by its code; maintenance apart.",
            "code",
            known=[(*KINDS, MAINTENANCE)],
        )
        self.streams = Children(
            self._gauge(
                "streams", "Open streams: sse, ndjson, socket, subscriptions of sockets.", "kind"
            )
        )
        self.store = self._durations("store", "Duration of calls to Redis.", "operation")
        self.failures = self._counters(
            "store_failures", "Calls that Redis did not answer.", "operation", known=[OPERATIONS]
        )
        self.lookups = self._counters(
            "token_lookups",
            "Look-ups of tokens in the cache, hit or miss.",
            "result",
            known=[("hit", "miss")],
        )
        self.refused = self._counters(
            "refused",
            "Requests not worked on: busy, late, or gone; see limits.md.",
            "kind",
            known=[("busy", "late", "gone")],
        )
        self.waiting = self._gauge("requests_waiting", "Requests that wait for their turn.")
        self.followers = self._gauge(
            "followers", "Streams, sockets, subscriptions and long polls that are open."
        )
        self.refused_followers = self._counters(
            "refused_followers", "Followers beyond a bound: total, address or token.", "bound"
        )
        self.connections = self._gauge("connections", "Connections that are open.")
        self.refused_connections = self._counters(
            "refused_connections", "Connections beyond a bound: total, or address.", "bound"
        )
        self.deletions = self._counters(
            "deletions", "Passes over the matches of deleted players: done, or failed.", "result"
        )
        self.refused_bodies = self._counters(
            "refused_bodies", "Bodies not read, after too many bad ones of an address.", "bound"
        )
        self.draining = self._gauge("draining", "1 while the gateway is stopping, else 0.")

    def _counters(
        self, name: str, about: str, *labels: str, known: Iterable[Iterable[str]] = ()
    ) -> Children[Counter]:
        name = f"croupier_gateway_{name}"
        return Children(Counter(name, about, labels, registry=self.registry), *known)

    def _gauge(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(f"croupier_gateway_{name}", about, labels, registry=self.registry)

    def _durations(self, name: str, about: str, *labels: str) -> Children[Histogram]:
        return durations(self.registry, f"croupier_gateway_{name}_seconds", about, *labels)
