"""Pools with boards that are filled as the tally of the engines fills them."""

import json
import random
import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import croupier_rating
from croupier_rating import Numbers, Strength
from redis import Redis
from redislink import ratings
from redislink.accounts import PLAYER, account

ALPHABET = string.ascii_letters + string.digits + "-_"
START_MU, UNIT = 25_000_000, 25_000


def an_id(dice: random.Random) -> str:
    return "".join(dice.choices(ALPHABET, k=22))


def a_pool(dice: random.Random, kind: str = "human", season: int = 0) -> str:
    """A pool that no other test has, of a game that there is not."""
    game = "".join(dice.choices(string.ascii_lowercase, k=16))
    return f"{game}.live.{kind}.{season}"


def numbers(points: int, seq: int = 1) -> Numbers:
    """Numbers of so many points, at the least deviation that is not provisional, as of today."""
    sigma = 100 * UNIT
    mu = START_MU + (points + 200 - 1500) * UNIT
    return Numbers(Strength(mu, sigma), 9, seq, 20_000, points)


@dataclass
class Board:
    """The board of a pool in a Redis."""

    redis: Redis
    pool: str
    names: dict[str, str] = field(default_factory=dict)

    def put(self, players: Mapping[str, int], seq: int = 1) -> None:
        """Put players on the board, each with so many points, and with an account of its own."""
        kind = croupier_rating.pool(self.pool).kind
        pipeline = self.redis.pipeline(transaction=False)
        pipeline.sadd(ratings.POOLS, self.pool)
        head: dict[Any, Any] = {"seq": seq, "head": f"{seq:064x}", "clock": 0}
        pipeline.hset(ratings.head(self.pool), mapping=head)
        for player, points in players.items():
            pipeline.hset(ratings.players(self.pool), player, numbers(points).pack())
            pipeline.zadd(ratings.order(self.pool), {player: points})
            if player not in self.names:
                self.names[player] = f"P {player[:8]}"
                told = {"id": player, "displayName": self.names[player], "kind": kind}
                pipeline.hset(account(player), PLAYER, json.dumps(told))
        pipeline.execute()
