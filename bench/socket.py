"""WebSocket by hand: only what a client needs to send a text and wait for another."""

import asyncio

import orjson

from bench.http import END, Exchange
from tests.support.raw_http import address, get

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


class SocketExchange(Exchange):
    """A WebSocket with one request under way at a time."""

    def __init__(self) -> None:
        super().__init__()
        self._open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        super().send(HANDSHAKE)

    def send(self, text: bytes) -> None:
        super().send(frame(text))

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

    def _welcome(self) -> None:
        head, found, rest = self._buffer.partition(END)
        if found:
            self._open, self._buffer = b" 101 " in head, rest
            self.hear(200 if self._open else int(head[9:12]), rest)


async def say_hello(socket: SocketExchange, url: str, token: str) -> None:
    """Connect, and say hello with this token. Raise RuntimeError if the socket is refused."""
    loop, welcomed = asyncio.get_running_loop(), socket.next_answer()
    await loop.create_connection(lambda: socket, *address(url))
    status, body = await welcomed
    if status != 200:
        raise RuntimeError(f"A socket was refused: {status} {body!r}")
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
