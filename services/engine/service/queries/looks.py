"""Looks: matches as they are now, or at the version that a notice told of, for those who ask.

Notice and stamp name a version and the head of the log, and so one history: a match in memory that
has both is that match, whatever else may be stored by now. So a look with a notice needs Redis only
if another engine made the change; for all others, Redis is asked for the stamps of their matches
with one question.

What is not in memory is read with one round trip, and so is what might have to be refused: memory
refuses nobody, and a private match takes a stranger through what an unknown id does.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Generic, Protocol, TypeAlias, TypeVar

from cachetools import LRUCache
from croupier_game.records import dataclass
from croupier_match import admission
from croupier_match.admission import Caller
from croupier_match.match import AnyMatch, Status
from croupier_match.refusals import NotFound, Refusal

from engine.domain.errors import StoreUnavailable
from engine.store.loading import Loaded
from engine.store.matches import MatchStore
from engine.store.saves import head_of
from engine.store.types import Stamp

REMEMBERED = 1000
"""The matches of which what was made is kept, for the next who asks for it."""


class OfMatch(Protocol):
    """What is made of a match once, such as its text, for all who look at it."""

    @property
    def match(self) -> AnyMatch: ...


Made = TypeVar("Made", bound=OfMatch)
Stamps: TypeAlias = Mapping[str, Stamp | Exception | None]
"""Those of matches now, by their ids."""


@dataclass(frozen=True, slots=True)
class Look:
    """A match, and who looks at it: as it is now, or at the version of a notice."""

    match_id: str
    callers: Sequence[Caller]
    notice: Stamp | None = None


@dataclass(frozen=True, slots=True)
class Shown(Generic[Made]):
    """What was made of the match, and the seat through which each caller sees it, or its refusal.

    The seat of a spectator is None.
    """

    made: Made
    seats: Sequence[int | Refusal | None]


class Looks(Generic[Made]):
    """Finds matches, and keeps what was made of each until another version of it is asked for."""

    def __init__(self, store: MatchStore, make: Callable[[AnyMatch], Made]) -> None:
        """`make` makes of a match what is shown."""
        self._store = store
        self._make = make
        self._made: LRUCache[str, tuple[Stamp, Made]] = LRUCache(REMEMBERED)

    async def find(self, looks: Sequence[Look]) -> list[Shown[Made] | Exception]:
        """What each look shows, in their order, or why it shows nothing.

        That is NotFound, too, where a match is not at the version of the notice any more. Raise
        StoreUnavailable if the stamps of matches cannot be read.
        """
        stamps = await self._stamps(looks)
        known = [self._in_memory(each, each.notice or stamps[each.match_id]) for each in looks]
        missing = {each.match_id for each, one in zip(looks, known, strict=True) if one is None}
        loaded = await self._loaded(missing) if missing else {}
        found = [
            self._as_loaded(each, loaded[each.match_id], stamps) if one is None else one
            for each, one in zip(looks, known, strict=True)
        ]
        if stamps:
            found = await self._alike(looks, found, stamps)
            await self._visit(found)
        return found

    def make(self, match: AnyMatch, gone: bytes = b"") -> Made:
        """What is made of the match, which is stored, at least without the names in `gone`."""
        stamp = Stamp(match.version, head_of(match), gone, match.ratings.encode())
        kept = self._made.get(match.id)
        if kept and kept[0] == stamp:
            return kept[1]
        made = self._make(match)
        self._made[match.id] = stamp, made
        return made

    async def _stamps(self, looks: Iterable[Look]) -> Stamps:
        """The stamps of the matches of which no notice told."""
        ids = [*dict.fromkeys(each.match_id for each in looks if each.notice is None)]
        return dict(zip(ids, await self._store.stamps(ids), strict=True)) if ids else {}

    def _in_memory(
        self, look: Look, stamp: Stamp | Exception | None
    ) -> Shown[Made] | Exception | None:
        """What is shown of the match in memory; None if Redis must be asked for it."""
        if stamp is None or isinstance(stamp, Exception):
            return stamp
        made = self._remembered(look.match_id, stamp)
        if made is None:
            return None
        try:
            return Shown(made, [admission.viewing_seat(made.match, each) for each in look.callers])
        except Refusal:
            return None

    def _remembered(self, match_id: str, stamp: Stamp) -> Made | None:
        """What was made of the match at the stamp, or is made now if that is in memory.

        None, too, for what cannot be shown: it fails by itself once it has been read.
        """
        kept = self._made.get(match_id)
        if kept and kept[0] == stamp:
            return kept[1]
        match = None if stamp.gone or stamp.ratings else self._store.cache.peek(match_id)
        if match is not None and _is_at(match, stamp):
            with suppress(Exception):
                return self.make(match)
        return None

    def _as_loaded(
        self, look: Look, match: AnyMatch | Exception, stamps: Stamps
    ) -> Shown[Made] | Exception:
        """What is shown of the match as it was loaded, or why not.

        Whether it may be seen comes first: what fails later tells that there is one.
        """
        if isinstance(match, Exception):
            return match
        if look.notice and not _is_at(match, look.notice):
            return NotFound("The match is not at this version any more.")
        try:
            seats = [_seat(match, each) for each in look.callers]
            refusals = [each for each in seats if isinstance(each, Refusal)]
            if refusals and len(refusals) == len(seats):
                return refusals[0]
            stamp = stamps.get(match.id)
            gone = stamp.gone if isinstance(stamp, Stamp) else b""
            return Shown(self.make(match, gone), seats)
        except Exception as error:  # who asks for the others must not suffer from it
            return error

    async def _loaded(self, ids: Iterable[str]) -> dict[str, AnyMatch | Exception]:
        """These matches as they are stored now, or errors."""
        ids = [*ids]
        matches: Sequence[Loaded | BaseException]
        try:
            matches = await self._store.load_many(ids, archived=True)
        except StoreUnavailable:  # one of them may lie on a node that is gone
            matches = await asyncio.gather(*map(self._store.load, ids), return_exceptions=True)
        return dict(zip(ids, map(_found, matches), strict=True))

    async def _alike(
        self, looks: Sequence[Look], found: list[Shown[Made] | Exception], stamps: Stamps
    ) -> list[Shown[Made] | Exception]:
        """Take what is kept from a caller through the archive, as all that is not in Redis.

        See `Archiving.alike`.
        """
        hidden = {
            look.match_id
            for look, each in zip(looks, found, strict=True)
            if isinstance(each, NotFound) and stamps.get(look.match_id) is not None
        }
        if not hidden:
            return found
        try:
            await self._store.archiving.find([*hidden])
        except StoreUnavailable as failure:
            return [failure if isinstance(each, NotFound) else each for each in found]
        return found

    async def _visit(self, found: Iterable[Shown[Made] | Exception]) -> None:
        """Keep the matches that wait for players and have a visit of one of their own."""
        for each in found:
            if not isinstance(each, Shown) or each.made.match.status != Status.WAITING:
                continue
            if any(isinstance(seat, int) for seat in each.seats):
                with suppress(StoreUnavailable):  # as in `Queries.get`
                    await self._store.note_visit(each.made.match)


def _is_at(match: AnyMatch, stamp: Stamp) -> bool:
    return match.version == stamp.version and head_of(match) == stamp.head


def _seat(match: AnyMatch, caller: Caller) -> int | Refusal | None:
    try:
        return admission.viewing_seat(match, caller)
    except Refusal as refusal:
        return refusal


def _found(match: Loaded | BaseException) -> AnyMatch | Exception:
    if match is None or (isinstance(match, BaseException) and not isinstance(match, Exception)):
        return NotFound("There is no such match.")
    return match
