"""What happens to a ticket: it searches, and becomes a match, or is given up.

Two steps make a match of tickets. A script marks them as matched, all at once and
under the id that the match will have; then the match is stored under that id, and
the tickets are told so. An engine that dies in between leaves tickets whose match
is not known to be made: whoever reads one of them makes it, and if nobody does, the
ticker of any engine. The id and the compare-and-set on its version let only one of
several do so.
"""

from dataclasses import dataclass, replace

from engine.domain import clock
from engine.domain.creation import (
    NewMatch,
    derived_id,
    genesis,
    match_under,
    random_id,
    ticket_under,
)
from engine.domain.errors import Conflict, IdempotencyMismatch, NotFound
from engine.domain.match import Player
from engine.service.matches import Matches
from engine.store.idempotency import IdempotencyKey
from engine.store.tickets import Ticket, TicketStatus, TicketStore


@dataclass(frozen=True, slots=True)
class Answer:
    """A ticket as it is answered; `replayed` if it had been made before, under the same key."""

    ticket: Ticket
    replayed: bool = False


@dataclass(frozen=True)
class Matchmaking:
    """The tickets of those who would play one of `matches`, which they are made in."""

    matches: Matches

    async def create(self, player: Player, wish: NewMatch, key: IdempotencyKey | None) -> Answer:
        """Search for others with an equal wish. Raise IdempotencyMismatch, InvalidOptions.

        With an idempotency key the id follows from it, so a repeat finds the
        ticket that the first call has made.
        """
        ticket_id = ticket_under(key.key, player.id) if key else random_id()
        known = await self._store.find(ticket_id) if key else None
        if key and known:
            return await self._again(known, key)
        if key and await self._made_match(player, key):
            raise IdempotencyMismatch("This Idempotency-Key was used for a match.")
        wished = genesis("", "", wish)
        await self.matches.store.maintenance.check()
        fingerprint = key.fingerprint if key else ""
        ticket, new = await self._store.enter(
            ticket_id, player, wished, fingerprint, random_id(), self._now_ms()
        )
        if key and not new:
            return await self._again(ticket, key)
        return Answer(await self._with_match(ticket))

    async def get(self, ticket_id: str, player_id: str) -> Ticket:
        """The player's own ticket. Raise NotFound."""
        ticket = _own(await self._store.find(ticket_id), player_id)
        if ticket.status == TicketStatus.SEARCHING and ticket.expires_ms <= self._now_ms():
            # Stored, or an engine whose clock is behind could still match it.
            ticket = _own(await self._store.settle(ticket_id, TicketStatus.EXPIRED), player_id)
        return await self._with_match(ticket)

    async def cancel(self, ticket_id: str, player_id: str) -> Ticket:
        """Take the wish back; nothing happens if it has ended. Raise NotFound, Conflict."""
        _own(await self._store.find(ticket_id), player_id)
        ticket = _own(await self._store.settle(ticket_id, TicketStatus.CANCELLED), player_id)
        if ticket.status == TicketStatus.MATCHED:
            raise Conflict("This ticket has been matched: its matchId is the match.")
        return ticket

    async def unmade(self) -> list[str]:
        """Some tickets whose match was not made in time; for a while they are nobody else's."""
        return await self._store.claim_unmade(self._now_ms())

    async def settle(self, ticket_id: str) -> None:
        """See to the match of an `unmade` ticket, unless the ticket has been forgotten."""
        ticket = await self._store.find(ticket_id)
        if ticket:
            await self._with_match(ticket)
        await self._store.forget_unmade(ticket_id)

    @property
    def _store(self) -> TicketStore:
        return self.matches.store.tickets

    async def _made_match(self, player: Player, key: IdempotencyKey) -> bool:
        """Whether the player has made a match under this key: it is for one or the other."""
        try:
            await self.matches.store.load(match_under(key.key, player.id))
        except NotFound:
            return False
        return True

    async def _again(self, ticket: Ticket, key: IdempotencyKey) -> Answer:
        """The same answer once more, whatever has become of the ticket since."""
        if ticket.fingerprint != key.fingerprint:
            raise IdempotencyMismatch("This Idempotency-Key was used for another request.")
        if ticket.at_once:
            return Answer(await self._with_match(ticket), replayed=True)
        first = replace(ticket, status=TicketStatus.SEARCHING, match_id="")
        return Answer(first, replayed=True)

    async def _with_match(self, ticket: Ticket) -> Ticket:
        """The ticket, once its match is stored if it has one.

        Who sits where is drawn by lot: the id of the match is random and nobody's
        choice, and whoever makes the match draws the same.
        """
        if ticket.match_id and not ticket.made:
            seed = self.matches.new_seed()
            match = replace(ticket.wished, id=ticket.match_id, seed=seed)
            drawn = sorted(ticket.players, key=lambda each: derived_id(match.id, each.id))
            await self.matches.seat_all(match, drawn)
            await self._store.note_made(ticket.ticket_ids)
        return ticket

    def _now_ms(self) -> int:
        return clock.in_ms(self.matches.now())


def _own(ticket: Ticket | None, player_id: str) -> Ticket:
    if ticket is None or ticket.player_id != player_id:
        raise NotFound("There is no such ticket.")
    return ticket
