"""Background worker that keeps the ledgers of ratings at their length in Redis.

Each engine without a group has one; whichever comes first claims the pools that are due, and leaves
them for as long as a look lasts at most.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any

from croupier_match import clock
from redis.asyncio import Redis
from redislink.ratings import POOLS

from engine.domain.errors import StoreUnavailable
from engine.domain.steady_clock import utc_now
from engine.observability.metrics import Metrics
from engine.service.workers.repeating import Repeating
from engine.store.errors import outage
from engine.store.indexes.due_queue import DueQueue
from engine.store.ratings.keeping import LEDGERS, Forked, Keeper

TICK_S = 10.0
EVERY_MS = 30_000
"""How often a pool is looked at, and so how long an engine has for it before another one does."""
BATCH = 10

log = logging.getLogger("engine")


class LedgerKeeper:
    """Looks after the ledgers of all pools, until `stop`."""

    def __init__(
        self,
        redis: Redis,
        keeper: Keeper,
        metrics: Metrics | None = None,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        """Time may be a test's own."""
        self._redis: Any = redis
        self._keeper = keeper
        self._due = DueQueue(redis, LEDGERS, EVERY_MS, BATCH)
        self._metrics = metrics or Metrics()
        self._now = now
        self._ticks = Repeating("the ledgers of ratings are not kept")
        self.stop = self._ticks.stop
        self._forked = set[str]()

    async def run(self) -> None:
        """Tick until `stop`; while Redis or the archive is unavailable, try again."""
        await self._ticks.repeat(self.tick, TICK_S)

    async def tick(self) -> None:
        """Look at the pools that are due. Raise StoreUnavailable."""
        for pool in await self._claim():
            if self._ticks.stopping:
                return
            try:
                if count := await self._keeper.keep(pool, clock.epoch_ms(self._now())):
                    log.info("%d entries of the ledger %s are out of the way", count, pool)
                self._forked.discard(pool)
            except Forked:
                self._note_fork(pool)
            except StoreUnavailable as failure:  # of this pool; others are looked at
                self._ticks.note(failure)
        self._metrics.ledgers_forked.set(len(self._forked))

    async def _claim(self) -> list[str]:
        """Some pools that are due, which no other worker gets for EVERY_MS."""
        with outage():
            if pools := await self._redis.smembers(POOLS):
                await self._redis.zadd(LEDGERS, dict.fromkeys(pools, 0), nx=True)
            return (await self._due.claim(clock.epoch_ms(self._now()))).ids

    def _note_fork(self, pool: str) -> None:
        """Once for each time that it begins."""
        if pool not in self._forked:
            log.error("Redis does not go on with the ledger %s as the archive has it", pool)
        self._forked.add(pool)
