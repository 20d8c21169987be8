"""What engines are told of a player who may want to play rated: the age of the account, and more.

The conditions themselves are those of engine.domain.rated.
"""

import json
from datetime import datetime

from croupier.v1 import engine_service_pb2 as pb
from redis.asyncio import Redis
from redislink import statistics
from redislink.accounts import LISTED, PLAYER, account
from redislink.commands import run
from redislink.statistics import RELIABILITY, Reliability

from gateway.errors import unavailable
from gateway.players.outages import redis_errors


class Eligibility:
    """The standings of players, from Redis."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def of(self, player_id: str) -> pb.Standing:
        """Return the standing of a player, in one round trip. Raise Problem unavailable.

        One who has just been deleted has no age, and so plays nothing rated.
        """
        commands = [
            ("HMGET", account(player_id), PLAYER, LISTED),
            ("HGET", statistics.counters(player_id), RELIABILITY),
        ]
        with redis_errors():
            fields, reliability = await run(self._redis, commands)
        if isinstance(fields, Exception) or isinstance(reliability, Exception):
            raise unavailable()
        player, listed = fields
        return pb.Standing(
            since_ms=_since_ms(player) if player else 0,
            unlisted=listed == b"0",
            waits_until_ms=Reliability.parse(reliability).waits_until_ms,
        )


def _since_ms(player: bytes) -> int:
    since = datetime.fromisoformat(json.loads(player)["since"])
    return int(since.timestamp() * 1000)
