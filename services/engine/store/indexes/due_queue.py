"""Queues of what is due: sorted sets of ids by when they are due, ms since the epoch."""

import math
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from redis.asyncio import Redis
from redislink.script import Script

from engine.store.errors import outage
from engine.store.scripts import SCRIPTS


class Claims(NamedTuple):
    """What was claimed, and when the rest is due."""

    ids: list[str]
    next_ms: float
    """When the first is due of those that were not due yet, ms since the epoch; infinite if there
    is none."""


class DueQueue:
    """One queue. A call may raise RedisError or OSError."""

    def __init__(self, redis: Redis, key: str, lease_ms: int, most: int) -> None:
        """Up to `most` are claimed at once, for `lease_ms`."""
        self._claim = Script(redis, SCRIPTS / "claim_due.lua")
        self._key, self._lease_ms, self._most = key, lease_ms, most

    async def claim(self, now_ms: int) -> Claims:
        """Claim what is due by now, the longest due first: others leave it for the lease."""
        due, first = await self._claim.one([self._key], [now_ms, self._lease_ms, self._most])
        return Claims([each.decode() for each in due], float(first))


class Claimed(NamedTuple):
    """What was claimed, and the time at which another worker may claim it, ms since the epoch."""

    id: str
    score: int


class LeaseQueue:
    """A queue whose claims are leases. Every call may raise StoreUnavailable."""

    def __init__(self, redis: Redis, key: str, lease_ms: int, most: int) -> None:
        """Up to `most` are claimed at once, for `lease_ms`."""
        self._due = DueQueue(redis, key, lease_ms, most)
        self._finish = Script(redis, SCRIPTS / "finish_due.lua")
        self._put_off = Script(redis, SCRIPTS / "put_off_due.lua")
        self._key, self._lease_ms = key, lease_ms
        self._redis: Any = redis

    async def first(self) -> float:
        """When the first of all is or was due, ms since the epoch; infinite for none."""
        with outage():
            found = await self._redis.zrange(self._key, 0, 0, withscores=True)
        return float(found[0][1]) if found else math.inf

    async def claim(self, now_ms: int) -> list[Claimed]:
        """Some that are due by now, which no other worker gets during the lease."""
        with outage():
            found = await self._due.claim(now_ms)
        return [Claimed(each, now_ms + self._lease_ms) for each in found.ids]

    async def renew(self, claim: Claimed, now_ms: int) -> Claimed:
        """Claim it for longer, unless it has become due once more."""
        await self.put_off({claim: now_ms + self._lease_ms})
        return Claimed(claim.id, now_ms + self._lease_ms)

    async def finish(self, claims: Iterable[Claimed]) -> None:
        """Take these out of the queue, unless they have become due once more."""
        args = [each for claim in claims for each in claim]
        if args:
            with outage():
                await self._finish.one([self._key], args)

    async def put_off(self, due: Mapping[Claimed, int]) -> None:
        """Let these be due at these times, unless they have become due once more."""
        args = [each for claim, at in due.items() for each in (*claim, at)]
        if args:
            with outage():
                await self._put_off.one([self._key], args)
