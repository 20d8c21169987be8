"""Who waits for something to change, and how it hears of it.

One subscriber connection for the whole process, however many wait. A notice
names what has changed, and a version, nothing else; whoever is woken asks the
engine for what its own seat may see. So a notice too many costs a read, and none
can tell too much.
"""

import asyncio
import contextlib
import logging
import uuid
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink import client
from telemetry.redaction import error_location

from gateway.tasks import cancel_and_wait, first_to_end

POLL_S = 1.0
SILENCE_S = 5.0
RETRY_S = 0.2

log = logging.getLogger("gateway")

Listener: TypeAlias = Callable[[str | None], None]
"""Is told what was published, or None: something may have been that nobody heard."""


class Subscriber:
    """Wakes those who wait for a channel, between `start` and `stop`.

    Who comes and goes only leaves a note of that. One task reads the connection and another
    one writes to it, which have it for themselves: it belongs to no pool, and ends with them.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._waiting: dict[str, set[Listener]] = {}
        self._heard: set[str] = set()
        self._noted: set[str] = set()
        self._news = asyncio.Event()
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
        """Listen no more."""
        self.release()
        await cancel_and_wait(self._task)

    def add(self, channel: str, wake: Listener) -> None:
        """Call `wake` with whatever is published, from now on.

        It is called with None once listening has really begun, and when it begins
        again after an outage: what happened before that was not heard by you.
        """
        self._waiting.setdefault(channel, set()).add(wake)
        self._note(channel)
        if channel in self._heard:
            wake(None)

    def remove(self, channel: str, wake: Listener) -> None:
        """Call it no more."""
        waiting = self._waiting.get(channel, set())
        waiting.discard(wake)
        if not waiting:
            self._waiting.pop(channel, None)
            self._note(channel)

    @contextlib.contextmanager
    def on(self, channel: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever there may be news; see `add`."""
        event = asyncio.Event()

        def wake(_: str | None) -> None:
            event.set()

        self.add(channel, wake)
        try:
            yield event
        finally:
            self.remove(channel, wake)

    async def _run(self) -> None:
        """Listen; after an outage, listen again to all that is waited for."""
        while True:
            try:
                await self._listen()
            except (RedisError, OSError):
                pass
            except Exception as error:
                log.error("nothing is heard for a moment: %s", error_location(error))
            await asyncio.sleep(RETRY_S)

    async def _listen(self) -> None:
        """Over a new connection, until that is dead. Raise RedisError or OSError."""
        line = await client.subscriber_connection(self._redis)
        try:
            await line.connect()
            await first_to_end(self._read(line), self._write(line))
        finally:
            self._heard.clear()
            await line.disconnect(nowait=True)

    async def _read(self, line: Any) -> None:
        """Until nothing comes any more, not even an answer to a ping: then the line is dead."""
        clock = asyncio.get_running_loop()
        heard = clock.time()
        while clock.time() - heard < SILENCE_S:
            said = await line.read_response(
                timeout=POLL_S, disconnect_on_error=False, push_request=True
            )
            if said is None:
                continue
            heard = clock.time()
            if isinstance(said, list):
                self._hear(*said)

    async def _write(self, line: Any) -> None:
        """Have the line carry what is waited for, and ask in every pause whether it is alive."""
        asked: set[str] = set()
        self._noted = {self._own, *self._waiting}
        while True:
            noted, self._noted = self._noted, set()
            wanted = {each for each in noted if each in self._waiting or each == self._own}
            gone = (noted - wanted) & asked
            self._heard -= gone
            await _send(line, "UNSUBSCRIBE", gone)
            await _send(line, "SUBSCRIBE", wanted - asked)
            asked -= noted
            asked |= wanted
            await self._pause()
            if not self._noted:
                await line.send_command("PING", check_health=False)

    async def _pause(self) -> None:
        """Until something is noted, but not for too long."""
        if not self._noted:
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL_S):
                    await self._news.wait()

    def _note(self, channel: str) -> None:
        self._noted.add(channel)
        self._news.set()

    def _hear(self, kind: bytes, channel: bytes, told: Any = None) -> None:
        """What Redis pushes."""
        name = channel.decode()
        if kind == b"message":
            self._wake(name, told.decode())
        elif kind == b"subscribe":
            self._heard.add(name)
            self._wake(name, None)

    def _wake(self, channel: str, notice: str | None) -> None:
        for wake in [*self._waiting.get(channel, ())]:
            wake(notice)


async def _send(line: Any, command: str, channels: set[str]) -> None:
    if channels:
        await line.send_command(command, *channels, check_health=False)
