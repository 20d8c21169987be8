"""WebSocket by hand: only what a client needs to send a text and wait for another."""

import asyncio
from collections.abc import Sequence
from time import perf_counter
from typing import cast

import orjson

from bench.http import END, Hear, address, get
from bench.prepare import Match, Room

TEXT, PING = 0x81, 0x89
NO_MASK = bytes(4)
"""A client has to mask what it sends; with zeros that costs nothing."""
OK, ERROR = b'{"id":1,"ok":', b'{"id":1,"error":'
HANDSHAKE = get(
    "/v1/socket",
    Upgrade="websocket",
    Connection="Upgrade",
    Sec_WebSocket_Version="13",
    Sec_WebSocket_Key="Y3JvdXBpZXItYmVuY2gtMQ==",
    Sec_WebSocket_Protocol="croupier.v1.json",
)


class SocketExchange(asyncio.Protocol):
    """A WebSocket with one request under way at a time, with the interface of bench.http."""

    def __init__(self) -> None:
        self.hear: Hear = lambda status, body: None
        self._buffer = b""
        self._open = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(HANDSHAKE)

    def send(self, text: bytes) -> None:
        assert self._transport
        self._transport.write(frame(text))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            self._welcome()
        while self._open and (taken := take(self._buffer)):
            kind, text, self._buffer = taken
            if kind == TEXT:
                self.take_text(text)
            elif kind != PING:
                self.hear(0, b"The socket was closed: " + text)

    def take_text(self, text: bytes) -> None:
        self.hear(*judge(text))

    async def ask(self, text: bytes) -> bytes:
        """The body of the answer. Raise RuntimeError if it is a refusal."""
        heard = self.next_answer()
        self.send(text)
        return await heard

    def next_answer(self) -> "asyncio.Future[bytes]":
        """What is answered next; to no request, that to the handshake."""
        heard: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

        def hear(status: int, body: bytes) -> None:
            if status == 200 and not heard.done():
                heard.set_result(body)
            elif not heard.done():
                heard.set_exception(RuntimeError(f"A socket was refused: {status} {body!r}"))

        self.hear = hear
        return heard

    def connection_lost(self, error: Exception | None) -> None:
        self.hear(0, b"The connection has ended.")

    def close(self) -> None:
        self.hear = lambda status, body: None
        if self._transport:
            self._transport.abort()

    def _welcome(self) -> None:
        head, found, rest = self._buffer.partition(END)
        if found:
            self._open, self._buffer = b" 101 " in head, rest
            self.hear(200 if self._open else int(head[9:12]), rest)


class SocketGroup:
    """Sockets whose answers are heard by one function."""

    def __init__(self, sockets: Sequence[SocketExchange]) -> None:
        """The sockets may be opened later."""
        self._sockets = sockets

    @property
    def hear(self) -> Hear:
        return self._sockets[0].hear

    @hear.setter
    def hear(self, hear: Hear) -> None:
        for socket in self._sockets:
            socket.hear = hear


class SocketPair(SocketGroup):
    """The sockets of the two players of a pair; `seat` is the one that sends next."""

    def __init__(self, sockets: tuple[SocketExchange, SocketExchange]) -> None:
        super().__init__(sockets)
        self.seat = 0
        self.sent = 0.0

    def send(self, request: bytes) -> None:
        self.sent = perf_counter()
        self._sockets[self.seat].send(request)

    def close(self) -> None:
        for socket in self._sockets:
            socket.close()


class SocketMover:
    """A talk in which a pair plays one match after another over its sockets."""

    expected = 200

    def __init__(self, room: Room, pair: int, sockets: SocketPair) -> None:
        self._room = room
        self._pair = pair
        self._sockets = sockets
        self._match: Match | None = None

    def ask(self) -> bytes | None:
        if self._match is None or not self._match.left:
            self._match = self._room.take(self._pair)
        match = self._match
        if match is None:
            return None
        self._sockets.seat = match.seat
        return (
            b'{"id":1,"op":"move","matchId":"%b","notation":"%b","expectedVersion":%d,"view":"none"}'
            % (match.id.encode(), match.notation.encode(), match.version)
        )

    def hear(self, body: bytes) -> int:
        assert self._match
        self._match.moved(orjson.loads(body))
        return 1

    def leave(self) -> None:
        if self._match:
            self._room.give_back(self._match)


async def open_pair(room: Room, pair: int) -> SocketPair:
    """Open the sockets of both players and say hello. Raise RuntimeError if one is refused."""
    ann, bob = SocketExchange(), SocketExchange()
    for socket, token in zip((ann, bob), room.pairs[pair].tokens, strict=True):
        await say_hello(socket, room.url, token)
    return SocketPair((ann, bob))


async def say_hello(socket: SocketExchange, url: str, token: str) -> None:
    """Connect, and say hello with this token. Raise RuntimeError if the socket is refused."""
    loop, welcomed = asyncio.get_running_loop(), socket.next_answer()
    await loop.create_connection(lambda: socket, *address(url))
    await welcomed
    await socket.ask(b'{"id":1,"op":"hello","token":"%b"}' % token.encode())


def frame(text: bytes) -> bytes:
    size = len(text)
    if size < 126:
        return b"%c%c%b%b" % (TEXT, 0x80 | size, NO_MASK, text)
    return b"%c%c%b%b%b" % (TEXT, 0x80 | 126, size.to_bytes(2, "big"), NO_MASK, text)


def take(buffer: bytes) -> tuple[int, bytes, bytes] | None:
    """The kind and text of the first frame, and the rest; None if the frame is incomplete."""
    if len(buffer) < 2:
        return None
    size, start = buffer[1], 2
    if size >= 126:
        start = 4 if size == 126 else 10
        if len(buffer) < start:
            return None
        size = int.from_bytes(buffer[2:start], "big")
    if len(buffer) < start + size:
        return None
    return buffer[0], buffer[start : start + size], buffer[start + size :]


def judge(text: bytes) -> tuple[int, bytes]:
    """The status and the body that the same request would get over HTTP."""
    if text.startswith(OK):
        return 200, text[len(OK) : -1]
    if text.startswith(ERROR):
        problem = text[len(ERROR) : -1]
        return int(orjson.loads(problem)["status"]), problem
    return 0, text
