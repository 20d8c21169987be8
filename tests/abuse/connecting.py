"""Attacks below HTTP's requests: endless heads, silence, and what was begun and never ends."""

import asyncio
from collections.abc import Callable, Iterator

from tests.abuse.target import Target
from tests.support.raw_streams import allow_many_files

CHUNK = 64 << 10
FIELD = 50 << 20
TARGET = 20 << 20
FEW = 5
HELD = 4_000
"""Connections that are opened and kept."""
OPENING = 50
"""So many of them are opened at once."""
HEAD = b"GET /v1/games HTTP/1.1\r\nHost: localhost\r\n"
BODY_BEGUN = (
    b"POST /v1/players HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 60000\r\n\r\n" + b" " * 30_000
)

TINY_CHUNKS = (
    b"POST /v1/players HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 40_000
)
CROWD = 900
"""Nearly all connections that one address may have."""


async def endless_headers(target: Target) -> None:
    """Five connections that send headers without an end."""

    def head() -> Iterator[bytes]:
        yield HEAD
        number = 0
        while True:
            lines = (b"X-%d: %s\r\n" % (number + each, b"a" * 1_000) for each in range(64))
            yield b"".join(lines)
            number += 64

    await target.go()
    await _flood(target, head)


async def huge_field(target: Target) -> None:
    """Five connections that each send one field of 50 MB, again and again."""

    def field() -> Iterator[bytes]:
        yield HEAD + b"X: "
        for _ in range(FIELD // CHUNK):
            yield b"a" * CHUNK
        yield b"\r\n\r\n"

    await target.go()
    await _flood(target, field)


async def long_target(target: Target) -> None:
    """Five connections that each send a target of 20 MB, again and again."""

    def line() -> Iterator[bytes]:
        yield b"GET /"
        for _ in range(TARGET // CHUNK):
            yield b"a" * CHUNK
        yield b" HTTP/1.1\r\nHost: localhost\r\n\r\n"

    await target.go()
    await _flood(target, line)


async def silent(target: Target) -> None:
    """Thousands of silent connections."""
    await target.go()
    await _hold(target, b"")


async def half_heads(target: Target) -> None:
    """Thousands of requests with an endless head."""
    await target.go()
    await _hold(target, HEAD + b"X-Half: a")


async def half_bodies(target: Target) -> None:
    """Thousands of requests with an endless body."""
    await target.go()
    await _hold(target, BODY_BEGUN)


async def full_buffers(target: Target) -> None:
    """As many connections as there may be, each with more tiny chunks than are read at once."""
    allow_many_files()
    await target.go()

    async def send() -> None:
        reader, writer = await target.open()
        try:
            await target.write(writer, TINY_CHUNKS)
            _note(target, await reader.readline())
        finally:
            writer.transport.abort()

    await target.crowd([send] * CROWD)


async def churn(target: Target) -> None:
    """Connections that are closed as soon as they are open."""

    async def visit() -> None:
        _, writer = await target.open()
        writer.close()

    await target.go()
    await target.crowd([visit] * OPENING)


async def _flood(target: Target, parts: Callable[[], Iterator[bytes]]) -> None:
    async def send() -> None:
        reader, writer = await target.open()
        try:
            for part in parts():
                await target.write(writer, part)
            _note(target, await reader.readline())
        finally:
            writer.transport.abort()

    await target.crowd([send] * FEW)


async def _hold(target: Target, said: bytes) -> None:
    """Open HELD connections, say this over each, and keep them; open another for each cut one."""
    allow_many_files()
    held = asyncio.Semaphore(HELD)

    async def keep() -> None:
        await held.acquire()
        reader, writer = await target.open()
        await target.write(writer, said)
        ended = asyncio.create_task(_until_closed(target, reader, writer))
        ended.add_done_callback(lambda _: held.release())
        kept.add(ended)
        ended.add_done_callback(kept.discard)

    kept = set[asyncio.Task[None]]()
    await target.crowd([keep] * OPENING)
    for each in kept:
        each.cancel()


async def _until_closed(
    target: Target, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    try:
        _note(target, await reader.readline())
    except OSError:
        target.answers["cut"] += 1
    finally:
        writer.transport.abort()


def _note(target: Target, line: bytes) -> None:
    """Count the status of an answer that begins with this line; without one, it was closed."""
    target.answers[line.split()[1].decode() if line.startswith(b"HTTP/") else "closed"] += 1
