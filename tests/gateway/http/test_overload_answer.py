"""A refusal at once says what a refusal after the middleware says, and costs a tenth."""

import asyncio

import pytest
from gateway.http.middleware import RequestContext
from gateway.http.request_slots import RequestSlots
from gateway.observability.metrics import Metrics
from gateway.observability.requests import RequestObserver
from starlette.types import Receive, Scope, Send

from tests.support.asgi import answer_of, scope_of
from tests.support.live import Live
from tests.support.raw_http import Connection, Reply, connected, encode
from tests.support.requests import exchange

pytestmark = pytest.mark.anyio

ID = '"quoted"\\'
PATH = "/v1/matches"
JSON = {"Content-Type": "application/json", "X-Request-Id": ID}
MANY = 300
UNREAD = 900_000
"""Bytes: more than is read at a time, and less than is dropped after a refusal."""


async def nothing(scope: Scope, receive: Receive, send: Send) -> None:
    pytest.fail("it was worked on")


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(RequestSlots, "full", True)
    return monkeypatch


async def test_both_refusals_are_the_same(live: Live, full: pytest.MonkeyPatch) -> None:
    late = RequestContext(nothing, RequestObserver(Metrics()), RequestSlots(0, 0.0))
    expected = await answer_of(late, scope_of("GET", PATH, ("X-Request-Id", ID)))
    async with connected([live.url]) as (line,):
        for request in (
            encode("GET", PATH, {"X-Request-Id": ID}),
            encode("POST", PATH, JSON, b'{"game": "lost-cities"}'),
            encode("POST", PATH, JSON, b'{"game": "lost-cities"}', chunk_size=5),
        ):
            reply = await line.ask(request)
            assert (reply.status, reply.body) == (503, expected.body)
            assert int(reply.headers["retry-after"]) in range(1, 4)
            own = {"date": "", "retry-after": ""}
            assert {**reply.headers, **own} == {**expected.headers, **own}


async def test_the_connection_goes_on(live: Live, full: pytest.MonkeyPatch) -> None:
    """Also if many requests were sent together, or the body comes after the refusal."""
    head = b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n"
    async with connected([live.url]) as (line,):
        await line.send(encode("GET", PATH) * MANY)
        assert {(await line.receive()).status for _ in range(MANY)} == {503}
        assert (await line.ask(head)).status == 503
        await line.send(b"12345")
        full.undo()
        assert (await ask(line)).status == 200


async def test_a_connection_that_is_to_end_does(live: Live, full: pytest.MonkeyPatch) -> None:
    async with connected([live.url]) as (line,):
        reply = await line.ask(encode("GET", PATH, {"Connection": "close"}))
        assert (reply.status, reply.headers["connection"]) == (503, "close")


async def test_a_last_refusal_is_not_lost_with_what_was_not_read(
    live: Live, full: pytest.MonkeyPatch
) -> None:
    """A connection that is closed with something unread is reset, perhaps before its answer."""
    request = encode("POST", PATH, {**JSON, "Connection": "close"}, b" " * UNREAD)
    said = await asyncio.to_thread(exchange, live.url, request)
    assert said.startswith(b"HTTP/1.1 503 ")
    assert said.count(b"HTTP/1.1") == 1


async def test_probes_and_pages_are_never_busy(live: Live, full: pytest.MonkeyPatch) -> None:
    async with connected([live.url]) as (line,):
        for path in ("/healthz", "/readyz", "/docs"):
            assert (await line.ask(encode("GET", path))).status == 200
        assert (await line.ask(encode("OPTIONS", PATH))).status == 405


async def ask(line: Connection) -> Reply:
    return await line.ask(encode("GET", PATH))
