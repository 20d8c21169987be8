"""What waits for one reader of a stream, of any kind."""

import asyncio
import contextlib
from collections import deque
from dataclasses import dataclass
from functools import cached_property

import orjson

BUFFER_BYTES = 64 * 1024
"""What may wait for a slow reader before it is sent away."""


@dataclass(frozen=True)
class StreamEvent:
    """Something for a reader; `version` only where a reader can go on from. `data` is JSON."""

    event: str
    data: bytes
    version: int | None = None

    @cached_property
    def sse(self) -> bytes:
        number = b"" if self.version is None else b"id: %d\n" % self.version
        return b"event: %s\n%sdata: %s\n\n" % (self.event.encode(), number, self.data)

    @cached_property
    def ndjson(self) -> bytes:
        version = b"null" if self.version is None else b"%d" % self.version
        return b'{"event":"%s","version":%s,"data":%s}\n' % (
            self.event.encode(),
            version,
            self.data,
        )


def stream_event(event: str, data: object, version: int | None = None) -> StreamEvent:
    return StreamEvent(event, orjson.dumps(data), version)


def goodbye(reason: str, retry_after: int = 1) -> StreamEvent:
    """The last word to a reader who is sent away, and after how many seconds to come back."""
    return stream_event("goodbye", {"reason": reason, "retryAfter": retry_after})


class EventQueue:
    """What waits for one reader. It is closed by its last item, whoever puts that there."""

    def __init__(self) -> None:
        self._items: deque[StreamEvent] = deque()
        self._bytes = 0
        self._news = asyncio.Event()
        self._room = asyncio.Event()
        self._nudged = False
        self.closed = False

    def put(self, new: StreamEvent, last: bool = False) -> None:
        """Add an item; a reader who is too slow for it loses all and gets a goodbye."""
        if self.closed:
            return
        if self._bytes + len(new.data) > BUFFER_BYTES and self._items:
            self._send_away()
            return
        self._add(new)
        if last:
            self._close()

    def close(self, last: StreamEvent) -> None:
        self.put(last, last=True)

    def hang_up(self) -> None:
        """The reader has gone."""
        self._clear()
        self._close()

    def nudge(self) -> None:
        """Let `get` return None once, so that its reader looks up."""
        self._nudged = True
        self._news.set()

    async def get(self, timeout_s: float) -> StreamEvent | None:
        """The next item; None if nothing comes in time, after a nudge, or if nothing will come."""
        if not (self._items or self.closed or self._nudged):
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(timeout_s):
                    await self._news.wait()
        if not self._items or self._nudged:
            self._nudged = False
            return None
        first = self._items.popleft()
        self._bytes -= len(first.data)
        if not self.crowded:
            self._room.set()
        return first

    @property
    def crowded(self) -> bool:
        """Whether so much is waiting that its reader should take some before there is more."""
        return self._bytes > BUFFER_BYTES / 2 and not self.closed

    async def room(self, timeout_s: float) -> None:
        """Wait while it is crowded; a reader who does not change that in time is too slow."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                while self.crowded:
                    self._room.clear()
                    await self._room.wait()
        if self.crowded:
            self._send_away()

    def _send_away(self) -> None:
        """What was waiting is lost."""
        self._clear()
        self._add(goodbye("slow_reader"))
        self._close()

    def _add(self, new: StreamEvent) -> None:
        self._items.append(new)
        self._bytes += len(new.data)
        self._news.set()

    def _close(self) -> None:
        self.closed = True
        self._news.set()
        self._room.set()

    def _clear(self) -> None:
        self._items.clear()
        self._bytes = 0

    @property
    def over(self) -> bool:
        """Whether nothing will come any more."""
        return self.closed and not self._items
