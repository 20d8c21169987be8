"""Players who are away, as gateways have noted them."""

import time

import redis
from gateway.players.presence import AGAIN_MS, LIFE_MS

from tests.support.players import Client

NOTING, LONG_S = "{presence}:noting", 100_000


def left(redis_url: str, player: Client, seconds_ago: float) -> None:
    """Have the player, who follows nothing, have been here until then."""
    now_ms = round(time.time() * 1000)
    with redis.Redis.from_url(redis_url) as store:
        # Players were noted without a gap all the time.
        store.zadd(NOTING, {"since": now_ms - LONG_S * 1000})
        key = f"{{presence}}:{player.player['kind']}"
        left_ms = now_ms - round(seconds_ago * 1000)
        store.zadd(key, {player.id: left_ms + LIFE_MS - AGAIN_MS})
