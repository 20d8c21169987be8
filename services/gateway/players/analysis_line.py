"""The line of the analyses that wait, as a gateway has last read it: whose turn comes when.

{analysis}:line    zset  "GAME MATCH" -> tag, see ask_analysis.lua; the least is next
{analysis}:left    hash  "GAME MATCH" -> "MOVES SINCE": what is left to judge of those that wait
                         and those that are judged, and when it was asked for, s since 1970
{analysis}:leases  zset  "GAME MATCH" -> until when its worker has it, s since 1970
{analysis}:pace    hash  game -> how long a move takes, s
"""

import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from redis.asyncio import Redis

LINE, LEFT = "{analysis}:line", "{analysis}:left"
LEASES, PACE = "{analysis}:leases", "{analysis}:pace"
FRESH_S = 2.0
"""For so long a line that was read is told of, however many ask."""


class Left(NamedTuple):
    """How many moves of a match are left to judge, and since when they are, s since 1970."""

    moves: int
    since: int


class Place(NamedTuple):
    """Where a match is: 1 is next, None is none; and about when it is done, None if unknown."""

    place: int | None
    seconds_left: int | None


class Line(NamedTuple):
    """The matches that wait, next one first, and those that are judged: "GAME MATCH" each.

    Those whose worker has not been heard of for too long are the first that wait.
    """

    waiting: Sequence[str]
    judged: Sequence[str]
    left: Mapping[str, Left]
    pace: Mapping[str, float]
    places: Mapping[str, Place]

    @classmethod
    def of(
        cls,
        waiting: Sequence[str],
        judged: Sequence[str],
        left: Mapping[str, Left],
        pace: Mapping[str, float],
    ) -> "Line":
        """All workers share what is left of the matches that they have, and go on by the line."""
        places = dict[str, Place]()
        workers = max(1, len(judged))

        def seconds(member: str) -> float | None:
            moves, usual = left.get(member, Left(0, 0)).moves, pace.get(member.partition(" ")[0])
            return None if usual is None else moves * usual

        ahead = 0.0
        for member in judged:
            own = seconds(member)
            ahead += own or 0.0
            places[member] = Place(None, _whole(own))
        for place, member in enumerate(waiting, 1):
            own = seconds(member)
            ahead += own or 0.0
            places[member] = Place(place, None if own is None else _whole(ahead / workers))
        return cls(waiting, judged, left, pace, places)


NOWHERE = Place(None, None)


class Lines:
    """The line, read again once it is FRESH_S old."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._read_at = float("-inf")
        self._line = Line.of((), (), {}, {})

    async def now(self) -> Line:
        """Return the line. Raise RedisError or OSError."""
        if time.monotonic() - self._read_at > FRESH_S:
            await self._read()
        return self._line

    async def place(self, member: str, state: str) -> Place:
        """Return the place of a match in this state. Raise RedisError or OSError."""
        line = await self.now()
        known = line.places.get(member, NOWHERE)
        if known.place is None and (state == "queued" or known == NOWHERE):
            await self._read()  # it has come since then
            known = self._line.places.get(member, NOWHERE)
        return known if state == "queued" else known._replace(place=None)

    async def _read(self) -> None:
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.zrange(LINE, 0, -1)
        pipeline.zrange(LEASES, 0, -1, withscores=True)
        pipeline.hgetall(LEFT)
        pipeline.hgetall(PACE)
        waiting, leases, left, pace = await pipeline.execute()
        lost = [member for member, until in leases if until < time.time()]
        self._line = Line.of(
            [each.decode() for each in (*lost, *waiting)],
            [member.decode() for member, _ in leases if member not in lost],
            {member.decode(): _left(told) for member, told in left.items()},
            {game.decode(): float(told) for game, told in pace.items()},
        )
        self._read_at = time.monotonic()


def _left(told: bytes) -> Left:
    moves, since = told.split()
    return Left(int(float(moves)), int(since))


def _whole(seconds: float | None) -> int | None:
    return None if seconds is None else max(1, round(seconds))


def first_of(members: Sequence[Any], games: Mapping[str, str]) -> str | None:
    """Return the first of these that is of one of the games; None without one."""
    told = (each.decode() for each in members)
    return next((each for each in told if each.partition(" ")[0] in games), None)
