"""What gateways note in Redis for `croupierctl doctor`, which tells of it for a day."""

import asyncio
import time
from collections.abc import Callable

from cachetools import TTLCache
from redis.asyncio import Redis
from redis.exceptions import RedisError

KEPT_S = 86_400
AGAIN_S = KEPT_S / 2
"""So that no note goes while what it tells of goes on."""
MOST = 20
"""So many names are noted by a gateway: callers may have a say in them."""


class DoctorNotes:
    """A hash of names, with the time at which each was last noted, seconds since the epoch."""

    def __init__(self, redis: Redis, key: str, clock: Callable[[], float] = time.time) -> None:
        self._redis, self._key, self._clock = redis, key, clock
        self._noted: TTLCache[str, None] = TTLCache(MOST, AGAIN_S, clock)
        self._noting: set[asyncio.Task[None]] = set()

    def knows(self, source: str) -> bool:
        """Return whether nothing is to be noted of a source, which was, lately; else remember."""
        if source in self._noted or len(self._noted) >= MOST:
            return True
        self._noted[source] = None
        return False

    def note(self, name: str) -> None:
        """Note a name, by the way. Without Redis, there is no note."""
        task = asyncio.create_task(self._write(name))
        self._noting.add(task)
        task.add_done_callback(self._noting.discard)

    def note_once(self, name: str) -> None:
        """Note a name unless it was noted lately."""
        if not self.knows(name):
            self.note(name)

    async def _write(self, name: str) -> None:
        try:
            async with self._redis.pipeline(transaction=False) as pipeline:
                pipeline.hset(self._key, name, str(int(self._clock())))
                pipeline.expire(self._key, KEPT_S)
                await pipeline.execute()
        except (RedisError, OSError):
            return
