"""Answers that are written whole, and bodies that are taken at once: the same as in messages."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
import uvicorn
from gateway.__main__ import Server
from gateway.http.request_slots import RequestSlots
from gateway.http.responses import json_response, not_modified
from gateway.http.server.connection_limit import Connections
from gateway.http.server.exchange import WholeReceive, WholeSend
from gateway.http.server.uvicorn_http import HttpProtocol
from gateway.observability.metrics import Metrics
from starlette.types import Message, Receive, Scope, Send

from tests.support.raw_http import encode
from tests.support.waiting import happens

pytestmark = [pytest.mark.anyio, pytest.mark.service]

LONG = 60_000
MANY = 200
"""So many long answers are more than the system holds for who does not read them."""


@dataclass
class App:
    """Answers /same with the body it was sent, /long with LONG bytes, and all else with 304.

    Whole, where that can be, unless it answers `in_messages` only.
    """

    in_messages: bool = False
    answered: int = 0
    written_whole: int = 0
    taken_whole: int = 0
    waits: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert isinstance(receive, WholeReceive)
        assert isinstance(send, WholeSend)
        body = None if self.in_messages else await receive.whole()
        self.taken_whole += body is not None
        if body is None:
            self.waits.set()
            body = await self._gathered(receive)
        if not send.ready:
            self.waits.set()
        self.written_whole += send.ready
        answer = not_modified(17, {"X-More": "y"})
        if scope["path"] in ("/same", "/long"):
            told = body.decode() if scope["path"] == "/same" else "x" * LONG
            answer = json_response(told, version=17, replayed=True)

        async def in_messages(message: Message) -> None:
            await send(message)

        await answer(scope, receive, in_messages if self.in_messages else send)
        self.answered += 1

    @staticmethod
    async def _gathered(receive: Receive) -> bytes:
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        return body


@contextlib.asynccontextmanager
async def serving(app: App) -> AsyncIterator[int]:
    """Serve the application; yield its port."""
    metrics = Metrics()
    protocol: Any = partial(
        HttpProtocol,
        connections=Connections(9, 0, metrics),
        slots=RequestSlots(9, 9.0, metrics),
        credit=None,
    )
    config = uvicorn.Config(app, port=0, http=protocol, log_config=None, lifespan="off")
    server = Server(config, linger_s=0)
    task = asyncio.create_task(server.serve())

    async def started() -> bool:
        return server.started

    await happens(started)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    await task


async def told(app: App, wire: bytes, then: bytes = b"") -> bytes:
    """All that comes until the end, without dates; `then` is sent once it is waited for."""
    async with serving(app) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(wire)
        if then:
            await app.waits.wait()
            writer.write(then)
        answers = await reader.read()
        writer.close()
    lines = answers.split(b"\r\n")
    return b"\r\n".join(line for line in lines if not line.startswith(b"date: "))


def request(path: str, body: bytes = b"", method: str = "POST", more: str = "") -> bytes:
    head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n{more}\r\n"
    return head.encode() + body


LAST = "Connection: close\r\n"
END = request("/same", b"end", more=LAST)
CHUNKED = encode("POST", "/same", body=b"abc", chunk_size=2)
WIRES = {
    "one": END,
    "three at once": request("/same", b"a") + request("/long") + request("/none") + END,
    "not changed": request("/none", more=LAST),
    "HTTP/1.0": request("/same", b"abc").replace(b"1.1", b"1.0"),
    "HEAD": request("/same", method="HEAD") + END,
    "100": request("/same", b"abc", more="Expect: 100-continue\r\n") + END,
    "chunks": CHUNKED + END,
}


@pytest.mark.parametrize("wire", WIRES.values(), ids=WIRES)
async def test_the_bytes_are_those_of_messages(wire: bytes) -> None:
    whole, parts = App(), App(in_messages=True)
    answers = await told(whole, wire)
    assert answers == await told(parts, wire)
    assert answers.startswith(b"HTTP/1.1 ")
    assert (whole.written_whole > 0, whole.answered) == (True, parts.answered)


async def test_a_body_that_is_still_on_its_way_is_waited_for() -> None:
    app = App()
    head, body = END[:-3], END[-3:]
    assert (await told(app, head, body)).endswith(b'"end"\n')
    assert (app.taken_whole, app.written_whole) == (0, 1)


async def test_who_does_not_read_is_not_written_to() -> None:
    """And gets everything, once it reads."""
    app = App()
    async with serving(app) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.write(request("/long") * MANY + END)
        await asyncio.wait_for(app.waits.wait(), 60)
        assert app.answered < MANY
        answers = b""
        while block := await reader.read(1 << 20):
            answers += block
        writer.close()
    assert answers.count(b'"%s"\n' % (b"x" * LONG)) == MANY
    assert answers.endswith(b'"end"\n')
