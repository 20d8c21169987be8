"""Background worker that archives tournaments a day after their end, and lets them leave Redis.

Each engine without a group has one; without an archive it drops what was kept long enough.
Whichever comes first claims what is due, and another takes over when its lease has ended.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from croupier_match import clock

from engine.domain.errors import StoreUnavailable
from engine.domain.steady_clock import utc_now
from engine.observability.metrics import Metrics
from engine.service.workers.repeating import Repeating
from engine.store.archive.tournament_queue import BATCH, TournamentQueue
from engine.store.indexes.due_queue import Claimed

if TYPE_CHECKING:
    from engine.store.archive.postgres import Archive

TICK_S = 5.0

log = logging.getLogger("engine")


class TournamentArchiver:
    """Archives what is due, until `stop`."""

    def __init__(
        self,
        queue: TournamentQueue,
        archive: "Archive | None",
        metrics: Metrics | None = None,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        """Time may be a test's own."""
        self._queue, self._archive = queue, archive
        self._metrics = metrics or Metrics()
        self._now = now
        self._ticks = Repeating("tournaments are not archived")
        self.stop = self._ticks.stop
        self._prepared = archive is None

    async def run(self) -> None:
        """Tick until `stop`; while Redis or the archive is unavailable, try again."""
        await self._ticks.repeat(self.tick, TICK_S)

    async def tick(self) -> None:
        """Archive every tournament that is due by now. Raise StoreUnavailable."""
        behind_ms = self._now_ms() - await self._queue.first()
        self._metrics.unarchived_s.set(max(0.0, behind_ms / 1000))
        if not self._prepared and self._archive:
            await self._archive.prepare()
            self._prepared = True
        if await self._queue.claim_sweep(self._now_ms()):
            await self._queue.sweep(self._now_ms())
        claimed, failures = BATCH, list[StoreUnavailable]()
        while claimed == BATCH and not (failures or self._ticks.stopping):
            claims = await self._queue.claim(self._now_ms())
            failures += filter(None, [await self._settle(each) for each in claims])
            claimed = len(claims)
        for failure in failures:
            raise failure

    async def _settle(self, claimed: Claimed) -> StoreUnavailable | None:
        """Archive one; what has failed, if Redis or the archive has. The others of its batch must
        not suffer from it, also where it is too much for the archive: its lease is a pause."""
        if self._ticks.stopping:
            return None
        try:
            if done := await self._queue.settle(claimed, self._now_ms()):
                self._metrics.tournaments_over[done,].inc()
        except StoreUnavailable as failure:
            self._metrics.tournaments_over["failed",].inc()
            return failure
        except Exception as error:
            self._metrics.tournaments_over["failed",].inc()
            extra = {"tournament_id": claimed.id}
            log.error("a tournament cannot be archived: %s", type(error).__name__, extra=extra)
        return None

    def _now_ms(self) -> int:
        return clock.epoch_ms(self._now())
