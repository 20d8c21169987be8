"""What a connection may cost: bytes, fields and time of a head, and the number of connections."""

import asyncio
import contextlib
import json
import resource
from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import Any

import pytest
import uvicorn
from gateway.http.request_slots import RequestSlots
from gateway.http.server import reading_timer, uvicorn_http
from gateway.http.server.connection_limit import LINGERING, PROBES, RESERVED, Admission, Connections
from gateway.http.server.head_bounds import (
    MAX_FIELDS,
    MAX_FRAMING_BYTES,
    MAX_HEAD_BYTES,
    MAX_TARGET_BYTES,
)
from gateway.http.server.reading_gate import ReadingCredit
from gateway.http.server.uvicorn_http import HttpProtocol
from gateway.observability.metrics import Metrics

from tests.support.waiting import happens

pytestmark = [pytest.mark.anyio, pytest.mark.service]

PATIENCE_S = 20.0
LATE_S = 0.3
"""Longer than the time for a head in the tests of it."""
START = b"GET /there HTTP/1.1\r\nHost: localhost\r\n"


BEGAN: list[str] = []
"""The paths that were asked for."""


async def echo_path(scope: Any, receive: Any, send: Any) -> None:
    """Answer with the path, once the body has come.

    /unread is answered at once, /long with much more, and /late after LATE_S.
    """
    BEGAN.append(scope["path"])
    if scope["path"] == "/late":
        await asyncio.sleep(LATE_S)
    while scope["path"] != "/unread" and (await receive()).get("more_body"):
        pass
    body = scope["path"].encode() * (10_000_000 if scope["path"] == "/long" else 1)
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Served:
    """A server of the gateway's protocol on a free port, and what it counts."""

    def __init__(self, port: int, metrics: Metrics) -> None:
        self.port = port
        self._metrics = metrics

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def ask(self, *parts: bytes) -> tuple[int, bytes]:
        """Status and body of the answer to a request on a connection of its own."""
        reader, writer = await self.open()
        try:
            for part in parts:
                writer.write(part)
                await writer.drain()
            return await answer(reader)
        finally:
            writer.close()

    async def hold(self, count: int) -> list[asyncio.StreamWriter]:
        """Open so many connections, and wait until they are counted."""
        before = self.connections
        writers = [(await self.open())[1] for _ in range(count)]
        await self.until_connections(before + count)
        return writers

    @property
    def connections(self) -> int:
        return int(self._count("connections"))

    def refused(self, bound: str) -> int:
        return int(self._count("refused_connections_total", bound=bound))

    async def until_connections(self, number: int) -> None:
        async def reached() -> bool:
            return self.connections == number

        await happens(reached)

    def _count(self, name: str, **labels: str) -> float:
        found = self._metrics.registry.get_sample_value(f"croupier_gateway_{name}", labels)
        return found or 0.0


async def answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    async with asyncio.timeout(PATIENCE_S):
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.partition("content-length: ")[2].partition("\r")[0])
        return int(head.split()[1]), await reader.readexactly(length)


@contextlib.asynccontextmanager
async def serving(
    most: int = 100,
    per_address: int = 0,
    keep_alive_s: int = 600,
    credit: ReadingCredit | None = None,
) -> AsyncIterator[Served]:
    """By default, no test passes because connections are not kept alive for ever."""
    metrics = Metrics()
    protocol: Any = partial(
        HttpProtocol,
        connections=Connections(most, per_address, metrics),
        slots=RequestSlots(64, 0.3, metrics),
        credit=credit,
    )
    server = Server(
        uvicorn.Config(
            echo_path,
            port=0,
            http=protocol,
            log_config=None,
            lifespan="off",
            timeout_keep_alive=keep_alive_s,
        )
    )
    task = asyncio.create_task(server.serve())

    async def started() -> bool:
        return server.started

    await happens(started)
    try:
        yield Served(server.servers[0].sockets[0].getsockname()[1], metrics)
    finally:
        server.should_exit = server.force_exit = True
        await task


def fields(count: int) -> bytes:
    return b"".join(b"x-%d: y\r\n" % number for number in range(count))


def code(body: bytes) -> str:
    return str(json.loads(body)["code"])


@pytest.mark.parametrize(
    "head",
    [
        fields(MAX_FIELDS + 1),  # the parser tells of a field once the next begins
        b"x: " + b"y" * MAX_HEAD_BYTES,
        b"x" * MAX_HEAD_BYTES,
        b"".join(b"x-%d: %s\r\n" % (number, b"y" * 1000) for number in range(40)),
    ],
    ids=["too many fields", "a value without end", "a name without end", "too long together"],
)
async def test_a_head_beyond_its_bounds_is_refused_before_it_ends(head: bytes) -> None:
    async with serving() as server:
        status, body = await server.ask(START, head)
    assert (status, code(body)) == (431, "headers_too_large")


async def test_a_head_within_its_bounds_is_answered() -> None:
    async with serving() as server:
        many = await server.ask(START, fields(MAX_FIELDS - 1), b"\r\n")
        long = await server.ask(START, b"x: " + b"y" * (MAX_HEAD_BYTES - 1000) + b"\r\n\r\n")
    assert many == long == (200, b"/there")


@pytest.mark.parametrize("ends", [b" HTTP/1.1\r\nHost: x\r\n\r\n", b""])
async def test_a_target_beyond_its_bound_is_refused(ends: bytes) -> None:
    async with serving() as server:
        status, body = await server.ask(b"GET /" + b"a" * MAX_TARGET_BYTES, ends)
    assert (status, code(body)) == (414, "target_too_long")


async def test_the_bounds_count_for_each_request_of_a_connection() -> None:
    request = START + fields(MAX_FIELDS // 2) + b"x: " + b"y" * (MAX_HEAD_BYTES // 2) + b"\r\n\r\n"
    async with serving() as server:
        reader, writer = await server.open()
        for _ in range(5):
            writer.write(request)
            assert await answer(reader) == (200, b"/there")
        writer.write(START + fields(MAX_FIELDS + 1))
        status, body = await answer(reader)
        writer.close()
    assert (status, code(body)) == (431, "headers_too_large")


async def test_trailers_without_end_are_refused() -> None:
    """They are fields as well, which the parser keeps until they end."""
    chunked = b"POST /t HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nx: "
    async with serving() as server:
        status, body = await server.ask(chunked, *[b"y" * 65536] * (1 + MAX_FRAMING_BYTES // 65536))
    assert (status, code(body)) == (431, "headers_too_large")


async def test_half_a_head_is_refused_and_silence_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reading_timer, "HEAD_S", 0.05)
    async with serving() as server:
        status, body = await server.ask(START)
        silent, writer = await server.open()
        async with asyncio.timeout(PATIENCE_S):
            assert await silent.read() == b""
        writer.close()
        await server.until_connections(0)
    assert (status, code(body)) == (408, "timeout")


async def test_half_a_later_head_is_refused_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_timer, "HEAD_S", 0.05)
    async with serving() as server:
        reader, writer = await server.open()
        writer.write(START + b"\r\n")
        assert await answer(reader) == (200, b"/there")
        writer.write(START)
        status, body = await answer(reader)
        writer.close()
    assert (status, code(body)) == (408, "timeout")


@pytest.mark.parametrize(("rest", "status"), [(b"\r\n", 200), (b"", 408)])
async def test_the_time_of_a_head_runs_only_while_it_is_read(
    monkeypatch: pytest.MonkeyPatch, rest: bytes, status: int
) -> None:
    """Behind two complete requests the server does not read on until the first has its answer."""
    monkeypatch.setattr(reading_timer, "HEAD_S", LATE_S / 6)
    BEGAN.clear()

    async def began() -> bool:
        return bool(BEGAN)

    async with serving() as server:
        reader, writer = await server.open()
        writer.write(b"GET /late HTTP/1.1\r\nHost: x\r\n\r\n" + START + b"\r\n" + START)
        await happens(began)
        writer.write(rest)
        assert await answer(reader) == (200, b"/late")
        assert await answer(reader) == (200, b"/there")
        assert (await answer(reader))[0] == status
        writer.close()


async def test_bytes_of_a_head_count_once_however_they_arrive() -> None:
    """And not those of the request before it that come in the same read."""
    body = b"y" * (MAX_HEAD_BYTES + 1000)
    posted = b"POST /t HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body)
    async with serving() as server:
        reader, writer = await server.open()
        writer.write(posted + body + START)
        assert await answer(reader) == (200, b"/t")
        for part in (b"x: ", body[:-2000], b"\r\n", b"\r\n"):
            writer.write(part)
            await writer.drain()
        assert await answer(reader) == (200, b"/there")
        writer.close()


async def test_silence_after_an_answer_ends_though_it_began_with_a_line_break(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A line break before a head is allowed, and stops the timer of an idle connection."""
    monkeypatch.setattr(reading_timer, "HEAD_S", 0.05)
    async with serving() as server:
        reader, writer = await server.open()
        writer.write(START + b"\r\n")
        assert await answer(reader) == (200, b"/there")
        writer.write(b"\r\n")
        assert (await answer(reader))[0] == 408
        writer.close()
        await server.until_connections(0)


@pytest.mark.parametrize(("length", "rest_s", "keep_alive_s"), [(9, 0.05, 600), (1, 600.0, 1)])
async def test_a_body_that_comes_after_its_answer_keeps_no_connection_for_ever(
    monkeypatch: pytest.MonkeyPatch, length: int, rest_s: float, keep_alive_s: int
) -> None:
    """The rest of the body has its time; once all of it has come, the next head has."""
    monkeypatch.setattr(reading_timer, "REST_S", rest_s)
    async with serving(keep_alive_s=keep_alive_s) as server:
        reader, writer = await server.open()
        head = b"POST /unread HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
        writer.write(head % length)
        assert await answer(reader) == (200, b"/unread")
        writer.write(b"y")
        async with asyncio.timeout(PATIENCE_S):
            assert await reader.read() == b""
        writer.close()
        await server.until_connections(0)


async def test_who_does_not_read_an_answer_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_http, "STUCK_S", 0.05)
    async with serving() as server:
        _, writer = await server.open()
        writer.write(b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n")
        await server.until_connections(1)
        await server.until_connections(0)
        writer.close()


async def test_connections_of_one_address_are_bounded(caplog: pytest.LogCaptureFixture) -> None:
    async with serving(per_address=5) as server:
        held = await server.hold(5)
        status, body = await server.ask(START + b"\r\n")
        assert (status, code(body)) == (429, "rate_limited")
        assert server.refused("address") == 1
        held[0].close()
        await server.until_connections(4)
        assert await server.ask(START + b"\r\n") == (200, b"/there")
        for writer in held:
            writer.close()
    assert "refused connections: 1, beyond the 5 of bound 'address'" in caplog.text


async def test_a_full_gateway_says_so_and_still_answers_probes() -> None:
    async with serving(most=5) as server:
        held = await server.hold(5)
        status, body = await server.ask(START + b"\r\n")
        assert (status, code(body)) == (503, "unavailable")
        reader, writer = await server.open()
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert await answer(reader) == (200, b"/healthz")
        async with asyncio.timeout(PATIENCE_S):
            assert await reader.read() == b"", "a probe's place is free again"
        writer.close()
        assert (server.refused("total"), server.connections) == (1, 5)
        for writer in held:
            writer.close()
        await server.until_connections(0)


def test_beyond_the_probes_connections_are_refused_and_then_cut(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """What is refused holds a descriptor until the refusal is read, so that is bounded, too."""
    metrics = Metrics()
    connections = Connections(1, 0, metrics)
    crowd = [connections.enter("192.0.2.1") for _ in range(1 + PROBES + LINGERING + 9)]
    expected = [
        Admission.OPEN,
        *[Admission.PROBE] * PROBES,
        *[Admission.FULL] * LINGERING,
        *[Admission.CUT] * 9,
    ]
    assert crowd == expected
    assert [record.message for record in caplog.records] == [
        "refused connections: 1, beyond the 1 of bound 'total'"
    ]
    for admission in crowd:
        connections.leave("192.0.2.1", admission)
    assert connections.enter("192.0.2.1") is Admission.OPEN


def test_what_is_no_probe_gives_the_place_back_at_once() -> None:
    """Or requests that come while all places are taken would keep probes out."""
    connections = Connections(1, 0, Metrics())
    connections.enter("192.0.2.1")
    for _ in range(2 * PROBES):
        assert connections.enter("192.0.2.1") is Admission.PROBE
        refused = connections.refuse_probe()
    assert refused is Admission.CUT


def test_a_network_is_one_address_and_a_proxy_has_no_bound() -> None:
    connections = Connections(9, 1, Metrics(), is_proxy=lambda host: host == "192.0.2.9")
    hosts = ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "192.0.2.9", "192.0.2.9")
    crowded = [host for host in hosts if connections.enter(host) is not Admission.OPEN]
    assert crowded == ["2001:db8::2"]


def test_connections_leave_descriptors_for_everything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 1024))
    assert Connections(9999, 0, Metrics()).most == 1024 - RESERVED - PROBES - LINGERING
    assert Connections(99, 0, Metrics()).most == 99
