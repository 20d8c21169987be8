"""Commands on matches: those of `ChangeLoop`, and those that are about more than one match."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from croupier_game.seeded import ChanceSource, seeded_chance
from croupier_match.admission import Caller, Expected
from croupier_match.commands import Create, Free, Join
from croupier_match.decide import Decided
from croupier_match.match import Access, AnyMatch, Player
from croupier_match.refusals import Conflict, VersionMismatch
from croupier_match.sealing import Given
from croupier_match.settings import MatchSettings

from engine.domain import rated
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
from engine.domain.rated import NEWCOMER, Standing
from engine.domain.registry import GAMES
from engine.domain.steady_clock import utc_now
from engine.service.change_loop import MAX_VERSIONS, ChangeLoop
from engine.service.changes import Change, prepared
from engine.service.tournaments.tournaments import Tournaments
from engine.store.idempotency import AlreadyDone, IdempotencyKey
from engine.store.matches import MatchStore
from engine.store.types import Saving

MAX_WAITING = 200
"""The number of waiting matches with a player, beyond which the player creates no more."""
SLICE = 8
"""Matches that are made before other calls have their turn: a few milliseconds."""


@dataclass(frozen=True, slots=True)
class FullMatch:
    """A match before its first entry, its players, and what they give to the deal, by seat."""

    match: AnyMatch
    players: Sequence[Player]
    given: Sequence[Given]


class Matches(ChangeLoop):
    """Commands on the matches of a store."""

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
        super().__init__(store, now, chance, max_versions)
        self.new_seed = new_seed
        self.tournaments = Tournaments(store, self.now_ms, new_seed)

    async def create(
        self,
        creator: Player,
        settings: MatchSettings,
        key: IdempotencyKey | None,
        standing: Standing = NEWCOMER,
        own_game: bool = False,
    ) -> Change:
        """Create a match with its creator at seat 0.

        The id of a private match follows from its invite code. With an idempotency key the id, or
        the code, follows from it, so a repeat finds the match of the first call. Raise
        IdempotencyMismatch, InMaintenance, Conflict beyond MAX_WAITING, InvalidOptions; and as
        `rated.check_new` does, which is told the last two.
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
        match = new_match(match_id, seed, settings, code)
        rated.check_new(GAMES.of(match), match, own_game, creator, standing, self.now_ms)
        # First, since the rules may deal at once: not before all engines have them.
        await self.store.engines.check(match.rules)
        decided = self.decided(match, Create(creator, settings.given), self.time())
        try:
            return await self.store_change(match, decided, Caller(creator.id), key)
        except AlreadyDone as done:  # by the same request, sent twice at the same time
            return await self.repeated(match_id, done.answer)

    async def _created_before(
        self, match_id: str, other_id: str, key: IdempotencyKey, secret: str
    ) -> Change | None:
        """The first answer once more, if the key was used. Raise IdempotencyMismatch.

        `other_id` is the id of the match of the other access that the key would have created.
        """
        try:
            await self.store.check_unused(match_id, key)
        except AlreadyDone as done:
            return await self.repeated(match_id, done.answer)
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
        (failure,) = await self.create_all([FullMatch(match, players, given)])
        if failure:
            raise failure

    async def create_all(self, wanted: Sequence[FullMatch]) -> list[Exception | None]:
        """Create these matches, unless there are any by their ids, in two round trips.

        Return None for each that is there by then, or why it is not. Raise StoreUnavailable.
        """
        # Spares the changes that would fail; the store would refuse them anyway.
        versions = await self.store.versions([each.match.id for each in wanted])
        failures: list[Exception | None] = [None] * len(wanted)
        savings = dict[int, Saving]()
        for place, each in enumerate(wanted):
            if versions[place]:
                continue
            try:
                savings[place] = prepared(each.match, self._full(each), None, None).saving
            except Exception as failure:  # the others must not suffer from it
                failures[place] = failure
            if place % SLICE == SLICE - 1:
                await asyncio.sleep(0)
        stored = await self.store.save_all([*savings.values()])
        for place, outcome in zip(savings, stored, strict=True):
            failures[place] = None if isinstance(outcome, VersionMismatch) else outcome
        return failures

    def _full(self, wanted: FullMatch) -> Decided:
        """A new match with all its players, which take their seats at the same time."""
        time, players, given = self.time(), wanted.players, wanted.given
        entries, versions = self.decided(wanted.match, Create(players[0], given[0]), time)
        for seat in range(1, len(players)):
            joined = self.decided(versions[-1], Join(players[seat], seat, given[seat]), time)
            entries += joined.entries
            versions += joined.versions
        return Decided(entries, versions)

    async def free(self, match_id: str, caller: Caller, freed: int, expected: Expected) -> Change:
        """Free the seat of a bot, on behalf of the creator of a match that waits.

        Its invitation has ended then, or it would come back by it.
        """
        command = Free(freed)
        match = await self.check(match_id, caller, command, expected)
        bot = match.seats[freed].player
        if bot:
            await self.store.invitations.forget([match_id], bot.id)
        return await self.change(match_id, caller, command, expected)
