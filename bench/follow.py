"""Followers of a match that parse what they are told, as a client does: SSE, NDJSON and sockets."""

from collections.abc import Callable
from typing import Any, TypeAlias

import orjson

from bench.socket import SocketExchange, say_hello
from tests.support.raw_streams import NDJSON, Stream, connect

CHANGE, SNAPSHOT, GOODBYE = "change", "snapshot", "goodbye"

Told: TypeAlias = Callable[[str, Any], object]
"""Called with the name of an event and its data; a `goodbye` with a reason if there is no more."""


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


async def open_stream(url: str, match_id: str, token: str, form: str, told: Told) -> Stream:
    """Open a stream of a match. Raise RuntimeError if it is refused."""

    def hear(name: str, text: bytes) -> None:
        data = orjson.loads(text)
        told(name, data["data"] if form == NDJSON else data)

    return await _open(url, match_id, token, form, told, hear)


async def watch(url: str, match_id: str, told: Told) -> Stream:
    """Open a stream that tells only the names and versions of events: one of a thousand."""

    def hear(name: str, line: bytes) -> None:
        if name == CHANGE:
            told(name, int(line[28 : line.index(b",", 28)]))
        elif name in (SNAPSHOT, GOODBYE):
            told(name, None)

    return await _open(url, match_id, "", NDJSON, told, hear)


async def _open(
    url: str, match_id: str, token: str, form: str, told: Told, hear: Callable[[str, bytes], None]
) -> Stream:
    stream = await connect(url, f"/v1/matches/{match_id}/events", token, form, hear)
    stream.ended.add_done_callback(lambda _: told(GOODBYE, "The stream has ended."))
    return stream


async def open_socket(url: str, match_id: str, token: str, told: Told) -> Socket:
    """Open a player's socket and subscribe to the match, of which `told` gets a snapshot.

    Raise RuntimeError if it is refused.
    """
    socket = Socket(told)
    await say_hello(socket, url, token)
    snapshot = await socket.ask(b'{"id":1,"op":"subscribe","matchId":"%b"}' % match_id.encode())
    told(SNAPSHOT, snapshot["match"])
    return socket
