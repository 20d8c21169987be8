"""Rematches: the last seat that requests one creates the next match."""

from dataclasses import dataclass

from engine.domain import guards
from engine.domain.creation import MatchSettings, derived_id, new_match
from engine.domain.errors import MatchNotActive
from engine.domain.guards import Caller
from engine.domain.match import Status
from engine.domain.reducer import AnyMatch
from engine.domain.registry import GAMES
from engine.service.matches import Matches
from engine.store.idempotency import IdempotencyKey


@dataclass(frozen=True, slots=True)
class Rematch:
    """The seats that have requested one, and the next match's id once all have, else ""."""

    asked: tuple[int, ...]
    match_id: str
    replayed: bool


@dataclass(frozen=True)
class Rematches:
    """Requests for rematches of `matches`, which the next matches are created in."""

    matches: Matches

    async def request(
        self, match_id: str, caller: Caller, keep_score: bool, key: IdempotencyKey | None
    ) -> Rematch:
        """Request a rematch for the caller's seat; the last request creates it, seats as before.

        The score is kept if all requests say so. Raise NotFound, NotYourMatch, RosterChanged,
        IdempotencyMismatch, MatchActive, MatchNotActive, InMaintenance.
        """
        store = self.matches.store
        match = await store.load(match_id)
        seat = guards.acting_seat(match, caller)
        # Before the situation is checked: a repeat must get its answer in any situation.
        repeated = await store.was_used(match_id, key)
        guards.check_ended(match)
        if match.status == Status.ABORTED:
            raise MatchNotActive("A match that was aborted has no rematch.")
        # Maintenance admits no new matches, but a repeat is answered as the first time.
        if not repeated:
            await store.maintenance.check()
        requests = await store.request_rematch(match, seat, keep_score, key)
        if len(requests.asked) < len(match.seats):
            return Rematch(requests.asked, "", requests.replayed)
        created = await self._create(match, keep_score=all(requests.by_seat.values()))
        return Rematch(requests.asked, created, requests.replayed)

    async def _create(self, match: AnyMatch, keep_score: bool) -> str:
        """The id of the next match, which is created unless it exists.

        The id follows from the old one's, so the match is created once, whichever request
        comes last, and however often.
        """
        match_id = derived_id("rematch", match.id)
        options = GAMES[match.game].rules.rematch_options(match.state, keep_score)
        settings = MatchSettings(
            match.game, options, len(match.seats), match.access, clock=match.clock
        )
        players = [seat.player for seat in match.seats if seat.player]
        recipe = await self.matches.recipe()
        next_match = new_match(match_id, self.matches.new_seed(), settings, recipe)
        await self.matches.create_full(next_match, players)
        return match_id
