"""The matches of a store, as operators have them."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial

from engine.config import Settings
from engine.domain.errors import MatchNotActive, NotFound
from engine.domain.match import Kind
from engine.domain.reducer import AnyEntry, AnyMatch
from engine.service.matches import CREATOR, Matches
from engine.service.queries import timestamp
from engine.store.audit import Act, AuditEntry
from engine.store.connection import connect_by, durability_by
from engine.store.export import StoredMatch, StoredMatches
from engine.store.matches import MatchStore
from engine.store.reindex import reindex
from engine.store.types import Ttl

TIMEOUT_S = 10.0


@dataclass(frozen=True, kw_only=True)
class Operator(Matches):
    """What an operator may do besides what everybody may; `by` is who it is.

    `list_again` makes the lists of matches again, and tells how many there are; it may
    raise StoreUnavailable.
    """

    wholes: StoredMatches
    list_again: Callable[[], Awaitable[int]]
    by: str

    @property
    def time(self) -> str:
        return timestamp(self.now())

    async def whole(self, match_id: str) -> StoredMatch:
        """All that is stored of the match. Raise NotFound, Damaged, LaterRelease."""
        found = await self.wholes.read(match_id)
        if found is None:
            raise NotFound("There is no such match.")
        return found

    async def note(self, match_id: str, act: Act, reason: str) -> None:
        """Leave it for the players to read. Raise NotFound."""
        await self.store.audit.add(match_id, AuditEntry(self.time, act, self.by, reason))

    async def abort(self, match_id: str, reason: str) -> AnyMatch:
        """End the match without a winner; everybody keeps their seat.

        The reason is a part of the log's last entry. Raise NotFound, MatchNotActive.
        """

        def allow(match: AnyMatch) -> None:
            """Operators may."""

        def decide(match: AnyMatch, _: None) -> AnyEntry:
            if match.ended:
                raise MatchNotActive("The match has ended.")
            return replace(self._entry(match, Kind.ABORTED, CREATOR), note=reason)

        change = await self._change(match_id, allow, decide, None, None)
        await self.note(match_id, Act.ABORTED, reason)
        return change.match


@asynccontextmanager
async def opened(settings: Settings, by: str) -> AsyncIterator[Operator]:
    """A desk at the store of an engine with these settings."""
    ttl = Ttl.of(settings.finished_ttl, settings.abandoned_ttl, settings.ticket_ttl)
    async with connect_by(settings, TIMEOUT_S) as redis:
        durability = durability_by(settings, TIMEOUT_S)
        store = MatchStore(redis, ttl, durability=durability)
        yield Operator(
            store, wholes=StoredMatches(redis), list_again=partial(reindex, redis), by=by
        )
