"""Queries: a match now, at a version, its history, and its replay once it has ended."""

import asyncio
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from croupier_match import admission, clock
from croupier_match.admission import Caller
from croupier_match.chain import entry_hash
from croupier_match.entries import Entry
from croupier_match.match import AnyMatch
from croupier_match.refusals import NotFound, RosterChanged
from croupier_match.situations import check_ended
from croupier_match.terms import terms

from engine.domain.errors import Malformed, StoreUnavailable
from engine.domain.registry import GAMES
from engine.domain.steady_clock import utc_now
from engine.service.queries import pagination
from engine.service.queries.past_versions import MatchVersion, Past
from engine.service.queries.unreadable import load_readable
from engine.store.audit import AuditEntry
from engine.store.indexes.match_index import match_id
from engine.store.matches import MatchStore

SLICE = 100
"""Log entries that are hashed before other calls have their turn: about 2 ms."""
EXPIRED_AFTER = timedelta(minutes=1)
"""A listed match that still does not exist after so long has expired: it is not being made."""


class ShownVersion(NamedTuple):
    """A match at a version, and the seat that it is shown to; whether it has ended by now."""

    match: AnyMatch
    seat: int | None
    ended: bool


class History(NamedTuple):
    """Versions of a match, and the one to go on from, if any; whether it has ended by now."""

    versions: list[MatchVersion]
    next_after: int | None
    ended: bool


class Changes(NamedTuple):
    """Versions of a match, each with the seat that it is shown to, and the current version."""

    seen: list[tuple[AnyMatch, int | None]]
    version: int


@dataclass(frozen=True, slots=True)
class LoggedEntry:
    """A log entry, the hash before it and its own."""

    entry: Entry
    prev: str
    hash: str


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """A page of a replay: `size` entries at most, after version `after` with hash `prev`, ""
    before the first."""

    after: int = 0
    prev: str = ""
    size: int = sys.maxsize


WHOLE = ReplayPage()


@dataclass(frozen=True)
class Queries:
    """Reads the matches of a store, and their `past`. Time may be a test's own."""

    store: MatchStore
    past: Past
    now: Callable[[], datetime] = utc_now

    async def get(
        self, match_id: str, caller: Caller, at_version: int | None = None
    ) -> ShownVersion:
        """The match, now or at a version, as it is shown to the caller.

        Raise NotFound, RosterChanged, MatchActive.
        """
        match = await self.store.load(match_id)
        if admission.viewing_seat(match, caller) is not None:
            with suppress(StoreUnavailable):  # a match can be read where nothing can be stored
                await self.store.note_visit(match)
        if at_version is not None and not 1 <= at_version <= match.version:
            raise NotFound(f"atVersion must be 1 to {match.version}, the current version.")
        seat = admission.shown_seat(match, caller)
        if at_version is None or at_version == match.version:
            return ShownVersion(match, seat, match.ended)
        (past,) = await self.past.versions(match, at_version, at_version)
        return ShownVersion(past.match, _seat_then(past.match, caller), match.ended)

    async def get_many(self, items: Sequence[tuple[str, Caller]]) -> list[ShownVersion | None]:
        """Matches as they are shown to their callers, in the order of the items.

        None for those that a caller may not see, and for those that cannot be read.
        """
        ids = [match_id for match_id, _ in items]
        matches = await load_readable(self.store, ids, archived=True)
        return [
            _seen(match, caller) if match else None
            for match, (_, caller) in zip(matches, items, strict=True)
        ]

    async def page(
        self, wanted: pagination.Filter, size: int, token: str
    ) -> tuple[list[AnyMatch], str]:
        """A page of matches, and the token of the next; "" at the end. Raise Malformed."""
        after = pagination.decode_token(token)
        expired_before = clock.rfc3339(self.now() - EXPIRED_AFTER)
        matches, place = await pagination.list_matches(
            self.store, wanted, size, after, expired_before
        )
        return matches, pagination.encode_token(place)

    async def page_of_ids(
        self, wanted: pagination.Filter, size: int, token: str
    ) -> tuple[list[str], str]:
        """A page of the ids in a player's own list, and the token of the next. Raise Malformed."""
        if not wanted.viewer_id or wanted.player_id != wanted.viewer_id:
            raise Malformed("These may be private matches, so only their player may list them.")
        after = pagination.decode_token(token)
        names = await self.store.lists.page(wanted.scopes, wanted.game, wanted.status, after, size)
        place = names[-1] if len(names) == size else ""
        return [match_id(name) for name in names], pagination.encode_token(place)

    async def history(self, match_id: str, caller: Caller, after: int, size: int) -> History:
        """Up to `size` versions above `after`, as they are shown to the caller."""
        match = await self.store.load(match_id)
        admission.shown_seat(match, caller)
        last = min(after + size, match.version)
        versions = await self.past.versions(match, after + 1, last) if after < last else []
        return History(versions, last if last < match.version else None, match.ended)

    async def changes_after(self, match_id: str, caller: Caller, after: int, size: int) -> Changes:
        """Up to `size` versions above `after`, each as it is shown to the caller.

        Raise Malformed if `after` is above the current version.
        """
        match = await self.store.load(match_id)
        admission.viewing_seat(match, caller)
        if after > match.version:
            raise Malformed(f"The match is at version {match.version} only.")
        seat = admission.shown_seat(match, caller)
        if after == match.version:
            return Changes([], match.version)
        if after == match.version - 1:  # what streams ask for; it needs no log
            return Changes([(match, seat)], match.version)
        versions = await self.past.versions(match, after + 1, min(after + size, match.version))
        seen = [(each.match, _seat_then(each.match, caller)) for each in versions]
        return Changes(seen, match.version)

    async def versions(self, match_ids: Sequence[str]) -> list[int]:
        """The current versions, 0 where there is no such match."""
        return await self.store.versions(match_ids)

    async def replay(
        self, match_id: str, caller: Caller, page: ReplayPage = WHOLE
    ) -> tuple[AnyMatch, int | None, list[LoggedEntry]]:
        """A match that has ended, the caller's seat, and a page of its log. Raise MatchActive.

        The log is hashed and not recomputed: what it proves needs no rules.
        """
        match = await self.store.load(match_id)
        seat = admission.viewing_seat(match, caller)
        check_ended(match)
        last = min(page.after + page.size, match.version)
        log = await self.store.log(match, last, page.after) if page.after < last else []
        if len(log) < last - page.after:  # it has expired since it was loaded
            raise NotFound("There is no such match.")
        return match, seat, await _chained(match, log, page.prev or terms(GAMES.of(match), match))

    async def audit(self, match_id: str) -> tuple[AuditEntry, ...]:
        """What operators have done; only for callers that may see the replay."""
        return await self.store.audit.read(match_id)


async def _chained(match: AnyMatch, log: Sequence[Entry], prev: str) -> list[LoggedEntry]:
    """The entries in the chain of hashes that goes on from `prev`."""
    chained = []
    for entry in log:
        own = entry_hash(match.seed, prev, entry.public(GAMES.of(match)))
        chained.append(LoggedEntry(entry, prev, own))
        prev = own
        if len(chained) % SLICE == 0:
            await asyncio.sleep(0)
    return chained


def _seen(match: AnyMatch, caller: Caller) -> ShownVersion | None:
    try:
        return ShownVersion(match, admission.viewing_seat(match, caller), match.ended)
    except (NotFound, RosterChanged):
        # One match that a caller may not see must not fail the list of all others.
        return None


def _seat_then(past: AnyMatch, caller: Caller) -> int | None:
    """The caller's seat, if the caller had it at that version too; the eyes that it asks for."""
    if caller.eyes:
        return caller.looks_from
    return caller.seat if past.seat_of(caller.player_id) == caller.seat else None
