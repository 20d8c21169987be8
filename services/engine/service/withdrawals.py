"""Withdrawals: a player who may not play begins nothing that it has asked for, and plays on in what
runs.

What has begun meanwhile goes on. A call that is made again does nothing twice.
"""

import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass

from croupier_match.admission import Caller
from croupier_match.commands import Leave
from croupier_match.match import AnyMatch, Status
from croupier_match.refusals import Conflict, Refusal
from croupier_tournament.entries import Withdrawal

from engine.domain.errors import StoreUnavailable
from engine.service.matches import Matches
from engine.service.queries.unreadable import load_readable
from engine.store.indexes.match_index import match_id, scope_of
from engine.store.matches import MatchStore
from engine.store.tickets import TicketStatus

PAGE = RECENT = 100

log = logging.getLogger("engine")


@dataclass(frozen=True)
class Withdrawals:
    """Withdraws players from what has not begun in `matches`."""

    matches: Matches

    async def from_rated(self, player_id: str) -> None:
        """End rated searches, leave rated matches and tournaments that wait, and ask for no rated
        rematch.

        Such requests are looked for in the last RECENT matches. Raise StoreUnavailable, and after
        all the rest Conflict, if others kept changing a tournament or a match: then it is left yet.
        """
        tickets = self._store.tickets
        for ticket_id in await tickets.searching(player_id):
            if (ticket := await tickets.find(ticket_id)) and ticket.since_ms is not None:
                await tickets.settle(ticket_id, TicketStatus.CANCELLED)
        left = await self._leave_tournaments(
            player_id, lambda each: self.matches.tournaments.leave_rated(player_id, each)
        )
        left += await self._leave_waiting(player_id, rated_only=True)
        await self._end_rematches(player_id, RECENT, rated_only=True)
        _check(left)

    async def from_all(self, player_id: str) -> None:
        """End all searches and requests for a rematch, and leave all matches that wait, and all
        tournaments.

        Raise StoreUnavailable, and after all the rest Conflict, as `from_rated` does.
        """
        await self._store.tickets.cancel_all(player_id)
        left = await self._leave_tournaments(
            player_id,
            lambda each: self.matches.tournaments.expel(player_id, each, Withdrawal.REMOVED),
        )
        left += await self._leave_waiting(player_id, rated_only=False)
        await self._end_rematches(player_id, sys.maxsize, rated_only=False)
        _check(left)

    async def _leave_tournaments(
        self, player_id: str, leave: Callable[[str], Awaitable[None]]
    ) -> list[Conflict]:
        """Leave them; return the conflict of each that others keep changing."""
        left: list[Conflict] = []
        for each in await self._store.tournaments.of_player(player_id):
            try:
                await leave(each)
            except Conflict as conflict:
                left.append(conflict)
        return left

    async def _leave_waiting(self, player_id: str, rated_only: bool) -> list[Conflict]:
        """Leave them; return the conflict of each that others keep changing."""
        left: list[Conflict] = []
        async for each in self._ids(player_id, Status.WAITING):
            match = await self._readable(each)
            seat = match.seat_of(player_id) if match else None
            if match and seat is not None and (match.rated or not rated_only):
                try:
                    await self.matches.change(each, Caller(player_id, seat), Leave(seat))
                except StoreUnavailable:
                    raise
                except Refusal as refusal:  # it has just begun, say
                    if type(refusal) is Conflict:
                        left.append(refusal)
                    _note(each, refusal)
        return left

    async def _end_rematches(self, player_id: str, most: int, rated_only: bool) -> None:
        for status in (Status.FINISHED, Status.ABORTED):
            looked_at = 0
            async for each in self._ids(player_id, status):
                looked_at += 1
                if looked_at > most:
                    break
                if asked := await self._store.rematch_seats(each):
                    await self._end_rematch(each, player_id, asked, rated_only)

    async def _end_rematch(
        self, match_id: str, player_id: str, asked: Collection[int], rated_only: bool
    ) -> None:
        match = await self._readable(match_id)
        seat = match.seat_of(player_id) if match else None
        # Whoever has asked for none would decline what others ask for.
        if match and seat is not None and seat in asked and (match.rated or not rated_only):
            await self._store.archiving.touch(match_id)
            try:
                await self._store.end_rematch(match, seat)
            except StoreUnavailable:
                raise
            except Refusal as refusal:  # all have asked: it has begun
                _note(match_id, refusal)

    async def _readable(self, match_id: str) -> AnyMatch | None:
        (match,) = await load_readable(self._store, [match_id])
        return match

    async def _ids(self, player_id: str, status: Status) -> AsyncIterator[str]:
        """The ids of the player's matches of a status."""
        before = ""
        while True:
            names = await self._store.lists.page([scope_of(player_id)], "", status, before, PAGE)
            for name in names:
                yield match_id(name)
            if len(names) < PAGE:
                return
            before = names[-1]

    @property
    def _store(self) -> MatchStore:
        return self.matches.store


def _check(left: Sequence[Conflict]) -> None:
    """Raise the first of them, if there are any: whoever asked has to ask again."""
    if left:
        raise left[0]


def _note(match_id: str, refusal: Refusal) -> None:
    why = type(refusal).__name__
    log.info("a player is not withdrawn: %s", why, extra={"match_id": match_id})
