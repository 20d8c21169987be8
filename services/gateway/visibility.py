"""Through whose eyes a request looks: the only place in the gateway where a seat comes from.

A verified token's player, looked up in the match's roster; anyone else is a
spectator. A roster is remembered once nobody can sit down or leave any more.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TypeVar

from croupier.v1 import engine_service_pb2 as pb

from gateway.auth.players import Player
from gateway.engine_client.client import EngineClient
from gateway.engine_client.errors import RosterChanged
from gateway.errors import Problem, unavailable
from gateway.transport.parameters import parse_id

T = TypeVar("T")

REMEMBERED = 100_000
ATTEMPTS = 10
"""How often a seat is looked up while its player sits down and stands up again."""


class Visibility:
    """Seats of players, by match."""

    def __init__(self, engine: EngineClient) -> None:
        self._engine = engine
        self._rosters: OrderedDict[str, pb.Roster] = OrderedDict()

    async def through(
        self, match_id: str, player: Player | None, call: Callable[[pb.Caller], Awaitable[T]]
    ) -> T:
        """What `call` gives for the player's seat, or for a spectator.

        The engine refuses a seat that is no longer the player's: then the
        roster is asked for again.
        """
        for _ in range(ATTEMPTS):
            try:
                return await call(await self._caller(match_id, player))
            except RosterChanged:
                self._rosters.pop(match_id, None)
        raise unavailable()

    async def game_for(self, match_id: str, player: Player | None) -> str:
        """The game of a match; Problem not_found unless the player may know of it."""
        roster = await self.roster(parse_id(match_id, "match"))
        if roster.access == pb.ACCESS_PRIVATE and not caller(roster, player).HasField("seat"):
            raise Problem("not_found", "There is no such match.")
        return roster.game

    async def roster(self, match_id: str) -> pb.Roster:
        """Who sits where; Problem not_found if there is no such match."""
        if match_id in self._rosters:
            self._rosters.move_to_end(match_id)
            return self._rosters[match_id]
        roster = await self._engine.get_roster(match_id)
        if roster.settled:
            self._rosters[match_id] = roster
            if len(self._rosters) > REMEMBERED:
                self._rosters.popitem(last=False)
        return roster

    async def _caller(self, match_id: str, player: Player | None) -> pb.Caller:
        return caller(await self.roster(match_id), player) if player else pb.Caller()


def caller(roster: pb.Roster, player: Player | None) -> pb.Caller:
    """The player at its seat, or without one; nobody at all without a player."""
    if player is None:
        return pb.Caller()
    for seat, player_id in enumerate(roster.player_ids):
        if player_id == player.id:
            return pb.Caller(player_id=player_id, seat=seat)
    return pb.Caller(player_id=player.id)
