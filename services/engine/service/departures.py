"""Departures: players whose accounts have ended leave their matches, and their names with them.

A call deals with a few matches, and any engine can go on where one has stopped. What was done is
seen in the stored matches, so a call that is made again does nothing twice.
"""

import logging
from dataclasses import dataclass

from engine.domain.errors import DamagedMatch, Malformed, MatchActive, Refusal, StoreUnavailable
from engine.domain.guards import Caller
from engine.domain.match import Status
from engine.domain.reducer import AnyMatch
from engine.service.matches import Matches
from engine.store.index import match_id, scope_of
from engine.store.matches import MatchStore
from engine.store.tickets import TicketStatus

ORDER = (Status.ACTIVE, Status.WAITING, Status.FINISHED, Status.ABORTED)
"""The statuses in the order in which matches are dealt with: first where others wait."""
SIZE = 20
"""Matches of one call: some 50 ms of an engine if all of them are running."""

log = logging.getLogger("engine")


@dataclass(frozen=True)
class Departures:
    """Takes players out of `matches`."""

    matches: Matches

    async def forget(self, player_id: str, place: str) -> str:
        """Take the player out of its next matches from `place` on; the place of those after.

        "" is the beginning, and the end. Raise Malformed for what is no place, StoreUnavailable.
        """
        first, _, before = (place or ORDER[0]).partition(" ")
        if first not in ORDER:
            raise Malformed("place must be empty, or that of an earlier answer.")
        if not place:
            await self._cancel_tickets(player_id)
        left = SIZE
        for status in ORDER[ORDER.index(Status(first)) :]:
            names = await self._store.lists.page([scope_of(player_id)], "", status, before, left)
            for name in names:
                await self._forget_in(match_id(name), player_id)
            left, before = left - len(names), ""
            if not left:
                return f"{status} {names[-1]}"
        return ""

    async def _cancel_tickets(self, player_id: str) -> None:
        for ticket_id in await self._store.tickets.searching(player_id):
            await self._store.tickets.settle(ticket_id, TicketStatus.CANCELLED)

    async def _forget_in(self, match_id: str, player_id: str) -> None:
        try:
            match = await self._store.names.remove(match_id, player_id)
            if match is not None:
                await self._withdraw(match, player_id)
        except DamagedMatch:
            log.error("a match is damaged: its log is incomplete", extra={"match_id": match_id})
        except StoreUnavailable:
            raise
        except Refusal:
            return  # it ended meanwhile, or the player had resigned
        except Exception as error:  # the player's other matches must not suffer from it
            log.error("%s keeps a name: %s", match_id, type(error).__name__)

    async def _withdraw(self, match: AnyMatch, player_id: str) -> None:
        """Leave a waiting match, resign in a running one. Raise what these raise."""
        seat = match.seat_of(player_id)
        if seat is None or match.ended:
            return
        caller = Caller(player_id, seat)
        if match.status == Status.WAITING:
            try:
                await self.matches.leave(match.id, caller, None, None)
                return
            except MatchActive:  # another player has just started it
                pass
        await self.matches.resign(match.id, caller, None, None)

    @property
    def _store(self) -> MatchStore:
        return self.matches.store
