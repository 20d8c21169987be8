"""The loop that changes a match: load, decide, store, and again if another change came first."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import datetime
from inspect import isawaitable
from typing import Any, TypeVar

from cachetools import LRUCache
from croupier_game.seeded import ChanceSource
from croupier_match import clock, deadlines, guards
from croupier_match.match import CREATOR, AnyEntry, AnyMatch, Entry, Kind, Player
from croupier_match.refusals import Conflict, GameFailed, VersionMismatch
from croupier_match.sealing import NOTHING, Given

from engine.domain import due
from engine.domain.errors import IdempotencyMismatch
from engine.service.changes import Change, PreparedChange, prepare
from engine.service.queries.past_versions import Past
from engine.store.idempotency import AlreadyDone, Answer, IdempotencyKey
from engine.store.matches import MatchStore

log = logging.getLogger("engine")

Allowed = TypeVar("Allowed")

ATTEMPTS = 10
"""How often a change is computed again after another one came first."""
FAILURES = 5
"""How often in a row the rules may fail in a match before it is aborted."""
COUNTED = 1000
"""Matches of which an engine knows how often the rules have failed."""
ASKED = frozenset({"check", "parse", "read_move"})
"""Functions that deal with what a player sends. Nobody must be able to end a match by something odd
that they cannot bear."""


class ChangeLoop:
    """Changes the matches of a store: from what a command decides to the stored change."""

    def __init__(
        self,
        store: MatchStore,
        past: Past,
        now: Callable[[], datetime],
        chance: ChanceSource,
        max_versions: int,
    ) -> None:
        """A match that reaches `max_versions` is aborted."""
        self._store = store
        self._past = past
        self._now = now
        self._chance = chance
        self._max_versions = max_versions
        # By version, so that any change, also one by another engine, begins a new row.
        self._failures: LRUCache[tuple[str, int], int] = LRUCache(COUNTED)

    async def change(
        self,
        match_id: str,
        allow: Callable[[AnyMatch], Allowed],
        decide: Callable[[AnyMatch, Allowed], AnyEntry | Awaitable[AnyEntry]],
        expected: int | None,
        key: IdempotencyKey | None,
        check: Callable[[AnyMatch, int | None], None] = guards.check_version,
    ) -> Change:
        """Load, decide, store; start again if another change came first.

        `allow` raises if the caller may not do this at all, and returns what `decide` needs
        to know of the caller. It is not asked for a repeat, which was allowed the first time.
        `check` raises VersionMismatch if the match is not at the expected version.
        A caller that comes after a deadline finds the match as its time-out has left it.
        """
        for _ in range(ATTEMPTS):
            try:
                match = await self._store.load(match_id, key)
                allowed = allow(match)
                match = await self.apply_deadlines(match)
                check(match, expected)
                found = decide(match, allowed)
                entry = await found if isawaitable(found) else found
                # Time has passed since the deadlines were applied, and a move must not be late.
                if not due.overdue(match, entry.time):
                    # If another change came first, `check` says whether it was as expected.
                    with suppress(VersionMismatch):
                        return await self._save(match, [entry], key)
            except GameFailed as failure:
                await self.failed(match, failure)
                raise
            except AlreadyDone as done:
                return await self.repeated(match_id, done.answer)
            except IdempotencyMismatch:
                # A caller that is not allowed must not learn of a key that was used.
                with suppress(AlreadyDone):
                    allow(await self._store.load(match_id))
                raise
        # A caller with an expected version never gets here: it has had VersionMismatch.
        raise Conflict("Others keep changing this match; try again.")

    async def apply_deadlines(self, match: AnyMatch) -> AnyMatch:
        """Apply every expired deadline, exactly once, and return the match."""
        while deadlines.may_have(match) and due.overdue(match, time := self._time(match)):
            try:
                entry = due.entry(match, time)
                match = (await self._save(match, [entry], None)).match
            except VersionMismatch:  # another engine was first, or a move just in time
                match = await self._store.load(match.id)
        return match

    async def failed(self, match: AnyMatch, failure: GameFailed) -> None:
        """Count a failure of the rules in a change of the match, which is aborted after FAILURES.

        The change was asked for by one of its players, or is due: nobody else can end a match so.
        """
        log.warning("%s", failure, extra={"game": match.game, "match_id": match.id})
        at = match.id, match.version
        self._failures[at] = self._failures.get(at, 0) + (failure.function not in ASKED)
        if self._failures[at] < FAILURES or match.ended:
            return
        note = f"{failure} This was the failure number {FAILURES} in a row."
        # It takes no time, as what the server adds to a change does: a deadline may have passed.
        time, version = match.update_time, match.version + 1
        aborted: AnyEntry = Entry(version, Kind.ABORTED, CREATOR, time, note=note)
        with suppress(VersionMismatch):  # it goes on
            await self._save(match, [aborted], None)

    async def create(
        self, match: AnyMatch, players: Sequence[tuple[Player, Given]], key: IdempotencyKey | None
    ) -> Change:
        """Store a new match with these players, and what they give, at its first seats."""
        kinds = (Kind.CREATED, *[Kind.JOINED] * (len(players) - 1))
        time = self.time()
        log: list[AnyEntry] = [
            Entry(seat + 1, kind, seat, time, None, player, given.entropy, seal=given.seal)
            for seat, (kind, (player, given)) in enumerate(zip(kinds, players, strict=True))
        ]
        return await self._save(match, log, key)

    async def repeated(self, match_id: str, answer: Answer) -> Change:
        """The first answer once more: a match at a version never changes."""
        match = await self._store.load(match_id)
        # The usual case of a repeat, soon after a change of one version, needs no log.
        if answer.after + 1 == answer.version == match.version:
            return Change(match, match.events, answer.seat, replayed=True)
        versions = await self._past.versions(match, answer.after + 1, answer.version)
        events = tuple(event for each in versions for event in each.match.events)
        return Change(versions[-1].match, events, answer.seat, replayed=True)

    def prepare(
        self, before: AnyMatch, log: Sequence[AnyEntry], key: IdempotencyKey | None
    ) -> PreparedChange:
        """The change that the entries make of the match, which is not stored yet."""
        return prepare(before, log, key, self._chance, self._max_versions)

    def entry(
        self,
        match: AnyMatch,
        kind: Kind,
        seat: int,
        move: Any = None,
        player: Player | None = None,
        given: Given = NOTHING,
    ) -> AnyEntry:
        """The next entry of the match's log, as of now."""
        time, version = self._time(match), match.version + 1
        return Entry(version, kind, seat, time, move, player, given.entropy, seal=given.seal)

    def time(self) -> str:
        """The time, as logs have it. Raise StoreUnavailable while no clock can be trusted."""
        return clock.rfc3339(self._now())

    async def _save(
        self, before: AnyMatch, log: Sequence[AnyEntry], key: IdempotencyKey | None
    ) -> Change:
        """Store what the entries make of the match. Raise as `MatchStore.save` does."""
        prepared = self.prepare(before, log, key)
        await self._store.save(prepared.saving)
        return prepared.change

    def _time(self, match: AnyMatch) -> str:
        """The time of the next entry: never before that of the last one."""
        # Engines' clocks differ, and a log that goes back in time would give players time back.
        return max(self.time(), match.update_time)
