"""What hooks of the installation are told by those who know it first; see redislink.hooks."""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, TypeAlias

from redis.asyncio import Redis

from redislink.hooks import ENDED, INSTALLATION, MOST_ENDED
from redislink.script import Script

Event: TypeAlias = tuple[str, Mapping[str, Any]]
"""A type among `hooks.OF_INSTALLATION`, and ids and numbers: never a name, or what a seat sees."""


class Telling:
    """Writes events, only while the installation has a hook."""

    def __init__(self, redis: Redis) -> None:
        self._tell = Script(redis, files("redislink") / "tell_installation.lua")

    async def tell(self, events: Sequence[Event]) -> None:
        """Write these events, in this order. Raise RedisError or OSError."""
        if events:
            told = [each for kind, data in events for each in (kind, json.dumps(data))]
            await self._tell.one([INSTALLATION, ENDED], [MOST_ENDED, *told])
