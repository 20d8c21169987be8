"""Event streams over plain sockets: thousands in one process, each handled as data arrives."""

import asyncio
import resource
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from socket import SO_RCVBUF, SOL_SOCKET
from typing import Any, TypeAlias, cast

from tests.support.patience import PATIENT
from tests.support.raw_http import address, get
from tools.stack import Stack

SSE, NDJSON = "text/event-stream", "application/x-ndjson"
WAVE = 100
"""How many streams are opened at once: the server's queue of connections is only so long."""
OPEN_S = 120.0
NAME = b'{"event":"'
END = b"0\r"
"""The last chunk of an answer."""

Hear: TypeAlias = Callable[[str, bytes], object]
"""Takes the name of an event, and the JSON of its data; with NDJSON, that of the whole event."""


class Stream(asyncio.Protocol):
    """One stream, from its request until either side ends it.

    `touched` is done with its first bytes, `begun` with its first event, `over` once the
    server has ended the response, and all are done when the connection has `ended`. `last` is
    the name of the last event.
    """

    def __init__(self, request: bytes, form: str, hear: Hear) -> None:
        loop = asyncio.get_running_loop()
        self.status = 0
        self.last = ""
        self.begun: asyncio.Future[None] = loop.create_future()
        self.over: asyncio.Future[None] = loop.create_future()
        self.ended: asyncio.Future[None] = loop.create_future()
        self.touched: asyncio.Future[None] = loop.create_future()
        self._request = request
        self._take = self._take_sse if form == SSE else self._take_ndjson
        self._name = ""
        self._hear = hear
        self._rest = b""
        self._sips = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        if not self.touched.done():
            self.touched.set_result(None)
        if self._sips and self._transport:
            self._transport.pause_reading()
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if self.status:
                self._take(line)
            else:
                self._begin(line)

    def connection_lost(self, error: Exception | None) -> None:
        for future in (self.touched, self.begun, self.over, self.ended):
            if not future.done():
                future.set_result(None)

    def sip(self) -> None:
        """Read the first bytes only, and few of those: a reader that is stuck."""
        self._sips = True
        if self._transport:
            self._transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_RCVBUF, 1)

    def cut(self) -> None:
        """Reset the connection."""
        if self._transport:
            self._transport.abort()

    def close(self) -> None:
        """Close the connection as a program does that ends."""
        if self._transport:
            self._transport.close()

    def _begin(self, line: bytes) -> None:
        """Take the first line of the answer."""
        self.status = int(line.split()[1])
        if self.status != 200:
            self.cut()

    def _take_ndjson(self, line: bytes) -> None:
        if line.startswith(NAME):
            self._tell(line[len(NAME) : line.index(b'"', len(NAME))].decode(), line)
        elif line == END:
            self.over.set_result(None)

    def _take_sse(self, line: bytes) -> None:
        if line.startswith(b"event: "):
            self._name = line[7:].rstrip().decode()
        elif line.startswith(b"data: "):
            self._tell(self._name, line[6:])
        elif line == END:
            self.over.set_result(None)

    def _tell(self, name: str, text: bytes) -> None:
        self.last = name
        self._hear(name, text)
        if not self.begun.done():
            self.begun.set_result(None)


async def connect(
    url: str, path: str, token: str = "", form: str = NDJSON, hear: Hear = lambda name, line: None
) -> Stream:
    """Open a stream and wait for its first event. Raise RuntimeError if it is refused."""
    stream = await dial(url, path, token, form, hear)
    async with asyncio.timeout(OPEN_S):
        await stream.begun
    if stream.status != 200:
        raise RuntimeError(f"A stream was refused: {stream.status}")
    return stream


async def dial(
    url: str, path: str, token: str = "", form: str = NDJSON, hear: Hear = lambda name, line: None
) -> Stream:
    """Open a stream without waiting for anything."""
    request, loop = get(path, token, Accept=form), asyncio.get_running_loop()
    _, stream = await loop.create_connection(lambda: Stream(request, form, hear), *address(url))
    return stream


async def in_waves(opening: Sequence[Coroutine[Any, Any, Stream]]) -> list[Stream]:
    """Open all streams, WAVE at a time. If one fails, cut the others, and raise its error."""
    opened: list[Stream] = []
    for start in range(0, len(opening), WAVE):
        wave = await asyncio.gather(*opening[start : start + WAVE], return_exceptions=True)
        opened += [each for each in wave if isinstance(each, Stream)]
        if failed := [each for each in wave if isinstance(each, BaseException)]:
            async with cut_at_the_end(opened):
                raise failed[0]
    return opened


@asynccontextmanager
async def cut_at_the_end(streams: Iterable[Stream]) -> AsyncIterator[None]:
    """Reset all streams at the end of the block, and wait until they have ended."""
    try:
        yield
    finally:
        for each in streams:
            each.cut()
        await asyncio.gather(*(each.ended for each in streams))


def allow_many_files() -> None:
    """Raise the limit of open files as far as allowed: each stream takes one at both ends."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def patient_stack(folder: Path) -> Stack:
    """Return a stack without rate limits, with timeouts for a machine with much to do."""
    return Stack(folder, GATEWAY_RATE_LIMITS="off", **PATIENT)
