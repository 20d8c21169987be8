"""Background worker that stores matches in the archive once they have ended.

Every engine that has an archive has one. Whichever comes first claims what is due; if it dies at
any step, another takes over when the lease has expired, and stores the same once more.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import datetime

from croupier_match import clock

from engine.domain.errors import StoreUnavailable
from engine.domain.steady_clock import utc_now
from engine.observability.metrics import Metrics
from engine.service.workers.repeating import Repeating
from engine.store.archive.archive_queue import BATCH, ArchiveQueue, Claimed, Copy

TICK_S = 1.0

log = logging.getLogger("engine")


class Archiver:
    """Archives what is due in `queue`, until `stop`."""

    def __init__(
        self,
        queue: ArchiveQueue,
        metrics: Metrics | None = None,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        """Time may be a test's own."""
        self._queue = queue
        self._metrics = metrics or Metrics()
        self._now = now
        self._ticks = Repeating("matches are not archived")
        self.stop = self._ticks.stop
        self._prepared = False

    async def run(self) -> None:
        """Tick until `stop`; while Redis or the archive is unavailable, try again."""
        await self._ticks.repeat(self.tick, TICK_S)

    async def tick(self) -> None:
        """Store every match that is due by now. Raise StoreUnavailable."""
        self._metrics.unarchived.set(await self._queue.waiting())
        await self._prepare()
        if await self._queue.claim_sweep(self._now_ms()):
            count = await self._queue.sweep(self._now_ms())
            log.info("%d matches had ended and were not to be archived yet", count)
        claimed = BATCH
        while claimed == BATCH and not self._ticks.stopping:
            claims = await self._queue.claim(self._now_ms())
            claimed = len(claims)
            await self._store(claims)
            if claimed:  # of many, the last may be stored much later
                self._metrics.unarchived.set(await self._queue.waiting())

    async def _prepare(self) -> None:
        """Make the tables once. Raise StoreUnavailable."""
        if not self._prepared:
            await self._queue.archive.prepare()
            self._prepared = True

    async def _store(self, claims: Sequence[Claimed]) -> None:
        if not claims:
            return
        read = await asyncio.gather(*map(self._read, claims))
        copies = [each for each in read if isinstance(each, Copy)]
        try:
            await self._queue.put(copies)
        except StoreUnavailable:
            await self._queue.keep([each.claimed.id for each in copies])
            raise
        self._metrics.archived.inc(len(copies))
        await self._queue.finish(copies, self._now_ms())
        # Those that are not there, or go on: what would have ended them was not stored.
        await self._queue.drop(
            [claim for claim, each in zip(claims, read, strict=True) if not each]
        )

    async def _read(self, claim: Claimed) -> Copy | Exception | None:
        """A copy of the match, None unless it has ended, or why this engine cannot read it.

        Raise StoreUnavailable.
        """
        try:
            return await self._queue.read(claim)
        except StoreUnavailable:
            raise
        except Exception as error:  # the others must not suffer from it; its lease is a pause
            extra = {"match_id": claim.id}
            log.error("a match cannot be archived: %s", type(error).__name__, extra=extra)
            return error

    def _now_ms(self) -> int:
        return clock.epoch_ms(self._now())
