"""When directors look at tournaments: a queue in Redis, whose claims are leases."""

from redis.asyncio import Redis
from redislink import tournaments

from engine.store.indexes.due_queue import LeaseQueue

BATCH = 20
"""Tournaments that are claimed at once."""
LEASE_MS = 10_000
"""How long others leave a tournament alone. What is decided twice is stored once."""


class DirectorQueue(LeaseQueue):
    """The tournaments that are due."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis, tournaments.DUE, LEASE_MS, BATCH)
