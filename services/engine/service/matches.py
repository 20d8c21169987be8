"""Commands on matches: load, refuse or change, store.

Every method of `Matches` is one request. Refusals are raised in the order of the
public contract: not found, not allowed, done before, other version, wrong
situation, against the rules.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from croupier_game.seeded import ChanceSource, seeded_chance
from croupier_match import absence, guards, sealing
from croupier_match.absence import Absence
from croupier_match.guards import Caller
from croupier_match.match import (
    CREATOR,
    Access,
    AnyEntry,
    AnyMatch,
    Deal,
    Entry,
    Kind,
    Player,
    Status,
)
from croupier_match.refusals import Conflict, Forbidden, GameFailed, MatchNotActive, VersionMismatch
from croupier_match.sealing import NOTHING, Given
from croupier_match.settings import MatchSettings

from engine.domain import due
from engine.domain.creation import new_match
from engine.domain.errors import IdempotencyMismatch
from engine.domain.ids import (
    code_for_key,
    match_id_for_code,
    match_id_for_key,
    random_code,
    random_id,
    random_seed,
    ticket_id_for_key,
)
from engine.domain.registry import GAMES
from engine.domain.steady_clock import utc_now
from engine.service.change_loop import ChangeLoop
from engine.service.changes import MAX_VERSIONS, Change, PreparedChange, ReadMove, legal_move
from engine.service.queries.match_queries import Queries
from engine.service.queries.past_versions import Past
from engine.service.undoing import Undoing
from engine.store.idempotency import AlreadyDone, Answer, IdempotencyKey
from engine.store.matches import MatchStore

MAX_WAITING = 200
"""The number of waiting matches with a player, beyond which the player creates no more."""


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """The seat to join at, None for any; the invite code of a private match; what the player
    gives to the deal; whether it is invited, which engine.service.invitations has looked up."""

    seat: int | None = None
    invite_code: str = ""
    given: Given = NOTHING
    invited: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim that others have gone: who is `away`, and whether to call the match off."""

    away: Sequence[Absence]
    abort: bool = False


class Matches:
    """Commands on the matches of a store; `queries` reads them."""

    def __init__(
        self,
        store: MatchStore,
        now: Callable[[], datetime] = utc_now,
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
        self._loop = ChangeLoop(store, self.queries.past, now, chance, max_versions)
        self.undoing = Undoing(self._loop, self.queries.past, chance)

    async def create(
        self, creator: Player, settings: MatchSettings, key: IdempotencyKey | None
    ) -> Change:
        """Create a match with its creator at seat 0.

        The id of a private match follows from its invite code. With an idempotency key the id, or
        the code, follows from it, so a repeat finds the match of the first call. Raise
        IdempotencyMismatch, InMaintenance, Conflict beyond MAX_WAITING, InvalidOptions.
        """
        # Read without a key, too: what is created makes the record of the installation.
        secret = await self.store.installation.secret()
        code = random_code()
        private_id, public_id = match_id_for_code(code, secret), random_id()
        if key:
            key = replace(key, creates=True)
            code = code_for_key(key.key, key.player_id, secret)
            private_id = match_id_for_code(code, secret)
            public_id = match_id_for_key(key.key, key.player_id, secret)
        is_private = settings.access == Access.PRIVATE
        match_id, other_id = (private_id, public_id) if is_private else (public_id, private_id)
        if key and (repeated := await self._created_before(match_id, other_id, key, secret)):
            return repeated
        # After the look-up, so that a repeat is answered even in maintenance.
        await self.store.maintenance.check()
        seed = self.new_seed()
        if await self.store.lists.waiting(creator.id, MAX_WAITING) >= MAX_WAITING:
            raise Conflict(f"A player can wait in {MAX_WAITING} matches; leave one first.")
        sealing.check_given(settings.deal, settings.given)
        match = new_match(match_id, seed, settings, code)
        await self.store.engines.check(match.rules)
        try:
            return await self._loop.create(match, [(creator, settings.given)], key)
        except AlreadyDone as done:  # by the same request, sent twice at the same time
            return await self._loop.repeated(match_id, done.answer)

    def time(self) -> str:
        """The time, as logs have it. Raise StoreUnavailable while no clock can be trusted."""
        return self._loop.time()

    async def _created_before(
        self, match_id: str, other_id: str, key: IdempotencyKey, secret: str
    ) -> Change | None:
        """The first answer once more, if the key was used. Raise IdempotencyMismatch.

        `other_id` is the id of the match of the other access that the key would have created.
        """
        try:
            await self.store.check_unused(match_id, key)
        except AlreadyDone as done:
            return await self._loop.repeated(match_id, done.answer)
        if any(await self.store.versions([other_id])):
            raise IdempotencyMismatch("This Idempotency-Key was used for another request.")
        ticket_id = ticket_id_for_key(key.key, key.player_id, secret)
        if await self.store.tickets.exists(ticket_id):
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
            await self._loop.create(match, [*zip(players, given, strict=True)], None)

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
            guards.check_joining(match, player, request.invite_code, request.invited)

        def decide(match: AnyMatch, _: None) -> AnyEntry:
            seat = guards.free_seat(match, player, request.seat)
            sealing.check_new(match, request.given.seal)
            sealing.check_given(match.deal, request.given)
            return self._loop.entry(match, Kind.JOINED, seat, player=player, given=request.given)

        return await self._loop.change(match_id, allow, decide, expected, key)

    async def leave(
        self, match_id: str, caller: Caller, expected: int | None, key: IdempotencyKey | None
    ) -> Change:
        """Free the caller's seat; the match is aborted if that is its creator's.

        A running match is aborted, if the caller has not moved in it; all stay seated then.
        """

        def decide(match: AnyMatch, seat: int) -> AnyEntry:
            if match.status == Status.ACTIVE:
                guards.check_not_moved(match, seat)
                return self._loop.entry(match, Kind.ABORTED, seat)
            guards.check_waiting(match)
            guards.check_not_revealing(match)
            return self._loop.entry(match, Kind.ABORTED if seat == CREATOR else Kind.LEFT, seat)

        return await self._loop.change(match_id, _seat_of(caller), decide, expected, key)

    async def free(self, match_id: str, caller: Caller, freed: int, expected: int | None) -> Change:
        """Free the seat of a bot, on behalf of the creator of a match that waits.

        Its invitation has ended then, or it would come back by it. Raise Forbidden for others,
        NotFound for a seat that is free, Conflict for a person's.
        """

        def allow(match: AnyMatch) -> int:
            seat = guards.acting_seat(match, caller)
            if seat != CREATOR:
                raise Forbidden("Only the creator of a match takes a bot away.")
            return seat

        def decide(match: AnyMatch, seat: int) -> AnyEntry:
            guards.seated_bot(match, freed)
            guards.check_waiting(match)
            guards.check_not_revealing(match)
            return self._loop.entry(match, Kind.LEFT, freed)

        match = await self.store.load(match_id)
        seat = allow(match)
        guards.check_version(match, expected)
        decide(match, seat)
        bot = guards.seated_bot(match, freed)
        await self.store.invitations.forget([match_id], bot.id)
        change = await self._loop.change(match_id, allow, decide, expected, None)
        return replace(change, seat=CREATOR)  # not to the bot

    async def claim(
        self,
        match_id: str,
        caller: Caller,
        claim: Claim,
        expected: int | None,
        key: IdempotencyKey | None,
    ) -> Change:
        """Have those withdrawn who are to move and have gone, or call the match off for it.

        Raise Conflict, which says who is here or when somebody is gone, or who else is left.
        """

        def decide(match: AnyMatch, seat: int) -> AnyEntry:
            guards.check_active(match)
            entry = self._loop.entry(match, Kind.ABORTED if claim.abort else Kind.CLAIMED, seat)
            gone = absence.claimable(GAMES.of(match), match, seat, claim.away, entry.time)
            if claim.abort and gone != absence.others_left(match, seat):
                raise Conflict("Not all others are gone and to move: only a win can be claimed.")
            return replace(entry, gone=gone)

        return await self._loop.change(match_id, _seat_of(caller), decide, expected, key)

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
            return self._loop.entry(match, Kind.STARTED, seat)

        return await self._loop.change(match_id, allow, decide, expected, key)

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
            return self._loop.entry(match, Kind.REVEALED, seat, given=Given(entropy))

        return await self._loop.change(match_id, allow, decide, expected, key)

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
            return self._loop.entry(match, Kind.RESIGNED, seat)

        return await self._loop.change(
            match_id, _seat_of(caller), decide, expected, key, guards.check_table
        )

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
            return self._loop.entry(match, Kind.MOVE, seat, move=legal_move(match, seat, read))

        return await self._loop.change(
            match_id, _seat_of(caller), decide, expected, key, guards.check_table
        )

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
        guards.check_table(match, expected)
        move = legal_move(match, seat, read)
        when = max(time, match.update_time)
        entry: AnyEntry = Entry(match.version + 1, Kind.MOVE, seat, when, move)
        if due.overdue(match, entry.time):
            # No caller sees this: GroupCommit leaves it to `move`, which applies the time-out.
            raise MatchNotActive("Time has run out.")
        return self._loop.prepare(match, [entry], key)

    async def check_move(
        self, match_id: str, caller: Caller, read: ReadMove, expected: int | None
    ) -> AnyMatch:
        """The current match, unchanged. Raise the refusal that `move` would raise."""
        match = await self.store.load(match_id)
        seat = guards.acting_seat(match, caller)
        match = await self.apply_deadlines(match)
        guards.check_table(match, expected)
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
            return replace(self._loop.entry(match, Kind.ABORTED, CREATOR), note=note)

        return await self._loop.change(match_id, allow, decide, None, None)

    async def apply_deadlines(self, match: AnyMatch) -> AnyMatch:
        """Apply every expired deadline, exactly once, and return the match."""
        return await self._loop.apply_deadlines(match)

    async def failed(self, match: AnyMatch, failure: GameFailed) -> None:
        """Count a failure of the rules in a change of the match; see `ChangeLoop.failed`."""
        await self._loop.failed(match, failure)


def _seat_of(caller: Caller) -> Callable[[AnyMatch], int]:
    """Return a function of a match: the seat through which the caller may act in it."""
    return lambda match: guards.acting_seat(match, caller)
