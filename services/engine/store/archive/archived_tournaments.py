"""Tournaments that are over, in PostgreSQL.

    croupier_tournaments         a tournament: the fields of its hash, as Redis had them; see
                                 redislink.tournaments
    croupier_tournament_logs     the lines of its log likewise, up to PAGE in a row, by the version
                                 of the first
    croupier_tournament_players  what was said of each of its players: their names

A log has ids only. So a name is in two places, that of the maker and that of the player, and is
removed from both without a change of the log. One of ten thousand players has some 40 MB: it is
written and read in pages, so that nothing else of the engine waits for long, and each has the time
of a read. Every call may raise StoreUnavailable, of the kind "archive".
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from croupier_game.records import dataclass
from croupier_match.match import GONE
from redislink import tournaments

if TYPE_CHECKING:
    from engine.store.archive.postgres import Archive

PAGE = 1_000
"""Lines of a log, or players, that are written and read at once: half a megabyte or more."""
# Of two workers that copy the same, the second changes nothing. A tournament that ends once more,
# after Redis was restored, has another history: the later one is kept.
PUT = """
INSERT INTO croupier_tournaments VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE
  SET ended = excluded.ended, maker = excluded.maker, fields = excluded.fields
WHERE croupier_tournaments.ended <= excluded.ended
RETURNING id
"""
CLEAR = (
    "DELETE FROM croupier_tournament_logs WHERE tournament = $1",
    "DELETE FROM croupier_tournament_players WHERE tournament = $1",
)
ADD = "INSERT INTO croupier_tournament_logs VALUES ($1, $2, $3)"
SEAT = """
INSERT INTO croupier_tournament_players
SELECT $1, player, said FROM unnest($2::text[], $3::bytea[]) AS given (player, said)
"""
STATE = """
SELECT ended, fields,
  (SELECT count(*) FROM croupier_tournament_players WHERE tournament = $1) AS players
FROM croupier_tournaments WHERE id = $1
"""
LINES = """
SELECT lines FROM croupier_tournament_logs WHERE tournament = $1 AND first >= $2
ORDER BY first LIMIT 1
"""
PLAYERS = """
SELECT player, said FROM croupier_tournament_players WHERE tournament = $1 AND player > $2
ORDER BY player LIMIT $3
"""
FORGET_PLAYER = "DELETE FROM croupier_tournament_players WHERE player = $1"
MADE_BY = "SELECT id, fields FROM croupier_tournaments WHERE maker = $1 FOR UPDATE"
REPLACE = "UPDATE croupier_tournaments SET fields = $2 WHERE id = $1"


class State(NamedTuple):
    """What tells two copies of a tournament apart, of which one may lack names: when it ended, its
    fields, with the head of its log, and of how many players something is said."""

    ended: datetime
    fields: Mapping[bytes, bytes]
    players: int


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

    @property
    def state(self) -> State:
        return State(self.ended, self.fields, len(self.players))


class ArchivedTournaments:
    """The tournaments in an archive."""

    def __init__(self, archive: "Archive") -> None:
        self._archive = archive

    async def put(self, stored: StoredTournament) -> None:
        """Store a tournament, all of it or nothing, unless one is there that ended later."""
        fields = [part for pair in stored.fields.items() for part in pair]
        async with self._archive.transaction() as connection:
            # The row first: it is the lock of whoever copies the same at the same time.
            row = stored.id, stored.ended, stored.maker, fields
            if not await connection.fetchval(PUT, *row):
                return
            for clear in CLEAR:
                await connection.execute(clear, stored.id)
            for first in range(0, len(stored.log), PAGE):
                lines = stored.log[first : first + PAGE]
                await connection.execute(ADD, stored.id, first, lines)
            players = iter(stored.players.items())
            while page := dict(islice(players, PAGE)):
                await connection.execute(SEAT, stored.id, [*page], [*page.values()])

    async def find(self, tournament_id: str) -> StoredTournament | None:
        """The tournament, if it is here."""
        while state := await self.state(tournament_id):
            log = await self._lines(tournament_id)
            players = await self._players(tournament_id)
            found = StoredTournament(tournament_id, state.ended, state.fields, log, players)
            # Else it was stored anew, or a name has gone: its pages may be of both.
            if await self.state(tournament_id) == found.state:
                return found
        return None

    async def state(self, tournament_id: str) -> State | None:
        """That of the tournament, if it is here."""
        async with self._archive.connection() as connection:
            row = await connection.fetchrow(STATE, tournament_id)
        if row is None:
            return None
        fields = dict(zip(row["fields"][::2], row["fields"][1::2], strict=True))
        return State(row["ended"], fields, row["players"])

    async def _lines(self, tournament_id: str) -> list[bytes]:
        lines, page = list[bytes](), [b""]
        while page:
            async with self._archive.connection() as connection:
                page = await connection.fetchval(LINES, tournament_id, len(lines)) or []
            lines += page
        return lines

    async def _players(self, tournament_id: str) -> dict[str, bytes]:
        players, last, count = dict[str, bytes](), "", PAGE
        while count == PAGE:
            async with self._archive.connection() as connection:
                page = await connection.fetch(PLAYERS, tournament_id, last, PAGE)
            players |= {each["player"]: each["said"] for each in page}
            last, count = max(players, default=""), len(page)
        return players

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
