"""Commands to take moves back: ask, agree, refuse or withdraw (docs/decisions/undo.md)."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from cachetools import LRUCache
from croupier_game.seeded import ChanceSource
from croupier_match import guards
from croupier_match.guards import Caller
from croupier_match.match import AnyEntry, AnyMatch, Kind
from croupier_match.refusals import UndoRefused
from croupier_match.undo import asking
from croupier_match.undo.trial import Steps

from engine.domain.registry import GAMES
from engine.service.change_loop import ChangeLoop
from engine.service.changes import Change
from engine.service.queries.past_versions import Past
from engine.store.idempotency import IdempotencyKey

SLICE_S = 0.002
"""How long a trial goes on at a time, and about how long others wait for it."""
MOST_S = 2.0
"""How much CPU time a trial may take: ten times as much as the longest that are known."""
REMEMBERED = 1000
"""Refusals that an engine remembers, as each costs a trial."""


@dataclass(frozen=True)
class Undoing:
    """Takes moves back, once all seats have agreed that must."""

    loop: ChangeLoop
    past: Past
    chance: ChanceSource
    refused: LRUCache[tuple[str, int, int, int], str] = field(
        default_factory=lambda: LRUCache(REMEMBERED)
    )
    """The refusals to take back: by match, version, seat, and the version to return to."""
    trying: asyncio.Lock = field(default_factory=asyncio.Lock)
    """One trial goes on at a time: moves wait for a slice of one, however many are asked for."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set with each change: the match may be due sooner than any that the scheduler knows of."""

    async def ask(
        self,
        match_id: str,
        caller: Caller,
        to: int,
        expected: int | None,
        key: IdempotencyKey | None,
    ) -> Change:
        """Ask to go back to version `to`, or agree to that; the table is restored with the last
        to agree, and at once if no seat must.

        Raise MatchNotActive, Conflict, InvalidMove, NotYourTurn, UndoRefused, and what acts raise.
        """

        async def decide(match: AnyMatch, seat: int) -> AnyEntry:
            guards.check_active(match)
            if _is_asked(match, seat):
                return await self._agreed(match, seat, to)
            asking.check_request(match, seat, to)
            since = await self._since(match, to)
            await self._check(match, seat, since)
            if needs := asking.needs(GAMES.of(match), since, seat):
                entry = self.loop.entry(match, Kind.ASKED, seat)
                return replace(entry, to=to, needs=needs)
            return self._undone(match, seat, since)

        return await self._change(match_id, caller, decide, expected, key)

    async def refuse(
        self, match_id: str, caller: Caller, expected: int | None, key: IdempotencyKey | None
    ) -> Change:
        """Refuse the open request, or withdraw one's own. Raise MatchNotActive, Conflict,
        UndoRefused, and what acts raise."""

        async def decide(match: AnyMatch, seat: int) -> AnyEntry:
            asking.check_refusal(match, seat)
            return self.loop.entry(match, Kind.REFUSED, seat)

        return await self._change(match_id, caller, decide, expected, key)

    async def _change(
        self,
        match_id: str,
        caller: Caller,
        decide: Callable[[AnyMatch, int], Awaitable[AnyEntry]],
        expected: int | None,
        key: IdempotencyKey | None,
    ) -> Change:
        def allow(match: AnyMatch) -> int:
            return guards.acting_seat(match, caller)

        change = await self.loop.change(match_id, allow, decide, expected, key)
        self.changed.set()
        return change

    async def _agreed(self, match: AnyMatch, seat: int, to: int) -> AnyEntry:
        if not asking.check_answer(match, seat, to):
            return self.loop.entry(match, Kind.AGREED, seat)
        return self._undone(match, seat, await self._since(match, to))

    def _undone(self, match: AnyMatch, seat: int, since: list[asking.Version]) -> AnyEntry:
        entry, to = self.loop.entry(match, Kind.UNDONE, seat), since[0][0].version
        return replace(entry, to=to, restored=asking.restored(since))

    async def _check(self, match: AnyMatch, seat: int, since: list[asking.Version]) -> None:
        """Raise what `asking.check_taken_back` does. A refusal holds as long as the version."""
        asked = (match.id, match.version, seat, since[0][0].version)
        async with self.trying:
            if asked in self.refused:
                raise UndoRefused(self.refused[asked])
            try:
                game = GAMES.of(match)
                await _between_others(asking.check_taken_back(game, since, seat, self.chance))
            except UndoRefused as refusal:
                self.refused[asked] = str(refusal)
                raise

    async def _since(self, match: AnyMatch, to: int) -> list[asking.Version]:
        """The versions from `to` to the current one, recomputed from the log."""
        past = await self.past.versions(match, to, match.version)
        return [(each.match, each.entry) for each in past]


async def _between_others(steps: Steps[None]) -> None:
    """Take the steps, and let others go on every few milliseconds. Raise as the steps do, and
    UndoRefused once they have taken MOST_S.

    They are no work for a thread: the limit of a game's call ends calls of the event loop only.
    """
    spent, begun = 0.0, time.thread_time()
    for _ in steps:
        if (took := time.thread_time() - begun) < SLICE_S:
            continue
        spent += took
        if spent > MOST_S:
            raise UndoRefused(asking.SEEN)
        await asyncio.sleep(0)
        begun = time.thread_time()


def _is_asked(match: AnyMatch, seat: int) -> bool:
    """Whether an open request waits for the seat, or has had its answer."""
    request = match.undo.request if match.undo else None
    return request is not None and request.seat != seat
