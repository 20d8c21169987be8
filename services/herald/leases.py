"""Which hooks are this herald's: partitions, each of which one herald has for some seconds."""

import asyncio
import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from importlib.resources import files

from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink.hooks import HERALDS, PARTITIONS, PARTS
from redislink.script import Script

LIFE_MS = 10_000
"""After how long the partitions of a herald that has died are those of others."""
BEAT_S = 2.0


class Leases:
    """Takes partitions, and renews them, from `run` on. `on_parts` is told which ones are held."""

    def __init__(self, redis: Redis, on_parts: Callable[[Collection[int]], None]) -> None:
        self._on_parts = on_parts
        self._claim = Script(redis, files("herald.scripts") / "claim_parts.lua")
        self._name = secrets.token_hex(8)
        self._until = 0.0

    async def run(self) -> None:
        """Beat until it is cancelled. What cannot be renewed in time is held no more."""
        clock = asyncio.get_running_loop()
        while True:
            began = clock.time()
            try:
                self._on_parts(await self._ask(LIFE_MS))
                self._until = began + LIFE_MS / 1000
            except (RedisError, OSError):
                if began >= self._until:
                    self._on_parts(())
            await asyncio.sleep(BEAT_S)

    async def leave(self) -> None:
        """Give all partitions back."""
        self._on_parts(())
        with suppress(RedisError, OSError):
            await self._ask(0)

    async def _ask(self, life_ms: int) -> Collection[int]:
        held: list[int] = await self._claim.one([PARTS, HERALDS], [self._name, life_ms, PARTITIONS])
        return held
