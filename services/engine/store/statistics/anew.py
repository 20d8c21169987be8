"""The counters of one player made anew, beside those that there are, and put in their place.

stats:{P}:anew, :anew:met, :anew:done   as redislink.statistics has them, for an hour at most
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from redis.asyncio import Redis
from redislink import statistics
from redislink.script import Script

from engine.store.errors import outage
from engine.store.scripts import SCRIPTS
from engine.store.statistics.counted import Counted
from engine.store.statistics.counters import Counters

BATCH = 500
"""Matches that are counted in one round trip."""
LIFE_MS = 3_600_000


class Found(NamedTuple):
    """The fields of a player's counters, and of whom the player has met."""

    counters: Mapping[str, str]
    met: Mapping[str, str]


class Anew:
    """The counters of a player made anew. Every call may raise StoreUnavailable."""

    def __init__(self, redis: Redis, player_id: str) -> None:
        self._redis: Any = redis
        self._counters = Counters(redis)
        self._adopt = Script(redis, SCRIPTS / "adopt_counters.lua")
        self._there = statistics.all_of(player_id)
        self._anew = [
            f"{statistics.counters(player_id)}:anew{each}" for each in ("", ":met", ":done")
        ]
        self._began = 0

    async def begin(self) -> None:
        """Begin with no matches; those that are counted from now on are found by `adopt`."""
        await self.drop()
        with outage():
            seconds, micros = await self._redis.time()
        self._began = seconds * 1000 + micros // 1000

    async def add(self, seats: Sequence[Counted]) -> None:
        """Count these matches of the player, in their order."""
        for start in range(0, len(seats), BATCH):
            answers = await self._counters.add(seats[start : start + BATCH], lambda _: self._anew)
            with outage():
                for answer in answers:
                    if isinstance(answer, Exception):
                        raise answer
                for key in self._anew:
                    await self._redis.pexpire(key, LIFE_MS)

    async def read(self) -> tuple[Found, Found]:
        """What there is, and what was made anew."""
        return await self._read(self._there), await self._read(self._anew)

    async def adopt(self) -> list[str]:
        """Put them in place, or return the ids of matches that were counted meanwhile."""
        with outage():
            found = await self._adopt.one([*self._there, *self._anew], [self._began])
        return [each.decode() for each in found]

    async def drop(self) -> None:
        """Forget what was made anew."""
        with outage():
            await self._redis.unlink(*self._anew)

    async def _read(self, keys: Sequence[str]) -> Found:
        with outage():
            return Found(*[_texts(await self._redis.hgetall(key)) for key in keys[:2]])


def _texts(fields: Mapping[bytes, bytes]) -> dict[str, str]:
    return {name.decode(): value.decode() for name, value in fields.items()}
