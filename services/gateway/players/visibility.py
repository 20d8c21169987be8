"""Visibility: the only module of the gateway from which a seat comes.

A viewer is the player of a verified token, found in the match's roster; everyone else is
a spectator. A roster is remembered once no player can take a seat or leave any more. Whoever is
invited to a private match that waits for players sees it as a spectator.

A private match takes a stranger through the very calls that an unknown id does, or the time
that an answer takes would tell them apart.
"""

from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeVar

from croupier.v1 import engine_service_pb2 as pb

from gateway.engine_client.client import EngineClient
from gateway.engine_client.errors import RosterChanged
from gateway.errors import Problem, unavailable
from gateway.http import parameters
from gateway.http.parameters import parse_id
from gateway.players.player import Player
from gateway.recent import Recent

T = TypeVar("T")

CACHED_ROSTERS = 100_000
ATTEMPTS = 10
"""How often a seat is looked up again while its player keeps joining and leaving."""


class Eyes(NamedTuple):
    """The seat whose view of an ended match is asked for; None for a spectator's view."""

    seat: int | None

    @classmethod
    def asked(cls, text: str | None) -> "Eyes | None":
        """Return the eyes that a request asks for, if any. Raise Problem malformed."""
        if text is None:
            return None
        if text == "spectator":
            return cls(None)
        seat = parameters.integer(text, "as") or 0
        # No match has so many seats, nor one below 0.
        return cls(seat if seat >= 0 else parameters.MAX_UINT32)

    def message(self) -> pb.Eyes:
        return pb.Eyes(seat=self.seat)


class MatchGame(NamedTuple):
    """The game of a match, and by which version of its rules it is played."""

    game: str
    rules_version: int


class Visibility:
    """The seats of players, by match."""

    def __init__(self, engine: EngineClient) -> None:
        self._engine = engine
        self._rosters: Recent[str, pb.Roster] = Recent(CACHED_ROSTERS)

    async def through(
        self, match_id: str, player: Player | None, call: Callable[[pb.Caller], Awaitable[T]]
    ) -> T:
        """Return what `call` returns for the player at its seat, or for a spectator.

        The engine refuses a seat that is not the player's any more: then the roster is
        fetched again. Raise Problem not_found if there is no such match.
        """
        for _ in range(ATTEMPTS):
            try:
                return await call(await self._caller(match_id, player))
            except RosterChanged:
                self._rosters.forget(match_id)
        raise unavailable()

    async def acting(
        self, match_id: str, player: Player | None, call: Callable[[pb.Caller], Awaitable[T]]
    ) -> T:
        """Return what `call`, which is for those with a seat, returns for the player at its seat.

        Raise Problem not_found as `through` does, not_your_match for who is invited only: of an
        invitation, the engine knows no acts.
        """

        async def act(caller: pb.Caller) -> T:
            if caller.invited:
                raise Problem("not_your_match", "You have no seat in this match.")
            return await call(caller)

        return await self.through(match_id, player, act)

    async def through_eyes(
        self,
        match_id: str,
        player: Player | None,
        eyes: Eyes | None,
        call: Callable[[pb.Caller], Awaitable[T]],
    ) -> T:
        """Return what `call` returns for the player, seen from the seat that `eyes` name, if any.

        The engine lends them once the match has ended. Raise the Problems of `through`, and
        not_found for a seat that there is not, match_active before the end.
        """
        if eyes is None:
            return await self.through(match_id, player, call)

        async def look(caller: pb.Caller) -> T:
            caller.eyes.CopyFrom(eyes.message())
            return await call(caller)

        return await self.through(match_id, player, look)

    async def game_for(self, match_id: str, player: Player | None) -> MatchGame:
        """Return which game the match is of.

        Raise Problem not_found if there is no such match, or a private one without the player.
        """
        roster = await self.roster(parse_id(match_id, "match"), player)
        return MatchGame(roster.game, roster.rules_version)

    async def roster(self, match_id: str, player: Player | None, anew: bool = False) -> pb.Roster:
        """Return the match's players by seat.

        Of one that has begun, what is remembered may miss whose accounts have ended since; it is
        read `anew` for that.
        Raise Problem not_found if there is no such match, or a private one without the player,
        unless it is invited.
        """
        known = self._rosters.get(match_id)
        # What is remembered of a private match is for its players: others ask the engine.
        if known is not None and not anew and _is_visible(known, player):
            return known
        roster = await self._engine.get_roster(
            pb.GetRosterRequest(match_id=match_id, viewer_id=player.id if player else "")
        )
        # What an invitation shows is for the invited player, and not settled.
        if roster.settled and not roster.invited:
            self._rosters[match_id] = roster
        return roster

    def settled_caller(self, match_id: str, player: Player | None) -> pb.Caller | None:
        """Return the player with its seat, or a spectator, if the match's roster is remembered.

        So it will not change any more. None otherwise, and for who may not see the match.
        """
        known = self._rosters.get(match_id)
        return caller(known, player) if known and _is_visible(known, player) else None

    async def _caller(self, match_id: str, player: Player | None) -> pb.Caller:
        # Without a token there can be no seat, so the roster need not be known.
        return caller(await self.roster(match_id, player), player) if player else pb.Caller()


def caller(roster: pb.Roster, player: Player | None) -> pb.Caller:
    """Return the player with its seat, if it has one in this match; empty for a spectator."""
    if player is None:
        return pb.Caller()
    for seat, player_id in enumerate(roster.player_ids):
        if player_id == player.id:
            return pb.Caller(player_id=player_id, seat=seat)
    return pb.Caller(player_id=player.id, invited=roster.invited)


def _is_visible(roster: pb.Roster, player: Player | None) -> bool:
    if roster.access != pb.ACCESS_PRIVATE:
        return True
    viewer = caller(roster, player)
    return viewer.HasField("seat") or viewer.invited
