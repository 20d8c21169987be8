"""Players who are away, as gateways have noted them."""

import asyncio
import time
from datetime import datetime, timedelta

import redis
from engine.domain.steady_clock import utc_now
from gateway.players.presence import AGAIN_MS, LIFE_MS

from tests.support.live import Live
from tests.support.players import Client

NOTING, LONG_S = "{presence}:noting", 100_000


class Shifted:
    """The time of the engines, which a test puts forward or back; that of players stays.

    A match that came about before it was put forward, or while it was back, has waited longer.
    """

    by = timedelta()

    def __call__(self) -> datetime:
        return utc_now() + self.by


def left(live: Live, player: Client, seconds_ago: float) -> None:
    """Have the player have been here until then: it made no request since.

    Who follows something, or waits for an answer, is here all the same.
    """
    assert live.app
    assert live.loop
    presence = live.app.state.dependencies.presence
    asyncio.run_coroutine_threadsafe(presence.forget(player.id), live.loop).result(120)
    now_ms = round(time.time() * 1000)
    with redis.Redis.from_url(live.redis_url) as store:
        # Players were noted without a gap all the time.
        store.zadd(NOTING, {"since": now_ms - LONG_S * 1000})
        key = f"{{presence}}:{player.player['kind']}"
        left_ms = now_ms - round(seconds_ago * 1000)
        store.zadd(key, {player.id: left_ms + LIFE_MS - AGAIN_MS})
