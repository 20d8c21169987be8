"""How much anyone may ask for: token buckets, per token and per address.

    limit:{TOKEN}:BUCKET    string   see limits.lua; TOKEN is the SHA-256 of the token
    limit:{ADDRESS}:BUCKET  string   the same; of an IPv6 address, the /64 it is in

The two keys of a request lie in different slots of a cluster, so each is a call of
its own. Both go in one round trip, the one in which the token is looked up. The
headers are those of the IETF's draft "RateLimit header fields for HTTP", number 10.
"""

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import Any, Literal, TypeAlias

from redis.asyncio import Redis
from redis.exceptions import NoScriptError, RedisError
from redislink.commands import Command, run
from starlette.requests import HTTPConnection

from gateway import context
from gateway.errors import Problem

SECOND_US = 1_000_000
NOWHERE = "nowhere"
"""The address of all who have none."""

Bucket: TypeAlias = Literal["moves", "reads", "creates", "streams"]
Subject: TypeAlias = Literal["token", "address"]


@dataclass(frozen=True, slots=True)
class Limit:
    """A bucket of `burst` requests, into which `rate` are put per second."""

    rate: float
    burst: int

    @property
    def every_us(self) -> int:
        """Microseconds until another request is put in."""
        return round(SECOND_US / self.rate)

    @property
    def window_s(self) -> int:
        """Seconds until an empty bucket is full."""
        return ceil(self.burst / self.rate)


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a token may ask for, and what all that comes from one address may."""

    token: Limit
    address: Limit


Table: TypeAlias = Mapping[Bucket, Allowance]

LIMITS: Table = {
    "moves": Allowance(Limit(50, 200), Limit(500, 2000)),
    "reads": Allowance(Limit(100, 400), Limit(1000, 4000)),
    "creates": Allowance(Limit(5, 50), Limit(10, 500)),
    "streams": Allowance(Limit(2, 100), Limit(20, 1000)),
}
"""All limits there are. docs/limits.md shows them."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found in a bucket, and left in it."""

    bucket: Bucket
    payer: Subject
    limit: Limit
    taken: int
    left: int
    more_us: int

    @property
    def more_s(self) -> int:
        """Seconds, at least one, after which there is one more."""
        return ceil(self.more_us / SECOND_US)

    @property
    def headers(self) -> dict[str, str]:
        name = self.bucket if self.payer == "token" else f"{self.bucket}-address"
        return {
            "RateLimit": f'"{name}";r={self.left};t={self.more_s}',
            "RateLimit-Policy": f'"{name}";q={self.limit.burst};w={self.limit.window_s}',
        }

    def refusal(self) -> Problem:
        """What to tell who asks for more than there is."""
        return Problem(
            "rate_limited",
            f"There were too many {self.bucket} from this {self.payer}.",
            {"Retry-After": str(self.more_s)},
            bucket=self.bucket,
            per=self.payer,
            limit=self.limit.burst,
            window=self.limit.window_s,
            retryAfter=self.more_s,
        )


@dataclass(frozen=True, slots=True)
class Charge:
    """What a request takes, out of whose buckets; out of none if `payers` is empty."""

    bucket: Bucket
    payers: Sequence[tuple[Subject, str, Limit]] = ()
    wanted: int = 1

    @property
    def calls(self) -> list[tuple[str, int, int, int]]:
        """KEYS and ARGV of the script, once for each payer."""
        return [
            (f"limit:{{{name}}}:{self.bucket}", limit.every_us, limit.burst, self.wanted)
            for _, name, limit in self.payers
        ]

    def check(self, replies: Sequence[Any]) -> None:
        """Have the answer tell what is left; raise Problem rate_limited if nothing was."""
        if (levels := self.levels(replies)) and not (level := _tell(levels)).taken:
            raise level.refusal()

    def levels(self, replies: Sequence[Any]) -> list[Reading]:
        """Of those buckets that could be asked: who has a bucket on a dead node pays nothing."""
        return [
            Reading(self.bucket, payer, limit, *reply)
            for (payer, _, limit), reply in zip(self.payers, replies, strict=True)
            if not isinstance(reply, Exception)
        ]


NOTHING = Charge("reads")
"""For who has paid already."""


class RateLimits:
    """The buckets of all tokens and addresses, whichever gateway they come to."""

    def __init__(self, redis: Redis, timeout_s: float, table: Table | None) -> None:
        """Without a table, nothing is limited. Redis may take `timeout_s` for its answer."""
        self._redis = redis
        self._timeout_s = timeout_s
        self._table = table
        self._script = files("gateway.auth").joinpath("token_bucket.lua").read_text()
        self._sha = hashlib.sha1(self._script.encode(), usedforsecurity=False).hexdigest()

    async def spend(self, bucket: Bucket, caller: HTTPConnection | None, token: str = "") -> None:
        """Let the caller have one request out of its buckets, or raise Problem rate_limited.

        `caller` is the Request or the WebSocket, for its address; None if that has paid.
        `token` is what it has shown, already known to be valid; "" if none. What comes
        over HTTP needs no call of its own: `Authenticator.caller` spends once for each request.
        For a socket, its address spends "streams" before it is opened, its token in
        `hello`, and both one of "moves" or "reads" for whatever is sent.

        While Redis does not answer, nothing is limited: whatever needs Redis is
        refused by who needs it, and what does not need it goes on.
        """
        bill = self.bill(bucket, caller, token)
        if replies := await self._replies(bill):
            bill.check(replies)

    async def spend_more(
        self, bucket: Bucket, caller: HTTPConnection, token: str, wanted: int
    ) -> tuple[int, Problem | None]:
        """As `spend`, for as many as are to be had: how many, and what to tell the rest."""
        taken, levels = wanted, list[Reading]()
        for payer in reversed(self.bill(bucket, caller, token).payers):
            bill = Charge(
                bucket, (payer,), taken
            )  # what the token lacks, the address shall not pay
            if taken and (replies := await self._replies(bill)):
                for level in bill.levels(replies):
                    levels, taken = [*levels, level], level.taken
        if not levels:
            return taken, None
        return taken, _tell(levels).refusal()

    async def pay(self, bill: Charge) -> None:
        """Take what `bill` says. Raise Problem rate_limited; RedisError if none was asked."""
        bill.check(await self._call(bill))

    async def _replies(self, bill: Charge) -> list[Any] | None:
        """What the script says; None if nobody pays, or Redis does not answer."""
        if not bill.payers:
            return None
        try:
            async with asyncio.timeout(self._timeout_s):
                return await self._call(bill)
        except (RedisError, OSError):  # a TimeoutError is an OSError
            return None

    def bill(self, bucket: Bucket, caller: HTTPConnection | None, token: str = "") -> Charge:
        """What `spend` would take, for who wants it taken along with something else."""
        if self._table is None:
            return NOTHING
        allowance = self._table[bucket]
        payers: list[tuple[Subject, str, Limit]] = []
        if caller:
            payers.append(("address", network_of(caller), allowance.address))
        if token:
            payers.append(("token", _digest(token), allowance.token))
        return Charge(bucket, payers)

    def commands(self, bill: Charge) -> list[Command]:
        """What takes it, for who has something else to ask; `settle` wants the answers."""
        return self._commands(bill, "EVALSHA", self._sha)

    async def settle(self, bill: Charge, answers: Sequence[Any]) -> None:
        """Of `commands`, errors among them; raise Problem rate_limited, or RedisError."""
        bill.check(await self._known(bill, answers))

    async def _call(self, bill: Charge) -> list[Any]:
        """One round trip, but for the first one: redis-py's `Script` would always take two."""
        return await self._known(bill, await run(self._redis, self.commands(bill)))

    async def _known(self, bill: Charge, answers: Sequence[Any]) -> list[Any]:
        """The answers, once whichever server did not know the script has been told it.

        Errors stand in the place of what could not be asked.
        """
        told: list[Any] = [*answers]
        new = [place for place, each in enumerate(told) if isinstance(each, NoScriptError)]
        if new:
            commands = self._commands(bill, "EVAL", self._script)
            again = await run(self._redis, [commands[place] for place in new])
            for place, answer in zip(new, again, strict=True):
                told[place] = answer
        return told

    def _commands(self, bill: Charge, command: str, script: str) -> list[Command]:
        return [(command, script, 1, *call) for call in bill.calls]


def network_of(caller: HTTPConnection) -> str:
    """Where a request comes from: whoever has one IPv6 address has all those of its /64."""
    return _network(caller.client.host if caller.client else "")


@lru_cache(10_000)
def _network(host: str) -> str:
    try:
        address = ip_address(host)
    except ValueError:
        return NOWHERE
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((int(address), 64), strict=False).network_address)


def _tell(levels: Sequence[Reading]) -> Reading:
    """The scarcest: the answer will tell what is left of it."""
    level = min(levels, key=lambda level: (level.taken, level.left, -level.more_us))
    context.rate_limit.set(level.headers)
    return level


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
