"""Background worker that makes the matches of tournaments, and calls off those that count no more.

Each engine has one, for the games that it plays; also those of a group. It goes through the log of
a tournament from the version up to which that was done. The id of a match follows from its table,
so whoever does it once more makes no second one.
"""

import asyncio
import logging
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from croupier_match.commands import Abort
from croupier_match.match import AnyMatch
from croupier_match.refusals import MatchNotActive, NotFound
from redis.asyncio import Redis
from telemetry.redaction import error_location

from engine.domain.errors import StoreUnavailable
from engine.domain.registry import GAMES
from engine.observability.metrics import Metrics
from engine.service.matches import Matches
from engine.service.tournaments.tables import Calls, Wanted, calls_of, full_match, unsealed
from engine.service.workers.repeating import Repeating
from engine.store.indexes.due_queue import Claimed
from engine.store.tournaments.due_tournaments import DueTournaments
from engine.store.tournaments.match_ends import Found, MatchEnds
from engine.store.tournaments.table_store import TableStore

TICK_S = 0.25
MOST = 20
"""Tournaments that an engine works on at the same time."""
AT_ONCE = 64
"""Matches that are stored together: more would gain little, and make others wait."""
ELSEWHERE_MS = 1_000
"""When to look again at a tournament whose version of the rules only other engines have."""

log = logging.getLogger("engine")


class Lease:
    """A claim that is renewed as long as its work goes on.

    If it is over by then, another engine may do the same work: each match is stored once.
    """

    def __init__(self, queue: DueTournaments, claim: Claimed, now_ms: Callable[[], int]) -> None:
        self._queue, self._now_ms = queue, now_ms
        self.claim = claim

    def claim_again(self, claim: Claimed) -> None:
        """Hold it by another claim: it has become due once more while its work goes on."""
        self.claim = claim

    async def renew(self) -> None:
        """Hold it for longer, unless it has become due once more."""
        held = self.claim
        renewed = await self._queue.renew(held, self._now_ms())
        if self.claim is held:
            self.claim = renewed

    async def finish(self, held: Claimed) -> bool:
        """Say that nothing is left to do of what was due by a claim; False if it has become due
        once more, and this engine has claimed it again."""
        if self.claim is held:
            await self._queue.leave(held, self._now_ms(), None)
        return self.claim is held

    async def put_off(self, for_ms: int) -> None:
        await self._queue.put_off({self.claim: self._now_ms() + for_ms})


class TableMaker:
    """Makes the matches of tournaments that are due, until `stop`."""

    def __init__(self, redis: Redis, matches: Matches, metrics: Metrics | None = None) -> None:
        self._matches = matches
        self._metrics = metrics or Metrics()
        self._store = TableStore(redis)
        self._ends = MatchEnds(redis)
        self._ticks = Repeating("matches of tournaments are not made")
        self._working: dict[str, Lease] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Work until `stop`; while Redis is unavailable, try again."""
        await self._ticks.repeat(self._begin, TICK_S)
        await self._end()

    def stop(self) -> None:
        """Finish what is claimed, and claim no more."""
        self._ticks.stop()

    async def tick(self) -> None:
        """Make the matches of the tournaments that are due by now. Raise StoreUnavailable."""
        await self._begin()
        await self._end()

    async def _begin(self) -> None:
        """Begin with what is due: a large round must not hold up other tournaments."""
        now_ms = self._matches.now_ms()
        first = await self._store.first(sorted(GAMES))
        self._metrics.unmade_s.set(max(0.0, (now_ms - min(first.values(), default=now_ms)) / 1000))
        for game in (game for game, due_ms in first.items() if due_ms <= now_ms):
            queue = self._store.queue(game)
            claims = await queue.claim(now_ms) if self._has_room else ()
            for claim in claims:
                if working := self._working.get(claim.id):
                    working.claim_again(claim)
                    continue
                lease = self._working[claim.id] = Lease(queue, claim, self._matches.now_ms)
                task = asyncio.create_task(self._see_to(claim.id, game, lease))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    @property
    def _has_room(self) -> bool:
        return len(self._working) < MOST and not self._ticks.stopping

    async def _end(self) -> None:
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def _see_to(self, tournament_id: str, game: str, lease: Lease) -> None:
        try:
            await self._make_all(tournament_id, game, lease)
        except StoreUnavailable as failure:
            self._ticks.note(failure)
        except Exception as error:  # the others must not suffer from it; its lease is a pause
            self._metrics.tables["failed",].inc()
            place, extra = error_location(error), {"tournament_id": tournament_id}
            log.error("matches of a tournament are not made: %s", place, extra=extra)
        finally:
            # At once: the lease would not see what is claimed again after its work.
            del self._working[tournament_id]

    async def _make_all(self, tournament_id: str, game: str, lease: Lease) -> None:
        """Make what the log calls for, also of entries that come meanwhile."""
        held = lease.claim
        begun = await self._store.begun(tournament_id, game)
        if begun is None:
            await lease.finish(held)
            return
        template, made = begun
        if not GAMES.has_rules_of(template):
            await lease.put_off(ELSEWHERE_MS)
            return
        is_done = False
        while not is_done:
            held = lease.claim
            it = await self._store.read(tournament_id)
            if it and it.version > made:
                # Nobody else in this process goes on with this fold.
                last = it.version
                calls = calls_of(it, await self._store.calls(it.id, made, last))
                await self._carry_out(template, calls, lease)
                made = last
                await self._store.made_up_to(it.id, made)
            else:
                is_done = await lease.finish(held)

    async def _carry_out(self, template: AnyMatch, calls: Calls, lease: Lease) -> None:
        """Make, and call off, these matches. Raise what has failed once all were tried."""
        failures = await self._call_off(calls.off)
        parts = [*range(0, len(calls.wanted), AT_ONCE)]
        # Engines that make a round at the same time share it: what is there is soon passed over.
        random.shuffle(parts)
        for first in parts:
            await lease.renew()
            failures += await self._make(template, calls.wanted[first : first + AT_ONCE])
        _check(failures)

    async def _make(
        self, template: AnyMatch, wanted: Sequence[Wanted]
    ) -> list[BaseException | None]:
        """Make these matches of a tournament, unless they are there; each without a seal for every
        player is told to the director instead. Return what has failed."""
        ids = {player for each in wanted for player in each.players}
        found = await self._matches.store.tournaments.players(wanted[0].tournament, ids)
        entrants = {player: each for player, each in found.items() if each}
        lacking = {each: players for each in wanted if (players := unsealed(each, entrants))}
        full = [
            full_match(template, each, entrants, self._matches.new_seed())
            for each in wanted
            if each not in lacking
        ]
        failures = await self._matches.create_all(full)
        noted = await self._ends.note([_without_seals(*each) for each in lacking.items()])
        self._metrics.tables["made",].inc(sum(not each for each in failures))
        self._metrics.tables["unsealed",].inc(sum(not each for each in noted))
        return [*failures, *noted]

    async def _call_off(self, notes: Mapping[str, str]) -> list[BaseException | None]:
        """End these matches, as an operator would, unless they are not there, or have ended. Return
        what has failed."""
        limit = asyncio.Semaphore(AT_ONCE)

        async def call_off(match_id: str, note: str) -> None:
            async with limit:
                with suppress(NotFound, MatchNotActive):
                    await self._matches.change(match_id, None, Abort(note))

        ended = (call_off(match_id, note) for match_id, note in notes.items())
        return await asyncio.gather(*ended, return_exceptions=True)


def _without_seals(wanted: Wanted, players: Sequence[str]) -> Found:
    place = wanted.tournament, wanted.round, wanted.table, wanted.leg
    return Found(*place, {"unsealed": [*players]})


def _check(failures: Sequence[BaseException | None]) -> None:
    """Raise the first of these; StoreUnavailable before others."""
    found = [each for each in failures if each]
    for each in (*(each for each in found if isinstance(each, StoreUnavailable)), *found):
        raise each
