"""Who waits for something to change, and how it hears of it.

One subscriber connection for the whole process, however many wait. A notice
names what has changed, and a version, nothing else; whoever is woken asks the
engine for what its own seat may see. So a notice too many costs a read, and none
can tell too much.
"""

import asyncio
import contextlib
import uuid
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeAlias

from redis.asyncio import Redis
from redis.exceptions import RedisError

POLL_S = 1.0
SILENCE_S = 5.0
RETRY_S = 0.2

Wake: TypeAlias = Callable[[str | None], None]
"""Is told what was published, or None: something may have been that nobody heard."""


def match_channel(match_id: str) -> str:
    """Carries the new version of a match."""
    return f"match:{{{match_id}}}"


def ticket_channel(ticket_id: str) -> str:
    """Carries the status of a ticket that does not search any more."""
    return f"ticket:{ticket_id}"


def player_channel(player_id: str) -> str:
    """Carries "MATCH VERSION" of its matches, "MATCH VERSION rematch" for a wish, and "revoked"."""
    return f"player:{{{player_id}}}:notices"


class Watch:
    """Wakes those who wait for a channel, between `start` and `stop`."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._waiting: dict[str, set[Wake]] = {}
        self._pubsub: Any = None
        self._task: asyncio.Task[None] | None = None
        self._own = f"gateway:{uuid.uuid4().hex}"
        self.stopping = False

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    def release(self) -> None:
        """Wake everyone for good: the process is about to stop."""
        self.stopping = True
        for channel in [*self._waiting]:
            self._wake(channel, None)

    async def stop(self) -> None:
        """Listen no more. In Python 3.11 a cancellation may get lost on its way to Redis."""
        self.release()
        while self._task and not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task], timeout=RETRY_S)

    async def add(self, channel: str, wake: Wake) -> None:
        """Call `wake` with whatever is published, from now on.

        It is called with None once listening has really begun, and when it begins
        again after an outage: what happened before that was not heard by you.
        """
        first = channel not in self._waiting
        self._waiting.setdefault(channel, set()).add(wake)
        if first:
            await self._tell("subscribe", channel)
        else:
            wake(None)

    async def remove(self, channel: str, wake: Wake) -> None:
        """Call it no more."""
        waiting = self._waiting.get(channel, set())
        waiting.discard(wake)
        if waiting or self._waiting.pop(channel, None) is None:
            return
        await self._tell("unsubscribe", channel)
        if channel in self._waiting:  # somebody came meanwhile, and may have been overtaken
            await self._tell("subscribe", channel)

    @contextlib.asynccontextmanager
    async def on(self, channel: str) -> AsyncIterator[asyncio.Event]:
        """An event that is set whenever there may be news; see `add`."""
        event = asyncio.Event()

        def wake(_: str | None) -> None:
            event.set()

        try:
            await self.add(channel, wake)
            yield event
        finally:
            await self.remove(channel, wake)

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
        channel = message["channel"].decode() if message.get("channel") else ""
        if message["type"] == "message":
            self._wake(channel, message["data"].decode())
        elif message["type"] == "subscribe":
            self._wake(channel, None)

    def _wake(self, channel: str, notice: str | None) -> None:
        for wake in [*self._waiting.get(channel, ())]:
            wake(notice)

    async def _tell(self, command: str, channel: str) -> None:
        """Subscribe or unsubscribe; while Redis is away, `_run` will make up for it."""
        if self._pubsub:
            with contextlib.suppress(RedisError, OSError):
                await getattr(self._pubsub, command)(channel)
