"""Queues of what is due: sorted sets of ids by when they are due, ms since the epoch."""

from typing import NamedTuple

from redis.asyncio import Redis
from redislink.script import Script

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
