"""Profiles: how a player stands in each pool, and what is counted of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from time import time
from typing import NamedTuple, cast

from croupier_rating import Numbers, Pool, TimeClass, moments, shown, unpack
from redis.asyncio import Redis
from redislink import ratings, statistics
from redislink.commands import Command, run, run_all
from redislink.script import Script
from redislink.statistics import Kept, Met, Reliability

from gateway.errors import Problem, unavailable
from gateway.players.outages import redis_errors
from gateway.players.player import Player
from gateway.standings import accounts
from gateway.standings.accounts import Account, Unreachable
from gateway.standings.pools import Pools


class Standing(NamedTuple):
    """How a player stands in a pool. The rank is None of who is not on the board, of that size."""

    pool: Pool
    numbers: Numbers
    rank: int | None
    size: int


class Rated(NamedTuple):
    """The rating of a player in a pool, as of today, and how many matches have counted there."""

    rating: int
    matches: int


class Standings(NamedTuple):
    """How a player stands in its pools; some are missing while their part of Redis is away."""

    known: list[Standing]
    complete: bool


@dataclass(frozen=True, slots=True)
class Counted:
    """An account, and what is counted of its player: in public, and for the player alone."""

    account: Account
    records: Kept
    met: Kept
    reliability: Reliability


class Profiles:
    """What is known of players. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis, pools: Pools) -> None:
        self._redis, self._pools = redis, pools
        self._standing = Script(redis, files("gateway.standings") / "standing.lua")

    async def account(self, player_id: str) -> Account:
        """Return the account. Raise Problem not_found if there is none."""
        return _there((await accounts.look_up(self._redis, [player_id]))[player_id])

    async def counted(self, *player_ids: str) -> list[Counted]:
        """Return what is counted of players, in one round trip.

        Raise Problem not_found if one of them has no account.
        """
        commands: list[Command] = []
        for each in player_ids:
            commands.append(accounts.command(each))
            commands.append(("HGETALL", statistics.counters(each)))
            commands.append(("HGETALL", statistics.met(each)))
        with redis_errors():
            answers = await run_all(self._redis, commands)
        return [_counted(answers[place : place + 3]) for place in range(0, len(answers), 3)]

    async def standings(self, player: Account) -> Standings:
        """Return how a player stands in each pool in which it has played."""
        every = await self._pools.known()
        pools = [pool for pool in every or () if pool.kind == player.kind]
        keys = [(ratings.order(str(pool)), ratings.players(str(pool))) for pool in pools]
        with redis_errors():
            answers = await self._standing.all([(each, [player.id]) for each in keys])
        told = [pair for pair in zip(pools, answers, strict=True) if isinstance(pair[1], list)]
        known = [
            Standing(pool, unpack(packed), None if above < 0 else above + 1, size)
            for pool, (packed, above, size) in told
            if packed
        ]
        return Standings(known, every is not None and len(told) == len(pools))

    async def ratings(self, game: str, players: Sequence[Player]) -> dict[str, int]:
        """Return the ratings of those who have one in the live pool of a game and of their kind."""
        found = await self.rated(game, TimeClass.LIVE, players)
        return {player: each.rating for player, each in found.items()}

    async def rated(
        self, game: str, pace: TimeClass, players: Sequence[Player]
    ) -> dict[str, Rated]:
        """Return what those have who have played in the pool of a game, a pace and their kind.

        It is that of the last season.
        """
        last = {
            each.kind: each
            for each in reversed(await self._pools.known() or ())
            if (each.game, each.time_class) == (game, pace)
        }
        rated = [(player.id, str(last[player.kind])) for player in players if player.kind in last]
        commands: list[Command] = [("HGET", ratings.players(pool), each) for each, pool in rated]
        with redis_errors():
            answers = await run(self._redis, commands) if commands else []
        today = moments.day_of(int(time() * 1000))
        return {
            each: _rated(unpack(packed), today)
            for (each, _), packed in zip(rated, answers, strict=True)
            # While the part of Redis with the pool does not answer, nobody has one.
            if isinstance(packed, bytes)
        }

    async def names(self, ids: Sequence[str]) -> accounts.Names:
        """Return the accounts of those whom a profile names."""
        return await accounts.look_up(self._redis, ids)


def meetings(one: Counted, other: Counted, with_private: bool) -> Met | None:
    """Return how one player fared against another; None if neither remembers the other.

    With the private matches of the two, if those are wanted.
    """
    sides = [_found(one.met.public, other.met.public, one, other)]
    if with_private:
        sides.append(_found(one.met.private, other.met.private, one, other))
    known = [each for each in sides if each]
    if not known:
        return None
    return max(known, key=lambda each: each.time_ms)._replace(
        won=sum(each.won for each in known),
        drawn=sum(each.drawn for each in known),
        lost=sum(each.lost for each in known),
    )


def _found(
    of_one: Mapping[str, bytes], of_other: Mapping[str, bytes], one: Counted, other: Counted
) -> Met | None:
    """Return what the one remembers of the other, or what follows from what the other does."""
    if stored := of_one.get(other.account.id):
        return Met.parse(stored)
    if stored := of_other.get(one.account.id):
        met = Met.parse(stored)
        return met._replace(won=met.lost, lost=met.won)
    return None


def _counted(answers: Sequence[object]) -> Counted:
    looked, counters, met = answers
    fields = cast("dict[bytes, bytes]", counters)
    return Counted(
        _there(accounts.parse(looked)),
        statistics.kept(fields),
        statistics.kept(cast("dict[bytes, bytes]", met)),
        Reliability.parse(fields.get(statistics.RELIABILITY.encode())),
    )


def _rated(numbers: Numbers, today: int) -> Rated:
    return Rated(shown.rating(numbers.on(today)), numbers.matches)


def _there(looked: accounts.Looked) -> Account:
    if isinstance(looked, Unreachable):
        raise unavailable()
    if looked is None:
        raise Problem("not_found", "There is no such player.")
    return looked
