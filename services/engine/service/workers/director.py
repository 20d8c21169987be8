"""Background worker that directs tournaments: what time brings, and the ends of matches.

Each engine without a group has one, whatever games it plays: no rules are needed. Whichever comes
first claims what is due; if it dies at any step, another takes over when the lease has expired.
What both decide is stored once, over the version that it was decided on.
"""

import asyncio
import logging
from functools import partial

from croupier_match.refusals import NotFound
from croupier_tournament import Status
from redis.asyncio import Redis
from redislink import tournaments
from telemetry.redaction import error_location

from engine.domain.errors import InMaintenance, StoreUnavailable
from engine.observability.metrics import Metrics
from engine.service.matches import Matches
from engine.service.tournaments.directing import Direct, Survey
from engine.service.workers.repeating import Repeating
from engine.store.indexes.due_queue import Claimed
from engine.store.tournaments.due_tournaments import DueTournaments
from engine.store.tournaments.ends import ends_of

BATCH = 20
"""Tournaments that are claimed at once."""
TICK_S = 0.25
"""Players see the result of a match, and their next table, within a second."""
AFTERWARDS_MS = 250
"""How soon a tournament is looked at once more that has become due while it was looked at."""
MOST = 3 * BATCH
"""Tournaments that are looked at at the same time: one with thousands of results takes seconds."""

log = logging.getLogger("engine")


class Director:
    """Directs what is due, until `stop`."""

    def __init__(
        self,
        redis: Redis,
        matches: Matches,
        metrics: Metrics | None = None,
    ) -> None:
        self._redis = redis
        self._engines = matches.store.engines
        self._maintenance = matches.store.maintenance
        self._store = matches.store.tournaments
        self._queue = DueTournaments(redis, tournaments.DUE, BATCH)
        self._tournaments = matches.tournaments
        self._now_ms = matches.now_ms
        self._metrics = metrics or Metrics()
        self._ticks = Repeating("tournaments are not directed")
        self._looking: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Look at what is due until `stop`; while Redis is unavailable, try again."""
        await self._ticks.repeat(self._begin, TICK_S)
        await self._leave_room(MOST)

    def stop(self) -> None:
        """Finish what is claimed, and claim no more."""
        self._ticks.stop()

    async def tick(self) -> None:
        """Look at every tournament that is due by now. Raise StoreUnavailable."""
        await self._begin()
        await self._leave_room(MOST)

    async def _begin(self) -> None:
        """Begin with what is due: one that takes long must not hold up the others."""
        claimed = BATCH
        while claimed == BATCH and not self._ticks.stopping:
            await self._leave_room(BATCH)
            now_ms = self._now_ms()
            first_ms = await self._queue.first()
            self._metrics.undirected_s.set(max(0.0, (now_ms - first_ms) / 1000))
            claims = await self._queue.claim(now_ms)
            claimed = len(claims)
            # What has become due while it is looked at is looked at afterwards.
            later = [each for each in claims if each.id in self._looking]
            await self._queue.put_off(dict.fromkeys(later, now_ms + AFTERWARDS_MS))
            for claim in (each for each in claims if each not in later):
                task = self._looking[claim.id] = asyncio.create_task(self._see_to(claim))
                task.add_done_callback(partial(self._done, claim.id))

    async def _leave_room(self, count: int) -> None:
        """Wait until so many more can be looked at."""
        while len(self._looking) > MOST - count:
            await asyncio.wait([*self._looking.values()], return_when=asyncio.FIRST_COMPLETED)

    def _done(self, tournament_id: str, _: "asyncio.Task[None]") -> None:
        del self._looking[tournament_id]

    async def _see_to(self, claim: Claimed) -> None:
        try:
            await self._look(claim)
        except StoreUnavailable as failure:
            self._ticks.note(failure)
        except Exception as error:  # the others must not suffer from it; its lease is a pause
            self._metrics.direct_failures.inc()
            place, extra = error_location(error), {"tournament_id": claim.id}
            log.error("a tournament is not directed: %s", place, extra=extra)

    async def _look(self, claim: Claimed) -> None:
        """Do what is due of a tournament, and say when it is due again."""
        while True:
            survey = Survey()
            try:
                await self._tournaments.change(claim.id, survey)
            except NotFound:  # it was never stored
                await self._queue.finish([claim])
                return
            direct = await self._direct(claim, survey)
            await self._tournaments.change(claim.id, direct)
            if not direct.left:
                break
            claim = await self._queue.renew(claim, self._now_ms())
        await self._leave(claim, survey, direct)

    async def _leave(self, claim: Claimed, survey: Survey, direct: Direct) -> None:
        """Leave a tournament as it stands now, until it is due again."""
        # Each time: an engine that was slow may have put back what it was before.
        await self._store.list_anew(claim.id, direct.status, survey.made)
        if survey.status in (Status.RUNNING, Status.ABORTED):
            await self._store.call_for_tables(claim.id, survey.game, direct.version)
        if direct.status in (Status.FINISHED, Status.ABORTED):
            await self._store.note_end(direct.told, direct.at)
            await self._queue.finish([claim])
        else:
            await self._queue.leave(claim, self._now_ms(), direct.next_look)

    async def _direct(self, claim: Claimed, survey: Survey) -> Direct:
        """What is to be done of a tournament that stands so."""
        may_begin = True
        try:
            await self._maintenance.check()
        except InMaintenance:
            may_begin = False
        if survey.status is not Status.RUNNING:
            return Direct(True, {}, may_begin=may_begin)
        played = await self._engines.any_plays(survey.rules)
        late = await ends_of(self._redis, claim.id, survey.overdue)
        ended = late | await self._store.ended(claim.id)
        return Direct(played, ended, {*survey.overdue}, may_begin)
