"""When directors look at tournaments: a queue in Redis, whose claims are leases."""

from redis.asyncio import Redis
from redislink import tournaments

from engine.store.indexes.due_queue import Claimed, LeaseQueue
from engine.store.tournaments.appending import LOOK_MS

BATCH = 20
"""Tournaments that are claimed at once."""
LEASE_MS = 5_000
"""How long others leave a tournament alone. What is decided twice is stored once."""


class DirectorQueue(LeaseQueue):
    """The tournaments that are due."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis, tournaments.DUE, LEASE_MS, BATCH)

    async def look_again(self, claim: Claimed, due_ms: int, now_ms: int) -> None:
        """Let it be due at this time, unless it has become due once more."""
        if self.has(claim, now_ms):
            await self.put_off({claim: due_ms})

    def has(self, claim: Claimed, now_ms: int) -> bool:
        """Whether it may still be looked at, and put off.

        Near the end of the lease, a change would not make it due any sooner: it is left to whoever
        claims it next.
        """
        return now_ms + LOOK_MS < claim.score
