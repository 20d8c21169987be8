"""Followers of a match that parse what they are told, as a client does: SSE, NDJSON and sockets."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeAlias, cast

import orjson

from bench.http import END, address, get
from bench.socket import SocketExchange, say_hello

SSE, NDJSON = "text/event-stream", "application/x-ndjson"
CHANGE, SNAPSHOT, GOODBYE = "change", "snapshot", "goodbye"

Told: TypeAlias = Callable[[str, Any], object]
"""Called with the name of an event and its data; a `goodbye` with a reason if there is no more."""


class Stream(asyncio.Protocol):
    """A stream of a match, each event of which is parsed as it arrives."""

    def __init__(self, request: bytes, form: str, told: Told) -> None:
        self.told = told
        self._request = request
        self._take = self._take_sse if form == SSE else self._take_ndjson
        self._name = ""
        self._rest = b""
        self._begun = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._rest += data
        if not self._begun:
            self._begin()
        if self._begun:
            *lines, self._rest = self._rest.split(b"\n")
            for line in lines:
                self._take(line)

    def connection_lost(self, error: Exception | None) -> None:
        self.told(GOODBYE, "The stream has ended.")

    def close(self) -> None:
        self.told = lambda name, data: None
        if self._transport:
            self._transport.abort()

    def _begin(self) -> None:
        """Take the head of the answer once it is complete; the events follow it."""
        head, found, rest = self._rest.partition(END)
        if not found:
            return
        self._begun, self._rest = True, rest
        if head[9:12] != b"200":
            self.told(GOODBYE, f"A stream was refused: {head[9:12].decode()} {rest[:300]!r}")

    def _take_ndjson(self, line: bytes) -> None:
        if line.startswith(b'{"event":'):
            said = orjson.loads(line)
            self.told(said["event"], said["data"])

    def _take_sse(self, line: bytes) -> None:
        if line.startswith(b"event: "):
            self._name = line[7:].decode()
        elif line.startswith(b"data: "):
            self.told(self._name, orjson.loads(line[6:]))


class Spectator(Stream):
    """A stream of NDJSON that tells only the names and versions of events: one of a thousand."""

    def _take_ndjson(self, line: bytes) -> None:
        if line.startswith(b'{"event":"change","version":'):
            self.told(CHANGE, int(line[28 : line.index(b",", 28)]))
        elif line.startswith((b'{"event":"snapshot"', b'{"event":"goodbye"')):
            self.told(line[10 : line.index(b'"', 10)].decode(), None)


class Socket(SocketExchange):
    """A socket that is subscribed to a match; `hear` gets the answers to its moves."""

    def __init__(self, told: Told) -> None:
        super().__init__()
        self.told = told

    def take_text(self, text: bytes) -> None:
        if text.startswith(b'{"matchId":'):
            said = orjson.loads(text)
            self.told(said["event"], said["data"])
        else:
            super().take_text(text)

    def close(self) -> None:
        self.told = lambda name, data: None
        super().close()


async def open_stream(
    url: str, match_id: str, token: str, form: str, told: Told, kind: type[Stream] = Stream
) -> Stream:
    """Open a stream of a match, which has not been answered yet."""
    request = get(f"/v1/matches/{match_id}/events", token, Accept=form)
    loop = asyncio.get_running_loop()
    _, stream = await loop.create_connection(lambda: kind(request, form, told), *address(url))
    return stream


async def open_socket(url: str, match_id: str, token: str, told: Told) -> Socket:
    """Open a player's socket and subscribe to the match, of which `told` gets a snapshot.

    Raise RuntimeError if it is refused.
    """
    socket = Socket(told)
    await say_hello(socket, url, token)
    snapshot = await socket.ask(b'{"id":1,"op":"subscribe","matchId":"%b"}' % match_id.encode())
    told(SNAPSHOT, orjson.loads(snapshot)["match"])
    return socket
