"""Rate limits: spending from the token buckets of a token and an address, kept in Redis.

    limit:{TOKEN}:BUCKET            string   see token_buckets.lua; TOKEN is its SHA-256
    limit:{ADDRESS}:BUCKET          string   the same; of an IPv6 address, its /64 network
    limit:{TOKEN}:BUCKET:share      string   what a token may take though its address has no more
    limit:{ADDRESS}:BUCKET:reserve  string   what all tokens of an address may so take
    limit:{ADDRESS}:BUCKET:day      string   what an address may take in a day, in any case

One call of the script takes from all buckets of a request, in the round trip in which the token
is looked up; where that is cached, from those of all requests that have come together. In a
cluster, where buckets lie in different slots, each is a call of its own. Where buckets hold far
more than is wanted, Redis is asked later (gateway.limits.credit).
"""

import asyncio
from collections.abc import Sequence
from functools import lru_cache, partial
from importlib.resources import files
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink.commands import Command
from redislink.gathered import GatheredCalls
from redislink.script import Script, together
from starlette.requests import HTTPConnection

from gateway.digests import Digest, digest
from gateway.errors import Problem
from gateway.http.client_address import network_of
from gateway.limits.charges import FREE, Charge, Source
from gateway.limits.credit import Credit
from gateway.limits.limit_table import LENT, Bucket, Table

REMEMBERED = 5000
"""Callers whose sources are kept, by a digest of the token and by the address: some 6 MB."""


class RateLimits:
    """The buckets of all tokens and addresses, shared by all gateways."""

    def __init__(self, redis: Redis, timeout_s: float, table: Table | None) -> None:
        """Without a table, requests are not limited.

        `timeout_s` is how long Redis may take to answer for what is LENT.
        """
        self._redis = redis
        self._timeout_s = timeout_s
        self._table = table
        self._script = Script(redis, files("gateway.limits") / "token_buckets.lua")
        self._gathered = GatheredCalls(self._script)
        self._credit = Credit(self._script)
        self._sources = lru_cache(REMEMBERED)(partial(_sources, table or {}))

    async def stop(self) -> None:
        """Pay for what was admitted on credit."""
        await self._credit.stop()

    def address(self, caller: HTTPConnection) -> str:
        """Return the address that is charged; "" if requests are not limited."""
        return "" if self._table is None else network_of(caller)

    async def spend(
        self, bucket: Bucket, caller: HTTPConnection | None, token: str = "", cost: int = 1
    ) -> None:
        """Charge the caller for one request that costs `cost`. Raise Problem rate_limited.

        `caller` is the Request or the WebSocket, whose address is charged; None if that was
        charged before. `token` is a valid token, which is charged, too; "" if there is none.

        An HTTP request is charged by `Authenticator.player`, which calls this only
        without a token. Of a socket, the address is charged for "streams" before it is
        opened, the token by `hello`, and both for each "moves" or "reads" that is sent.

        While Redis does not answer, what is LENT is not limited: requests that need Redis fail
        anyway, and the others are still served. For the rest, raise Problem unavailable.
        """
        charge = self.charge(bucket, caller, _digest(token), cost, cost)
        charge.check(await self._take(charge))

    async def give_back(self, bucket: Bucket, caller: HTTPConnection, token: str = "") -> None:
        """Give the token and the address back what `spend` has taken for one request."""
        await self._take(self.charge(bucket, caller, _digest(token), -1, -1))

    async def spend_up_to(
        self, wanted: int, bucket: Bucket, caller: HTTPConnection, token: str
    ) -> tuple[int, Problem | None]:
        """Charge the caller for as many requests as its buckets have, at most `wanted`.

        Return how many those are, and the refusal for the rest; None if nothing is limited.
        """
        charge = self.charge(bucket, caller, _digest(token), wanted)
        reply = await self._take(charge)
        if isinstance(reply, Exception):
            charge.check(reply)
            return wanted, None
        return reply[0], charge.report(reply).refusal()

    def lends(self, charge: Charge) -> bool:
        """Take what the charge says if that needs no question to Redis; return whether it did."""
        if charge.sources:
            reply = self._credit.take(charge)
            if reply is None:
                return False
            charge.report(reply)
        return True

    async def pay(self, charge: Charge) -> None:
        """Take what the charge says. Raise Problem rate_limited, or RedisError."""
        charge.check(await self._asked(charge))

    def charge(
        self,
        bucket: Bucket,
        caller: HTTPConnection | None,
        digest: Digest | None = None,
        wanted: int = 1,
        least: int = 1,
    ) -> Charge:
        """Return the charge that `spend` would take, to be taken along with other commands.

        `digest` is that of a token, if there is one.
        """
        if self._table is None:
            return FREE
        address = network_of(caller) if caller else ""
        sources = self._sources(bucket, digest or "", address)
        return Charge(bucket, sources, wanted, least)

    def commands(self, charge: Charge) -> list[Command]:
        """Return the Redis commands that take the charge; their answers are for `settle`.

        In a cluster, they take from the first source, and `settle` from the others.
        """
        if not charge.sources:
            return []
        return self._script.commands([together([self._first(charge).call])])

    async def settle(self, charge: Charge, answers: Sequence[Any]) -> None:
        """Check the answers to `commands`. Raise Problem rate_limited, or RedisError."""
        if charge.sources:
            call = self._first(charge).call
            (reply,) = await self._script.settle([together([call])], answers)
            if not isinstance(reply, Exception):
                (reply,) = reply
            reply = await self._after_first(charge, reply)
            self._credit.learn(charge, reply)
            charge.check(reply)

    async def _take(self, charge: Charge) -> Any:
        """Return the script's reply, or the error if the charge is free or Redis is away."""
        if not charge.sources:
            return RedisError()
        if lent := self._credit.take(charge):
            return lent
        try:
            async with asyncio.timeout(self._timeout_s if charge.bucket in LENT else None):
                return await self._asked(charge)
        except (RedisError, OSError) as error:  # a TimeoutError is an OSError
            return error

    async def _asked(self, charge: Charge) -> Any:
        """Return the script's reply. Raise RedisError or OSError without one."""
        call = self._first(charge).call
        if owing := self._credit.owing(charge):
            (reply,) = await self._credit.pay(owing, call)
        else:
            reply = await self._gathered.one(call)
        reply = await self._after_first(charge, reply)
        self._credit.learn(charge, reply)
        return reply

    def _first(self, charge: Charge) -> Charge:
        """Return what the first call takes: all of the charge, but in a cluster."""
        if self._script.takes_all_at_once:
            return charge
        return Charge(charge.bucket, charge.sources[:1], charge.wanted, charge.least)

    async def _after_first(self, charge: Charge, reply: Any) -> Any:
        """Return the script's reply; in a cluster, after the calls that the first left out."""
        first = self._first(charge)
        if len(first.sources) == len(charge.sources) or isinstance(reply, Exception):
            return reply
        return await self._go_on(charge, reply)

    async def _go_on(self, charge: Charge, reply: Sequence[int]) -> Any:
        """Take from the address what the token had, and the rest from share and reserve.

        The script does the same in one call, and takes nothing where this may take too much.
        """
        taken, *told = reply
        _, *others = charge.sources
        usual_sources, day = (others[:3], others[3:]) if len(others) > 1 else ([], others)
        if usual_sources:
            address, *shares = usual_sources
            usual = await self._one(charge, address, taken)
            if isinstance(usual, Exception):
                return reply
            taken = usual[0] + await self._shared(charge, shares, taken - usual[0])
            told += usual[1:]
        for source in day:
            left = await self._one(charge, source, taken)
            if not isinstance(left, Exception):
                taken, told = left[0], [*told, *left[1:]]
        return [taken, *told]

    async def _shared(self, charge: Charge, shares: Sequence[Source], rest: int) -> int:
        """Return how much of the rest the share and the reserve have; all if they are away."""
        for source in shares:
            if rest:
                further = await self._one(charge, source, rest)
                rest = rest if isinstance(further, Exception) else further[0]
        return rest

    async def _one(self, charge: Charge, source: Source, wanted: int) -> Any:
        """Return the reply of one bucket; where its node is away, the error, or raise it."""
        call = Charge(charge.bucket, (source,), wanted).call
        reply: Any
        try:
            reply = await self._gathered.one(call)
        except (RedisError, OSError) as error:
            reply = error
        if isinstance(reply, Exception) and charge.bucket not in LENT:
            raise reply
        return reply


def _sources(table: Table, bucket: Bucket, token: str, address: str) -> Sequence[Source]:
    """Return the buckets of a token, given by its digest, and of an address; "" is none."""
    allowed = table[bucket]
    own, shared = f"limit:{{{token}}}:{bucket}", f"limit:{{{address}}}:{bucket}"
    sources = [Source("token", own, allowed.token)] if token else []
    if address:
        sources.append(Source("address", shared, allowed.address))
    if token and address:
        sources.append(Source("token", f"{own}:share", allowed.share))
        sources.append(Source("address", f"{shared}:reserve", allowed.address))
    if address and allowed.daily:
        sources.append(Source("address", f"{shared}:day", allowed.daily))
    return tuple(sources)


def _digest(token: str) -> Digest | None:
    return digest(token) if token else None
