"""HTTP without a library: many connections at once, and requests no library would send."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

ANSWER_S = 120.0


@dataclass(frozen=True, slots=True)
class Reply:
    """A response; `headers` has lower-case names."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Connection:
    """A connection that is kept alive, and opened again after the server has closed it."""

    def __init__(self, url: str, source: str = "") -> None:
        """`source` is the address of this machine that it comes from; any if it is empty."""
        self._to = address(url)
        self._from = (source, 0) if source else None
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: bytes) -> Reply:
        """Send a request and return its response."""
        await self.send(request)
        return await self.receive(without_body=request.startswith(b"HEAD "))

    async def send(self, request: bytes) -> None:
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                *self._to, limit=1 << 24, local_addr=self._from
            )
        self._streams[1].write(request)

    async def receive(self, without_body: bool = False) -> Reply:
        """Return the next response. Raise TimeoutError or EOFError without one."""
        assert self._streams
        async with asyncio.timeout(ANSWER_S):
            reply = await _read(self._streams[0], without_body)
        if reply.headers.get("connection", "").lower() == "close":
            await self.close()
        return reply

    async def close(self) -> None:
        if self._streams:
            self._streams[1].close()
            with suppress(OSError):
                await self._streams[1].wait_closed()
        self._streams = None


@asynccontextmanager
async def connected(urls: Sequence[str]) -> AsyncIterator[list[Connection]]:
    """Open a connection to each URL and use it once, so that the next request arrives at once."""
    opened = [Connection(url) for url in urls]
    try:
        await asyncio.gather(*(each.ask(encode("GET", "/healthz")) for each in opened))
        yield opened
    finally:
        await asyncio.gather(*(each.close() for each in opened))


async def at_once(connections: Sequence[Connection], requests: Sequence[bytes]) -> list[Reply]:
    """Send all requests before reading any response; return the responses."""
    for connection, request in zip(connections, requests, strict=True):
        await connection.send(request)
    return await asyncio.gather(*(connection.receive() for connection in connections))


def address(url: str) -> tuple[str, int]:
    parts = urlsplit(url)
    assert parts.hostname
    assert parts.port
    return parts.hostname, parts.port


def get(path: str, token: str = "", **headers: str) -> bytes:
    """Return a GET; in the headers' names, _ stands for -."""
    return encode("GET", path, {**_bearer(token), **_named(headers)})


def post(path: str, token: str, body: Any = None, **headers: str) -> bytes:
    """Return a POST with a JSON body, or without any; in the headers' names, _ stands for -."""
    if body is None:
        return encode("POST", path, {**_bearer(token), **_named(headers)})
    return with_body(posting(path, token, **headers), json.dumps(body).encode())


def posting(path: str, token: str, **headers: str) -> bytes:
    """Return the head of a POST of JSON without length and body, which `with_body` adds."""
    named = {"Content-Type": "application/json", **_named(headers)}
    return _head("POST", path, {**_bearer(token), **named})


def with_body(head: bytes, body: bytes) -> bytes:
    return b"%bContent-Length: %d\r\n\r\n%b" % (head, len(body), body)


def encode(
    method: str,
    target: str,
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
    chunk_size: int = 0,
) -> bytes:
    """Return a request; with a `chunk_size`, its body is chunked, without a Content-Length."""
    head = _head(method, target, headers or {})
    if chunk_size:
        return head + b"Transfer-Encoding: chunked\r\n\r\n" + b"".join(_chunks(body, chunk_size))
    if body or method == "POST":
        return with_body(head, body)
    return head + b"\r\n"


def _head(method: str, target: str, headers: Mapping[str, str]) -> bytes:
    """Return the head of a request without its end."""
    lines = [f"{method} {target} HTTP/1.1", "Host: localhost"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, ""]).encode()


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def _named(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def _chunks(body: bytes, size: int) -> list[bytes]:
    parts = [body[start : start + size] for start in range(0, len(body), size)]
    return [f"{len(part):x}\r\n".encode() + part + b"\r\n" for part in [*parts, b""]]


async def _read(reader: asyncio.StreamReader, without_body: bool) -> Reply:
    """Return the next final response; interim ones such as 100 are skipped."""
    status = 100
    while status < 200:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.rstrip().split("\r\n")
        status = int(first.split()[1])
    named = (line.partition(": ") for line in lines)
    headers = {name.lower(): value for name, _, value in named}
    if without_body or status in (204, 304):
        return Reply(status, headers, b"")
    if headers.get("transfer-encoding") == "chunked":
        return Reply(status, headers, await _read_chunks(reader))
    return Reply(status, headers, await reader.readexactly(int(headers["content-length"])))


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    body, size = b"", 1
    while size:
        size = int(await reader.readline(), 16)
        body += await reader.readexactly(size)
        await reader.readexactly(len(b"\r\n"))
    return body
