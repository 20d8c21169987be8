"""Departures: players without an account any more leave their matches, and their names with them.

A call deals with a few matches, and any engine can go on where one has stopped. What was done is
seen in the stored matches, so a call that is made again does nothing twice.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from croupier_match import clock
from croupier_match.admission import Caller
from croupier_match.commands import Leave, Resign
from croupier_match.match import AnyMatch, Status
from croupier_match.refusals import Conflict, MatchActive, NotPlayedHere, Refusal
from croupier_tournament.entries import Withdrawal
from telemetry.redaction import error_location

from engine.domain.errors import DamagedMatch, Malformed, StoreUnavailable
from engine.service.matches import Matches
from engine.service.queries.match_queries import EXPIRED_AFTER
from engine.service.queries.unreadable import leave_out
from engine.store.indexes.match_index import match_id, member, scope_of
from engine.store.matches import MatchStore

ORDER = (Status.ACTIVE, Status.WAITING, Status.FINISHED, Status.ABORTED)
"""The statuses in the order in which matches are dealt with: first where others wait."""
TOURNAMENTS = "tournaments"
"""The place of those whose player is in tournaments: these come first."""
SIZE = 20
"""Matches of one call: some 50 ms of an engine if all of them are running."""

log = logging.getLogger("engine")


@dataclass(frozen=True)
class Left:
    """The rest that a call leaves to the next: from `next_place` on, "" if there is none.

    With `elsewhere`, a match that it dealt with has the player's seat still, without the name:
    an engine that has its rules can resign.
    """

    next_place: str = ""
    elsewhere: bool = False


@dataclass(frozen=True)
class Departures:
    """Takes players out of `matches`."""

    matches: Matches

    async def forget(self, player_id: str, place: str, invited_to: Sequence[str] = ()) -> Left:
        """Take the player out of its next matches from `place` on, "" to begin.

        Invitations to the matches `invited_to` go first. Raise Malformed for what is no place,
        StoreUnavailable, and Conflict if a match kept changing and has the name still.
        """
        first, _, before = (place or TOURNAMENTS).partition(" ")
        if first not in (TOURNAMENTS, *ORDER):
            raise Malformed("place must be empty, or that of an earlier answer.")
        if not place:
            await self._store.tickets.cancel_all(player_id)
            await self._store.invitations.forget(invited_to, player_id)
        if first == TOURNAMENTS:
            first = ORDER[0]
            if await self._leave_tournaments(player_id):
                return Left(TOURNAMENTS)
        left, elsewhere = SIZE, False
        for status in ORDER[ORDER.index(Status(first)) :]:
            names = await self._store.lists.page([scope_of(player_id)], "", status, before, left)
            elsewhere |= await self._forget_in_all(names, player_id)
            left, before = left - len(names), ""
            if not left:
                return Left(f"{status} {names[-1]}", elsewhere)
        return Left("", elsewhere)

    async def _leave_tournaments(self, player_id: str) -> bool:
        """Take the player out of the next tournaments; whether there are more.

        The name goes out of the archive first, so that none is brought back with it, and last: it
        may have been copied there before it went out of Redis. Raise Conflict if others keep
        changing a tournament, and StoreUnavailable.
        """
        await self._store.tournaments.archived.remove_name(player_id)
        found = await self._store.tournaments.of_player(player_id, SIZE)
        for each in found:
            await self.matches.tournaments.expel(player_id, each, Withdrawal.DELETED)
        more = len(found) == SIZE
        if not more:
            await self._store.tournaments.archived.remove_name(player_id)
        return more

    async def _forget_in_all(self, names: Sequence[str], player_id: str) -> bool:
        """Forget the player in these matches of its lists; whether others must resign in some.

        Raise Conflict, if any of them did, after the last one.
        """
        left: Conflict | None = None
        missing, elsewhere = [], False
        for name in names:
            try:
                if not await self._forget_in(name, player_id):
                    missing.append(name)
            except NotPlayedHere as error:  # the name is gone
                leave_out(self._store, match_id(name), error)
                elsewhere = True
            except Conflict as error:
                log.warning("a name is not removed: %s", error, extra={"match_id": match_id(name)})
                left = error
        await self._unlist(missing, player_id)
        if left:
            raise left
        return elsewhere

    async def _unlist(self, names: Sequence[str], player_id: str) -> None:
        """Take those of the matches out of the player's lists that have expired."""
        before = clock.rfc3339(self.matches.now() - EXPIRED_AFTER)
        old = [name for name in names if name < before]
        versions = await self._store.versions([match_id(name) for name in old])
        expired = [name for name, version in zip(old, versions, strict=True) if not version]
        await self._store.lists.unlist([scope_of(player_id)], expired)

    async def _forget_in(self, name: str, player_id: str) -> bool:
        """Forget the player in a match of its lists; whether there is one that can be read."""
        extra = {"match_id": match_id(name)}
        try:
            match = await self._store.names.remove(match_id(name), player_id)
            if match is not None and member(match) != name:
                await self._store.archiving.forget_hidden(match)
            if match is not None:
                await self._withdraw(match, player_id)
            return match is not None
        except DamagedMatch:
            log.error("a match is damaged: its log is incomplete", extra=extra)
        except (StoreUnavailable, Conflict, NotPlayedHere):
            raise
        except Exception as error:  # the player's other matches must not suffer from it
            place = error_location(error)
            log.error("a player is still in a match: %s", place, extra=extra)
        return True

    async def _withdraw(self, match: AnyMatch, player_id: str) -> None:
        """Leave a waiting match, resign in a running one, unless it ended meanwhile.

        While entropy is revealed, nobody leaves: a later pass does it, if the match is dealt. Raise
        Conflict, or NotPlayedHere where only another engine can do it.
        """
        try:
            await self._leave(match, player_id)
        except StoreUnavailable:
            raise
        except Refusal as refusal:
            if type(refusal) in (Conflict, NotPlayedHere):  # it kept changing, or others play it
                raise
            extra = {"match_id": match.id}
            log.info("a deleted player did not leave: %s", type(refusal).__name__, extra=extra)

    async def _leave(self, match: AnyMatch, player_id: str) -> None:
        """Leave a waiting match, resign in a running one. Raise what these raise."""
        seat = match.seat_of(player_id)
        if seat is None or match.ended or match.seats[seat].resigned:
            return
        caller = Caller(player_id, seat)
        if match.status == Status.WAITING:
            try:
                await self.matches.change(match.id, caller, Leave(seat))
                return
            except MatchActive:  # another player has just started it
                pass
        await self.matches.change(match.id, caller, Resign(seat))

    @property
    def _store(self) -> MatchStore:
        return self.matches.store
