"""HTTP/1.1 by hand, as little of it as a load generator needs: it must cost less than a server."""

import asyncio
import json
from collections.abc import Callable
from time import perf_counter
from typing import Any, TypeAlias, cast
from urllib.parse import urlsplit

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
        self.hear: Hear = lambda status, body: None
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

    def connection_lost(self, error: Exception | None) -> None:
        self.hear(0, b"The connection has ended.")

    def close(self) -> None:
        """Close the connection, and ignore what still arrives."""
        self.hear = lambda status, body: None
        if self._transport:
            self._transport.close()


class Caller:
    """One request after another, each awaited: for preparations, which are not measured."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange

    async def ask(self, request: bytes) -> Any:
        """The JSON of the answer. Raise RuntimeError unless it is a success."""
        answers: asyncio.Queue[tuple[int, bytes]] = asyncio.Queue()
        self._exchange.hear = lambda *answer: answers.put_nowait(answer)
        self._exchange.send(request)
        status, body = await answers.get()
        if status not in (200, 201):
            raise RuntimeError(f"{status} {body[:500]!r} to {request[:200]!r}")
        return json.loads(body)

    def close(self) -> None:
        self._exchange.close()


async def connect(url: str) -> Exchange:
    _, exchange = await asyncio.get_running_loop().create_connection(Exchange, *address(url))
    return exchange


def address(url: str) -> tuple[str, int]:
    parts = urlsplit(url)
    assert parts.hostname
    assert parts.port
    return parts.hostname, parts.port


def head(method: str, path: str, token: str = "", **headers: str) -> bytes:
    """The head of a request without its end; names of `headers` have _ in place of -."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, ""]).encode()


def get(path: str, token: str = "", **headers: str) -> bytes:
    return head("GET", path, token, **headers) + b"\r\n"


def posting(path: str, token: str = "", **headers: str) -> bytes:
    """The head of a POST without length and body, which `with_body` adds."""
    return head("POST", path, token, Content_Type="application/json", **headers)


def with_body(request: bytes, body: bytes) -> bytes:
    return b"%bContent-Length: %d\r\n\r\n%b" % (request, len(body), body)


def post(path: str, token: str, body: Any, **headers: str) -> bytes:
    return with_body(posting(path, token, **headers), json.dumps(body).encode())


def _length(buffer: bytes, end: int) -> int:
    """The Content-Length of a head that ends at `end`: this server never sends chunks."""
    at = buffer.find(LENGTH, 0, end)
    if at < 0:
        at = buffer[:end].lower().index(LENGTH)
    return int(buffer[at + len(LENGTH) : buffer.index(b"\r", at)])
