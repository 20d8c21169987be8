"""Looks: matches at the very version that a notice told of, for their followers.

A notice names version and head of a match, and so one history: a match in memory that has both
is that match, whatever else may be stored by now. So a look needs Redis only if another engine
made the change.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Generic, TypeVar

from cachetools import LRUCache
from croupier_game.records import dataclass
from croupier_match.match import AnyMatch

from engine.domain.errors import StoreUnavailable
from engine.service.queries import unreadable
from engine.store.matches import MatchStore
from engine.store.saves import head_of

REMEMBERED = 1000
"""The matches whose shown version is kept, for the next who asks for it."""

Shown = TypeVar("Shown")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A version of a match, and the head of its log then.

    `gone` has the players whose names were taken out of it since; see engine.store.types.Stamp.
    """

    match_id: str
    version: int
    head: str
    gone: bytes = b""

    def is_at(self, match: AnyMatch | None) -> bool:
        return match is not None and match.version == self.version and head_of(match) == self.head


class Looks(Generic[Shown]):
    """Finds matches, and keeps what was made of each until another version of it is asked for."""

    def __init__(self, store: MatchStore, show: Callable[[AnyMatch], Shown]) -> None:
        """`show` makes of a match what is kept."""
        self._store = store
        self._show = show
        self._shown: LRUCache[str, tuple[Wanted, Shown]] = LRUCache(REMEMBERED)

    async def find(self, wanted: Sequence[Wanted]) -> list[Shown | None]:
        """What was made of each version; None where a match has another, or cannot be read.

        Matches that are not in memory are read with one round trip.
        """
        found = [self.remembered(each) for each in wanted]
        missing = [each for each, shown in zip(wanted, found, strict=True) if shown is None]
        if not missing:
            return found
        rest = iter(await self._loaded(missing))
        return [next(rest) if shown is None else shown for shown in found]

    def remembered(self, wanted: Wanted) -> Shown | None:
        """What was made of a version, or is made now if the match is in memory; None otherwise.

        None, too, for what cannot be shown: it fails by itself once it has been read.
        """
        kept = self._shown.get(wanted.match_id)
        if kept and kept[0] == wanted:
            return kept[1]
        match = None if wanted.gone else self._store.cache.peek(wanted.match_id)
        if match is not None and wanted.is_at(match):
            with suppress(Exception):
                return self.show(match)
        return None

    def show(self, match: AnyMatch, gone: bytes = b"") -> Shown:
        """What is made of the match, which is stored, at least without the names in `gone`."""
        wanted = Wanted(match.id, match.version, head_of(match), gone)
        kept = self._shown.get(match.id)
        if kept and kept[0] == wanted:
            return kept[1]
        shown = self._show(match)
        self._shown[match.id] = wanted, shown
        return shown

    async def _loaded(self, wanted: Sequence[Wanted]) -> list[Shown | None]:
        try:
            ids = [each.match_id for each in wanted]
            matches = await unreadable.load_readable(self._store, ids)
        except StoreUnavailable:
            return [None] * len(wanted)
        return [
            unreadable.shown(self._store, match.id, partial(self.show, match))
            if match is not None and each.is_at(match)
            else None
            for each, match in zip(wanted, matches, strict=True)
        ]
