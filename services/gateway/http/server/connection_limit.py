"""Admission: how many connections a gateway holds, in all and from one address.

A connection costs a descriptor before it has sent a byte, and a process without descriptors
can answer nothing, not even that it is full. So connections are counted against bounds below
what the system allows. Those beyond a bound are refused, and counted in the metrics and the log.
"""

import resource
import sys
from collections import Counter
from collections.abc import Callable
from enum import StrEnum

from gateway.errors import Problem
from gateway.http.client_address import network
from gateway.observability.metrics import Metrics
from gateway.observability.refusal_log import Refusals

RESERVED = 256
"""Descriptors that no client's connection takes: for Redis, engines, metrics and files."""
PROBES = 64
"""Connections beyond the bound that may still ask whether the gateway is well."""
LINGERING = 64
"""Refused connections that are kept until the client has read its refusal; others are cut."""


class Admission(StrEnum):
    """What a new connection may do. The values of refusals are labels of a metric."""

    OPEN = "open"
    PROBE = "probe"
    """Ask for the gateway's health, once: all other places are taken."""
    FULL = "total"
    """The connection is refused: the places for probes are taken as well."""
    CROWDED = "address"
    """The connection is refused: its address holds as many as one may."""
    CUT = "cut"
    """The connection is cut without a refusal: many others still wait to read theirs."""


class Connections:
    """The open connections of one gateway."""

    def __init__(
        self,
        most: int,
        most_per_address: int,
        metrics: Metrics,
        is_proxy: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """Bound the connections to `most`, or to as many as there are descriptors for.

        `most_per_address` is the bound for each address but those that `is_proxy` tells, behind
        which there are many clients; 0 is none.
        """
        self.most = min(most, _affordable())
        self._most_per_address = most_per_address
        self._is_proxy = is_proxy
        self._metrics = metrics
        self._by_address: Counter[str] = Counter()
        self._by_admission: Counter[Admission] = Counter()
        bounds = Admission.FULL.value, Admission.CROWDED.value
        self._refusals = Refusals("connections", metrics.refused_connections, *bounds)

    def enter(self, address: str) -> Admission:
        """Return what a new connection may do; `leave` must be called once it has ended."""
        admission = self._admission(address)
        if admission in (Admission.FULL, Admission.CROWDED):
            admission = self._refuse(admission)
        self._by_admission[admission] += 1
        if admission is Admission.OPEN:
            self._by_address[network(address)] += 1
            self._metrics.connections.inc()
        return admission

    def leave(self, address: str, admission: Admission) -> None:
        """Forget a connection that has ended."""
        self._by_admission[admission] -= 1
        if admission is not Admission.OPEN:
            return
        self._metrics.connections.dec()
        place = network(address)
        self._by_address[place] -= 1
        if not self._by_address[place]:
            del self._by_address[place]

    def refuse_probe(self) -> Admission:
        """Free the place of a PROBE that asked for something else; return what it may do now."""
        self._by_admission[Admission.PROBE] -= 1
        admission = self._refuse(Admission.FULL)
        self._by_admission[admission] += 1
        return admission

    def _admission(self, address: str) -> Admission:
        most, held = self._most_per_address, self._by_address[network(address)]
        if 0 < most <= held and not self._is_proxy(address):
            return Admission.CROWDED
        if self._by_admission[Admission.OPEN] < self.most:
            return Admission.OPEN
        return Admission.PROBE if self._by_admission[Admission.PROBE] < PROBES else Admission.FULL

    def _refuse(self, bound: Admission) -> Admission:
        """Count a refusal; return `bound`, or CUT if enough others wait for theirs already."""
        most = self.most if bound is Admission.FULL else self._most_per_address
        self._refusals.add(bound.value, most)
        waiting = self._by_admission[Admission.FULL] + self._by_admission[Admission.CROWDED]
        return bound if waiting < LINGERING else Admission.CUT


def crowded() -> Problem:
    """Return the refusal of a connection beyond the bound of its address."""
    sentence = "There are too many connections from this address."
    return Problem("rate_limited", sentence, {"Retry-After": "10"}, per="address", retryAfter=10)


def raise_descriptor_limit() -> None:
    """Let this process have as many descriptors as the system allows it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _affordable() -> int:
    """Return how many connections there are descriptors for, besides RESERVED and refused ones."""
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY:
        return sys.maxsize
    return max(allowed - RESERVED - PROBES - LINGERING, allowed // 2)
