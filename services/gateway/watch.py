"""Who waits for a match to change, and how it hears of it.

One subscriber connection for the whole process, however many wait. A notice is
a channel and a version, nothing else; whoever is woken asks the engine for what
its own seat may see. So a notice too many costs a read, and none can tell too much.
"""

import asyncio
import contextlib
import uuid
from collections.abc import AsyncIterator
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

POLL_S = 1.0
SILENCE_S = 5.0
RETRY_S = 0.2


class Watch:
    """Wakes those who wait for a match, between `start` and `stop`."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._pubsub: Any = None
        self._task: asyncio.Task[None] | None = None
        self._own = f"gateway:{uuid.uuid4().hex}"
        self.stopping = False

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    def release(self) -> None:
        """Wake everyone for good: the process is about to stop."""
        self.stopping = True
        for channel in self._waiting:
            self._wake(channel)

    async def stop(self) -> None:
        self.release()
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    @contextlib.asynccontextmanager
    async def on(self, match_id: str) -> AsyncIterator[asyncio.Event]:
        """An event that is set whenever the match may have changed.

        It is set as well once listening has really begun, and when it begins
        again after an outage: what happened before that was not heard by you.
        """
        channel = f"match:{{{match_id}}}"
        event = asyncio.Event()
        first = channel not in self._waiting
        self._waiting.setdefault(channel, set()).add(event)
        try:
            if first:
                await self._tell("subscribe", channel)
            else:
                event.set()
            yield event
        finally:
            self._waiting[channel].discard(event)
            if not self._waiting[channel]:
                del self._waiting[channel]
                await self._tell("unsubscribe", channel)

    async def _run(self) -> None:
        """Listen; after an outage, listen again to all that is waited for."""
        while True:
            try:
                async with self._redis.pubsub() as self._pubsub:
                    await self._pubsub.subscribe(self._own, *self._waiting)
                    await self._listen(self._pubsub)
            except (RedisError, OSError):
                self._pubsub = None
                await asyncio.sleep(RETRY_S)

    async def _listen(self, pubsub: Any) -> None:
        """Until nothing comes any more, not even an answer to a ping: then the line is dead."""
        clock = asyncio.get_running_loop()
        heard = clock.time()
        while clock.time() - heard < SILENCE_S:
            if message := await pubsub.get_message(timeout=POLL_S):
                heard = clock.time()
                self._hear(message)
            else:
                await pubsub.ping()

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] in ("message", "subscribe"):
            self._wake(message["channel"].decode())

    def _wake(self, channel: str) -> None:
        for event in self._waiting.get(channel, ()):
            event.set()

    async def _tell(self, command: str, channel: str) -> None:
        """Subscribe or unsubscribe; while Redis is away, `_run` will make up for it."""
        if self._pubsub:
            with contextlib.suppress(RedisError, OSError):
                await getattr(self._pubsub, command)(channel)
