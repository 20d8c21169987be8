"""When workers look at tournaments: queues in Redis, whose claims are leases."""

from redis.asyncio import Redis

from engine.store.indexes.due_queue import Claimed, LeaseQueue
from engine.store.tournaments.appending import LOOK_MS

LEASE_MS = 5_000
"""How long others leave a tournament alone; whoever takes longer renews the claim."""


class DueTournaments(LeaseQueue):
    """Tournaments of which something is to be done. A change makes its tournament due LOOK_MS
    ahead before it is stored, and at once afterwards."""

    def __init__(self, redis: Redis, key: str, most: int) -> None:
        """Up to `most` are claimed at once."""
        super().__init__(redis, key, LEASE_MS, most)

    async def leave(self, claim: Claimed, now_ms: int, due_ms: int | None) -> None:
        """Let it be due at this time, or no more for None, unless it has become due once more.

        Near the end of the lease, a change that is being stored would not have made it due any
        sooner: then it is left to whoever claims it next.
        """
        if now_ms + LOOK_MS >= claim.score:
            return
        if due_ms is None:
            await self.finish([claim])
        else:
            await self.put_off({claim: due_ms})
