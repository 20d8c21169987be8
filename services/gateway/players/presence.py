"""Presence: how many people and bots are here, which is to say follow something over any gateway.

    {presence}:human  zset  the id of a player with an open stream or socket -> when that expires,
    {presence}:bot    zset  the same of bots                                    ms since the epoch

A gateway notes its players in a task of its own, so no stream waits for Redis. A player who has
gone expires.
"""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from redis.asyncio import Redis
from redislink.commands import Command, run
from telemetry.redaction import error_location

from gateway.errors import Problem, unavailable
from gateway.players.player_store import Player, redis_errors
from gateway.tasks import cancel_and_wait

LOOK_S = 1.0
"""How often a gateway looks for players that are to be noted."""
AGAIN_MS = 20_000
"""When a player who is still here is noted again."""
LIFE_MS = 45_000
"""For how long a player counts as being here that is not noted again."""
AT_ONCE = 500
"""How many players one command notes."""
KEPT_S = 3.0
"""For how long the numbers are good."""
KINDS = ("human", "bot")

log = logging.getLogger("gateway")


class Here(NamedTuple):
    """How many people and bots are here."""

    people: int
    bots: int


class Presence:
    """The players who follow their streams now, noted in Redis between `start` and `stop`."""

    def __init__(self, redis: Redis, clock: Callable[[], float] = time.time) -> None:
        self._redis, self._clock = redis, clock
        self._followers: Counter[Player] = Counter()
        self._noted: dict[Player, int] = {}
        """When each was noted, ms since the epoch."""
        self._count: tuple[float, Here | Problem] | None = None
        """When it was asked last, and the answer; a failure is one, too."""
        self._counting = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        await cancel_and_wait(self._task)

    @contextlib.contextmanager
    def here(self, player: Player) -> Iterator[None]:
        """Count a player as being here until the block is left."""
        self._followers[player] += 1
        try:
            yield
        finally:
            self._followers[player] -= 1
            if not self._followers[player]:
                del self._followers[player]

    async def count(self) -> Here:
        """Return how many are here; a few seconds old at most. Raise Problem unavailable."""
        async with self._counting:
            now = self._clock()
            if self._count is None or not 0 <= now - self._count[0] < KEPT_S:
                # A failure counts as well, or all who wait would wait one after the other.
                self._count = self._clock(), await self._asked(round(now * 1000))
        found = self._count[1]
        if isinstance(found, Problem):
            raise found
        return found

    async def note(self) -> None:
        """Note the players that are here and were not noted for AGAIN_MS.

        Raise RedisError or OSError.
        """
        now_ms = round(self._clock() * 1000)
        self._noted = {
            player: at for player, at in self._noted.items() if player in self._followers
        }
        due = [each for each in self._followers if now_ms - self._noted.get(each, 0) >= AGAIN_MS]
        for kind in KINDS:
            of_kind = [player for player in due if player.kind == kind]
            for first in range(0, len(of_kind), AT_ONCE):
                batch = of_kind[first : first + AT_ONCE]
                await self._write(kind, batch, now_ms)
                self._noted.update(dict.fromkeys(batch, now_ms))

    async def _run(self) -> None:
        while True:
            try:
                await self.note()
            except Exception as error:  # whatever is wrong with Redis: the next look tries again
                log.debug("presence was not noted: %s", error_location(error))
            await asyncio.sleep(LOOK_S)

    async def _write(self, kind: str, players: list[Player], now_ms: int) -> None:
        key = _key(kind)
        added: list[object] = ["ZADD", key]
        for player in players:
            added += (now_ms + LIFE_MS, player.id)
        commands: list[Command] = [
            added,
            ("ZREMRANGEBYSCORE", key, "-inf", now_ms),
            ("PEXPIRE", key, LIFE_MS),
        ]
        for answer in await run(self._redis, commands):
            if isinstance(answer, Exception):
                raise answer

    async def _asked(self, now_ms: int) -> Here | Problem:
        try:
            with redis_errors():
                answers = await run(
                    self._redis, [("ZCOUNT", _key(kind), f"({now_ms}", "+inf") for kind in KINDS]
                )
        except Problem as problem:
            return problem
        if any(isinstance(each, Exception) for each in answers):
            return unavailable()
        return Here(*answers)


def _key(kind: str) -> str:
    return f"{{presence}}:{kind}"
