"""Deals that several play, and their boards, as engines keep them: see redislink.deals."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import orjson
from redis.asyncio import Redis
from redislink import deals, relations
from redislink.commands import Command, pairs, run_all
from redislink.deals import MADE, Result

from gateway.players.outages import redis_errors
from gateway.standings import accounts
from gateway.standings.accounts import Account, Looked

LOOKED_AT = 50
"""Among so many of the best the first is looked for whom leaderboards show."""
LISTED = 50
"""The most deals of a player's own that are listed."""


class Row(NamedTuple):
    """A player on the board of a deal."""

    rank: int
    player_id: str
    result: Result


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal as it is stored, with what has become of it.

    `own_match_id` is that of who asks, "" without a try. `best` are the first of its board.
    """

    made: Mapping[str, Any]
    tries: int
    finished: int
    own_match_id: str
    best: Sequence[Row]


class Board(NamedTuple):
    """The rows of a board of so many players, with that of who asks, if there is one."""

    size: int
    rows: Sequence[Row]
    own: Row | None


class Deals:
    """The deals of a Redis. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def find(self, deal_ids: Iterable[str], player_id: str) -> list[Deal]:
        """Return those of the deals that are stored, in their order, as the player sees them."""
        ids = [*deal_ids]
        answers = await self._ask(
            [each for deal_id in ids for each in _reading(deal_id, player_id)]
        )
        size = len(_reading("", ""))
        found = (answers[at : at + size] for at in range(0, len(answers), size))
        return [_deal(*each) for each in found if each[0] is not None]

    async def made_by(self, player_id: str) -> list[str]:
        """Return the ids of the deals that a player has made, newest first."""
        (found,) = await self._ask([("ZREVRANGE", deals.of_player(player_id), 0, LISTED - 1)])
        return [each.decode() for each in found]

    async def board(self, deal_id: str, size: int, player_id: str) -> Board:
        """Return the first rows of a board, and that of a player."""
        top, number, own = await self._ask(
            [
                ("ZREVRANGE", deals.board(deal_id), 0, size - 1, "WITHSCORES"),
                ("ZCARD", deals.board(deal_id)),
                ("ZMSCORE", deals.board(deal_id), player_id),
            ]
        )
        placed = await self._placed(deal_id, {player_id: own[0]})
        return Board(number, _ranked(top), next(iter(placed), None))

    async def circle(self, deal_id: str, player_id: str) -> Board:
        """Return the rows of a player and its friends, with their ranks among all."""
        (states,) = await self._ask([("HGETALL", relations.friends(player_id))])
        friends = [
            other
            for other, state in relations.states(dict(pairs(states))).items()
            if state == relations.FRIEND
        ]
        wanted = [player_id, *friends]
        number, scores = await self._ask(
            [("ZCARD", deals.board(deal_id)), ("ZMSCORE", deals.board(deal_id), *wanted)]
        )
        rows = await self._placed(deal_id, dict(zip(wanted, scores, strict=True)))
        own = next((each for each in rows if each.player_id == player_id), None)
        return Board(number, sorted(rows), own)

    async def shown(self, rows: Collection[Row]) -> list[tuple[Row, Account]]:
        """Return the rows whose players leaderboards may show, each with its account."""
        known = await self.accounts(each.player_id for each in rows)
        found = ((each, known[each.player_id]) for each in rows)
        return [(row, who) for row, who in found if isinstance(who, Account) and who.listed]

    async def accounts(self, player_ids: Iterable[str]) -> Mapping[str, Looked]:
        """Return what may be known of these players."""
        return await accounts.look_up(self._redis, player_ids)

    async def match_of(self, deal_id: str, player_id: str) -> str:
        """Return the id of the match in which a player tries a deal; "" without one."""
        (found,) = await self._ask([("HGET", deals.tries(deal_id), player_id)])
        return found.decode() if found else ""

    async def _placed(self, deal_id: str, scores: Mapping[str, Any]) -> list[Row]:
        """Return the rows of those players who have a score."""
        there = {each: float(score) for each, score in scores.items() if score is not None}
        board = deals.board(deal_id)
        better = await self._ask(
            [("ZCOUNT", board, f"({each:.0f}", "+inf") for each in there.values()]
        )
        return [
            Row(ahead + 1, player_id, Result.of(score))
            for ahead, (player_id, score) in zip(better, there.items(), strict=True)
        ]

    async def _ask(self, commands: Sequence[Command]) -> list[Any]:
        """Return the answers, of which none may be missing."""
        with redis_errors():
            return await run_all(self._redis, commands)


def _reading(deal_id: str, player_id: str) -> list[Command]:
    """The commands whose answers `_deal` takes."""
    return [
        ("HGET", deals.deal(deal_id), MADE),
        ("HLEN", deals.tries(deal_id)),
        ("ZCARD", deals.board(deal_id)),
        ("HGET", deals.tries(deal_id), player_id),
        ("ZREVRANGE", deals.board(deal_id), 0, LOOKED_AT - 1, "WITHSCORES"),
    ]


def _deal(made: bytes, tries: int, finished: int, own: bytes | None, best: Any) -> Deal:
    own_match_id = own.decode() if own else ""
    return Deal(orjson.loads(made), tries, finished, own_match_id, _ranked(best))


def _ranked(answer: Any) -> list[Row]:
    """The first rows of a board: who is as good as the one before has the same rank."""
    rows = list[Row]()
    for place, (player_id, score) in enumerate(pairs(answer), 1):
        result = Result.of(float(score))
        rank = rows[-1].rank if rows and rows[-1].result == result else place
        rows.append(Row(rank, player_id.decode(), result))
    return rows
