"""Leaderboards: pages of a pool's players in the order of their points.

A page goes on behind points and an id, not behind a number of players. So while players move, no
page has one of the page before who has not moved, and none misses one.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, NamedTuple

from croupier_rating import Numbers, Pool, unpack
from redis.asyncio import Redis
from redislink import ratings, relations
from redislink.script import Script, named

from gateway.errors import Problem
from gateway.players.outages import redis_errors
from gateway.standings import accounts, pools
from gateway.standings.accounts import Looked, is_hidden

PLACE = re.compile(r"(?P<pool>\S+) (?P<points>-?[0-9]{1,6}) (?P<id>[\w-]{22})", re.ASCII)


class Place(NamedTuple):
    """The last player of a page, behind whom the next one begins, and the points it had there."""

    points: int
    player_id: str

    def token(self, pool: Pool) -> str:
        return urlsafe_b64encode(f"{pool} {self.points} {self.player_id}".encode()).decode()

    @classmethod
    def of(cls, page_token: str | None, pool: Pool | None) -> "Place | None":
        """Return the place of a token; None without one.

        Raise Problem malformed for any but those of this pool, of which no pool has any.
        """
        if not page_token:
            return None
        try:
            found = PLACE.fullmatch(urlsafe_b64decode(page_token).decode())
        except ValueError:
            found = None
        if not found or found["pool"] != str(pool):
            raise Problem("malformed", "pageToken must be one that this board has answered.")
        return cls(int(found["points"]), found["id"])


class Row(NamedTuple):
    """A player on a board. `numbers` are those after the last entry that changed them."""

    rank: int
    player_id: str
    points: int
    numbers: Numbers

    @classmethod
    def of(cls, rank: int, player_id: bytes, points: bytes, packed: bytes) -> "Row":
        return cls(rank, player_id.decode(), int(points), unpack(packed))


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a board of so many players, as of an entry of the ledger with this hash."""

    seq: int
    head: str
    size: int
    rows: Sequence[Row]
    more: bool
    """Whether there are more behind the last row."""


class Entry(NamedTuple):
    """A row with the account of its player."""

    row: Row
    account: Looked


class Boards:
    """The boards of all pools. Every method may raise Problem unavailable, and not_found."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        folder = files("gateway.standings")
        order = folder / "board_order.lua"
        self._page = Script(redis, folder / "board_page.lua", prelude=order)
        self._some = Script(redis, folder / "some_of_board.lua", prelude=order)

    async def page(self, pool: Pool, size: int, after: Place | None = None) -> Page:
        """Return up to `size` players behind a place, or the first."""
        return await self._read(self._page, pool, size, _asked(after))

    async def around(self, pool: Pool, size: int, player_id: str) -> Page:
        """Return up to `size` players with this one in the middle, as far as there are so many.

        There are none if it is not on the board.
        """
        return await self._read(self._page, pool, size, {"place": "around", "id": player_id})

    async def some(
        self, pool: Pool, size: int, after: Place | None, players: Collection[str]
    ) -> Page:
        """Return a page of the board with none but these players, of whom there is one."""
        return await self._read(self._some, pool, size, _asked(after), *players)

    async def circle(self, player_id: str) -> list[str]:
        """Return the player and its friends."""
        client: Any = self._redis
        with redis_errors():
            states = relations.states(await client.hgetall(relations.friends(player_id)))
        friends = [other for other, state in states.items() if state == relations.FRIEND]
        return [player_id, *friends]

    async def entries(self, page: Page) -> list[Entry]:
        """Return the rows with their players, without those whom no board may show by now."""
        known = await accounts.look_up(self._redis, [row.player_id for row in page.rows])
        found = [Entry(row, known[row.player_id]) for row in page.rows]
        return [each for each in found if each.account and not is_hidden(each.account)]

    async def _read(
        self, script: Script, pool: Pool, size: int, asked: dict[str, str], *players: str
    ) -> Page:
        name = str(pool)
        keys = [ratings.order(name), ratings.head(name), ratings.players(name)]
        with redis_errors():
            answer = await script.one(keys, [named(size=size, **asked), *players])
        if not answer:
            raise pools.unknown()
        seq, head, total, more, *rows = answer
        each = zip(*(rows[member::4] for member in range(4)), strict=True)
        return Page(
            int(seq), head.decode(), total, [Row.of(*fields) for fields in each], bool(more)
        )


def _asked(after: Place | None) -> dict[str, str]:
    if after is None:
        return {"place": ""}
    return {"place": "after", "points": str(after.points), "id": after.player_id}
