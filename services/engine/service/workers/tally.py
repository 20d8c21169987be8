"""Background worker that tallies matches once they have ended: statistics, and ratings.

Each engine without a group has one, whatever games it plays: no rules are needed. Whichever comes
first claims what is due; if it dies at any step, another takes over when the lease has expired, and
does once more what changes nothing then.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Protocol

from croupier_match import clock
from redislink.ratings import NOT_RATED

from engine.domain.errors import StoreUnavailable
from engine.domain.steady_clock import utc_now
from engine.observability.metrics import Metrics
from engine.service.workers.repeating import Repeating
from engine.store.indexes.due_queue import Claimed
from engine.store.ratings.decided import place_in_ledger
from engine.store.ratings.rater import NotYet, Rater, Told, Unsure, unavailable
from engine.store.tally.ended_matches import Ended, Read, Running
from engine.store.tally.tally_queue import BATCH, TallyQueue

TICK_S = 0.25
"""Players see what a match has changed within two seconds."""
LOOK_S = 1.0
"""How often hidden players are looked for, and what waits is counted."""
CHORES_S = 60.0
"""How often boards are tidied, and a sweep is thought of."""
RUNNING_MS = 5_000
"""When to look again at a match that runs, though its end is about to be stored. A second time, it
is dropped: that end was not stored, and the next enters the queue anew."""
AWAY_MS = 2_000
"""When to look again at a match of a pool that does not answer."""
DAMAGED_MS = 10 * 60 * 1000
"""When to look again at a match that cannot be tallied."""
SWEEP_AGAIN_MS = 60_000
REMEMBERED = 1_000
"""Matches that were seen running."""

log = logging.getLogger("engine")


class Statistics(Protocol):
    """What an ended match counts for besides ratings, such as its players' counters."""

    async def count(self, matches: Sequence[Ended]) -> Collection[str]:
        """Count these matches, each once; return the ids of those that could not be counted."""


class Tally:
    """Tallies what is due in `queue`, until `stop`."""

    def __init__(
        self,
        queue: TallyQueue,
        rater: Rater,
        statistics: Sequence[Statistics] = (),
        metrics: Metrics | None = None,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        """Time may be a test's own."""
        self._queue = queue
        self._rater = rater
        self._statistics = statistics
        self._metrics = metrics or Metrics()
        self._now = now
        self._ticks = Repeating("matches are not tallied")
        self._chores = Repeating("boards are not tidied, and nothing is swept")
        self._look_at = 0.0
        self._seen_running: dict[str, int] = {}

    async def run(self) -> None:
        """Tick and do the chores until `stop`; while Redis is unavailable, try again."""
        # A sweep looks at all matches, and those that end meanwhile must not wait for it.
        await asyncio.gather(
            self._ticks.repeat(self.tick, TICK_S), self._chores.repeat(self.chores, CHORES_S)
        )

    def stop(self) -> None:
        """Finish what is claimed, and claim no more."""
        self._ticks.stop()
        self._chores.stop()

    async def tick(self) -> None:
        """Tally every match that is due by now. Raise StoreUnavailable."""
        try:
            await self._tally_all()
        except StoreUnavailable:
            self._rater.distrust()
            raise

    async def _tally_all(self) -> None:
        claimed = BATCH
        while claimed == BATCH and not self._ticks.stopping:
            await self._look()
            begun = asyncio.get_running_loop().time()
            claims = await self._queue.claim(self._now_ms())
            claimed = len(claims)
            await self._tally(claims)
            if claimed == BATCH:  # as after an outage: those who play come first
                await self._ticks.rest(asyncio.get_running_loop().time() - begun)

    async def _look(self) -> None:
        """Every LOOK_S, also while many matches are due: hidden players wait for no match."""
        now = asyncio.get_running_loop().time()
        if now >= self._look_at:
            self._look_at = now + LOOK_S
            await self._note_waiting()
            await self._place()

    async def _tally(self, claims: Sequence[Claimed]) -> None:
        if not claims:
            return
        read = dict(zip(claims, await self._queue.read(claims), strict=True))
        ended = [each for each in read.values() if isinstance(each, Ended)]
        ended.sort(key=lambda each: (each.ended_ms, each.id))
        told, failed = await asyncio.gather(
            self._rater.rate([each for each in ended if each.rated]),
            self._counted([each for each in ended if not each.counted]),
        )
        told |= {each.id: NOT_RATED for each in ended if not each.rated}
        marked = await self._queue.mark(
            {match: each for match, each in told.items() if isinstance(each, str)},
            {each.id for each in ended} - failed,
        )
        failed |= await self._untold([each for each in ended if each.id in marked])
        done = {*marked} - failed
        self._count(told, done)
        self._metrics.tallied["gone",].inc([*read.values()].count(None))
        later = self._put_off(read, told)
        await self._queue.put_off(later)
        await self._queue.finish(
            claim
            for claim, each in read.items()
            if claim.id in done or (claim not in later and _is_nothing(each))
        )

    async def _counted(self, ended: Sequence[Ended]) -> set[str]:
        """Have statistics count these matches; the ids of those that are not."""
        failed = set[str]()
        for each in self._statistics:
            try:
                failed |= {*await each.count(ended)}
                continue
            except StoreUnavailable as failure:
                self._ticks.note(failure)
            except Exception as error:  # ratings must not suffer; a message could hold a card
                log.error("matches cannot be counted: %s", type(error).__name__)
            failed |= {match.id for match in ended}
        return failed

    async def _untold(self, ended: Sequence[Ended]) -> set[str]:
        """Have hooks of the installation be told of these; the ids of those that are not."""
        try:
            await self._queue.tell(ended)
        except StoreUnavailable as failure:
            self._ticks.note(failure)
            return {each.id for each in ended}
        return set()

    def _put_off(self, read: Mapping[Claimed, Read], told: Told) -> dict[Claimed, int]:
        """When to look again at matches that cannot be tallied now."""
        now_ms, later = self._now_ms(), dict[Claimed, int]()
        for claim, each in read.items():
            why = told.get(claim.id, each) if isinstance(each, Ended) else each
            if isinstance(why, NotYet):
                later[claim] = max(why.due_ms, now_ms)
            elif isinstance(why, Running) and not why.ended and not self._ran(claim.id, now_ms):
                later[claim] = now_ms + RUNNING_MS
            elif isinstance(why, Exception) and unavailable(why):
                self._ticks.note(why)
                later[claim] = now_ms + AWAY_MS
            elif isinstance(why, Exception):
                self._log_failure(claim.id, why)
                later[claim] = now_ms + DAMAGED_MS
        return later

    def _ran(self, match_id: str, now_ms: int) -> bool:
        """Whether the match ran when it was looked at before."""
        if match_id in self._seen_running:
            return now_ms - self._seen_running.pop(match_id) >= RUNNING_MS
        self._seen_running[match_id] = now_ms
        while len(self._seen_running) > REMEMBERED:
            del self._seen_running[next(iter(self._seen_running))]
        return False

    def _count(self, told: Told, done: Collection[str]) -> None:
        for match, each in told.items():
            if match in done and isinstance(each, str):
                result = "rated" if place_in_ledger(each) else "not_rated"
                self._metrics.tallied["unrated" if each == NOT_RATED else result,].inc()

    async def _place(self) -> None:
        """Look at the places of players who have been hidden, or are to be shown again."""
        claims = await self._queue.places.claim(self._now_ms())
        if not claims:
            return
        pools, away = self._rater.pools, False
        hidden = await pools.unlisted([each.id for each in claims])
        for name in await pools.names():
            try:
                await self._rater.unless_resting(
                    name, partial(self._place_in, name, claims, hidden)
                )
            except StoreUnavailable as failure:  # of this pool; others are looked at
                self._ticks.note(failure)
                away = True
        if not away:
            await self._queue.places.finish(claims)

    async def _place_in(self, pool: str, claims: Sequence[Claimed], hidden: set[str]) -> None:
        for claim in claims:
            await self._rater.pools.place(pool, claim.id, claim.id in hidden, self._now_ms())

    async def chores(self) -> None:
        """Take lapsed players off the boards, and look for what is missing in the queue.

        Raise StoreUnavailable.
        """
        pools = self._rater.pools
        for name in await pools.names():
            try:
                await pools.drop_lapsed(name)
            except StoreUnavailable as failure:
                self._chores.note(failure)
        if not await self._queue.claim_sweep(self._now_ms()):
            return
        try:
            if count := await self._queue.sweep(self._now_ms()):
                log.info("%d matches had ended and were not to be tallied yet", count)
            for name in await pools.names():
                await pools.drop_old_marks(name)
            await pools.forget_deleted(self._now_ms())
        except StoreUnavailable:
            await self._queue.sweep_again(self._now_ms() + SWEEP_AGAIN_MS)
            raise

    async def _note_waiting(self) -> None:
        waiting = await self._queue.waiting()
        self._metrics.untallied.set(waiting.number)
        behind_ms = self._now_ms() - waiting.first_ms if waiting.number else 0
        self._metrics.untallied_s.set(max(0.0, behind_ms / 1000))

    def _now_ms(self) -> int:
        return clock.epoch_ms(self._now())

    def _log_failure(self, match_id: str, failure: Exception) -> None:
        why = str(failure) if isinstance(failure, Unsure) else type(failure).__name__
        log.error("a match cannot be tallied: %s", why, extra={"match_id": match_id})
        self._metrics.tallied["failed",].inc()


def _is_nothing(read: Read) -> bool:
    """Whether there is nothing to tally: the match is gone, was never dealt, or runs on."""
    return read is None or isinstance(read, Running)
