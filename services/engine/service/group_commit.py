"""Group commit: moves of many callers, stored in one round trip.

What it gains is in docs/performance.md. Nothing is decided here: a move is computed from the
match in the cache, and stored if that is still its version. Every other outcome, a refusal
or a conflict, is left to `Matches.change`, which reads the match first.
"""

import asyncio
import math
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from croupier_game.records import dataclass
from croupier_match.admission import ANY, Caller, Expected
from croupier_match.commands import Move
from croupier_match.match import AnyMatch, Match
from croupier_match.refusals import GameFailed

from engine.domain.errors import Overloaded, StoreUnavailable
from engine.domain.registry import GAMES
from engine.service.changes import Change, PreparedChange
from engine.service.matches import Matches
from engine.store.idempotency import IdempotencyKey
from engine.store.loading import Loaded


@dataclass(frozen=True, slots=True)
class PendingMove:
    """A move to be made; the first fields are the arguments of `Matches.change`.

    `until` is when its caller gives up, by the clock of the event loop.
    """

    match_id: str
    caller: Caller
    command: Move
    expected: Expected = ANY
    key: IdempotencyKey | None = None
    until: float = math.inf

    @property
    def is_late(self) -> bool:
        return self.is_late_at(asyncio.get_running_loop().time())

    def is_late_at(self, now: float) -> bool:
        return now >= self.until


Result: TypeAlias = Change | BaseException


class GroupCommit:
    """Makes many moves at once."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._store = matches.store

    async def move(self, moves: Sequence[PendingMove]) -> list[Result]:
        """The change of each move, once it is stored, or the error of each, in their order.

        Moves in one match are made in the order in which they are given. One that is late when
        its turn comes is Overloaded, and is not made.
        """
        results: dict[int, Result] = {}
        for wave in _waves(moves):
            now = asyncio.get_running_loop().time()
            late = [place for place in wave if moves[place].is_late_at(now)]
            results.update((place, _too_late()) for place in late)
            timely = [place for place in wave if place not in results]
            found = await self._in_different_matches([moves[place] for place in timely])
            results.update(zip(timely, found, strict=True))
        return [results[place] for place in range(len(moves))]

    async def _in_different_matches(self, moves: Sequence[PendingMove]) -> list[Result]:
        """What `move` returns, for moves of which no two are in the same match."""
        try:
            last_seen = await self._last_seen(moves)
        except StoreUnavailable as failure:
            return [failure] * len(moves)
        found = self._prepare_all(moves, last_seen)
        prepared = {key: each for key, each in found.items() if isinstance(each, PreparedChange)}
        stored = await self._save([*prepared.values()])
        results: dict[str, Any] = dict(zip(prepared, stored, strict=True))
        others = [
            (match, move)
            for match, move in zip(last_seen, moves, strict=True)
            if results.get(move.match_id) is None
        ]
        made = await asyncio.gather(
            *(self._alone(match, move, found.get(move.match_id)) for match, move in others),
            return_exceptions=True,
        )
        results.update(zip((move.match_id for _, move in others), made, strict=True))
        return [results[move.match_id] for move in moves]

    async def _save(self, prepared: Sequence[PreparedChange]) -> list[Result | None]:
        """The change of each that is stored; None if another change came first."""
        failures = await self._store.save_all([each.saving for each in prepared])
        return [
            failure if isinstance(failure, StoreUnavailable) else None if failure else each.change
            for each, failure in zip(prepared, failures, strict=True)
        ]

    async def _last_seen(self, moves: Sequence[PendingMove]) -> list[AnyMatch | None]:
        """Return the matches as the cache has them; those that it lacks are read, all at once.

        None for those that are not there, or cannot be played: `Matches.change` finds out why.
        """
        cached = self._store.cache.get_all(move.match_id for move in moves)
        missing = [move.match_id for move, match in zip(moves, cached, strict=True) if not match]
        found = await self._store.load_many(missing) if missing else []
        read = [*map(_played, found)]
        # Kept even if their moves fail: the next move in them is likely to come soon.
        for match in filter(None, read):
            self._store.cache.put(match)
        rest = iter(read)
        return [match or next(rest) for match in cached]

    def _prepare_all(
        self, moves: Sequence[PendingMove], last_seen: Sequence[AnyMatch | None]
    ) -> dict[str, PreparedChange | GameFailed]:
        """By match the moves that are not refused, all at the same time, and failures of rules."""
        try:
            time = self._matches.time()
        except StoreUnavailable:
            return {}  # `Matches.change` raises it
        prepared: dict[str, PreparedChange | GameFailed] = {}
        for move, match in zip(moves, last_seen, strict=True):
            if match and (change := self._prepare(move, match, time)):
                prepared[move.match_id] = change
        return prepared

    def _prepare(
        self, move: PendingMove, match: AnyMatch, time: str
    ) -> PreparedChange | GameFailed | None:
        """The move in the match as it was last seen; None if it is refused there."""
        try:
            return self._matches.prepare(
                match, move.caller, move.command, move.expected, move.key, time
            )
        except GameFailed as failure:
            return failure
        except Exception:
            return None  # the match may have changed; `Matches.change` finds the true reason

    async def _alone(
        self,
        match: AnyMatch | None,
        move: PendingMove,
        found: PreparedChange | GameFailed | None,
    ) -> Change:
        """Try once more what was not stored, alone and from the stored match."""
        if match and isinstance(found, GameFailed):
            # Not once more: it may have taken as long as it is given.
            await self._matches.failed(match, found)
            raise found
        if move.is_late:
            raise _too_late()
        async with self._store.archiving.alike(move.match_id):
            return await self._matches.change(
                move.match_id, move.caller, move.command, move.expected, move.key
            )


def _played(found: Loaded) -> AnyMatch | None:
    return found if isinstance(found, Match) and GAMES.has_rules_of(found) else None


def _too_late() -> Overloaded:
    return Overloaded("The move came too late to be made in time.")


def _waves(moves: Sequence[PendingMove]) -> Iterator[list[int]]:
    """Places of moves: first each match's first move, then the second moves, and so on."""
    rest = [*range(len(moves))]
    while rest:
        first: dict[str, int] = {}
        for place in rest:
            first.setdefault(moves[place].match_id, place)
        yield [*first.values()]
        rest = [place for place in rest if first[moves[place].match_id] != place]
