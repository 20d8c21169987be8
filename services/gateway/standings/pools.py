"""Pools: which there are, kept for a second, as profiles and the list of boards need them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import croupier_rating
from croupier_rating import Pool
from redis.asyncio import Redis
from redislink import ratings
from redislink.commands import Command, run

from gateway.errors import Problem
from gateway.players.outages import redis_errors
from gateway.standings.kept import Kept

KEPT_S = 1.0
UNKNOWN = "There is no such pool: GET /v1/leaderboards lists those that there are."


@dataclass(frozen=True, slots=True)
class PoolSize:
    """A pool, how many players its board has, and the last entry of its ledger.

    Both numbers are None while the part of Redis that has the pool does not answer.
    """

    pool: Pool
    current: bool
    """Whether it is of the last season of its game, class and kind."""
    size: int | None
    seq: int | None


class Pools:
    """The pools that have a ledger. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._names = Kept[str, tuple[Pool, ...]](KEPT_S, 1)

    async def every(self) -> tuple[Pool, ...]:
        """Return all pools: by game, class and kind, the last season first."""
        return await self._names.get("", self._read)

    async def known(self) -> tuple[Pool, ...] | None:
        """Return all pools; None while the part of Redis with their names does not answer."""
        try:
            return await self.every()
        except Problem:
            return None

    async def sizes(self) -> list[PoolSize]:
        """Return all pools with their sizes."""
        pools = await self.every()
        commands: list[Command] = [("ZCARD", ratings.order(str(pool))) for pool in pools]
        commands += [("HGET", ratings.head(str(pool)), "seq") for pool in pools]
        with redis_errors():
            answers = await run(self._redis, commands) if commands else []
        numbers = [None if isinstance(each, Exception) else int(each or 0) for each in answers]
        current = _last_seasons(pools)
        return [
            PoolSize(pool, pool in current, size, seq)
            for pool, size, seq in zip(
                pools, numbers[: len(pools)], numbers[len(pools) :], strict=True
            )
        ]

    async def check(self, pool: Pool | None) -> Pool:
        """Return the pool. Raise Problem not_found if it has no ledger."""
        client: Any = self._redis
        with redis_errors():
            if pool is None or await client.hget(ratings.head(str(pool)), "seq") is None:
                raise unknown()
        return pool

    async def _read(self) -> tuple[Pool, ...]:
        client: Any = self._redis
        with redis_errors():
            names = await client.smembers(ratings.POOLS)
        return tuple(sorted((croupier_rating.pool(name.decode()) for name in names), key=_place))


def named(name: str, season: int | None = None) -> Pool | None:
    """Return the pool of a name, in another season if one is given; None for no pool's name."""
    try:
        pool = croupier_rating.pool(name)
        # There are seasons that no name can have.
        return pool if season is None else croupier_rating.pool(str(replace(pool, season=season)))
    except ValueError:
        return None


def unknown() -> Problem:
    return Problem("not_found", UNKNOWN)


def _place(pool: Pool) -> tuple[str, bool, bool, int]:
    # Live and people first.
    return pool.game, pool.time_class == "daily", pool.kind == "bot", -pool.season


def _last_seasons(pools: Iterable[Pool]) -> frozenset[Pool]:
    last: dict[Sequence[str], Pool] = {}
    for pool in pools:
        key = (pool.game, pool.time_class, pool.kind)
        last[key] = max(pool, last.get(key, pool), key=lambda each: each.season)
    return frozenset(last.values())
