"""Rematches: the last seat that requests one creates the next match."""

from collections.abc import Sequence
from dataclasses import dataclass

from croupier_game.errors import InvalidOptions
from croupier_match import absence, admission, sealing
from croupier_match.absence import Absence
from croupier_match.admission import Caller
from croupier_match.match import AnyMatch, Deal, Status, UndoMode
from croupier_match.refusals import MatchNotActive
from croupier_match.sealing import NOTHING, Given
from croupier_match.settings import MatchSettings
from croupier_match.situations import check_ended

from engine.domain import rated
from engine.domain.creation import new_match
from engine.domain.ids import derived_id
from engine.domain.rated import NEWCOMER, Standing
from engine.domain.registry import GAMES
from engine.service.matches import Matches
from engine.store.idempotency import IdempotencyKey
from engine.store.types import RematchRequests


@dataclass(frozen=True, slots=True)
class Rematch:
    """The seats that have requested one, and the next match's id once all have, else ""."""

    asked: tuple[int, ...]
    match_id: str
    replayed: bool


@dataclass(frozen=True, slots=True)
class RematchRequest:
    """What a seat asks for: the standings carried on, and what it gives to the new deal.

    `away` are the players that are not here: a request of one who is gone has ended. `standing` is
    that of the player, and `own_game` is whether the operator has named the game as his own.
    """

    keep_score: bool = False
    given: Given = NOTHING
    away: Sequence[Absence] = ()
    standing: Standing = NEWCOMER
    own_game: bool = False


@dataclass(frozen=True)
class Rematches:
    """Requests for rematches of `matches`, which the next matches are created in."""

    matches: Matches

    async def request(
        self, match_id: str, caller: Caller, asking: RematchRequest, key: IdempotencyKey | None
    ) -> Rematch:
        """Request a rematch for the caller's seat; the last request creates it, seats as before.

        The score is kept if all requests say so; the deal is that of the match. Raise NotFound,
        NotYourMatch, RosterChanged, NotPlayedHere, IdempotencyMismatch, MatchActive,
        MatchNotActive, InMaintenance, Conflict, InvalidOptions.
        """
        store = self.matches.store
        match = await store.load(match_id)
        seat = admission.acting_seat(match, caller)
        GAMES.of(match)  # the rules say with which options it goes on
        # Before the situation is checked: a repeat must get its answer in any situation.
        repeated = await store.was_used(match_id, key)
        check_ended(match)
        if match.status == Status.ABORTED:
            raise MatchNotActive("A match that was aborted has no rematch.")
        if match.tournament:
            raise MatchNotActive(
                "A match of a tournament has no rematch: the tournament says who meets whom."
            )
        # Maintenance admits no new matches, but a repeat is answered as the first time.
        if not repeated:
            await self._check(match, seat, asking)
        await store.archiving.touch(match.id)  # it is archived with the requests
        gone = absence.gone(match, asking.away) - {seat}
        requests = await store.request_rematch(
            match, seat, asking.keep_score, key, asking.given, gone
        )
        if len(requests.asked) < len(match.seats):
            return Rematch(requests.asked, "", requests.replayed)
        return Rematch(requests.asked, await self._made(match, requests), requests.replayed)

    async def asked(self, match_id: str, caller: Caller, away: Sequence[Absence]) -> Rematch:
        """The requests that count, and the next match once there is one.

        Raise NotFound, NotYourMatch, RosterChanged, MatchActive.
        """
        store = self.matches.store
        match = await store.load(match_id)
        admission.acting_seat(match, caller)
        check_ended(match)
        next_id = derived_id("rematch", match.id)
        seats = await store.rematch_seats(match_id)
        if await store.exists(next_id):
            return Rematch(tuple(seats), next_id, replayed=False)
        # Once all have asked, the next match is made for all of them.
        gone = absence.gone(match, away) if len(seats) < len(match.seats) else frozenset()
        return Rematch(tuple(seat for seat in seats if seat not in gone), "", replayed=False)

    async def end(self, match_id: str, caller: Caller) -> None:
        """Withdraw the request of the caller's seat; of one that has asked for none, decline.

        Raise NotFound, NotYourMatch, RosterChanged, MatchActive, Conflict once all have asked.
        """
        store = self.matches.store
        match = await store.load(match_id)
        seat = admission.acting_seat(match, caller)
        check_ended(match)
        await store.archiving.touch(match.id)  # it is archived with the requests
        await store.end_rematch(match, seat)

    async def _check(self, match: AnyMatch, seat: int, asking: RematchRequest) -> None:
        """Raise InMaintenance, InvalidOptions for what a seat gives, and as `_check_rated` does."""
        await self.matches.store.maintenance.check()
        await self.matches.store.engines.check(match.rules)
        self._check_rated(match, seat, asking)
        given = asking.given
        gifts: dict[int, Given] = {}
        if match.deal == Deal.SEALED:
            gifts = await self.matches.store.given_to_rematch(match.id)
        # Who has given a seal need not repeat it to learn the id.
        if given != NOTHING or seat not in gifts:
            sealing.check_given(match.deal, given)

    def _check_rated(self, match: AnyMatch, seat: int, asking: RematchRequest) -> None:
        """Raise InvalidOptions or Suspended if the match is rated, and another one cannot be."""
        player = match.seats[seat].player
        if not match.rated or not player:
            return
        if asking.keep_score:
            raise InvalidOptions("The scores of a rated match are not carried on.")
        game, now_ms = GAMES.of(match), self.matches.now_ms
        rated.check_new(game, match, asking.own_game, player, asking.standing, now_ms)

    async def _made(self, match: AnyMatch, requests: RematchRequests) -> str:
        """The id of the next match, which is created unless it exists; "" if it cannot be.

        The id follows from the old one's, so the match is created once, whichever request
        comes last, and however often.
        """
        match_id = derived_id("rematch", match.id)
        exists = await self.matches.store.exists(match_id)
        # A repeat is answered as at first, and a player who has asked may be deleted since.
        withdrawn = len(requests.given) < len(match.seats)
        if not exists and not withdrawn:
            await self._create(match_id, match, requests)
        return match_id if exists or not withdrawn else ""

    async def _create(self, match_id: str, match: AnyMatch, requests: RematchRequests) -> None:
        keep_score = all(requests.by_seat.values())
        options = GAMES.of(match).rules.rematch_options(match.state, keep_score)
        settings = MatchSettings(
            match.game,
            options,
            len(match.seats),
            match.access,
            clock=match.clock,
            gone_after_ms=match.gone_after_ms,
            deal=match.deal,
            reveal_ms=match.reveal_ms,
            talk=match.talk,
            undo=UndoMode.CONSENT if match.undo else UndoMode.NEVER,
            rated=match.rated,
            rules_version=match.rules_version,
        )
        players = [seat.player for seat in match.seats if seat.player]
        given = [requests.given[seat] for seat in range(len(players))]
        next_match = new_match(match_id, self.matches.new_seed(), settings)
        await self.matches.create_full(next_match, players, given)
