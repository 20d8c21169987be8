"""Queries: a match now, at a version, its history, and its replay once it has ended."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.domain import clock, guards, reducer
from engine.domain.chance import ChanceSource, seeded_chance
from engine.domain.errors import Malformed, NotFound, RosterChanged, StoreUnavailable
from engine.domain.guards import Caller
from engine.domain.reducer import AnyEntry, AnyMatch
from engine.service import pagination
from engine.store.audit import AuditEntry
from engine.store.matches import MatchStore

SLICE = 25
"""Versions that are recomputed before other calls have their turn: about 3 ms."""
EXPIRED_AFTER = timedelta(minutes=1)
"""A listed match that still does not exist after so long has expired: it is not being made."""


@dataclass(frozen=True, slots=True)
class MatchVersion:
    """A version of a match, the log entry that made it, and the hash before that entry."""

    match: AnyMatch
    entry: AnyEntry
    prev: str


@dataclass(frozen=True)
class Queries:
    """Reads the matches of a store. Time and chance may be a test's own."""

    store: MatchStore
    now: Callable[[], datetime] = clock.utc_now
    chance: ChanceSource = seeded_chance

    async def roster(self, match_id: str) -> AnyMatch:
        """The match, for its seats, without a check of the caller. Raise NotFound."""
        return await self.store.load(match_id)

    async def get(
        self, match_id: str, caller: Caller, at_version: int | None = None
    ) -> tuple[AnyMatch, int | None]:
        """The match, now or at a version, and the seat through which the caller sees it.

        Raise NotFound, RosterChanged.
        """
        match = await self.store.load(match_id)
        seat = guards.viewing_seat(match, caller)
        if seat is not None:
            with suppress(StoreUnavailable):  # a match can be read where nothing can be stored
                await self.store.visited(match)
        if at_version is None or at_version == match.version:
            return match, seat
        if not 1 <= at_version <= match.version:
            raise NotFound(f"atVersion must be 1 to {match.version}, the current version.")
        past = (await self.recompute(match, at_version))[-1].match
        return past, _seat_then(past, caller)

    async def get_many(
        self, items: Sequence[tuple[str, Caller]]
    ) -> list[tuple[AnyMatch, int | None]]:
        """Matches and the callers' seats, without those that a caller may not see."""
        matches = await self.store.load_many([match_id for match_id, _ in items])
        found = []
        for match, (_, caller) in zip(matches, items, strict=True):
            try:
                if match:
                    found.append((match, guards.viewing_seat(match, caller)))
            except (NotFound, RosterChanged):
                # One match that a caller may not see must not fail the list of all others.
                continue
        return found

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

    async def history(
        self, match_id: str, caller: Caller, after: int, size: int
    ) -> tuple[list[MatchVersion], int | None]:
        """Up to `size` versions above `after`, and the version to go on from, if any."""
        match = await self.store.load(match_id)
        guards.viewing_seat(match, caller)
        last = min(after + size, match.version)
        versions = await self.recompute(match, last) if after < last else []
        return versions[after:], last if last < match.version else None

    async def changes_after(
        self, match_id: str, caller: Caller, after: int, size: int
    ) -> tuple[list[tuple[AnyMatch, int | None]], int]:
        """Up to `size` versions above `after`, each with the caller's seat then; the current one.

        Raise Malformed if `after` is above the current version.
        """
        match = await self.store.load(match_id)
        guards.viewing_seat(match, caller)
        if after > match.version:
            raise Malformed(f"The match is at version {match.version} only.")
        if after == match.version:
            return [], match.version
        if after == match.version - 1:  # what streams ask for; it needs no log
            return [(match, caller.seat)], match.version
        versions = await self.recompute(match, min(after + size, match.version))
        seen = [(each.match, _seat_then(each.match, caller)) for each in versions[after:]]
        return seen, match.version

    async def versions(self, match_ids: Sequence[str]) -> list[int]:
        """The current versions, 0 where there is no such match."""
        return await self.store.versions(match_ids)

    async def replay(
        self, match_id: str, caller: Caller
    ) -> tuple[AnyMatch, int | None, list[MatchVersion]]:
        """A match that has ended, the caller's seat, and all versions. Raise MatchActive."""
        match = await self.store.load(match_id)
        seat = guards.viewing_seat(match, caller)
        guards.check_ended(match)
        return match, seat, await self.recompute(match, match.version)

    async def audit(self, match_id: str) -> tuple[AuditEntry, ...]:
        """What operators have done; only for callers that may see the replay."""
        return await self.store.audit.read(match_id)

    async def recompute(self, match: AnyMatch, last: int) -> list[MatchVersion]:
        """The versions 1 to `last`, recomputed from the log. Raise NotFound if it has expired."""
        log = await self.store.log(match, last)
        if len(log) < last:  # it has expired since it was loaded
            raise NotFound("There is no such match.")
        prev, versions = reducer.genesis(match).log_head, []
        for entry, past in zip(log, reducer.replay(match, log, self.chance), strict=True):
            versions.append(MatchVersion(past, entry, prev))
            prev = past.log_head
            if entry.version % SLICE == 0:
                await asyncio.sleep(0)
        return versions


def _seat_then(past: AnyMatch, caller: Caller) -> int | None:
    """The caller's seat, if the caller had it at that version too."""
    return caller.seat if past.seat_of(caller.player_id) == caller.seat else None
