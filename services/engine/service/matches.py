"""Commands on matches: load, refuse or change, store.

Every method of `Matches` is one request. Refusals are raised in the order of the
public contract: not found, not allowed, done before, other version, wrong
situation, against the rules.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar

from engine.domain import clock, deadlines, guards, sealing
from engine.domain.chance import ChanceSource, seeded_chance
from engine.domain.creation import (
    MatchSettings,
    new_match,
    random_id,
    random_seed,
)
from engine.domain.errors import (
    Conflict,
    Forbidden,
    IdempotencyMismatch,
    InMaintenance,
    MatchNotActive,
    VersionMismatch,
)
from engine.domain.guards import Caller
from engine.domain.match import CREATOR, Deal, Entry, Kind, Player
from engine.domain.reducer import AnyEntry, AnyMatch
from engine.domain.sealing import NOTHING, Given
from engine.service.changes import (
    MAX_VERSIONS,
    Change,
    PreparedChange,
    ReadMove,
    legal_move,
    prepare,
)
from engine.service.keyed_ids import KeyedIds, keyed_ids
from engine.service.past import Past
from engine.service.queries import Queries
from engine.store.idempotency import AlreadyDone, Answer, IdempotencyKey
from engine.store.matches import MatchStore

Allowed = TypeVar("Allowed")

MAX_WAITING = 200
"""The number of waiting matches with a player, beyond which the player creates no more."""
UPGRADE_S = 3600
"""After how long to ask again for a sealed deal during an upgrade."""
ATTEMPTS = 10
"""How often a change is computed again after another one came first."""


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """The seat to join at, None for any; the invite code of a private match; what the player
    gives to the deal."""

    seat: int | None = None
    invite_code: str = ""
    given: Given = NOTHING


class Matches:
    """Commands on the matches of a store; `queries` reads them."""

    def __init__(
        self,
        store: MatchStore,
        now: Callable[[], datetime] = clock.utc_now,
        chance: ChanceSource = seeded_chance,
        new_seed: Callable[[], str] = random_seed,
        max_versions: int = MAX_VERSIONS,
    ) -> None:
        """Time, chance and seeds may be a test's own; queries get the same.

        A match that reaches `max_versions` is aborted.
        """
        self.store = store
        self.now = now
        self.new_seed = new_seed
        self.queries = Queries(store, Past(store, chance), now)
        self._chance = chance
        self._max_versions = max_versions
        self._recipe_2 = False

    async def create(
        self, creator: Player, settings: MatchSettings, key: IdempotencyKey | None
    ) -> Change:
        """Create a match with its creator at seat 0.

        With an idempotency key the id follows from it, so a repeat finds the match of the
        first call. Raise IdempotencyMismatch, InMaintenance, Conflict beyond MAX_WAITING,
        InvalidOptions.
        """
        match_id = random_id()
        if key:
            key = replace(key, creates=True)
            ids = await self.keyed_ids(key)
            match_id = ids.matches[0]
            if repeated := await self._created_before(ids, key):
                return repeated
        # After the look-up, so that a repeat is answered even in maintenance.
        await self.store.maintenance.check()
        seed = self.new_seed()
        if await self.store.lists.waiting(creator.id, MAX_WAITING) >= MAX_WAITING:
            raise Conflict(f"A player can wait in {MAX_WAITING} matches; leave one first.")
        sealing.check_given(settings.deal, settings.given)
        match = new_match(match_id, seed, settings, await self.recipe(settings.deal))
        try:
            return await self._store_new(match, [(creator, settings.given)], key)
        except AlreadyDone as done:  # by the same request, sent twice at the same time
            return await self._repeated(match_id, done.answer)

    def time(self) -> str:
        """The time, as logs have it. Raise StoreUnavailable while no clock can be trusted."""
        return clock.rfc3339(self.now())

    async def recipe(self, deal: Deal = Deal.OPEN) -> int:
        """The recipe of a new match: 1 while engines that know no other may still run.

        They know no sealed deals either: raise InMaintenance for one while they may run.
        """
        if not self._recipe_2:
            installation = await self.store.installation.read()
            since = installation.recipe_2_ms
            self._recipe_2 = not since or since <= clock.epoch_ms(self.now())
        if self._recipe_2:
            return 2
        if deal == Deal.SEALED:
            raise InMaintenance("Sealed deals can be had when the upgrade is over.", UPGRADE_S)
        return 1

    async def keyed_ids(self, key: IdempotencyKey) -> KeyedIds:
        """The ids that a match or a ticket created under the key may have."""
        installation = await self.store.installation.read()
        return keyed_ids(key, installation, clock.epoch_ms(self.now()))

    async def _created_before(self, ids: KeyedIds, key: IdempotencyKey) -> Change | None:
        """The first answer once more, if the key was used. Raise IdempotencyMismatch."""
        for match_id in ids.matches:
            try:
                await self.store.check_unused(match_id, key)
            except AlreadyDone as done:
                return await self._repeated(match_id, done.answer)
        if await self.store.tickets.any_of(ids.tickets):
            raise IdempotencyMismatch("This Idempotency-Key was used for a ticket.")
        return None

    async def create_full(
        self, match: AnyMatch, players: Sequence[Player], given: Sequence[Given]
    ) -> None:
        """Create `match` with all its players and what they give to the deal, in seat order,
        unless one has its id already."""
        # Spares the change that would fail; the store would refuse it anyway.
        if any(await self.store.versions([match.id])):
            return
        with suppress(VersionMismatch):
            await self._store_new(match, [*zip(players, given, strict=True)], None)

    async def join(
        self,
        match_id: str,
        player: Player,
        request: JoinRequest,
        expected: int | None,
        key: IdempotencyKey | None,
    ) -> Change:
        """Seat the player at the requested seat, or at the lowest free one."""

        def allow(match: AnyMatch) -> None:
            guards.check_invitation(match, player, request.invite_code)

        def decide(match: AnyMatch, _: None) -> AnyEntry:
            seat = guards.free_seat(match, player, request.seat)
            sealing.check_new(match, request.given.seal)
            sealing.check_given(match.deal, request.given)
            return self._entry(match, Kind.JOINED, seat, player=player, given=request.given)

        return await self._change(match_id, allow, decide, expected, key)

    async def leave(
        self, match_id: str, caller: Caller, expected: int | None, key: IdempotencyKey | None
    ) -> Change:
        """Free the caller's seat; the match is aborted if that is its creator's."""

        def decide(match: AnyMatch, seat: int) -> AnyEntry:
            guards.check_waiting(match)
            guards.check_not_revealing(match)
            return self._entry(match, Kind.ABORTED if seat == CREATOR else Kind.LEFT, seat)

        return await self._change(match_id, _seat_of(caller), decide, expected, key)

    async def start(
        self, match_id: str, caller: Caller, expected: int | None, key: IdempotencyKey | None
    ) -> Change:
        """Start a match of manual start, on behalf of its creator, once every seat is taken."""

        def allow(match: AnyMatch) -> int:
            seat = guards.acting_seat(match, caller)
            if seat != CREATOR:
                raise Forbidden("Only the creator of a match starts it.")
            return seat

        def decide(match: AnyMatch, seat: int) -> AnyEntry:
            guards.check_waiting(match)
            guards.check_not_revealing(match)
            if not match.full:
                raise Conflict("Every seat must be taken before the match starts.")
            return self._entry(match, Kind.STARTED, seat)

        return await self._change(match_id, allow, decide, expected, key)

    async def reveal(
        self,
        match_id: str,
        caller: Caller,
        entropy: str,
        expected: int | None,
        key: IdempotencyKey | None,
    ) -> Change:
        """Reveal the entropy of the caller's seal; the last one deals.

        The same entropy once more is a repeat, with or without a key.
        """

        def allow(match: AnyMatch) -> int:
            seat = guards.acting_seat(match, caller)
            if match.deal == Deal.SEALED and entropy and match.seats[seat].entropy == entropy:
                raise AlreadyDone(Answer(match.version - 1, match.version, seat))
            return seat

        def decide(match: AnyMatch, seat: int) -> AnyEntry:
            guards.check_reveal(match, seat, entropy)
            return self._entry(match, Kind.REVEALED, seat, given=Given(entropy))

        return await self._change(match_id, allow, decide, expected, key)

    async def resign(
        self, match_id: str, caller: Caller, expected: int | None, key: IdempotencyKey | None
    ) -> Change:
        """Resign the caller's seat. With one seat left the match ends, else it goes on.

        The server makes random moves for a resigned seat.
        """

        def decide(match: AnyMatch, seat: int) -> AnyEntry:
            guards.check_active(match)
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
        """Make a move, if it is the caller's turn and the rules allow it."""

        def decide(match: AnyMatch, seat: int) -> AnyEntry:
            return self._entry(match, Kind.MOVE, seat, move=legal_move(match, seat, read))

        return await self._change(match_id, _seat_of(caller), decide, expected, key)

    def prepare_move(
        self,
        match: AnyMatch,
        caller: Caller,
        read: ReadMove,
        expected: int | None,
        key: IdempotencyKey | None,
        time: str,
    ) -> PreparedChange:
        """What `move` would store at `time` if the match is still as given. Raise any refusal."""
        seat = guards.acting_seat(match, caller)
        guards.check_version(match, expected)
        move = legal_move(match, seat, read)
        entry = Entry(match.version + 1, Kind.MOVE, seat, max(time, match.update_time), move)
        if clock.overdue(match, entry.time):
            # No caller sees this: GroupCommit leaves it to `move`, which applies the time-out.
            raise MatchNotActive("Time has run out.")
        return prepare(match, [entry], key, self._chance, self._max_versions)

    async def check_move(
        self, match_id: str, caller: Caller, read: ReadMove, expected: int | None
    ) -> AnyMatch:
        """The current match, unchanged. Raise the refusal that `move` would raise."""
        match = await self.store.load(match_id)
        seat = guards.acting_seat(match, caller)
        match = await self.apply_deadlines(match)
        guards.check_version(match, expected)
        legal_move(match, seat, read)
        return match

    async def abort(self, match_id: str, note: str) -> Change:
        """End the match without a winner, on behalf of an operator; every player stays seated.

        `note` becomes a part of the log's last entry. Raise NotFound, MatchNotActive.
        """

        def allow(match: AnyMatch) -> None:
            """Operators may abort any match."""

        def decide(match: AnyMatch, _: None) -> AnyEntry:
            if match.ended:
                raise MatchNotActive("The match has ended.")
            return replace(self._entry(match, Kind.ABORTED, CREATOR), note=note)

        return await self._change(match_id, allow, decide, None, None)

    async def apply_deadlines(self, match: AnyMatch) -> AnyMatch:
        """Apply every expired deadline, exactly once, and return the match."""
        while deadlines.may_have(match) and deadlines.overdue(match, time := self._time(match)):
            try:
                entry = deadlines.entry(match, time)
                match = (await self._store(match, [entry], None)).match
            except VersionMismatch:  # another engine was first, or a move just in time
                match = await self.store.load(match.id)
        return match

    async def _change(
        self,
        match_id: str,
        allow: Callable[[AnyMatch], Allowed],
        decide: Callable[[AnyMatch, Allowed], AnyEntry],
        expected: int | None,
        key: IdempotencyKey | None,
    ) -> Change:
        """Load, decide, store; start again if another change came first.

        `allow` raises if the caller may not do this at all, and returns what `decide` needs
        to know of the caller. It is not asked for a repeat, which was allowed the first time.
        A caller that comes after a deadline finds the match as its time-out has left it.
        """
        for _ in range(ATTEMPTS):
            try:
                match = await self.store.load(match_id, key)
                allowed = allow(match)
                match = await self.apply_deadlines(match)
                guards.check_version(match, expected)
                entry = decide(match, allowed)
                # Time has passed since the deadlines were applied, and a move must not be late.
                if not deadlines.overdue(match, entry.time):
                    return await self._store(match, [entry], key)
            except AlreadyDone as done:
                return await self._repeated(match_id, done.answer)
            except IdempotencyMismatch:
                # A caller that is not allowed must not learn of a key that was used.
                with suppress(AlreadyDone):
                    allow(await self.store.load(match_id))
                raise
            except VersionMismatch as mismatch:
                # The version may be as expected, if a name was removed.
                if expected not in (None, mismatch.version):
                    raise
        # A caller with an expected version never gets here: it has had VersionMismatch.
        raise Conflict("Others keep changing this match; try again.")

    async def _store_new(
        self, match: AnyMatch, players: Sequence[tuple[Player, Given]], key: IdempotencyKey | None
    ) -> Change:
        """Store a new match with these players, and what they give, at its first seats."""
        kinds = (Kind.CREATED, *[Kind.JOINED] * (len(players) - 1))
        time = self.time()
        log: list[AnyEntry] = [
            Entry(seat + 1, kind, seat, time, None, player, given.entropy, seal=given.seal)
            for seat, (kind, (player, given)) in enumerate(zip(kinds, players, strict=True))
        ]
        return await self._store(match, log, key)

    async def _store(
        self, before: AnyMatch, log: Sequence[AnyEntry], key: IdempotencyKey | None
    ) -> Change:
        """Store what the entries make of the match. Raise as `MatchStore.save` does."""
        prepared = prepare(before, log, key, self._chance, self._max_versions)
        await self.store.save(prepared.saving)
        return prepared.change

    async def _repeated(self, match_id: str, answer: Answer) -> Change:
        """The first answer once more: a match at a version never changes."""
        match = await self.store.load(match_id)
        # The usual case of a repeat, soon after a change of one version, needs no log.
        if answer.after + 1 == answer.version == match.version:
            return Change(match, match.events, answer.seat, replayed=True)
        versions = await self.queries.past.versions(match, answer.after + 1, answer.version)
        events = tuple(event for each in versions for event in each.match.events)
        return Change(versions[-1].match, events, answer.seat, replayed=True)

    def _entry(
        self,
        match: AnyMatch,
        kind: Kind,
        seat: int,
        move: Any = None,
        player: Player | None = None,
        given: Given = NOTHING,
    ) -> AnyEntry:
        """The next entry of the log."""
        time, version = self._time(match), match.version + 1
        return Entry(version, kind, seat, time, move, player, given.entropy, seal=given.seal)

    def _time(self, match: AnyMatch) -> str:
        """The time of the next entry: never before that of the last one."""
        # Engines' clocks differ, and a log that goes back in time would give players time back.
        return max(self.time(), match.update_time)


def _seat_of(caller: Caller) -> Callable[[AnyMatch], int]:
    """What gives the seat through which the caller may act."""
    return lambda match: guards.acting_seat(match, caller)
