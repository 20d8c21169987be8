"""HTTP/1.1 by hand, as little of it as a load generator needs: it must cost less than a server."""

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Any, TypeAlias, cast

import orjson

from tests.support.raw_http import address

Hear: TypeAlias = Callable[[int, bytes], object]
"""Called with the status and the body of an answer; status 0 if the connection has ended."""
LENGTH = b"content-length: "
END = b"\r\n\r\n"
WITHOUT_BODY = (204, 304)


class Exchange(asyncio.Protocol):
    """A persistent connection with one request under way at a time.

    `sent` is the time of its last request, by `perf_counter`.
    """

    def __init__(self) -> None:
        self.hear: Hear = _ignore
        self.sent = 0.0
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def send(self, request: bytes) -> None:
        assert self._transport
        self.sent = perf_counter()
        self._transport.write(request)

    def data_received(self, data: bytes) -> None:
        self._buffer = buffer = self._buffer + data if self._buffer else data
        end = buffer.find(END)
        if end < 0:
            return
        status, start = int(buffer[9:12]), end + len(END)
        size = 0 if status in WITHOUT_BODY else _length(buffer, end)
        if len(buffer) < start + size:
            return
        self._buffer = b""
        self.hear(status, buffer[start : start + size])

    async def ask(self, request: bytes) -> Any:
        """The JSON of the answer. Raise RuntimeError unless it is a success.

        It is for preparations, which are not measured.
        """
        heard = self.next_answer()
        self.send(request)
        status, body = await heard
        if status not in (200, 201):
            raise RuntimeError(f"{status} {body[:500]!r} to {request[:200]!r}")
        return orjson.loads(body)

    def next_answer(self) -> "asyncio.Future[tuple[int, bytes]]":
        """What is heard next."""
        heard: asyncio.Future[tuple[int, bytes]] = asyncio.get_running_loop().create_future()

        def hear(status: int, body: bytes) -> None:
            if not heard.done():
                heard.set_result((status, body))

        self.hear = hear
        return heard

    def connection_lost(self, error: Exception | None) -> None:
        self.hear(0, b"The connection has ended.")

    def close(self) -> None:
        """Close the connection, and ignore what still arrives."""
        self.hear = _ignore
        if self._transport:
            self._transport.close()


async def connect(url: str) -> Exchange:
    _, exchange = await asyncio.get_running_loop().create_connection(Exchange, *address(url))
    return exchange


def _ignore(status: int, body: bytes) -> None:
    """Nobody listens."""


def _length(buffer: bytes, end: int) -> int:
    """The Content-Length of a head that ends at `end`: this server never sends chunks."""
    at = buffer.find(LENGTH, 0, end)
    if at < 0:
        at = buffer[:end].lower().index(LENGTH)
    return int(buffer[at + len(LENGTH) : buffer.index(b"\r", at)])
