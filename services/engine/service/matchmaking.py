"""Matchmaking: tickets search for players with equal settings, and become a match together.

Two steps make a match of tickets. A script marks them as matched, all at once and
under the id that the match will have; then the match is stored under that id, and
the tickets are marked as made. An engine that dies in between leaves tickets whose match
may not exist: whichever engine reads one of them next creates it, at the latest the
scheduler of any. The id and the compare-and-set on its version let only one of several do so.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from croupier_match import absence, clock, sealing
from croupier_match.evolve import genesis
from croupier_match.match import AnyMatch, Deal, Player
from croupier_match.refusals import Conflict, NotFound
from croupier_match.settings import MatchSettings

from engine.domain import rated
from engine.domain.creation import new_match
from engine.domain.errors import IdempotencyMismatch
from engine.domain.ids import (
    code_for_key,
    derived_id,
    match_id_for_code,
    match_id_for_key,
    random_id,
    ticket_id_for_key,
)
from engine.domain.rated import NEWCOMER, Standing
from engine.domain.registry import GAMES
from engine.service.matches import Matches
from engine.store.idempotency import IdempotencyKey
from engine.store.indexes.due_queue import Claims
from engine.store.tickets import Ticket, TicketStatus, TicketStore


@dataclass(frozen=True, slots=True)
class TicketAnswer:
    """A ticket, and whether this is the answer to a repeat (`replayed`)."""

    ticket: Ticket
    replayed: bool = False


@dataclass(frozen=True)
class Matchmaking:
    """Commands on tickets; matches of tickets are created in `matches`."""

    matches: Matches

    async def create(
        self,
        player: Player,
        settings: MatchSettings,
        key: IdempotencyKey | None,
        listed: bool = True,
        standing: Standing = NEWCOMER,
        own_game: bool = False,
        blocked: Collection[str] = (),
    ) -> TicketAnswer:
        """Queue the player for a match with the same settings as other tickets.

        Unless it is `listed`, others do not see that the player searches. With an idempotency key
        the id follows from it, so a repeat finds the ticket of the first call. Raise
        IdempotencyMismatch, InvalidOptions, InMaintenance, and Conflict if too many of the player's
        tickets search, or another player's has the same seal; and as `rated.check_new` does, which
        is told `standing` and `own_game`. The player meets none of those whom it has `blocked`.
        """
        # Read without a key, too: what is created makes the record of the installation.
        secret = await self.matches.store.installation.secret()
        ticket_id = random_id()
        if key:
            ticket_id = ticket_id_for_key(key.key, key.player_id, secret)
            if known := await self._store.find(ticket_id):
                return await self._repeated(known, key)
            code = code_for_key(key.key, key.player_id, secret)
            made = [
                match_id_for_key(key.key, key.player_id, secret),
                match_id_for_code(code, secret),
            ]
            if any(await self.matches.store.versions(made)):
                raise IdempotencyMismatch("This Idempotency-Key was used for a match.")
        sealing.check_given(settings.deal, settings.given)
        template = new_match("", "", settings)
        await self.matches.store.maintenance.check()
        fingerprint, now_ms = key.fingerprint if key else "", self._now_ms()
        rated.check_new(GAMES.of(template), template, own_game, player, standing, self._now_ms)
        await self.matches.store.engines.check(template.rules)
        shown = _shown(player, template, clock.rfc3339_of(now_ms)) if listed else None
        ticket, entered = await self._store.enter(
            *(ticket_id, player, template, fingerprint, random_id(), now_ms),
            settings.given,
            shown,
            blocked,
            await self._rating(player, template) if template.rated else 0,
        )
        if key and not entered:
            return await self._repeated(ticket, key)
        return TicketAnswer(await self._with_match(ticket))

    async def get(self, ticket_id: str, player_id: str) -> Ticket:
        """The player's own ticket. Raise NotFound."""
        ticket = _own(await self._store.find(ticket_id), player_id)
        if ticket.status == TicketStatus.SEARCHING and ticket.expires_ms <= self._now_ms():
            # Stored, or an engine whose clock is behind could still match it.
            ticket = _own(await self._store.settle(ticket_id, TicketStatus.EXPIRED), player_id)
        return await self._with_match(ticket)

    async def cancel(self, ticket_id: str, player_id: str) -> Ticket:
        """End the search, unless it has ended already. Raise NotFound; Conflict once matched."""
        _own(await self._store.find(ticket_id), player_id)
        ticket = _own(await self._store.settle(ticket_id, TicketStatus.CANCELLED), player_id)
        # The script has left it matched: a search that has ended stays as it ended.
        if ticket.status == TicketStatus.MATCHED:
            raise Conflict("This ticket has been matched: its matchId is the match.")
        return ticket

    async def searching(self, game: str, size: int, place: str) -> tuple[list[dict[str, Any]], str]:
        """Up to `size` tickets that search and are listed, newest first, as all may see them.

        Those of a `game`, if it is not "". The second is the `place` to go on from, "" at the end.
        Raise Malformed for a place that no answer had.
        """
        return await self._store.listed(game, size, place, self._now_ms())

    async def claim_waiting(self) -> Claims:
        """Some tickets that are to search again; other engines leave them for a while."""
        return await self._store.claim_waiting(self._now_ms())

    async def search_again(self, ticket_id: str) -> None:
        """Have a claimed ticket search again; if it completes a match, create that."""
        ticket = await self._store.find(ticket_id)
        if ticket is None:
            await self._store.forget_waiting(ticket_id)
        elif matched := await self._store.search_again(ticket, random_id(), self._now_ms()):
            await self._with_match(matched)

    async def claim_unmade(self) -> Claims:
        """Some tickets without their match in time; other engines leave them for a while."""
        return await self._store.claim_unmade(self._now_ms())

    async def make_match(self, ticket_id: str) -> None:
        """Create the match of a claimed ticket, unless it exists or the ticket has expired."""
        ticket = await self._store.find(ticket_id)
        if ticket:
            await self._with_match(ticket)
        # Also when the ticket has expired: nothing else would take it out of the queue.
        await self._store.forget_unmade(ticket_id)

    async def give_up(self, ticket_id: str) -> None:
        """Claim the ticket no more. Its match is created if a player's request asks for it."""
        await self._store.forget_unmade(ticket_id)

    @property
    def _store(self) -> TicketStore:
        return self.matches.store.tickets

    async def _repeated(self, ticket: Ticket, key: IdempotencyKey) -> TicketAnswer:
        """The first answer once more, even if the ticket has changed since."""
        if ticket.fingerprint != key.fingerprint:
            raise IdempotencyMismatch("This Idempotency-Key was used for another request.")
        if ticket.at_once:
            return TicketAnswer(await self._with_match(ticket), replayed=True)
        first = replace(ticket, status=TicketStatus.SEARCHING, match_id="")
        return TicketAnswer(first, replayed=True)

    async def _with_match(self, ticket: Ticket) -> Ticket:
        """The ticket; if it is matched, its match is stored by now.

        Seats are drawn by lot: the id of the match is random and chosen by no player, and
        every engine that creates the match draws the same.
        """
        if ticket.match_id and not ticket.made:
            # Several engines may draw one; that of the engine which stores the match counts.
            match = replace(ticket.template, id=ticket.match_id, seed=self.matches.new_seed())
            match = genesis(GAMES.of(match), match)
            pairs = zip(ticket.players, ticket.given, strict=True)
            drawn = sorted(pairs, key=lambda each: derived_id(match.id, each[0].id))
            players, given = zip(*drawn, strict=True)
            await self.matches.create_full(match, players, given)
            await self._store.mark_made(ticket.ticket_ids)
        return ticket

    async def _rating(self, player: Player, template: AnyMatch) -> int:
        """The rating of the player among those whom a rated match compares it with."""
        assert template.clock  # noqa: S101 - a rated match has one
        time_class = rated.time_class_of(template.clock)
        return await self.matches.store.shown_ratings.of(template.game, time_class, player)

    def _now_ms(self) -> int:
        return self.matches.now_ms()


def _shown(player: Player, template: AnyMatch, time: str) -> dict[str, Any]:
    """A ticket as all may see it: who searches for what, in the form of the public contract.

    It is made once and stored, so that engines without the game can list it. With its settings,
    another ticket meets this one.
    """
    sealed = template.deal == Deal.SEALED
    return {
        "game": template.game,
        "options": GAMES.of(template).wire.options_json(template.options),
        "seats": len(template.seats),
        "clock": clock.shown(template.clock) if template.clock else None,
        "goneAfter": absence.shown(template.gone_after_ms),
        "deal": template.deal,
        "reveal": clock.duration(template.reveal_ms) if sealed else None,
        "undo": template.undo_mode,
        "rated": template.rated,
        "player": {"id": player.id, "displayName": player.display_name, "kind": player.kind},
        "createTime": time,
    }


def _own(ticket: Ticket | None, player_id: str) -> Ticket:
    if ticket is None or ticket.player_id != player_id:
        raise NotFound("There is no such ticket.")
    return ticket
