"""Keys and small formats of deals, which engines write and gateways read.

A deal is a game with cards that are the same for all who try it, each in a match of its own against
the same bots of the house:

    deal:{ID}        hash        MADE, GAME, TEMPLATE, FINGERPRINT: see below
    deal:{ID}:tries  hash        player -> the id of its match
    deal:{ID}:ended  hash        player -> the same, once the match has ended, in whatever way
    deal:{ID}:board  sorted set  player -> its `Result`, as a number, once the match has ended
    {deals}:of:PLAYER  sorted set  deal that a player has made -> when, ms since the epoch

MADE is the deal as JSON, which never changes: id, name ("" of one of the day), game, rulesVersion,
options, seats, opponents (names of bots of the house), startMs, endMs, and maker (id and kind;
null of one of the day). TEMPLATE is the match of its tries before the first entry, JSON
of croupier_match, which only engines that play the game read. No seed is stored: it follows from
the secret of the installation. All of a deal expires KEPT_MS after its end.

A try is noted twice: when it begins, after its match was created, and when that has ended, by the
tally. An engine that dies between the first two has taken nothing from the player, as the id of the
match follows from deal and player: the next attempt finds it. Only one that has ended is gone
without being lost: so a match that is missing is created anew, unless its end was noted.
"""

import re
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

MADE, GAME, TEMPLATE, FINGERPRINT = "made_with", "game", "template", "fingerprint"
DAY_MS = 86_400_000
KEPT_MS = 30 * DAY_MS
"""How long a deal is kept after its end."""
OF_DAY = re.compile(r"daily\.(?P<game>[a-z0-9-]{1,64})\.[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
"""The id of a deal of a day."""
OWN = re.compile(r"[\w-]{22}", re.ASCII)
"""The id of a deal that a player has made."""

PLACES, POINTS, MOVES = 16, 1 << 30, 1 << 16
"""How many places, points and numbers of moves a `Result` tells apart: 50 bits in all, which a
score of Redis holds exactly."""


def deal(deal_id: str) -> str:
    """The hash."""
    return f"deal:{{{deal_id}}}"


def tries(deal_id: str) -> str:
    return f"{deal(deal_id)}:tries"


def ended(deal_id: str) -> str:
    return f"{deal(deal_id)}:ended"


def board(deal_id: str) -> str:
    return f"{deal(deal_id)}:board"


def of_player(player_id: str) -> str:
    return f"{{deals}}:of:{player_id}"


def id_of_day(game: str, day: date) -> str:
    """The id of the deal of a day, such as `daily.lost-cities.2026-11-30`."""
    return f"daily.{game}.{day.isoformat()}"


def day_of(ms: int) -> date:
    """The day of a time in ms since the epoch; it begins at midnight in UTC."""
    return datetime.fromtimestamp(ms / 1000, UTC).date()


def begin_ms(day: date) -> int:
    """When a day begins, ms since the epoch."""
    return (day - date(1970, 1, 1)) // timedelta(milliseconds=1)


class Result(NamedTuple):
    """How a try has ended. `place` is 0 for who has won, and counts only the places before; `moves`
    are those of the whole table."""

    place: int
    points: int
    moves: int

    def score(self) -> int:
        """The result as a number, higher for a better one: by place, then by points, then by moves,
        of which fewer are better."""
        place = PLACES - 1 - min(self.place, PLACES - 1)
        points = min(max(self.points + POINTS // 2, 0), POINTS - 1)
        moves = MOVES - 1 - min(self.moves, MOVES - 1)
        return (place * POINTS + points) * MOVES + moves

    @classmethod
    def of(cls, score: float) -> "Result":
        """The result that has this number."""
        rest, moves = divmod(int(score), MOVES)
        place, points = divmod(rest, POINTS)
        return cls(PLACES - 1 - place, points - POINTS // 2, MOVES - 1 - moves)
