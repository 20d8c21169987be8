"""Engines: which ones live, and what each plays, as it says itself every BEAT_S.

    {tickets}:engines  hash  name of an engine -> until when it counts (ms of Redis's clock), and
                             {"games": ["ID@VERSION", ...], "group": ""}
    {tickets}:games    set   ID@VERSION of all games that any engine has ever played here

Both lie in the slot of the tickets, where engines may write. By Redis's clock, engines whose own
clocks differ agree on who lives.
"""

import time
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import orjson
from pydantic import TypeAdapter, ValidationError
from redis.asyncio import Redis
from redislink.script import Script

from engine.domain.errors import InMaintenance
from engine.domain.registry import GAMES
from engine.store.errors import outage
from engine.store.scripts import SCRIPTS

KEYS = ["{tickets}:engines", "{tickets}:games"]
BEAT_S = 15.0
LIVES_S = 45.0
"""How long an engine counts as alive after it has said so: two of its beats may be lost."""
FRESH_S = 1.0
"""How long an engine relies on what it has read."""
GONE_S = 600.0
"""How long no engine has had the rules of a match when it is told that they are gone."""
RETRY_AFTER_S = 5
NOT_BY_ALL = "The service is being upgraded: not every part of it plays this game yet."


@dataclass(frozen=True, slots=True)
class Engine:
    """What an engine says of itself: the games that it plays, as ID@VERSION, and its group."""

    games: tuple[str, ...]
    group: str = ""


ENGINE = TypeAdapter(Engine)


@dataclass(frozen=True, slots=True)
class Roll:
    """The engines that live, by name, and all games that there have been, as ID@VERSION."""

    engines: Mapping[str, Engine] = field(default_factory=dict)
    games: Collection[str] = ()

    def players_of(self, rules: str) -> list[str]:
        """The names of the engines that play it; of a mere ID, those that play any version."""
        return [
            name
            for name, engine in self.engines.items()
            if any(rules in (game, game.partition("@")[0]) for game in engine.games)
        ]

    @property
    def counts(self) -> Mapping[tuple[str, str], int]:
        """How many engines play each game, by game and group; of one that none plays, 0."""
        engines = self.engines.values()
        playing = Counter((game, each.group) for each in engines for game in _ids(each.games))
        played = {game for game, _ in playing}
        return {**playing, **{(game, ""): 0 for game in _ids(self.games) - played}}


class Engines:
    """The engines of a Redis. Every call but `games` may raise StoreUnavailable."""

    def __init__(self, redis: Redis, group: str = "") -> None:
        """`group` is that of this engine."""
        self._group = group
        self._beat = Script(redis, SCRIPTS / "beat.lua")
        self._roll_call = Script(redis, SCRIPTS / "roll_call.lua")
        self._redis = redis
        self._roll = Roll()
        self._stale_at = 0.0
        self._began = time.monotonic()
        self._seen = dict[str, float]()
        """When an engine last said that it plays them, by ID@VERSION."""

    async def beat(self, name: str) -> None:
        """Say that the engine of this name lives, and what it plays."""
        played = sorted(GAMES.played)
        says = orjson.dumps(asdict(Engine(tuple(played), self._group)))
        with outage():
            await self._beat.one(KEYS, [name, int(LIVES_S * 1000), says, *played])
        await self.read()

    async def leave(self, name: str) -> None:
        """Take the engine of this name out, since it stops."""
        with outage():
            await self._redis.hdel(KEYS[0], name)

    async def read(self) -> Roll:
        with outage():
            games, *pairs = await self._roll_call.one(KEYS, [])
        told: Any = zip(pairs[::2], pairs[1::2], strict=True)
        engines = {name.decode(): each for name, says in told if (each := _engine(says))}
        self._roll = Roll(engines, {game.decode() for game in games})
        now = time.monotonic()
        self._seen |= {rules: now for each in engines.values() for rules in each.games}
        self._stale_at = now + FRESH_S
        return self._roll

    async def roll(self) -> Roll:
        """Return the roll as it was read, FRESH_S ago at most."""
        return self._roll if time.monotonic() < self._stale_at else await self.read()

    async def check(self, rules: str) -> None:
        """Raise InMaintenance as long as any engine of this group lacks these rules.

        Whoever joined or asked after the new match might meet that one first.
        """
        engines = (await self.roll()).engines.values()
        if any(each.group == self._group and rules not in each.games for each in engines):
            raise InMaintenance(NOT_BY_ALL, RETRY_AFTER_S)

    async def any_plays(self, rules: str) -> bool:
        """Return whether an engine has these rules. Without any roll, one may have them."""
        roll = await self.roll()
        return not roll.engines or bool(roll.players_of(rules))

    def gone(self, rules: str) -> bool:
        """Return whether none has had them for GONE_S, as far back as this engine can say."""
        seen = [at for each, at in self._seen.items() if rules in (each, each.partition("@")[0])]
        return time.monotonic() - max([self._began, *seen]) >= GONE_S

    async def count(self) -> Mapping[tuple[str, str], int]:
        """Return how many engines play each game, as `Roll.counts`."""
        return (await self.roll()).counts

    def games(self) -> Collection[str]:
        """Return the ids of all games that may have matches, whichever engines play them."""
        return {*GAMES, *_ids(self._roll.games)}


def _ids(rules: Collection[str]) -> set[str]:
    """Return the games of these ID@VERSION."""
    return {each.partition("@")[0] for each in rules}


def _engine(says: bytes) -> Engine | None:
    """Return the engine that says this; None if that cannot be read: one must not stop all."""
    try:
        return ENGINE.validate_json(says)
    except ValidationError:
        return None
