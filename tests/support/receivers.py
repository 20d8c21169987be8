"""Receivers of hooks: HTTPS servers of a test on this machine, each of which may behave badly."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import trustme

OK = b"HTTP/1.1 204 No Content\r\n\r\n"


@dataclass(frozen=True)
class Received:
    """A request as it came: names of headers in lower case."""

    line: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """What came, and how the next ones are answered."""

    port: int = 0
    answer: Callable[[Received, asyncio.StreamWriter], Awaitable[None]] | bytes = OK
    received: list[Received] = field(default_factory=list)
    came: asyncio.Event = field(default_factory=asyncio.Event)
    connections: int = 0
    written: int = 0
    """Bytes of an endless answer that could be written."""
    answering: set[asyncio.Task[None]] = field(default_factory=set)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        if task := asyncio.current_task():
            self.answering.add(task)
            task.add_done_callback(self.answering.discard)
        try:
            request = await _read(reader)
            self.received.append(request)
            self.came.set()
            if isinstance(self.answer, bytes):
                writer.write(self.answer)
                await writer.drain()
            else:
                await self.answer(request, writer)
        except (OSError, EOFError):
            pass
        finally:
            writer.transport.abort()


async def _read(reader: asyncio.StreamReader) -> Received:
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = {
        name.lower(): value
        for name, _, value in (line.partition(": ") for line in head[1:] if line)
    }
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Received(head[0], headers, body)


@asynccontextmanager
async def receiving(
    authority: trustme.CA, *names: str, answer: bytes = OK, port: int = 0
) -> AsyncIterator[Receiver]:
    """A receiver with a certificate of the authority for these names, at a port of 127.0.0.1."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(*names).configure_cert(context)
    receiver = Receiver(answer=answer)
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", port, ssl=context)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        server.close()
        # What still answers must not outlive what it asks: a test may stop that next.
        for task in (answering := [*receiver.answering]):
            task.cancel()
        await asyncio.gather(*answering, return_exceptions=True)


def trusting(authority: trustme.CA) -> ssl.SSLContext:
    """What a client has that trusts this authority alone."""
    context = ssl.create_default_context()
    authority.configure_trust(context)
    return context
