"""Reports of players by players, which operators read: redislink.reports has the keys.

{reports}:by:P  string  how many reports the player has made in a day
"""

from importlib.resources import files

from redis.asyncio import Redis
from redislink.reports import CHEAP, CLOSED, KEPT_MS, MAX_OPEN, OPEN, RECORDS, Report
from redislink.script import Script, named

from gateway.errors import Problem
from gateway.players.outages import redis_errors

A_DAY = 10
"""How many reports a player may make in a day."""
DAY_S = 24 * 60 * 60
FULL_AGAIN_S = 60 * 60
MS = 1000


class ReportBox:
    """The reports that operators have not read yet, and those that they have."""

    def __init__(self, redis: Redis) -> None:
        self._file = Script(redis, files("gateway.players") / "file_report.lua")

    async def file(self, report: Report, since_ms: int) -> None:
        """Store a report; one with an id that is there changes nothing.

        `since_ms` is when the account of its player was made: reports of accounts that are less
        than a day old make room for others, so that whoever makes many accounts fills no box.

        Raise Problem rate_limited beyond A_DAY of a player, or while too many are open; or
        unavailable.
        """
        given = named(
            id=report.id,
            report=report.dump(),
            at=report.at,
            kept_ms=KEPT_MS,
            most_open=MAX_OPEN,
            cheap=int(report.at - since_ms < DAY_S * MS),
            most=A_DAY,
            day_s=DAY_S,
        )
        keys = [RECORDS, OPEN, CLOSED, CHEAP, f"{{reports}}:by:{report.by}"]
        with redis_errors():
            outcome, *left = await self._file.one(keys, [given])
        if outcome == b"many":
            detail = f"A player may make {A_DAY} reports in a day."
            raise _refusal(detail, "player", A_DAY, max(int(left[0]), 1))
        if outcome == b"full":
            detail = "The operator has more open reports than can be taken."
            raise _refusal(detail, "server", MAX_OPEN, FULL_AGAIN_S)


def _refusal(detail: str, per: str, limit: int, again_s: int) -> Problem:
    return Problem(
        "rate_limited",
        detail,
        {"Retry-After": str(again_s)},
        bucket="reports",
        per=per,
        limit=limit,
        window=DAY_S,
        retryAfter=again_s,
    )
