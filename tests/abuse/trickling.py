"""Attacks by what is no request: fragments, chunks, fields and pings, of few bytes each.

Most come at RATE, which is less than the line of a home has.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from itertools import chain, repeat
from typing import TypeAlias

from tests.abuse.following import UPGRADE
from tests.abuse.target import Target
from tests.support.raw_http import encode

RATE = 200_000
"""Bytes in a second, of all connections of an attack together."""
FAST = 20 * RATE
TICK_S = 0.01
CONNECTIONS = 4
MASK = bytes(4)
BEGUN = b"\x01\x80" + MASK
"""The first fragment of a text."""
EMPTY = b"\x00\x80" + MASK
ONE_BYTE = b"\x00\x81" + MASK + b"x"
PING = b"\x89\x80" + MASK
FIELDS = 90
STATUS = re.compile(rb"HTTP/1.1 (\d+)")
CHUNKED = encode("POST", "/v1/players", {"Content-Type": "application/json"}, b"", 1)[:-5]
Streams: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Open: TypeAlias = Callable[[Target], Awaitable[Streams]]


async def empty_fragments(target: Target) -> None:
    """Sockets over which comes a message of empty fragments, without end."""
    await _trickle(target, lambda: chain([BEGUN], repeat(EMPTY)), _socket)


async def one_byte_fragments(target: Target) -> None:
    """Sockets over which come messages of fragments of one byte each."""
    await _trickle(target, lambda: chain([BEGUN], repeat(ONE_BYTE)), _socket)


async def flooded_fragments(target: Target) -> None:
    """The same at FAST, which nobody has who means well."""
    await _trickle(target, lambda: chain([BEGUN], repeat(ONE_BYTE)), _socket, rate=FAST)


async def empty_messages(target: Target) -> None:
    """Sockets over which come empty messages, as fast as they are taken."""
    await _trickle(target, lambda: repeat(b"\x81\x80" + MASK), _socket)


async def trickled_pings(target: Target) -> None:
    """Sockets over which come empty pings, which are answered up to a bound."""
    await _trickle(target, lambda: repeat(PING), _socket)


async def one_byte_chunks(target: Target) -> None:
    """Bodies of chunks of one byte each, without end."""
    await _trickle(target, lambda: chain([CHUNKED], repeat(b"1\r\n \r\n")), _plain)


async def pipelined(target: Target) -> None:
    """Requests at FAST, far more than are answered, whose answers are read."""
    request = encode("GET", "/v1/nothing")
    await _trickle(target, lambda: repeat(request), _plain, rate=FAST)


async def trailers(target: Target) -> None:
    """Trailers of as many fields as there may be, request after request."""

    def requests() -> Iterator[bytes]:
        while True:
            yield CHUNKED + b"0\r\n"
            yield from repeat(b"a:b\r\n", FIELDS)
            yield b"\r\n"

    await _trickle(target, requests, _plain)


async def dripped_fields(target: Target) -> None:
    """Heads of which each byte comes alone."""

    def head() -> Iterator[bytes]:
        yield b"GET /v1/games HTTP/1.1\r\nHost: localhost\r\nX: "
        yield from repeat(b"a")

    await _trickle(target, head, _plain, alone=True)


async def dripped_bodies(target: Target) -> None:
    """Bodies of which each byte comes alone."""
    head = encode("POST", "/v1/players", {"Content-Type": "application/json"}, b" " * 60_000)
    await _trickle(target, lambda: chain([head[:-60_000]], repeat(b" ")), _plain, alone=True)


async def _trickle(
    target: Target,
    pieces: Callable[[], Iterator[bytes]],
    opened: Open,
    *,
    alone: bool = False,
    rate: int = RATE,
) -> None:
    """Send pieces over CONNECTIONS, each `alone` or with others; open one anew for each closed."""
    await target.go()

    async def send() -> None:
        reader, writer = await opened(target)
        ended = asyncio.create_task(_count_answers(target, reader))
        try:
            further = pieces()
            while not ended.done():
                for part in _within_a_tick(further, alone, rate):
                    await target.write(writer, part)
                await asyncio.sleep(TICK_S)
        finally:
            ended.cancel()
            writer.transport.abort()

    await target.crowd([send] * CONNECTIONS)


def _within_a_tick(pieces: Iterator[bytes], alone: bool, rate: int) -> Iterator[bytes]:
    """Yield what one connection writes in a tick: piece by piece, or all at once."""
    parts, left = list[bytes](), int(rate * TICK_S / CONNECTIONS)
    while left > 0:
        parts.append(next(pieces))
        left -= len(parts[-1])
    yield from parts if alone else [b"".join(parts)]


async def _count_answers(target: Target, reader: asyncio.StreamReader) -> None:
    """Count what is answered until the connection ends."""
    while data := await reader.read(1 << 16):
        target.answers.update(status.decode() for status in STATUS.findall(data))


async def _plain(target: Target) -> Streams:
    return await target.open()


async def _socket(target: Target) -> Streams:
    reader, writer = await target.open()
    await target.write(writer, encode("GET", "/v1/socket", UPGRADE))
    head = await reader.readuntil(b"\r\n\r\n")
    target.answers[head.split()[1].decode()] += 1
    return reader, writer
