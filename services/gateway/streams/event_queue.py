"""The queue of events that wait for one reader of a stream, whatever the stream's format."""

import asyncio
import contextlib
from asyncio import FIRST_COMPLETED
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import TypeAlias

import orjson
from redislink.tasks import cancel_and_wait

BUFFER_BYTES = 64 * 1024
"""How much may wait for a slow reader before it is disconnected."""


Write: TypeAlias = Callable[["StreamEvent"], bool]
"""Sends an event at once if that needs no waiting; returns whether it was sent."""


@dataclass(slots=True)
class StreamEvent:
    """An event for readers: its name, its data as JSON, and the version of the match.

    `version` is set only on events that a reader can resume from, and is then the event's id.
    """

    event: str
    data: bytes
    version: int | None = None
    # All readers of a feed are given the same event, so each format is encoded once.
    _sse: bytes = field(default=b"", init=False, repr=False, compare=False)
    _ndjson: bytes = field(default=b"", init=False, repr=False, compare=False)

    @property
    def sse(self) -> bytes:
        """The event as text/event-stream."""
        if not self._sse:
            number = b"" if self.version is None else b"id: %d\n" % self.version
            self._sse = b"event: %s\n%sdata: %s\n\n" % (self.event.encode(), number, self.data)
        return self._sse

    @property
    def ndjson(self) -> bytes:
        """The event as one JSON object on a line."""
        if not self._ndjson:
            version = b"null" if self.version is None else b"%d" % self.version
            self._ndjson = b'{"event":"%s","version":%s,"data":%s}\n' % (
                self.event.encode(),
                version,
                self.data,
            )
        return self._ndjson


def stream_event(event: str, data: object, version: int | None = None) -> StreamEvent:
    """Return an event with `data` encoded as JSON."""
    return StreamEvent(event, orjson.dumps(data), version)


async def iterate(events: list[StreamEvent]) -> AsyncIterator[StreamEvent]:
    """Yield these, and keep none: a stream lasts much longer than what it begins with."""
    while events:
        yield events.pop(0)


def goodbye(reason: str, retry_after: int = 1) -> StreamEvent:
    """Return the last event of a stream that the server ends.

    `retry_after` is in how many seconds the reader may connect again.
    """
    return stream_event("goodbye", {"reason": reason, "retryAfter": retry_after})


class Flag:
    """An asyncio.Event for one waiter, in a tenth of the memory."""

    __slots__ = ("_set", "_waiter")

    def __init__(self) -> None:
        self._set = False
        self._waiter: asyncio.Future[None] | None = None

    def set(self) -> None:
        self._set = True
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)

    def clear(self) -> None:
        self._set = False

    async def wait(self) -> None:
        if not self._set:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None


class EventQueue:
    """Events for one reader, in order, with a limit on the bytes that wait.

    Writers never block. If the reader has had all before, and `write` is set, an event is sent by
    that instead. A queue that is closed takes no more events; its reader still gets
    those that wait, of which the last says why the stream ends.
    """

    def __init__(self) -> None:
        self._events: list[StreamEvent] = []
        self._bytes = 0
        self._ready = Flag()
        self._drained = Flag()
        self._woken = False
        self._called = Flag()
        self.listener = ""
        """The id of the player who reads; "" without a token."""
        self.closed = False
        self.cut_short = False
        self.write: Write | None = None
        self._idle = False

    def put(self, event: StreamEvent, last: bool = False) -> None:
        """Add an event, unless the queue is closed; `last` closes it.

        If the event does not fit, the reader is too slow: all that waits is replaced by a goodbye.
        """
        if self.closed:
            return
        # A reader that waits needs not be woken for what can be sent without it.
        if self._idle and self.write and not (last or self._events) and self.write(event):
            return
        # A single event larger than the buffer is let through: a snapshot may be.
        if self._bytes + len(event.data) > BUFFER_BYTES and self._events:
            self._disconnect_slow_reader()
            return
        self._append(event)
        if last:
            self._close()

    def close(self, last: StreamEvent) -> None:
        """Add the last event and close the queue."""
        self.put(last, last=True)

    def cut(self, last: StreamEvent) -> None:
        """Close the queue with this event, also while its reader still catches up.

        What waits then is dropped: it would come after versions that the reader has not had.
        """
        self.close(last)
        self._cut_short()

    def hang_up(self) -> None:
        """Close the queue and drop its events, since the reader has disconnected."""
        self._clear()
        self._close()
        self._cut_short()

    def wake(self) -> None:
        """Make `get` return None once, so that the reader's loop checks what it checks."""
        self._woken = True
        self._ready.set()
        self._called.set()

    async def catch_up(
        self, begin: AsyncIterator[StreamEvent], left_s: Callable[[], float]
    ) -> AsyncGenerator[StreamEvent | None, None]:
        """Yield the events that the stream begins with, until there are no more or it is cut.

        Yield None after `wake`, and whenever there is none for as long as `left_s` says.
        """
        step: asyncio.Task[StreamEvent | None] | None = None
        try:
            while not self.cut_short:
                step = step or asyncio.ensure_future(_next(begin))
                await self._until(step, left_s())
                if self.cut_short:
                    break
                if self._woken or not step.done():
                    self._woken = False
                    yield None
                elif event := step.result():
                    step = None
                    yield event
                else:
                    return
            self._keep_last()
        finally:
            await cancel_and_wait(step)

    async def get(self, timeout_s: float) -> StreamEvent | None:
        """Return the next event; None after `timeout_s`, after `wake`, or when none will come."""
        if not (self._events or self.closed or self._woken):
            self._ready.clear()
            self._idle = True
            try:
                async with asyncio.timeout(timeout_s):
                    await self._ready.wait()
            except TimeoutError:
                pass
            finally:
                self._idle = False
        if not self._events or self._woken:
            self._woken = False
            return None
        event = self._events.pop(0)
        self._bytes -= len(event.data)
        if not self.crowded:
            self._drained.set()
        return event

    @property
    def crowded(self) -> bool:
        """Whether so much waits that the reader should take some before more is added."""
        return self._bytes > BUFFER_BYTES / 2 and not self.closed

    async def wait_for_room(self, timeout_s: float) -> None:
        """Wait while the queue is crowded; after `timeout_s`, disconnect the slow reader."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                while self.crowded:
                    self._drained.clear()
                    await self._drained.wait()
        if self.crowded:
            self._disconnect_slow_reader()

    @property
    def exhausted(self) -> bool:
        """Whether the queue is closed and its last event has been taken."""
        return self.closed and not self._events

    async def _until(self, step: asyncio.Task[StreamEvent | None], timeout_s: float) -> None:
        """Wait until the step is done, or the queue is woken or cut, or the time is over."""
        called = asyncio.ensure_future(self._called.wait())
        try:
            await asyncio.wait({step, called}, timeout=timeout_s, return_when=FIRST_COMPLETED)
        finally:
            called.cancel()
            self._called.clear()

    def _cut_short(self) -> None:
        self.cut_short = True
        self._called.set()

    def _keep_last(self) -> None:
        last = self._events.pop() if self._events else None
        self._clear()
        if last:
            self._append(last)

    def _disconnect_slow_reader(self) -> None:
        # What waited is dropped: a reader who resumes after its last event misses none of it.
        self._clear()
        self._append(goodbye("slow_reader"))
        self._close()

    def _append(self, event: StreamEvent) -> None:
        self._events.append(event)
        self._bytes += len(event.data)
        self._ready.set()

    def _close(self) -> None:
        self.closed = True
        self._ready.set()
        self._drained.set()

    def _clear(self) -> None:
        self._events.clear()
        self._bytes = 0


async def _next(events: AsyncIterator[StreamEvent]) -> StreamEvent | None:
    return await anext(events, None)
