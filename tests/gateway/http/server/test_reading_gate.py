"""The gate before the parsers: what is sent is parsed once it is paid for, and taken."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from functools import partial
from time import monotonic
from typing import Any

import pytest
import uvicorn
from gateway.http.client_address import ForwardedAddress
from gateway.http.request_slots import RequestSlots
from gateway.http.server import reading_gate
from gateway.http.server.connection_limit import Connections
from gateway.http.server.reading_gate import ADDRESS, CONNECTION, PART_BYTES, ReadingCredit
from gateway.http.server.uvicorn_http import HttpProtocol
from gateway.http.server.uvicorn_websocket import WebSocketProtocol
from gateway.observability.metrics import Metrics

from tests.support.raw_http import encode
from tests.support.waiting import Stopwatch, happens

pytestmark = [pytest.mark.anyio, pytest.mark.service]

PART_MS = 20
"""What each part takes by the clock of the gate."""
ALONE = CONNECTION.burst // PART_MS
"""Parts that a connection may send before it has to wait."""
TOGETHER = ADDRESS.burst // PART_MS
WAIT_S = 0.5
"""Less than what the parts beyond ALONE wait for: each 0.2 s."""
MASK = bytes(4)
UPGRADE = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}
SOCKET = encode("GET", "/v1/socket", UPGRADE)
CHUNKED = encode("POST", "/", None, b"", 1)[:-5]
END = b"\x81\x83" + MASK + b"end"
SHORT = encode("GET", "/")

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def filled(piece: bytes, parts: int = ALONE + 4) -> bytes:
    return piece * (parts * PART_BYTES // len(piece))


KINDS = {
    "chunks": CHUNKED + filled(b"1\r\nx\r\n") + b"0\r\n\r\n",
    "trailers": CHUNKED + b"0\r\n" + filled(b"x:%s\r\n" % (b"y" * 94)) + b"\r\n",
    "a field": SHORT[:-2] + b"x:" + filled(b"y") + b"\r\n\r\n",
    "a body": encode("POST", "/", None, filled(b"y")),
    "requests": filled(SHORT),
    "fragments": SOCKET + b"\x01\x80" + MASK + filled(b"\x00\x80" + MASK) + b"\x80\x80" + MASK,
    "messages": SOCKET + filled(b"\x81\x81" + MASK + b"x") + END,
}


class Served:
    """A server of the gateway's protocols; each message of a socket is answered with itself."""

    def __init__(self, server: uvicorn.Server, may_take: asyncio.Event) -> None:
        self.may_take = may_take
        """Sockets wait for it before they take a message, and requests before their answer."""
        self._server = server

    async def open(self, source: str = "127.0.0.1") -> Streams:
        port = self._server.servers[0].sockets[0].getsockname()[1]
        return await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))

    @property
    def protocols(self) -> Any:
        return [*self._server.server_state.connections]


@contextlib.asynccontextmanager
async def serving(
    is_proxy: Callable[[str], bool] = lambda _: False, ping_s: float = 600.0
) -> AsyncIterator[Served]:
    may_take, metrics = asyncio.Event(), Metrics()
    may_take.set()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await may_take.wait()
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            while (message := await receive())["type"] != "websocket.disconnect":
                if "text" in message:
                    await send({"type": "websocket.send", "text": message["text"]})
                await may_take.wait()
            return
        while (await receive()).get("more_body"):
            pass
        headers = [(b"content-length", b"2")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"ok"})

    protocol: Any = partial(
        HttpProtocol,
        connections=Connections(100, 0, metrics),
        slots=RequestSlots(64, 9.0, metrics),
        credit=ReadingCredit(is_proxy),
    )
    config = uvicorn.Config(
        ForwardedAddress(app, is_proxy, 1),
        port=0,
        http=protocol,
        ws=WebSocketProtocol,
        ws_ping_interval=ping_s,
        ws_ping_timeout=ping_s,
        log_config=None,
        lifespan="off",
    )
    server = uvicorn.Server(config)
    server.capture_signals = contextlib.nullcontext  # type: ignore[assignment]
    task = asyncio.create_task(server.serve())

    async def started() -> bool:
        return server.started

    await happens(started)
    try:
        yield Served(server, may_take)
    finally:
        may_take.set()
        server.should_exit = server.force_exit = True
        await task


@pytest.fixture
def costly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part takes PART_MS more, whatever it has."""
    taken_s = [0.0]
    monkeypatch.setattr(reading_gate, "monotonic", lambda: monotonic() + taken_s[0])

    def slow(protocol: Any) -> None:
        parse = protocol.parse

        def parsed(self: Any, part: bytes) -> None:
            taken_s[0] += PART_MS / 1000
            parse(self, part)

        monkeypatch.setattr(protocol, "parse", parsed)

    slow(HttpProtocol)
    slow(WebSocketProtocol)


@pytest.mark.usefixtures("costly")
@pytest.mark.parametrize("kind", KINDS)
async def test_what_is_sent_waits_until_it_is_paid_for_and_others_do_not(kind: str) -> None:
    async with serving() as server:
        reader, writer = await server.open()
        watch = Stopwatch()
        if KINDS[kind].startswith(SOCKET):  # a client may send frames once it is answered
            writer.write(SOCKET)
            await reader.readuntil(b"\r\n\r\n")
        writer.write(KINDS[kind].removeprefix(SOCKET))
        whole = asyncio.create_task(until_answered(reader, kind))
        others, their = await server.open("127.0.0.2")
        their.write(SHORT)
        assert (await others.readline()).startswith(b"HTTP/1.1 200")
        assert not whole.done()
        await whole
        assert watch.wall_s() > WAIT_S
        for each in (writer, their):
            each.close()


async def until_answered(reader: asyncio.StreamReader, kind: str) -> None:
    """Read until the last of what was sent is answered."""
    if kind == "requests":
        for _ in range(KINDS[kind].count(SHORT)):
            await reader.readuntil(b"ok")
    else:
        await reader.readuntil({"messages": b"end", "fragments": b"\x81\x00"}.get(kind, b"ok"))


@pytest.mark.usefixtures("costly")
async def test_an_address_has_one_share_however_many_connections_it_opens() -> None:
    async with serving() as server:
        held = [await server.open() for _ in range(TOGETHER // ALONE + 1)]
        for _, writer in held:
            writer.write(SHORT[:-2] + b"x:" + filled(b"y", ALONE))
        watch = Stopwatch()
        reader, writer = await server.open()
        writer.write(SHORT)
        await reader.readuntil(b"ok")
        assert watch.wall_s() > PART_MS / ADDRESS.rate
        for _, each in [*held, (reader, writer)]:
            each.close()


@pytest.mark.usefixtures("costly")
async def test_the_clients_of_a_proxy_have_a_share_each() -> None:
    body = filled(b"y", ALONE - 1)

    async def post(streams: Streams, client: str) -> None:
        named = {"X-Forwarded-For": client, "Expect": "100-continue"}
        streams[1].write(encode("POST", "/", named, body).removesuffix(body))
        await streams[0].readuntil(b"100 Continue")
        streams[1].write(body)
        await streams[0].readuntil(b"ok")

    async with serving(lambda host: host == "127.0.0.1") as server:
        proxied = [await server.open() for _ in range(TOGETHER // ALONE + 3)]
        watch, (last, *greedy) = Stopwatch(), proxied
        many = asyncio.gather(*(post(each, "192.0.2.1") for each in greedy))
        await post(last, "192.0.2.2")
        assert not many.done()
        await many
        assert watch.wall_s() > WAIT_S / 2
        for _, writer in proxied:
            writer.close()


@pytest.mark.usefixtures("costly")
async def test_a_socket_is_not_cut_for_a_pong_that_may_be_held() -> None:
    async with serving(ping_s=WAIT_S) as server:
        reader, writer = await server.open()
        writer.write(SOCKET)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"\x01\x80" + MASK + filled(b"\x00\x80" + MASK, ALONE + 8))
        writer.write(b"\x80\x80" + MASK)
        watch = Stopwatch()
        await reader.readuntil(b"\x81\x00")
        assert watch.wall_s() > 2 * WAIT_S
        writer.close()


async def test_a_parser_does_not_run_ahead_of_what_is_taken() -> None:
    """What would be made of these bytes takes fifty times as much memory."""
    message = b"\x81\x81" + MASK + b"x"
    async with serving() as server:
        reader, writer = await server.open()
        writer.write(SOCKET)
        await reader.readuntil(b"\r\n\r\n")
        server.may_take.clear()
        writer.write(filled(message, 20) + END)
        (protocol,) = server.protocols

        async def some_wait() -> bool:
            return bool(protocol.queue.qsize())

        await happens(some_wait)
        await writer.drain()
        assert protocol.queue.qsize() <= 2 * PART_BYTES // len(message)
        server.may_take.set()
        echoed = await reader.readuntil(b"end")
        assert echoed.count(b"\x81\x01x") == filled(message, 20).count(message)
        writer.close()


async def test_requests_that_wait_for_others_stay_bytes() -> None:
    async with serving() as server:
        server.may_take.clear()
        reader, writer = await server.open()
        writer.write(filled(SHORT, 20))

        async def some_wait() -> bool:
            return any(each.pipeline for each in server.protocols)

        await happens(some_wait)
        (protocol,) = server.protocols
        assert len(protocol.pipeline) <= PART_BYTES // len(SHORT) + 1
        server.may_take.set()
        for _ in range(filled(SHORT, 20).count(SHORT)):
            await reader.readuntil(b"ok")
        writer.close()


async def test_few_requests_wait_for_others_however_many_are_answered() -> None:
    """Each answer lets more be read; what that brings must not be more than what was answered."""
    async with serving() as server:
        reader, writer = await server.open()
        writer.write(filled(SHORT, 60))
        waiting = 0
        for _ in range(filled(SHORT, 60).count(SHORT)):
            await reader.readuntil(b"ok")
            waiting = max(waiting, *(len(each.pipeline) for each in server.protocols))
        assert waiting <= PART_BYTES // len(SHORT) + 1
        writer.close()


async def test_fragments_of_a_message_take_no_more_memory_than_its_bytes() -> None:
    async with serving() as server:
        reader, writer = await server.open()
        writer.write(SOCKET)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"\x01\x81" + MASK + b"x" + (b"\x00\x81" + MASK + b"x") * 500)
        (protocol,) = server.protocols

        async def all_came() -> bool:
            return bool(protocol.conn.current_size == 501)

        await happens(all_came)
        assert [len(each) for each in protocol.frames] == [501]
        writer.write(b"\x80\x80" + MASK)
        await reader.readuntil(b"x" * 501)
        writer.close()
