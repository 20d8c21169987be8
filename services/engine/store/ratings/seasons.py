"""The seasons of ratings: which there are, and of which one a match is.

    {tally}:seasons  hash  number -> JSON: `start_ms`, from when on matches that end are of it, the
                           `time` of the command (RFC 3339), the operator `by`, and the `reason`

Season 0 has always been. A match is of the season in which it ended, whoever tallies it and when.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from croupier_game.records import dataclass
from croupier_rating import pool
from redis.asyncio import Redis

from engine.store.errors import outage

SEASONS = "{tally}:seasons"
NOTICE_MS = 60_000
"""How long before its start a season is noted: a batch that was read before must not have a match
that ends after. A match that ends in the future of Redis's clock is not tallied yet."""


@dataclass(frozen=True, slots=True)
class Season:
    """A season as it was begun."""

    number: int
    start_ms: int
    time: str = ""
    by: str = ""
    reason: str = ""


FIRST = Season(0, 0)


class Seasons:
    """All seasons. Every call may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis: Any = redis

    async def all(self) -> list[Season]:
        """The seasons that have begun, or are about to, in their order."""
        with outage():
            found = await self._redis.hgetall(SEASONS)
        noted = [Season(int(number), **json.loads(each)) for number, each in found.items()]
        return [FIRST, *sorted(noted, key=lambda each: each.number)]

    async def begin(self, season: Season) -> None:
        """Note a season."""
        members = asdict(season)
        number = members.pop("number")
        with outage():
            await self._redis.hset(SEASONS, number, json.dumps(members))


def newest_season(pools: Iterable[str]) -> int:
    """The newest season of which there is one of these pools."""
    return max((pool(name).season for name in pools), default=0)


def season_at(seasons: Sequence[Season], moment_ms: int) -> int:
    """The number of the season at a moment, ms since the epoch."""
    return max(each.number for each in seasons if each.start_ms <= moment_ms)
