"""Followers: streams, sockets, subscriptions and long polls, which cost memory while they last.

They are counted in this process, whose memory it is, and nowhere else: a bound that other
gateways shared would be one more call to Redis for each.
"""

import contextlib
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from gateway.errors import Problem
from gateway.http.client_address import network_of
from gateway.limits.requester import Requester
from gateway.observability.metrics import Metrics
from gateway.observability.refusal_log import Refusals

RETRY_AFTER_S = 10


@dataclass(frozen=True, slots=True)
class FollowerLimits:
    """How many followers a gateway has at once: of a token, of an address, in all."""

    token: int
    address: int
    total: int


class Followers:
    """The followers of this gateway."""

    def __init__(self, metrics: Metrics, limits: FollowerLimits | None) -> None:
        """Without limits, followers are not bounded."""
        self._limits = limits
        self._gauge = metrics.followers
        bounds = "token", "address", "total"
        self._refusals = Refusals("followers", metrics.refused_followers, *bounds)
        self._counts: Counter[str] = Counter()

    @contextlib.contextmanager
    def follow(self, who: Requester) -> Iterator[None]:
        """Count a follower until the block is left. Raise Problem rate_limited.

        If it has a token, that was found to be valid.
        """
        bounds = _bounds(self._limits, who) if self._limits else {}
        for name, most in bounds.items():
            if self._counts[name] >= most:
                raise self._refusal(name.partition(" ")[0], most)
        self._counts.update(bounds.keys())
        try:
            with self._gauge.track_inprogress():
                yield
        finally:
            self._counts.subtract(bounds.keys())
            for name in bounds:
                if not self._counts[name]:
                    del self._counts[name]

    def _refusal(self, bound: str, most: int) -> Problem:
        self._refusals.add(bound, most)
        whose = "on this server" if bound == "total" else f"from this {bound}"
        return Problem(
            "rate_limited",
            f"Too many open streams, subscriptions and long polls {whose}.",
            {"Retry-After": str(RETRY_AFTER_S)},
            bucket="followers",
            per=bound,
            limit=most,
            retryAfter=RETRY_AFTER_S,
        )


def _bounds(limits: FollowerLimits, who: Requester) -> dict[str, int]:
    """Return what a follower counts for, and how many each of these may have."""
    # Hashed: a dump of this process's memory should not yield tokens.
    token, connection, *_ = who
    own = {f"token {hashlib.sha256(token.encode()).hexdigest()}": limits.token} if token else {}
    return {**own, f"address {network_of(connection)}": limits.address, "total": limits.total}
