"""An operator's commands on the matches of a store."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from croupier_match import clock
from croupier_match.commands import Abort
from croupier_match.match import AnyMatch
from croupier_match.refusals import NotFound
from redis.asyncio import Redis
from telemetry.startup import InvalidSettings

from engine.admin.acts import Acts, Kind
from engine.config import Settings
from engine.domain.steady_clock import SteadyClock
from engine.service.matches import Matches
from engine.store.archive.archive_queue import ArchiveQueue
from engine.store.archive.archived_ledgers import ArchivedLedgers
from engine.store.archive.tournament_queue import TournamentQueue
from engine.store.audit import Act, AuditEntry
from engine.store.export import StoredMatch, StoredMatches
from engine.store.indexes.reindex import reindex
from engine.store.matches import MatchStore
from engine.store.ratings.ledgers import Ledgers
from engine.store.server_status import compare_clocks

TIMEOUT_S = 10.0
"""For Redis: an operator would rather wait than try again."""


class Rearchived(NamedTuple):
    """How many are to be archived once more."""

    matches: int
    tournaments: int


@dataclass(frozen=True)
class Operator:
    """Operator commands. `by` names the operator in all audits.

    `rebuild_index` rebuilds the index and returns the number of matches.
    """

    redis: Redis
    matches: Matches
    stored: StoredMatches
    rebuild_index: Callable[[], Awaitable[int]]
    by: str
    settings: Settings
    archive_queue: ArchiveQueue | None = None

    @property
    def store(self) -> MatchStore:
        return self.matches.store

    @property
    def ledgers(self) -> Ledgers:
        """The ledgers of ratings, with what the archive has of them."""
        archive = self.store.archiving.archive
        return Ledgers(self.redis, ArchivedLedgers(archive) if archive else None)

    @property
    def tournament_queue(self) -> TournamentQueue:
        """The tournaments that are over, on their way to the archive."""
        archive = self.store.archiving.archive
        kept = self.settings.archived_ttl if archive else self.settings.finished_ttl
        return TournamentQueue(self.redis, archive, kept)

    @property
    def time(self) -> str:
        """The current time, RFC 3339."""
        return clock.rfc3339(self.matches.now())

    def doing(
        self, kind: Kind, subject: str = "", reason: str = "", detail: str = ""
    ) -> AbstractAsyncContextManager[None]:
        """Note an act that the block does among the acts of operators. Raise StoreUnavailable."""
        return Acts(self.redis).doing(self.by, kind, subject, reason, detail)

    async def read(self, match_id: str) -> StoredMatch:
        """All that is stored of a match. Raise NotFound, NotPlayedHere, Damaged, UnknownFormat."""
        found = await self.stored.read(match_id)
        if found is None and await self.store.archiving.restore(match_id):
            found = await self.stored.read(match_id)
        if found is None:
            raise NotFound("There is no such match.")
        return found

    async def record(self, match_id: str, act: Act, reason: str) -> None:
        """Add an entry to the match's audit, which its players may read. Raise NotFound."""
        await self.store.audit.add(match_id, AuditEntry(self.time, act, self.by, reason))

    async def reindex(self, reason: str = "") -> int:
        """Rebuild the index, and return the number of matches."""
        async with self.doing(Kind.MATCHES_REINDEX, reason=reason):
            return await self.rebuild_index()

    async def rearchive(self, reason: str = "") -> Rearchived:
        """Have all ended matches and tournaments archived once more that Redis has.

        Raise InvalidSettings without an archive.
        """
        if self.archive_queue is None:
            raise InvalidSettings("Set ENGINE_ARCHIVE_URL: there is no archive.")
        async with self.doing(Kind.MATCHES_REARCHIVE, reason=reason):
            now_ms = self.matches.now_ms()
            return Rearchived(
                await self.archive_queue.sweep(now_ms, again=True),
                await self.tournament_queue.sweep(now_ms, again=True),
            )

    async def abort(self, match_id: str, reason: str) -> AnyMatch:
        """End a match without a winner; the reason goes into its log and its audit.

        Raise NotFound, MatchNotActive.
        """
        async with self.doing(Kind.MATCH_ABORT, match_id, reason):
            # The change first: an abort that is refused must not be in the match's audit.
            change = await self.matches.change(match_id, None, Abort(reason))
            await self.record(match_id, Act.ABORTED, reason)
        return change.match


@asynccontextmanager
async def open_operator(
    settings: Settings, by: str, timeout_s: float = TIMEOUT_S
) -> AsyncIterator[Operator]:
    """An operator at the store of an engine with these settings. Raise StoreUnavailable."""
    async with settings.connect_redis(timeout_s) as redis:
        durability, archive = settings.durability(timeout_s), settings.open_archive(timeout_s)
        store = MatchStore(redis, settings.ttl, durability=durability, archive=archive)
        steady = SteadyClock()
        await compare_clocks(redis, steady)
        matches = Matches(store, steady.now, max_versions=settings.max_versions)
        queue = ArchiveQueue(redis, archive, settings.archived_ttl) if archive else None
        own = (StoredMatches(redis), partial(reindex, redis), by, settings, queue)
        try:
            yield Operator(redis, matches, *own)
        finally:
            if archive:
                archive.close()
