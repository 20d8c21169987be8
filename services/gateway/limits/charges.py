"""Charges of requests: the buckets they take from, and the headers that tell what is left.

The headers are those of the IETF's draft "RateLimit header fields for HTTP", number 10.
"""

from collections.abc import Sequence
from math import ceil
from typing import Any, NamedTuple

from redislink.script import Call

from gateway import context
from gateway.errors import Problem, unavailable
from gateway.limits.limit_table import LENT, SECOND_US, Bucket, Limit, Subject

SHARES = slice(2, 4)
"""Of the sources of a charge, the share and the reserve are not told to callers."""


class Source(NamedTuple):
    """A bucket that a charge is taken from: its owner, its key in Redis, its limit."""

    subject: Subject
    key: str
    limit: Limit


class Reading(NamedTuple):
    """The state of one bucket after a request: how many are left."""

    bucket: Bucket
    subject: Subject
    limit: Limit
    left: int
    next_us: int

    @property
    def next_s(self) -> int:
        """Seconds until there is one more, rounded up: at least 1."""
        return ceil(self.next_us / SECOND_US)

    @property
    def headers(self) -> dict[str, str]:
        name = self.bucket if self.subject == "token" else f"{self.bucket}-address"
        return {
            "RateLimit": f'"{name}";r={self.left};t={self.next_s}',
            "RateLimit-Policy": f'"{name}";q={self.limit.burst};w={self.limit.window_s}',
        }

    def refusal(self, cost: int = 1) -> Problem:
        """Return the Problem for a request that costs more than this bucket has."""
        further_us = max(0, cost - self.left - 1) * self.limit.every_us
        again_s = ceil((self.next_us + further_us) / SECOND_US)
        return Problem(
            "rate_limited",
            f"Too many {self.bucket} from this {self.subject}.",
            {"Retry-After": str(again_s)},
            bucket=self.bucket,
            per=self.subject,
            limit=self.limit.burst,
            window=self.limit.window_s,
            retryAfter=again_s,
        )


class Charge(NamedTuple):
    """What a request costs: `wanted` requests from its sources, or at least `least`.

    The sources are one bucket; or those of a token, its address, the token's share and the
    address's reserve, as token_buckets.lua takes from them; and perhaps that of the address's
    day. Without sources, it is free.
    """

    bucket: Bucket
    sources: Sequence[Source] = ()
    wanted: int = 1
    least: int = 1

    @property
    def call(self) -> Call:
        """KEYS and ARGV of the script."""
        numbers = [self.wanted, self.least]
        for source in self.sources:
            numbers += (source.limit.every_us, source.limit.burst)
        return [source.key for source in self.sources], numbers

    @property
    def shown(self) -> Sequence[Source]:
        """The sources that the script tells of."""
        if len(self.sources) <= SHARES.start:
            return self.sources
        return (*self.sources[: SHARES.start], *self.sources[SHARES.stop :])

    def check(self, reply: Any) -> None:
        """Report the scarcest bucket in the response. Raise Problem rate_limited if it refuses.

        `reply` is that to `call`; an error if the buckets could not be asked. Then what is LENT
        is free, and for the rest Problem unavailable is raised.
        """
        if isinstance(reply, Exception):
            if self.sources and self.bucket not in LENT:
                raise unavailable() from reply
            return
        scarcest = self.report(reply)
        if reply[0] < self.least:
            raise scarcest.refusal(self.least)

    def report(self, reply: Sequence[int]) -> Reading:
        """Return the scarcest bucket, which the response's headers will report."""
        told = zip(reply[1::2], reply[2::2], self.shown, strict=False)
        # The fewest left, and the longest to wait.
        left, next_us, source = min(told, key=_scarcity)
        scarcest = Reading(self.bucket, source.subject, source.limit, left, next_us)
        context.rate_limit.set(scarcest.headers)
        return scarcest


FREE = Charge("reads")
"""The charge of a request that was charged before."""


def _scarcity(told: tuple[int, int, Source]) -> tuple[int, int]:
    left, next_us, _ = told
    return left, -next_us
