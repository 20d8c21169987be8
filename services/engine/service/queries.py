"""What there is to see of a match: now, then, and all of it once it has ended."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from engine.domain import guards, reducer
from engine.domain.chance import ChanceSource, seeded_chance
from engine.domain.errors import Malformed, NotFound, RosterChanged
from engine.domain.guards import Caller
from engine.domain.reducer import AnyEntry, AnyMatch
from engine.service import pagination
from engine.store.audit import AuditEntry
from engine.store.matches import MatchStore

BREATH = 25
"""Versions that are recomputed in a row before other calls have their turn: about 3 ms."""
STALE = timedelta(minutes=1)
"""A listed match that still does not exist after so long has expired."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A version of a match, the log entry that made it, and the hash before it."""

    match: AnyMatch
    entry: AnyEntry
    prev: str


def utc_now() -> datetime:
    return datetime.now(UTC)


def timestamp(time: datetime) -> str:
    """RFC 3339 in UTC with milliseconds."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(frozen=True)
class Queries:
    """The matches of a store, to be looked at. Time and chance may be a test's own."""

    store: MatchStore
    now: Callable[[], datetime] = utc_now
    chance: ChanceSource = seeded_chance

    async def roster(self, match_id: str) -> AnyMatch:
        """The match, for who must know who sits where."""
        return await self.store.load(match_id)

    async def get(
        self, match_id: str, caller: Caller, at_version: int | None = None
    ) -> tuple[AnyMatch, int | None]:
        """The match, now or at a version, and the seat through which the caller sees it."""
        match = await self.store.load(match_id)
        seat = guards.sight(match, caller)
        if at_version is None or at_version == match.version:
            return match, seat
        if not 1 <= at_version <= match.version:
            raise NotFound(f"The match has the versions 1 to {match.version}.")
        past = (await self.past(match, at_version))[-1].match
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
                    found.append((match, guards.sight(match, caller)))
            except (NotFound, RosterChanged):
                continue
        return found

    async def page(
        self, wanted: pagination.Filter, size: int, token: str
    ) -> tuple[list[AnyMatch], str]:
        """A page of matches, and the token of the next; "" at the end."""
        after = pagination.decode_token(token)
        stale = timestamp(self.now() - STALE)
        matches, place = await pagination.list_matches(self.store, wanted, size, after, stale)
        return matches, pagination.encode_token(place)

    async def history(
        self, match_id: str, caller: Caller, after: int, size: int
    ) -> tuple[list[Replay], int | None]:
        """Up to `size` versions above `after`, and the version to go on from, if any."""
        match = await self.store.load(match_id)
        guards.sight(match, caller)
        last = min(after + size, match.version)
        pasts = await self.past(match, last) if after < last else []
        return pasts[after:], last if last < match.version else None

    async def changes_after(
        self, match_id: str, caller: Caller, after: int, size: int
    ) -> tuple[list[tuple[AnyMatch, int | None]], int]:
        """Up to `size` versions above `after`, each with the caller's seat then; the current one.

        Who follows a match asks for the last version, which needs no log.
        """
        match = await self.store.load(match_id)
        guards.sight(match, caller)
        if after > match.version:
            raise Malformed(f"The match is at version {match.version} only.")
        if after == match.version:
            return [], match.version
        if after == match.version - 1:
            return [(match, caller.seat)], match.version
        pasts = await self.past(match, min(after + size, match.version))
        seen = [(past.match, _seat_then(past.match, caller)) for past in pasts[after:]]
        return seen, match.version

    async def versions(self, match_ids: Sequence[str]) -> list[int]:
        """The current versions, 0 where there is no such match."""
        return await self.store.versions(match_ids)

    async def replay(
        self, match_id: str, caller: Caller
    ) -> tuple[AnyMatch, int | None, list[Replay]]:
        """Everything about a match that has ended."""
        match = await self.store.load(match_id)
        seat = guards.sight(match, caller)
        guards.ended(match)
        return match, seat, await self.past(match, match.version)

    async def audit(self, match_id: str) -> tuple[AuditEntry, ...]:
        """What operators have done; for those only who may see the replay."""
        return await self.store.audit.read(match_id)

    async def past(self, match: AnyMatch, last: int) -> list[Replay]:
        """The versions 1 to `last`, recomputed from the log."""
        log = await self.store.log(match, last)
        if len(log) < last:  # it has expired since it was loaded
            raise NotFound("There is no such match.")
        prev, pasts = reducer.genesis(match).log_head, []
        for entry, past in zip(log, reducer.replay(match, log, self.chance), strict=True):
            pasts.append(Replay(past, entry, prev))
            prev = past.log_head
            if entry.version % BREATH == 0:
                await asyncio.sleep(0)
        return pasts


def _seat_then(past: AnyMatch, caller: Caller) -> int | None:
    """The caller's seat, if it sat there at that version too."""
    return caller.seat if past.seat_of(caller.player_id) == caller.seat else None
