"""Presence: which people and bots are here, which is to say follow something over any gateway.

    {presence}:human  zset  the id of a player with an open stream or socket -> when that expires,
    {presence}:bot    zset  the same of bots                                    ms since the epoch
    {presence}:noting zset  "since" when players have been noted without a gap, and until "now"

A gateway notes its players in a task of its own, so no stream waits for Redis. Who has left
expires, and is kept for a day, so that others are told since when. While nobody could be noted, as
during an outage, nobody was absent: an absence begins after the last gap.
"""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from redis.asyncio import Redis
from redislink.commands import Command, run
from telemetry.redaction import error_location

from gateway.errors import Problem, unavailable
from gateway.players.player_store import Player, redis_errors
from gateway.tasks import cancel_and_wait

LOOK_S = 1.0
"""How often a gateway looks for players that are to be noted."""
AGAIN_MS = 8_000
"""When a player who is still here is noted again."""
LIFE_MS = 20_000
"""For how long a player counts as being here that is not noted again: a page has been loaded anew
by then."""
KEPT_MS = 24 * 60 * 60 * 1000
"""For how long it is known since when a player is away."""
AT_ONCE = 500
"""How many players one command notes."""
KEPT_S = 3.0
"""For how long the numbers are good."""
KINDS = ("human", "bot")
NOTING, SINCE, NOW = "{presence}:noting", "since", "now"

log = logging.getLogger("gateway")


class Here(NamedTuple):
    """How many people and bots are here."""

    people: int
    bots: int


class Away(NamedTuple):
    """Since when a player is not here, ms since the epoch; not `known` if for longer than that can
    be told."""

    since_ms: int
    known: bool


class Presence:
    """The players who follow their streams now, noted in Redis between `start` and `stop`."""

    def __init__(self, redis: Redis, clock: Callable[[], float] = time.time) -> None:
        self._redis, self._clock = redis, clock
        self._followers: Counter[Player] = Counter()
        self._noted: dict[Player, int] = {}
        """When each was noted, ms since the epoch."""
        self._noted_ms = 0
        """When this gateway has noted last, be it nobody."""
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

    async def away(self, player_ids: Iterable[str]) -> dict[str, Away]:
        """Return those of the players who are not here.

        Raise Problem unavailable, also while this gateway has not noted its own for a while.
        """
        now_ms, ids, found = self.now_ms(), [*dict.fromkeys(player_ids)], dict[str, Away]()
        if not 0 <= now_ms - self._noted_ms <= LIFE_MS:
            raise unavailable()
        for first in range(0, len(ids), AT_ONCE):
            batch = ids[first : first + AT_ONCE]
            with redis_errors():
                answers = _whole(
                    await run(
                        self._redis,
                        [
                            ("ZMSCORE", NOTING, SINCE),
                            *(("ZMSCORE", _key(kind), *batch) for kind in KINDS),
                        ],
                    )
                )
            (since,), *by_kind = answers
            begun_ms = now_ms if since is None else int(float(since))
            for player_id, *ends in zip(batch, *by_kind, strict=True):
                expires_ms = max((int(float(end)) for end in ends if end is not None), default=0)
                if expires_ms <= now_ms:
                    found[player_id] = _away(expires_ms, begun_ms, now_ms)
        return found

    async def asked(self, player: Player) -> None:
        """Note that a player, who may follow nothing, was here a moment ago.

        Raise Problem unavailable.
        """
        with redis_errors():
            _whole(
                await run(
                    self._redis, [("ZADD", _key(player.kind), "GT", self.now_ms(), player.id)]
                )
            )

    async def forget(self, player_id: str) -> None:
        """Forget a player whose account has ended. Raise Problem unavailable."""
        with redis_errors():
            _whole(await run(self._redis, [("ZREM", _key(kind), player_id) for kind in KINDS]))

    async def note(self) -> None:
        """Note the players that are here and were not noted for AGAIN_MS.

        Raise RedisError or OSError.
        """
        now_ms = self.now_ms()
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
        if not 0 <= now_ms - self._noted_ms < AGAIN_MS:
            await self._note_noting(now_ms)
            self._noted_ms = now_ms

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
        await self._carry_out(
            added,
            ("ZREMRANGEBYSCORE", key, "-inf", now_ms - KEPT_MS),
            ("PEXPIRE", key, KEPT_MS),
        )

    async def _note_noting(self, now_ms: int) -> None:
        """Note that players are noted now, and since when, if nobody did for a while."""
        ((last,),) = await self._carry_out(("ZMSCORE", NOTING, NOW))
        if last is None or now_ms - int(float(last)) > LIFE_MS:
            await self._carry_out(("ZADD", NOTING, now_ms, SINCE))
        await self._carry_out(("ZADD", NOTING, now_ms, NOW), ("PEXPIRE", NOTING, KEPT_MS))

    async def _carry_out(self, *commands: Command) -> list[Any]:
        """Return the answers. Raise RedisError or OSError."""
        answers = await run(self._redis, commands)
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        return answers

    def now_ms(self) -> int:
        """Return the time by which absences count, in ms since the epoch."""
        return round(self._clock() * 1000)

    async def _asked(self, now_ms: int) -> Here | Problem:
        try:
            with redis_errors():
                counts = [("ZCOUNT", _key(kind), f"({now_ms}", "+inf") for kind in KINDS]
                return Here(*_whole(await run(self._redis, counts)))
        except Problem as problem:
            return problem


def _whole(answers: list[Any]) -> list[Any]:
    """Return the answers. Raise Problem unavailable if one is missing."""
    if any(isinstance(each, Exception) for each in answers):
        raise unavailable()
    return answers


def _away(expires_ms: int, begun_ms: int, now_ms: int) -> Away:
    # A player may have left only just before being due to be noted again.
    since_ms = expires_ms - LIFE_MS + AGAIN_MS
    return Away(
        min(max(since_ms, begun_ms), now_ms), known=bool(expires_ms) and since_ms >= begun_ms
    )


def _key(kind: str) -> str:
    return f"{{presence}}:{kind}"
