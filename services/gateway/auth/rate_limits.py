"""Rate limits: spending from the token buckets of a token and an address, kept in Redis.

    limit:{TOKEN}:BUCKET    string   see token_bucket.lua; TOKEN is the SHA-256 of the token
    limit:{ADDRESS}:BUCKET  string   the same; of an IPv6 address, its /64 network

The two keys of a request lie in different slots of a cluster, so each is a call of its
own. Both go in one round trip, the same in which the token is looked up. The headers are
those of the IETF's draft "RateLimit header fields for HTTP", number 10.
"""

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from math import ceil
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink.commands import Command, run
from redislink.script import Call, Script
from starlette.requests import HTTPConnection

from gateway import context
from gateway.auth.limit_table import SECOND_US, Bucket, Limit, Subject, Table
from gateway.errors import Problem
from gateway.transport.client_address import network_of


@dataclass(frozen=True, slots=True)
class Reading:
    """The state of one bucket after a request: how many were taken, and how many are left."""

    bucket: Bucket
    subject: Subject
    limit: Limit
    taken: int
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

    def refusal(self) -> Problem:
        """Return the Problem for a request that this bucket has no room for."""
        return Problem(
            "rate_limited",
            f"Too many {self.bucket} from this {self.subject}.",
            {"Retry-After": str(self.next_s)},
            bucket=self.bucket,
            per=self.subject,
            limit=self.limit.burst,
            window=self.limit.window_s,
            retryAfter=self.next_s,
        )


@dataclass(frozen=True, slots=True)
class Charge:
    """What a request costs: `wanted` requests from one bucket of each subject.

    A subject is its kind, its name in Redis, and its limit. Without subjects, it is free.
    """

    bucket: Bucket
    subjects: Sequence[tuple[Subject, str, Limit]] = ()
    wanted: int = 1

    @property
    def calls(self) -> list[Call]:
        """KEYS and ARGV of the script, for each subject."""
        return [
            ([f"limit:{{{name}}}:{self.bucket}"], [limit.every_us, limit.burst, self.wanted])
            for _, name, limit in self.subjects
        ]

    def check(self, replies: Sequence[Any]) -> None:
        """Report the scarcest bucket in the response. Raise Problem rate_limited if one is empty.

        `replies` are those to `calls`; where a bucket could not be asked, an error.
        """
        if (readings := self.readings(replies)) and not (scarcest := _report(readings)).taken:
            raise scarcest.refusal()

    def readings(self, replies: Sequence[Any]) -> list[Reading]:
        """Return the readings of the buckets that answered; those on a dead node are free."""
        return [
            Reading(self.bucket, subject, limit, *reply)
            for (subject, _, limit), reply in zip(self.subjects, replies, strict=True)
            if not isinstance(reply, Exception)
        ]


FREE = Charge("reads")
"""The charge of a request that was charged before."""


class RateLimits:
    """The buckets of all tokens and addresses, shared by all gateways."""

    def __init__(self, redis: Redis, timeout_s: float, table: Table | None) -> None:
        """Without a table, requests are not limited. `timeout_s` is how long Redis may take."""
        self._redis = redis
        self._timeout_s = timeout_s
        self._table = table
        self._script = Script(redis, files("gateway.auth") / "token_bucket.lua")

    async def spend(self, bucket: Bucket, caller: HTTPConnection | None, token: str = "") -> None:
        """Charge the caller for one request. Raise Problem rate_limited.

        `caller` is the Request or the WebSocket, whose address is charged; None if that was
        charged before. `token` is a valid token, which is charged, too; "" if there is none.

        An HTTP request is charged by `Authenticator.authenticate`, which calls this only
        without a token. Of a socket, the address is charged for "streams" before it is
        opened, the token by `hello`, and both for each "moves" or "reads" that is sent.

        While Redis does not answer, nothing is limited: requests that need Redis fail
        anyway, and the others are still served.
        """
        charge = self.charge(bucket, caller, token)
        if replies := await self._take(charge):
            charge.check(replies)

    async def spend_up_to(
        self, wanted: int, bucket: Bucket, caller: HTTPConnection, token: str
    ) -> tuple[int, Problem | None]:
        """Charge the caller for as many requests as its buckets have, at most `wanted`.

        Return how many those are, and the refusal for the rest; None if nothing is limited.
        """
        taken, readings = wanted, list[Reading]()
        # First the token: the address is not charged for what the token does not have.
        for subject in reversed(self.charge(bucket, caller, token).subjects):
            charge = Charge(bucket, (subject,), taken)
            if taken and (replies := await self._take(charge)):
                for reading in charge.readings(replies):
                    readings, taken = [*readings, reading], reading.taken
        return taken, _report(readings).refusal() if readings else None

    async def pay(self, charge: Charge) -> None:
        """Take what the charge says. Raise Problem rate_limited, or RedisError."""
        await self.settle(charge, await run(self._redis, self.commands(charge)))

    def charge(self, bucket: Bucket, caller: HTTPConnection | None, token: str = "") -> Charge:
        """Return the charge that `spend` would take, to be taken along with other commands."""
        if self._table is None:
            return FREE
        allowance = self._table[bucket]
        subjects: list[tuple[Subject, str, Limit]] = []
        if caller:
            subjects.append(("address", network_of(caller), allowance.address))
            if allowance.daily:
                subjects.append(("address", f"{network_of(caller)}:day", allowance.daily))
        if token:
            subjects.append(("token", _digest(token), allowance.token))
        return Charge(bucket, subjects)

    def commands(self, charge: Charge) -> list[Command]:
        """Return the Redis commands that take the charge; their answers are for `settle`."""
        return self._script.commands(charge.calls)

    async def settle(self, charge: Charge, answers: Sequence[Any]) -> None:
        """Check the answers to `commands`. Raise Problem rate_limited, or RedisError."""
        charge.check(await self._script.settle(charge.calls, answers))

    async def _take(self, charge: Charge) -> list[Any] | None:
        """Return the script's replies; None if the charge is free or Redis does not answer."""
        if not charge.subjects:
            return None
        try:
            async with asyncio.timeout(self._timeout_s):
                answers = await run(self._redis, self.commands(charge))
                return await self._script.settle(charge.calls, answers)
        except (RedisError, OSError):  # a TimeoutError is an OSError
            return None


def _report(readings: Sequence[Reading]) -> Reading:
    """Return the scarcest bucket, which the response's headers will report."""
    # Empty ones first, since they refuse; then the fewest left, and the longest to wait.
    scarcest = min(readings, key=lambda each: (each.taken, each.left, -each.next_us))
    context.rate_limit.set(scarcest.headers)
    return scarcest


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
