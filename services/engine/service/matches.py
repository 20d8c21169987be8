"""What happens to a match: load, refuse or change, store.

Every method of Matches is one request. Refusals are raised in the order of the
public contract: not found, not allowed, done before, other version, wrong
situation, against the rules.
"""

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

from engine.domain import clock, guards, reducer
from engine.domain.creation import (
    NewMatch,
    derived_id,
    genesis,
    match_under,
    random_id,
    random_seed,
    ticket_under,
)
from engine.domain.errors import (
    Conflict,
    Forbidden,
    IdempotencyMismatch,
    MatchNotActive,
    NotFound,
    VersionMismatch,
)
from engine.domain.guards import Caller
from engine.domain.match import Entry, Kind, Player, Status
from engine.domain.reducer import AnyEntry, AnyMatch
from engine.domain.registry import GAMES, Game
from engine.service.queries import Queries, timestamp
from engine.store.idempotency import AlreadyDone, Answer, IdempotencyKey
from engine.store.types import Saving

Allowed = TypeVar("Allowed")

CREATOR = 0
ATTEMPTS = 10
"""How often a change is tried again after another one came first."""

ReadMove: TypeAlias = Callable[[Game], Any]
"""Gives the move of a request in the terms of the game's rules; raises InvalidMove."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A wish for a seat; None is any. `entropy` in hex."""

    seat: int | None = None
    invite_code: str = ""
    entropy: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """A stored change: the match after it, its events, and the seat it is answered to."""

    match: AnyMatch
    events: tuple[Any, ...]
    seat: int | None
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A change that has been computed, and what must be stored for it to be one."""

    saving: Saving
    change: Change


@dataclass(frozen=True, slots=True)
class Rematch:
    """The seats that want one, and the new match's id once all do."""

    asked: tuple[int, ...]
    match_id: str
    replayed: bool


@dataclass(frozen=True)
class Matches(Queries):
    """The matches of a store, to be looked at and to be changed. Seeds may be a test's own."""

    new_seed: Callable[[], str] = random_seed

    async def create(self, creator: Player, wish: NewMatch, key: IdempotencyKey | None) -> Change:
        """Make a match with its creator at seat 0.

        With an idempotency key the id follows from it, so a repeat finds the
        match that the first call has made.
        """
        match_id = random_id()
        try:
            if key:
                key = replace(key, creates=True)
                match_id = match_under(key.key, creator.id)
                await self.store.load(match_id, key)
        except AlreadyDone as done:
            return await self._again(match_id, done.answer)
        except NotFound:
            pass
        if key and await self.store.tickets.find(ticket_under(key.key, creator.id)):
            raise IdempotencyMismatch("This Idempotency-Key was used for a ticket.")
        await self.store.maintenance.check()
        try:
            return await self._create(
                genesis(match_id, self.new_seed(), wish), [(creator, wish.entropy)], key
            )
        except AlreadyDone as done:
            return await self._again(match_id, done.answer)

    async def join(
        self,
        match_id: str,
        player: Player,
        wish: Seating,
        expected: int | None,
        key: IdempotencyKey | None,
    ) -> Change:
        """Take the wished seat, or the lowest free one."""

        def allow(match: AnyMatch) -> None:
            guards.invitation(match, player, wish.invite_code)

        def decide(match: AnyMatch, _: None) -> AnyEntry:
            seat = guards.free_seat(match, player, wish.seat)
            return self._entry(match, Kind.JOINED, seat, player=player, entropy=wish.entropy)

        return await self._change(match_id, allow, decide, expected, key)

    async def leave(
        self, match_id: str, caller: Caller, expected: int | None, key: IdempotencyKey | None
    ) -> Change:
        """Free the seat; without its creator the match is aborted."""

        def decide(match: AnyMatch, seat: int) -> AnyEntry:
            guards.waiting(match)
            return self._entry(match, Kind.ABORTED if seat == CREATOR else Kind.LEFT, seat)

        return await self._change(match_id, _seat_of(caller), decide, expected, key)

    async def start(
        self, match_id: str, caller: Caller, expected: int | None, key: IdempotencyKey | None
    ) -> Change:
        """Deal, if the creator says so and everyone is seated."""

        def allow(match: AnyMatch) -> int:
            seat = guards.seat(match, caller)
            if seat != CREATOR:
                raise Forbidden("Only the creator of a match starts it.")
            return seat

        def decide(match: AnyMatch, seat: int) -> AnyEntry:
            guards.waiting(match)
            if not match.full:
                raise Conflict("Every seat must be taken before the match starts.")
            return self._entry(match, Kind.STARTED, seat)

        return await self._change(match_id, allow, decide, expected, key)

    async def resign(
        self, match_id: str, caller: Caller, expected: int | None, key: IdempotencyKey | None
    ) -> Change:
        """Give up. A match of two is over; in a larger one, the server plays on for the seat."""

        def decide(match: AnyMatch, seat: int) -> AnyEntry:
            guards.active(match)
            if match.seats[seat].resigned:
                raise Conflict("You have resigned already.")
            return self._entry(match, Kind.RESIGNED, seat)

        return await self._change(match_id, _seat_of(caller), decide, expected, key)

    async def move(
        self,
        match_id: str,
        caller: Caller,
        read: ReadMove,
        expected: int | None,
        key: IdempotencyKey | None,
    ) -> Change:
        """Make the move, if it is the caller's turn and the rules allow it."""

        def decide(match: AnyMatch, seat: int) -> AnyEntry:
            move = _legal(match, seat, read)
            return self._entry(match, Kind.MOVE, seat, move=move)

        return await self._change(match_id, _seat_of(caller), decide, expected, key)

    def compute_move(
        self,
        match: AnyMatch,
        caller: Caller,
        read: ReadMove,
        expected: int | None,
        key: IdempotencyKey | None,
    ) -> Step:
        """What `move` would store, if the match is still as given. Raise any refusal."""
        seat = guards.seat(match, caller)
        guards.version(match, expected)
        entry = self._entry(match, Kind.MOVE, seat, move=_legal(match, seat, read))
        if clock.overdue(match, entry.time):
            raise MatchNotActive("Time has run out.")
        return self._carried_out(match, [entry], key)

    async def check_move(
        self, match_id: str, caller: Caller, read: ReadMove, expected: int | None
    ) -> AnyMatch:
        """The match as it is, unless `move` would be refused now; changes nothing."""
        match = await self.store.load(match_id)
        seat = guards.seat(match, caller)
        match = await self.on_time(match)
        guards.version(match, expected)
        _legal(match, seat, read)
        return match

    async def on_time(self, match: AnyMatch) -> AnyMatch:
        """The match once nobody in it is late: deadlines that have passed are applied, once."""
        while match.clock and clock.overdue(match, self._time(match)):
            try:
                late = self._entry(match, Kind.TIMEOUT, clock.late_seat(match))
                match = (await self._save(match, [late], None)).match
            except VersionMismatch:
                match = await self.store.load(match.id)
        return match

    async def rematch(
        self, match_id: str, caller: Caller, keep_score: bool, key: IdempotencyKey | None
    ) -> Rematch:
        """Wish for another match. The last wish makes it, with everyone in the same seat.

        The score is kept if all wish so. The new match's id follows from the old
        one's, so it is made once, whoever comes last, and however often.
        """
        match = await self.store.load(match_id)
        seat = guards.seat(match, caller)
        repeated = await self.store.was_used(match_id, key)
        guards.ended(match)
        if match.status == Status.ABORTED:
            raise MatchNotActive("A match that was aborted has no rematch.")
        if not repeated:
            await self.store.maintenance.check()
        wishes = await self.store.request_rematch(match, seat, keep_score, key)
        if len(wishes.asked) < len(match.seats):
            return Rematch(wishes.asked, "", wishes.replayed)
        made = await self._make_rematch(match, keep_score=all(wishes.by_seat.values()))
        return Rematch(wishes.asked, made, wishes.replayed)

    async def seat_all(self, match: AnyMatch, players: Sequence[Player]) -> None:
        """Make a match with all its players, in seat order, unless there is one of this id."""
        if any(await self.store.versions([match.id])):
            return
        with suppress(VersionMismatch):
            await self._create(match, [(player, "") for player in players], None)

    async def _change(
        self,
        match_id: str,
        allow: Callable[[AnyMatch], Allowed],
        decide: Callable[[AnyMatch, Allowed], AnyEntry],
        expected: int | None,
        key: IdempotencyKey | None,
    ) -> Change:
        """Load, decide, store; from the start again if another change came first.

        `allow` says whether the caller may do this at all, and what `decide` is
        to know of it. A repeat needs no leave: it was allowed the first time.
        Who comes after the deadline meets the match as its time-out has left it.
        """
        for _ in range(ATTEMPTS):
            try:
                match = await self.store.load(match_id, key)
                allowed = allow(match)
                match = await self.on_time(match)
                guards.version(match, expected)
                entry = decide(match, allowed)
                if not clock.overdue(match, entry.time):
                    return await self._save(match, [entry], key)
            except AlreadyDone as done:
                return await self._again(match_id, done.answer)
            except IdempotencyMismatch:
                allow(await self.store.load(match_id))
                raise
            except VersionMismatch:
                if expected is not None:
                    raise
        raise Conflict("Others keep changing this match; try again.")

    async def _create(
        self, match: AnyMatch, players: Sequence[tuple[Player, str]], key: IdempotencyKey | None
    ) -> Change:
        """Store a new match with these players and their entropy at its first seats."""
        kinds = (Kind.CREATED, *[Kind.JOINED] * (len(players) - 1))
        time = timestamp(self.now())
        log: list[AnyEntry] = [
            Entry(seat + 1, kind, seat, time, player=player, entropy=entropy)
            for seat, (kind, (player, entropy)) in enumerate(zip(kinds, players, strict=True))
        ]
        return await self._save(match, log, key)

    async def _save(
        self, before: AnyMatch, log: list[AnyEntry], key: IdempotencyKey | None
    ) -> Change:
        """Carry out `log`, and store what came of it."""
        step = self._carried_out(before, log, key)
        await self.store.save(step.saving)
        return step.change

    def _carried_out(
        self, before: AnyMatch, log: list[AnyEntry], key: IdempotencyKey | None
    ) -> Step:
        """What comes of `log`, and then of the moves of seats that have resigned."""
        seat = None if log[-1].kind in (Kind.LEFT, Kind.ABORTED) else log[-1].seat
        match, events = before, tuple[Any, ...]()
        for entry in log:
            match, events = self._advance(match, events, entry)
        while forced := self._forced_move(match):
            match, events = self._advance(match, events, forced)
            log = [*log, forced]
        answer = Answer(before.version, match.version, seat)
        saving = Saving(before if before.version else None, match, log, key, answer)
        return Step(saving, Change(match, events, seat))

    def _advance(
        self, match: AnyMatch, events: tuple[Any, ...], entry: AnyEntry
    ) -> tuple[AnyMatch, tuple[Any, ...]]:
        """The match after `entry`, and all events up to then."""
        after = reducer.advance(match, entry, self.chance)
        return after, (*events, *after.events)

    def _forced_move(self, match: AnyMatch) -> AnyEntry | None:
        """A random legal move, if a seat that is late or has resigned is to move.

        Nobody thinks about it, so it is made at the time of the entry before.
        """
        if match.status != Status.ACTIVE:
            return None
        rules = GAMES[match.game].rules
        for seat in rules.to_move(match.state):
            if match.seats[seat].resigned or seat == match.late:
                move = secrets.choice(rules.legal_moves(match.state, seat))
                return Entry(match.version + 1, Kind.MOVE, seat, match.update_time, move)
        return None

    async def _again(self, match_id: str, answer: Answer) -> Change:
        """The same answer once more: a match at a version never changes."""
        match = await self.store.load(match_id)
        if answer.after + 1 == answer.version == match.version:
            return Change(match, match.events, answer.seat, replayed=True)
        pasts = await self.past(match, answer.version)
        events = tuple(event for past in pasts[answer.after :] for event in past.match.events)
        return Change(pasts[-1].match, events, answer.seat, replayed=True)

    async def _make_rematch(self, match: AnyMatch, keep_score: bool) -> str:
        """The id of the next match, which is made unless it exists."""
        match_id = derived_id("rematch", match.id)
        options = GAMES[match.game].rules.rematch_options(match.state, keep_score)
        wish = NewMatch(match.game, options, len(match.seats), match.access, clock=match.clock)
        players = [seat.player for seat in match.seats if seat.player]
        await self.seat_all(genesis(match_id, self.new_seed(), wish), players)
        return match_id

    def _entry(
        self,
        match: AnyMatch,
        kind: Kind,
        seat: int,
        move: Any = None,
        player: Player | None = None,
        entropy: str = "",
    ) -> AnyEntry:
        """The next entry of the log."""
        return Entry(match.version + 1, kind, seat, self._time(match), move, player, entropy)

    def _time(self, match: AnyMatch) -> str:
        """The time of the next entry: never before that of the last one."""
        return max(timestamp(self.now()), match.update_time)


def _seat_of(caller: Caller) -> Callable[[AnyMatch], int]:
    """What gives the seat through which the caller may act."""
    return lambda match: guards.seat(match, caller)


def _legal(match: AnyMatch, seat: int, read: ReadMove) -> Any:
    """The move that `read` gives, if it is the seat's turn and the rules allow it."""
    guards.active(match)
    guards.turn(match, seat)
    game = GAMES[match.game]
    move = read(game)
    game.rules.check(match.state, seat, move)
    return move
