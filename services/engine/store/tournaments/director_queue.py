"""When directors look at tournaments: a queue in Redis, whose claims are leases."""

from collections.abc import Mapping
from typing import NamedTuple

from redis.asyncio import Redis
from redislink import tournaments
from redislink.script import Script

from engine.store.errors import outage
from engine.store.indexes.due_queue import DueQueue
from engine.store.scripts import SCRIPTS

BATCH = 20
"""Tournaments that are claimed at once."""
LEASE_MS = 10_000
"""How long others leave a tournament alone. What is decided twice is stored once."""


class Claimed(NamedTuple):
    """What was claimed, and the time at which another engine may claim it."""

    id: str
    score: int


class DirectorQueue:
    """Every call may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._due = DueQueue(redis, tournaments.DUE, LEASE_MS, BATCH)
        self._finish = Script(redis, SCRIPTS / "finish_due.lua")
        self._put_off = Script(redis, SCRIPTS / "put_off_due.lua")

    async def claim(self, now_ms: int) -> list[Claimed]:
        """Up to BATCH tournaments that are due, which no other engine gets for LEASE_MS."""
        with outage():
            found = await self._due.claim(now_ms)
        return [Claimed(each, now_ms + LEASE_MS) for each in found.ids]

    async def finish(self, claim: Claimed) -> None:
        """Take it out of the queue, unless it has become due once more."""
        with outage():
            await self._finish.one([tournaments.DUE], [*claim])

    async def put_off(self, due: Mapping[Claimed, int]) -> None:
        """Let tournaments be due at these times, unless they have become due once more."""
        args = [each for claim, at in due.items() for each in (*claim, at)]
        if args:
            with outage():
                await self._put_off.one([tournaments.DUE], args)
