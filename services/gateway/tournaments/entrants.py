"""The players whom an answer about a tournament names.

They are named once the answer is made: names are read, and what is known of a tournament may be
another thing by then.
"""

from typing import Any

from gateway.players.known_players import KnownPlayers
from gateway.standings.accounts import GONE

Json = dict[str, Any]


class Entrants:
    """The players of an answer, each as one object that is filled in later."""

    def __init__(self) -> None:
        self._named: dict[str, Json] = {}

    def of(self, player_id: str) -> Json:
        """Return the player as the answer has it, without its name yet."""
        nameless = {"id": player_id, "displayName": None, "kind": None}
        return self._named.setdefault(player_id, nameless)

    async def fill(self, known_players: KnownPlayers) -> None:
        """Name all of them. Raise Problem unavailable."""
        found = await known_players.of(self._named)
        for player_id, named in self._named.items():
            if known := found.players.get(player_id):
                named |= {"displayName": known.player.displayName, "kind": known.player.kind}
            elif player_id not in found.away:
                named["displayName"] = GONE
