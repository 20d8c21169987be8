"""The gateway's metrics. Labels come from closed lists: routes, methods, codes, kinds.

Counters of few labels are reported from the start, with zeros.
"""

from croupier.v1 import engine_service_pb2 as pb
from telemetry.metrics import ProgramMetrics

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


class Metrics(ProgramMetrics):
    """The metrics of one gateway."""

    def __init__(self) -> None:
        super().__init__("gateway")
        self._of_requests()
        self._of_engines()
        self._of_the_store()
        self._of_followers()
        self._of_connections()

    def _of_requests(self) -> None:
        about = "Time until the answer begins. Waited: the caller asked for a long poll."
        self.requests = self.durations("request", about, "method", "route", "status", "waited")
        self.in_flight = 0
        gauge = self.gauge("requests_in_flight", "Requests in progress.")
        gauge.set_function(lambda: self.in_flight)  # two locks less for each request
        about = "Duration of requests over sockets."
        self.frames = self.durations("socket_request", about, "op", "status")
        about = (
            "Requests, also over sockets, answered with a problem, by its code; maintenance apart."
        )
        self.problems = self.counters("problems", about, "code", known=[(*KINDS, MAINTENANCE)])
        about = "Requests not worked on: busy, late, or gone; see limits.md."
        self.refused = self.counters("refused", about, "kind", known=[("busy", "late", "gone")])
        self.waiting = self.gauge("requests_waiting", "Requests that wait for their turn.")
        self.draining = self.gauge("draining", "1 while the gateway is stopping, else 0.")

    def _of_engines(self) -> None:
        about = "Duration of calls to the engine, moves included."
        self.calls = self.durations("engine_call", about, "method", "code")
        about = "Calls to the engine that failed through no fault of the caller."
        self.errors = self.counters(
            "engine_call_errors", about, "method", "code", known=(METHODS, FAILURES)
        )
        about = "When the engines of a group, by its games, last listed these; 0 for never."
        self.listed = self.gauges("games_listed_timestamp_seconds", about, "games")

    def _of_the_store(self) -> None:
        self.store = self.durations("store", "Duration of calls to Redis.", "operation")
        about = "Calls that Redis did not answer."
        self.failures = self.counters("store_failures", about, "operation", known=[OPERATIONS])
        about = "Look-ups of tokens in the cache, hit or miss."
        self.lookups = self.counters("token_lookups", about, "result", known=[("hit", "miss")])
        about = "Passes over the matches of deleted players: done, or failed."
        self.deletions = self.counters("deletions", about, "result")
        about = "Answers of authenticators and recovery codes that were refused, by the reason."
        self.refused_access = self.counters("refused_access", about, "reason")

    def _of_followers(self) -> None:
        about = "Open streams: sse, ndjson, socket, subscriptions of sockets."
        self.streams = self.gauges("streams", about, "kind")
        about = "Streams, sockets, subscriptions and long polls that are open."
        self.followers = self.gauge("followers", about)
        about = "Followers beyond a bound: total, address or token."
        self.refused_followers = self.counters("refused_followers", about, "bound")

    def _of_connections(self) -> None:
        self.connections = self.gauge("connections", "Connections that are open.")
        about = "Connections beyond a bound: total, or address."
        self.refused_connections = self.counters("refused_connections", about, "bound")
        about = "Bodies not read, after too many bad ones of an address."
        self.refused_bodies = self.counters("refused_bodies", about, "bound")
