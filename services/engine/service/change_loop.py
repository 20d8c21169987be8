"""The loop that changes a match: load, admit, decide, store; again if another change came first."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime
from typing import TypeAlias

from cachetools import LRUCache
from croupier_game.seeded import ChanceSource
from croupier_match import clock, deadlines
from croupier_match.admission import ANY, Caller, Expected, admit, check_expected
from croupier_match.commands import Abort, Ask, Command, Expire, Refuse
from croupier_match.decide import Decided, decide, is_done
from croupier_match.forced import Limits
from croupier_match.match import AnyMatch
from croupier_match.refusals import Conflict, GameFailed, Overdue, VersionMismatch

from engine.domain import due
from engine.domain.errors import IdempotencyMismatch
from engine.domain.registry import GAMES
from engine.service.changes import Change, PreparedChange, prepared
from engine.service.queries.match_queries import Queries
from engine.service.queries.past_versions import Past
from engine.service.trials import Trials
from engine.store.idempotency import AlreadyDone, Answer, IdempotencyKey
from engine.store.matches import MatchStore

log = logging.getLogger("engine")

Fits: TypeAlias = Callable[[AnyMatch], Awaitable[None]]

MAX_VERSIONS = 10_000
"""How long a match may become, unless the engine is told otherwise."""
MOST_FORCED = 500
"""How many forced moves may follow one change, while all other games wait."""
ATTEMPTS = 10
"""How often a change is computed again after another one came first."""
CHANGING = "Others keep changing this match; try again."
FAILURES = 5
"""How often in a row the rules may fail in a match before it is aborted."""
COUNTED = 1000
"""Matches of which an engine knows how often the rules have failed."""
ASKED = frozenset({"check", "parse", "read_move"})
"""Functions that deal with what a player sends. Nobody must be able to end a match by something odd
that they cannot bear."""


class ChangeLoop:
    """Changes the matches of a store by commands; `queries` reads them.

    Refusals are raised in the order of the public contract: not found, not allowed, done before,
    other version, wrong situation, against the rules. A caller is None for an operator.
    """

    def __init__(
        self,
        store: MatchStore,
        now: Callable[[], datetime],
        chance: ChanceSource,
        max_versions: int,
    ) -> None:
        """A match that reaches `max_versions` is aborted."""
        self.store = store
        self.now = now
        self.queries = Queries(store, Past(store, chance), now)
        self.trials = Trials(self.queries.past, chance)
        self.talked = asyncio.Event()
        """Set with each change about taking back: the match may be due sooner than any that the
        scheduler knows of."""
        self._chance = chance
        self._limits = Limits(max_versions, MOST_FORCED)
        # By version, so that any change, also one by another engine, begins a new row.
        self._failures: LRUCache[tuple[str, int], int] = LRUCache(COUNTED)

    async def change(
        self,
        match_id: str,
        caller: Caller | None,
        command: Command,
        expected: Expected = ANY,
        key: IdempotencyKey | None = None,
        fits: Fits | None = None,
    ) -> Change:
        """Load, admit, decide, store; start again if another change came first.

        Admission is not asked for a repeat, which was admitted the first time. A caller that comes
        after a deadline finds the match as its time-out has left it. `fits` raises what else there
        is against the change of a match that is at the version that the caller expects.
        """
        for _ in range(ATTEMPTS):
            try:
                match = await self._admitted(match_id, caller, command, key)
                match = await self.apply_deadlines(match)
                _check_not_done(match, caller, command)  # by another that came just in time
                decided = await self._tried_and_decided(match, command, expected, fits)
                # If another change came first, the next attempt says whether it was as expected.
                with suppress(VersionMismatch):
                    change = await self.store_change(match, decided, caller, key)
                    if isinstance(command, Ask | Refuse):
                        self.talked.set()
                    return change
            except Overdue:
                pass  # time has passed since the deadlines were applied
            except GameFailed as failure:
                await self.failed(match, failure)
                raise
            except AlreadyDone as done:
                return await self.repeated(match_id, done.answer)
            except IdempotencyMismatch:
                # A caller that is not admitted must not learn of a key that was used.
                with suppress(AlreadyDone):
                    await self._admitted(match_id, caller, command)
                raise
        # A caller that expects a version never gets here: it has had VersionMismatch.
        raise Conflict(CHANGING)

    async def check(
        self, match_id: str, caller: Caller, command: Command, expected: Expected = ANY
    ) -> AnyMatch:
        """The current match, unchanged. Raise all that `change` would raise before it stores."""
        for _ in range(ATTEMPTS):
            match = await self.apply_deadlines(await self._admitted(match_id, caller, command))
            with suppress(Overdue):
                await self._tried_and_decided(match, command, expected)
                return match
        raise Conflict(CHANGING)

    def prepare(
        self,
        match: AnyMatch,
        caller: Caller,
        command: Command,
        expected: Expected,
        key: IdempotencyKey | None,
        time: str,
    ) -> PreparedChange:
        """What `change` would store at `time` if the match is still as given. Raise any refusal,
        and Overdue, of which no caller is to hear."""
        admit(match, caller, command)
        check_expected(GAMES, match, command, expected)
        return prepared(match, self.decided(match, command, time), caller, key)

    def decided(self, match: AnyMatch, command: Command, time: str) -> Decided:
        """What follows from a command in this match. Raise NotPlayedHere, and as `decide` does."""
        return decide(GAMES.of(match), match, command, time, self._chance, self._limits)

    def now_ms(self) -> int:
        """The time in ms since the epoch. Raise StoreUnavailable while no clock can be trusted."""
        return clock.epoch_ms(self.now())

    def time(self) -> str:
        """The time, as logs have it. Raise StoreUnavailable while no clock can be trusted."""
        return clock.rfc3339(self.now())

    async def apply_deadlines(self, match: AnyMatch) -> AnyMatch:
        """Apply every expired deadline, exactly once, and return the match."""
        while deadlines.may_have(match) and due.overdue(match, time := self._time(match)):
            try:
                change = await self.store_change(match, self.decided(match, Expire(), time))
                match = change.match
            except VersionMismatch:  # another engine was first, or a move just in time
                match = await self.store.load(match.id)
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
        command = Abort(f"{failure} This was the failure number {FAILURES} in a row.")
        with suppress(VersionMismatch):  # it goes on
            # It takes no time, as what the server adds to a change: a deadline may have passed.
            await self.store_change(match, self.decided(match, command, match.update_time))

    async def store_change(
        self,
        before: AnyMatch,
        decided: Decided,
        caller: Caller | None = None,
        key: IdempotencyKey | None = None,
    ) -> Change:
        """Store what was decided about the match. Raise as `MatchStore.save` does."""
        change = prepared(before, decided, caller, key)
        await self.store.save(change.saving)
        return change.change

    async def _admitted(
        self,
        match_id: str,
        caller: Caller | None,
        command: Command,
        key: IdempotencyKey | None = None,
    ) -> AnyMatch:
        """The match, in which the caller may ask for this.

        Raise AlreadyDone if there is nothing to change, or if the key was used for the same.
        """
        match = await self.store.load(match_id, key)
        if caller:
            admit(match, caller, command)
            _check_not_done(match, caller, command)
        return match

    async def _tried_and_decided(
        self, match: AnyMatch, command: Command, expected: Expected, fits: Fits | None = None
    ) -> Decided:
        check_expected(GAMES, match, command, expected)
        if fits:
            await fits(match)
        if isinstance(command, Ask):
            command = await self.trials.tried(match, command)
        return self.decided(match, command, self.time())

    async def repeated(self, match_id: str, answer: Answer) -> Change:
        """The first answer once more: a match at a version never changes."""
        match = await self.store.load(match_id)
        # The usual case of a repeat, soon after a change of one version, needs no log.
        if answer.after + 1 == answer.version == match.version:
            return Change(match, match.events, answer.seat, replayed=True)
        versions = await self.queries.past.versions(match, answer.after + 1, answer.version)
        events = tuple(event for each in versions for event in each.match.events)
        return Change(versions[-1].match, events, answer.seat, replayed=True)

    def _time(self, match: AnyMatch) -> str:
        """The time of the next entry: never before that of the last one."""
        return max(self.time(), match.update_time)


def _check_not_done(match: AnyMatch, caller: Caller | None, command: Command) -> None:
    """Raise AlreadyDone if the command has nothing to change."""
    if caller and is_done(match, command):
        raise AlreadyDone(Answer(match.version - 1, match.version, caller.seat))
