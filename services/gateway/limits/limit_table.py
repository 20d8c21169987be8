"""The table of rate limits: how many requests a token and an address may make."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Literal, TypeAlias

SECOND_US = 1_000_000

DAY_S = 24 * 60 * 60
DAILY = 5000
"""Creates of an address in a day: what is kept of them takes some 10 MB of Redis."""

Bucket: TypeAlias = Literal[
    "moves", "reads", "creates", "streams", "pairings", "passkeys", "downloads"
]
"""What a request counts as: its route names it beside its path (gateway.routing)."""
LENT: frozenset[Bucket] = frozenset({"moves", "reads"})
"""What may be taken before it is paid, and is free while Redis does not answer. The other buckets
protect secrets, such as pairing codes, and what is stored: they are paid for, or it is refused."""
Subject: TypeAlias = Literal["token", "address"]
"""What has a bucket of its own."""


# Without slots, so that what follows from the numbers is computed once.
@dataclass(frozen=True)
class Limit:
    """A token bucket that holds `burst` requests and is refilled with `rate` per second."""

    rate: float
    burst: int

    @cached_property
    def every_us(self) -> int:
        """Microseconds until another request is put in."""
        return round(SECOND_US / self.rate)

    @cached_property
    def window_s(self) -> int:
        """Seconds until an empty bucket is full."""
        return ceil(self.burst / self.rate)


@dataclass(frozen=True)
class Allowance:
    """The limits of one token, and of all requests from one address, also over a whole day."""

    token: Limit
    address: Limit
    daily: Limit | None = None

    @cached_property
    def share(self) -> Limit:
        """A tenth of the token's limit, for when other tokens have used up its address."""
        return Limit(self.token.rate / 10, ceil(self.token.burst / 10))


Table: TypeAlias = Mapping[Bucket, Allowance]

LIMITS: Table = {
    "moves": Allowance(Limit(50, 200), Limit(500, 2000)),
    "reads": Allowance(Limit(100, 400), Limit(1000, 4000)),
    "creates": Allowance(Limit(5, 50), Limit(10, 500), Limit(DAILY / DAY_S, DAILY)),
    "streams": Allowance(Limit(2, 100), Limit(20, 1000)),
    # Tries of pairing codes that were wrong: a token adds no more than the reserve of its address.
    "pairings": Allowance(Limit(6 / 60, 6), Limit(10 / 60, 10)),
    # Options for passkeys, each of which is kept for five minutes.
    "passkeys": Allowance(Limit(10 / 60, 10), Limit(30 / 60, 30)),
    # All that is kept of a player.
    "downloads": Allowance(Limit(1 / 60, 3), Limit(5 / 60, 15)),
}
"""The limits in force. docs/limits.md shows them."""
