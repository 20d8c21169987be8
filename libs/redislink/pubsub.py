"""Redis pub/sub: one subscriber connection per process, shared by all waiting requests.

A message names what has changed, and a version, nothing else; every listener then asks the
engine for what its own viewer may see. So one message too many costs a read, and none can
reveal what is hidden.
"""

import asyncio
import contextlib
import logging
import math
import uuid
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any, TypeAlias

from redis.asyncio import Redis
from redis.exceptions import RedisError
from telemetry.redaction import error_location

from redislink import client
from redislink.tasks import cancel_and_wait, first_to_end

PING_S = 2.0
SILENCE_S = 5.0
"""A connection that has been silent for so long, in spite of pings, is dead."""
RETRY_S = 0.2

Listener: TypeAlias = Callable[[str | None], None]
"""Takes each message of a channel; None means that messages may have been missed."""


class Subscriber:
    """Passes the messages of channels on to their listeners, between `start` and `stop`.

    `add` and `remove` never wait for Redis: they mark their channel as changed. One task
    writes to the connection, another one reads from it, and no other code uses it: it belongs
    to no pool, and ends with them.
    """

    def __init__(self, redis: Redis, program: str = "gateway") -> None:
        """`program` is whose connection it is: the name of its logger, and of its own channel."""
        self._redis = redis
        self._log = logging.getLogger(program)
        self._listeners: dict[str, set[Listener]] = {}
        self._subscribed: set[str] = set()
        self._changed: set[str] = set()
        self._wakeup = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._heard = 0.0
        """When Redis has last sent something."""
        # Always subscribed to, so that the connection is a subscriber even without listeners.
        self._own_channel = f"{program}:{uuid.uuid4().hex}"
        self.stopping = False

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    def release(self) -> None:
        """Wake all listeners, which find `stopping` set: the process is about to stop."""
        self.stopping = True
        for channel in [*self._listeners]:
            self._notify(channel, None)

    async def stop(self) -> None:
        """Wake all listeners for the last time, and close the connection."""
        self.release()
        await cancel_and_wait(self._task)

    def add(self, channel: str, listener: Listener) -> None:
        """Call `listener` with each message of the channel, from now on.

        It is called with None once the subscription has really begun, and again after every
        outage: messages from before that may have been missed.
        """
        self._listeners.setdefault(channel, set()).add(listener)
        self._mark_changed(channel)
        # Redis has confirmed the subscription already, and will not again for this listener.
        if channel in self._subscribed:
            listener(None)

    def remove(self, channel: str, listener: Listener) -> None:
        """Do not call `listener` any more; without listeners, the channel is unsubscribed."""
        listeners = self._listeners.get(channel, set())
        listeners.discard(listener)
        if not listeners:
            self._listeners.pop(channel, None)
            self._mark_changed(channel)

    @contextlib.contextmanager
    def listen(self, channel: str) -> Iterator[asyncio.Event]:
        """Yield an event that is set by each message, and whenever one may have been missed."""
        event = asyncio.Event()

        def wake(_: str | None) -> None:
            event.set()

        self.add(channel, wake)
        try:
            yield event
        finally:
            self.remove(channel, wake)

    async def _run(self) -> None:
        """Serve one connection after the other; each subscribes to all channels anew."""
        while True:
            try:
                await self._serve_connection()
            except (RedisError, OSError):
                pass  # an outage, which /readyz reports
            except Exception as error:
                self._log.error("the pub/sub connection failed: %s", error_location(error))
            await asyncio.sleep(RETRY_S)

    async def _serve_connection(self) -> None:
        """Read and write over a new connection until it is dead. Raise RedisError or OSError."""
        connection = await client.subscriber_connection(self._redis)
        try:
            await connection.connect()
            self._heard = monotonic()
            await first_to_end(self._read(connection), self._write(connection))
        finally:
            self._subscribed.clear()
            await connection.disconnect(nowait=True)

    async def _read(self, connection: Any) -> None:
        """Handle what Redis sends, until the connection ends."""
        while True:
            response = await connection.read_response(
                timeout=math.inf, disconnect_on_error=False, push_request=True
            )
            self._heard = monotonic()
            if isinstance(response, list):  # else it is the answer to a ping
                self._on_push(*response)

    async def _write(self, connection: Any) -> None:
        """Subscribe to what has listeners, unsubscribe from the rest, and ping in each pause.

        Return once Redis has been silent for SILENCE_S.
        """
        requested: set[str] = set()
        self._changed = {self._own_channel, *self._listeners}
        while monotonic() - self._heard < SILENCE_S:
            changed, self._changed = self._changed, set()
            wanted = {each for each in changed if each in self._listeners}
            wanted |= changed & {self._own_channel}
            unwanted = (changed - wanted) & requested
            # Before anything is sent: a listener that is added meanwhile must not take the
            # subscription that ends for its own.
            self._subscribed -= unwanted
            await _send(connection, "UNSUBSCRIBE", unwanted)
            await _send(connection, "SUBSCRIBE", wanted - requested)
            requested -= changed
            requested |= wanted
            await self._pause()
            if not self._changed:
                await connection.send_command("PING", check_health=False)

    async def _pause(self) -> None:
        """Wait up to PING_S for a channel to be marked as changed."""
        if not self._changed:
            self._wakeup.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PING_S):
                    await self._wakeup.wait()

    def _mark_changed(self, channel: str) -> None:
        self._changed.add(channel)
        self._wakeup.set()

    def _on_push(self, kind: bytes, channel: bytes, content: Any = None) -> None:
        """Handle a message, or the confirmation of a subscription."""
        name = channel.decode()
        if kind == b"message":
            self._notify(name, content.decode())
        elif kind == b"subscribe":
            self._subscribed.add(name)
            self._notify(name, None)

    def _notify(self, channel: str, message: str | None) -> None:
        # A copy: a listener may remove itself, or others.
        for listener in [*self._listeners.get(channel, ())]:
            listener(message)


async def _send(connection: Any, command: str, channels: set[str]) -> None:
    if channels:
        await connection.send_command(command, *channels, check_health=False)
