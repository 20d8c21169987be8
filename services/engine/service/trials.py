"""Trials of what is taken back, between all else that an engine does (docs/decisions/undo.md)."""

import asyncio
import time
from dataclasses import dataclass, field, replace
from typing import TypeVar

from cachetools import LRUCache
from croupier_game.seeded import ChanceSource
from croupier_match.commands import Ask
from croupier_match.decide import asks_for
from croupier_match.match import AnyMatch
from croupier_match.refusals import UndoRefused
from croupier_match.undo import asking
from croupier_match.undo.asking import Tried, Version
from croupier_match.undo.trial import Steps, at_once

from engine.domain.registry import GAMES
from engine.service.queries.past_versions import Past

T = TypeVar("T")

SLICE_S = 0.002
"""How long a trial goes on at a time, and about how long others wait for it."""
MOST_S = 2.0
"""How much CPU time a trial may take: ten times as much as the longest that are known."""
REMEMBERED = 1000
"""Refusals that an engine remembers, as each costs a trial."""


@dataclass(frozen=True)
class Trials:
    """Tries what players ask to take back; `past` has the versions that it needs for that."""

    past: Past
    chance: ChanceSource
    refused: LRUCache[tuple[str, int, int, int], str] = field(
        default_factory=lambda: LRUCache(REMEMBERED)
    )
    """The refusals to take back: by match, version, seat, and the version to return to."""
    trying: asyncio.Lock = field(default_factory=asyncio.Lock)
    """One trial goes on at a time: moves wait for a slice of one, however many are asked for."""

    async def tried(self, match: AnyMatch, command: Ask) -> Ask:
        """The command with what was tried for it. Raise its refusals, but for what comes last.

        A refusal holds as long as the version.
        """
        to = asks_for(GAMES.of(match), match, command)
        if to is None:
            return command
        versions = await self.past.versions(match, to, match.version)
        since = [(each.match, each.entry) for each in versions]
        if asking.is_asked(match, command.seat):  # an answer takes no trial, and waits for none
            return replace(command, tried=at_once(self._steps(match, since, command.seat)))
        asked = (match.id, match.version, command.seat, to)
        async with self.trying:
            if asked in self.refused:
                raise UndoRefused(self.refused[asked])
            try:
                found = await between_others(self._steps(match, since, command.seat))
            except UndoRefused as refusal:
                self.refused[asked] = str(refusal)
                raise
        return replace(command, tried=found)

    def _steps(self, match: AnyMatch, since: list[Version], seat: int) -> Steps[Tried]:
        return asking.tried(GAMES.of(match), since, seat, self.chance)


async def between_others(steps: Steps[T]) -> T:
    """What the steps come to; others go on every few milliseconds. Raise as the steps do, and
    UndoRefused once they have taken MOST_S.

    They are no work for a thread: the limit of a game's call ends calls of the event loop only.
    """
    spent, begun = 0.0, time.thread_time()
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            return ended.value  # type: ignore[no-any-return]
        if (took := time.thread_time() - begun) < SLICE_S:
            continue
        spent += took
        if spent > MOST_S:
            raise UndoRefused(asking.SEEN)
        await asyncio.sleep(0)
        begun = time.thread_time()
