"""Tournaments that are over, in PostgreSQL.

    croupier_tournaments         a tournament: the fields of its hash and the lines of its log, as
                                 Redis had them; see redislink.tournaments
    croupier_tournament_players  what was said of each of its players: their names, and their seals

A log has ids only. So a name is in two places, that of the maker and that of the player, and is
removed from both without a change of the log. Every call may raise StoreUnavailable, of the kind
"archive".
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from croupier_game.records import dataclass
from croupier_match.match import GONE
from redislink import tournaments

if TYPE_CHECKING:
    from engine.store.archive.postgres import Archive

# Of two workers that copy the same, the second changes nothing. A tournament that ends once more,
# after Redis was restored, has another history: the later one is kept.
PUT = """
INSERT INTO croupier_tournaments VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (id) DO UPDATE
  SET ended = excluded.ended, maker = excluded.maker, fields = excluded.fields, log = excluded.log
WHERE croupier_tournaments.ended <= excluded.ended
RETURNING id
"""
CLEAR = "DELETE FROM croupier_tournament_players WHERE tournament = $1"
SEAT = """
INSERT INTO croupier_tournament_players
SELECT $1, player, said FROM unnest($2::text[], $3::bytea[]) AS given (player, said)
"""
FIND = "SELECT ended, fields, log FROM croupier_tournaments WHERE id = $1"
PLAYERS = "SELECT player, said FROM croupier_tournament_players WHERE tournament = $1"
FORGET_PLAYER = "DELETE FROM croupier_tournament_players WHERE player = $1"
MADE_BY = "SELECT id, fields FROM croupier_tournaments WHERE maker = $1 FOR UPDATE"
REPLACE = "UPDATE croupier_tournaments SET fields = $2 WHERE id = $1"


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """All that is kept of a tournament: the fields of its hash, its log, and what is said of its
    players. `ended` is when its log says that it ended, in UTC."""

    id: str
    ended: datetime
    fields: Mapping[bytes, bytes]
    log: Sequence[bytes]
    players: Mapping[str, bytes]

    @property
    def maker(self) -> str:
        """The id of who made it."""
        return str(json.loads(self.fields[tournaments.MADE.encode()])["maker"]["id"])


class ArchivedTournaments:
    """The tournaments in an archive."""

    def __init__(self, archive: "Archive") -> None:
        self._archive = archive

    async def put(self, stored: StoredTournament) -> None:
        """Store a tournament, all of it or nothing, unless one is there that ended later."""
        fields = [part for pair in stored.fields.items() for part in pair]
        row = (stored.id, stored.ended, stored.maker, fields, [*stored.log])
        players = ([*stored.players], [*stored.players.values()])
        async with self._archive.transaction() as connection:
            # The row first: it is the lock of whoever copies the same at the same time.
            if await connection.fetchval(PUT, *row):
                await connection.execute(CLEAR, stored.id)
                await connection.execute(SEAT, stored.id, *players)

    async def find(self, tournament_id: str) -> StoredTournament | None:
        """The tournament, if it is here."""
        async with self._archive.connection() as connection:
            row = await connection.fetchrow(FIND, tournament_id)
            if row is None:
                return None
            said = await connection.fetch(PLAYERS, tournament_id)
        fields = dict(zip(row["fields"][::2], row["fields"][1::2], strict=True))
        players = {each["player"]: each["said"] for each in said}
        return StoredTournament(tournament_id, row["ended"], fields, row["log"], players)

    async def remove_name(self, player_id: str) -> None:
        """Remove a player's name from all tournaments; the id stays, as in the logs."""
        async with self._archive.transaction() as connection:
            await connection.execute(FORGET_PLAYER, player_id)
            for row in await connection.fetch(MADE_BY, player_id):
                await connection.execute(REPLACE, row["id"], without_maker(row["fields"]))


def without_maker(fields: Sequence[bytes]) -> list[bytes]:
    """Names and values in turn, without the name of the maker."""
    kept = [*fields]
    place = kept.index(tournaments.MADE.encode()) + 1
    made = json.loads(kept[place])
    made["maker"]["displayName"] = GONE
    kept[place] = json.dumps(made).encode()
    return kept
