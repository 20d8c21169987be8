"""Pools with boards that are filled as the tally of the engines fills them."""

import itertools
import random
import string
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import croupier_rating
import orjson
from croupier_rating import Numbers, Strength
from redis import Redis
from redislink import ratings
from redislink.accounts import PLAYER, account

START_MU, UNIT = 25_000_000, 25_000
DAY = 20_000
STORE = """
for place, key in ipairs(KEYS) do
  redis.call('HSET', key, ARGV[1], ARGV[place + 1])
end
"""
"""Stores the same field of many hashes."""


POOLS = itertools.count()


def an_id(dice: random.Random) -> str:
    return urlsafe_b64encode(dice.randbytes(17)).decode()[:22]


def a_pool(dice: random.Random, kind: str = "human", season: int = 0) -> str:
    """A pool that no other test has, of a game that there is not.

    Nor has the same test a second time: the same seed draws the same letters.
    """
    game = "".join(dice.choices(string.ascii_lowercase, k=16))
    return f"{game}{next(POOLS)}.live.{kind}.{season}"


@lru_cache(maxsize=10_000)
def numbers(points: int, seq: int = 1, day: int = DAY) -> Numbers:
    """Numbers of so many points, at the least deviation that is not provisional, as of a day."""
    sigma = 100 * UNIT
    mu = START_MU + (points + 200 - 1500) * UNIT
    return Numbers(Strength(mu, sigma), 9, seq, day, points)


@dataclass
class Board:
    """The board of a pool in a Redis."""

    redis: Redis
    pool: str
    names: dict[str, str] = field(default_factory=dict)
    day: int = DAY
    """Counted from 1970, on which all have played last."""

    def put(self, players: Mapping[str, int], seq: int = 1) -> None:
        """Put players on the board, each with so many points, and with an account of its own."""
        kind = croupier_rating.pool(self.pool).kind
        now = {player: numbers(each, day=self.day) for player, each in players.items()}
        pipeline = self.redis.pipeline(transaction=False)
        pipeline.sadd(ratings.POOLS, self.pool)
        head: dict[Any, Any] = {"seq": seq, "head": f"{seq:064x}", "clock": 0}
        pipeline.hset(ratings.head(self.pool), mapping=head)
        packed: dict[Any, Any] = {player: each.pack() for player, each in now.items()}
        pipeline.hset(ratings.players(self.pool), mapping=packed)
        pipeline.zadd(ratings.order(self.pool), players)
        if new := [each for each in players if each not in self.names]:
            self.names |= {player: f"P {player[:8]}" for player in new}
            told = [
                orjson.dumps({"id": player, "displayName": self.names[player], "kind": kind})
                for player in new
            ]
            # All at once: a command each would take longer than all else of a large board.
            pipeline.eval(STORE, len(new), *map(account, new), PLAYER, *told)
        pipeline.execute()
