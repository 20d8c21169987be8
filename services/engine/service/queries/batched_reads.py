"""Reads: matches as they are now, for many callers with one question to Redis.

Redis is asked for the stamps of all of them. What is in memory with the very stamp is the match,
as for a look (see batched_looks), and a caller that may see it needs no more. All else is read with
one round trip: what this engine has not, and what it might have to refuse. So memory refuses
nobody, and a private match takes a stranger through what an unknown id does.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Generic, Protocol, TypeAlias, TypeVar

from croupier_game.records import dataclass
from croupier_match import admission
from croupier_match.admission import Caller
from croupier_match.match import AnyMatch, Status
from croupier_match.refusals import NotFound, Refusal

from engine.domain.errors import StoreUnavailable
from engine.service.queries.batched_looks import Looks, Wanted
from engine.store.loading import Read
from engine.store.matches import MatchStore
from engine.store.types import Stamp


class OfMatch(Protocol):
    """An answer's form of a match, such as its text; made once for all who read it."""

    @property
    def match(self) -> AnyMatch: ...


Shown = TypeVar("Shown", bound=OfMatch)
Item: TypeAlias = tuple[str, Caller]
"""The id of a match, and who reads it."""


@dataclass(frozen=True, slots=True)
class Found(Generic[Shown]):
    """The current match in that form, and the seat through which the caller sees it."""

    shown: Shown
    seat: int | None


class Reads(Generic[Shown]):
    """Finds matches as they are now."""

    def __init__(self, store: MatchStore, looks: Looks[Shown]) -> None:
        """`looks` keeps what was made of matches."""
        self._store = store
        self._looks = looks

    async def find(self, items: Sequence[Item]) -> list[Found[Shown] | Exception]:
        """Return the match for each caller, in their order, or a refusal, as `Queries.get` does."""
        ids = [*dict.fromkeys(match_id for match_id, _ in items)]
        stamps = dict(zip(ids, await self._store.stamps(ids), strict=True))
        found = [self._remembered(match_id, stamps[match_id], who) for match_id, who in items]
        missing = {each[0] for each, known in zip(items, found, strict=True) if known is None}
        loaded = await self._loaded(missing, stamps) if missing else {}
        seen = [
            self._shown_to(who, *loaded[match_id]) if known is None else known
            for (match_id, who), known in zip(items, found, strict=True)
        ]
        seen = await self._alike(items, seen, stamps)
        await self._visit(seen)
        return seen

    async def _alike(
        self,
        items: Sequence[Item],
        seen: list[Found[Shown] | Exception],
        stamps: Mapping[str, Stamp | Exception | None],
    ) -> list[Found[Shown] | Exception]:
        """Take what is kept from a caller through the archive, as all that is not in Redis.

        See `Archiving.alike`.
        """
        hidden = {
            match_id
            for (match_id, _), each in zip(items, seen, strict=True)
            if isinstance(each, NotFound) and stamps[match_id] is not None
        }
        try:
            await self._store.archiving.find([*hidden])
        except StoreUnavailable as failure:
            return [failure if isinstance(each, NotFound) else each for each in seen]
        return seen

    def _remembered(
        self, match_id: str, stamp: Stamp | Exception | None, caller: Caller
    ) -> Found[Shown] | Exception | None:
        """What the caller may see of the match in memory; None if Redis must be asked for it."""
        if stamp is None or isinstance(stamp, Exception):
            return stamp
        shown = self._looks.remembered(Wanted(match_id, *stamp))
        if shown is None:
            return None
        try:
            return Found(shown, admission.viewing_seat(shown.match, caller))
        except Refusal:
            return None

    def _shown_to(
        self, caller: Caller, match: AnyMatch | Exception, gone: bytes
    ) -> Found[Shown] | Exception:
        """What the caller may see of a match as it was loaded, or why not.

        Whether it may see the match comes first: what fails later tells that there is one.
        """
        if isinstance(match, Exception):
            return match
        try:
            seat = admission.viewing_seat(match, caller)
            return Found(self._looks.show(match, gone), seat)
        except Exception as error:  # who asks for the others must not suffer from it
            return error

    async def _loaded(
        self, match_ids: Iterable[str], stamps: Mapping[str, Stamp | Exception | None]
    ) -> dict[str, tuple[AnyMatch | Exception, bytes]]:
        """These matches as they are stored now, or errors, with the `gone` of their stamps."""
        ids = [*match_ids]
        matches: Sequence[Read | BaseException]
        try:
            matches = await self._store.load_many(ids, archived=True)
        except StoreUnavailable:  # one of them may lie on a node that is gone
            matches = await asyncio.gather(*map(self._store.load, ids), return_exceptions=True)
        return {
            match_id: (_found(match), stamp.gone if isinstance(stamp, Stamp) else b"")
            for match_id, match in zip(ids, matches, strict=True)
            for stamp in [stamps[match_id]]
        }

    async def _visit(self, seen: Iterable[Found[Shown] | Exception]) -> None:
        """Keep the matches that wait for players and have a visit of one of their own."""
        for each in seen:
            if isinstance(each, Found) and each.seat is not None:
                match = each.shown.match
                if match.status == Status.WAITING:
                    with suppress(StoreUnavailable):  # as in `Queries.get`
                        await self._store.note_visit(match)


def _found(match: Read | BaseException) -> AnyMatch | Exception:
    if match is None or (isinstance(match, BaseException) and not isinstance(match, Exception)):
        return NotFound("There is no such match.")
    return match
