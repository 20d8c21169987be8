"""A gateway that is told to stop closes connections with an answer, not under a request."""

import asyncio
from contextlib import ExitStack

import pytest
from gateway.__main__ import build_server
from gateway.app import create_app
from gateway.config import Settings
from gateway.websocket import connection as served
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from tests.support.live import Live
from tests.support.raw_http import Connection, Reply, connected, get
from tests.support.waiting import Stopwatch

LINGER_S = 20.0
"""Much longer than the test, which must not wait for its end."""
CROWD = 8
SUBPROTOCOL = Subprotocol("croupier.v1.json")

pytestmark = pytest.mark.anyio


async def test_who_asks_on_an_idle_connection_is_answered_and_told_to_leave(redis_url: str) -> None:
    with ExitStack() as running:
        live = running.enter_context(Live(redis_url, linger_s=LINGER_S))
        async with connected([live.url] * CROWD) as lines:
            stopping = asyncio.create_task(asyncio.to_thread(running.close))
            last = [await ask_until_told_to_leave(line) for line in lines]
            watch = Stopwatch()
            await stopping
        assert {reply.status for reply in last} == {503}
        assert not watch.exceeds(LINGER_S / 2)


async def test_a_socket_that_is_opened_meanwhile_is_sent_away_in_its_own_words(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "HELLO_S", 600.0)  # the drain must come first on any machine
    with ExitStack() as running:
        live = running.enter_context(Live(redis_url, linger_s=LINGER_S))
        async with connected([live.url] * 2) as (line, idle):
            stopping = asyncio.create_task(asyncio.to_thread(running.close))
            await ask_until_told_to_leave(line)
            async with connect(
                live.url.replace("http", "ws", 1) + "/v1/socket",
                subprotocols=[SUBPROTOCOL],
                proxy=None,
            ) as socket:
                assert socket.response
                assert socket.response.headers.get_all("Connection") == ["Upgrade"]
                with pytest.raises(ConnectionClosed) as closed:
                    await socket.recv()
            await ask_until_told_to_leave(idle)
        await stopping
    assert closed.value.rcvd
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1012, "drain")


async def test_who_never_asks_again_is_not_waited_for_any_longer(redis_url: str) -> None:
    with ExitStack() as running:
        live = running.enter_context(Live(redis_url, linger_s=0.2))
        async with connected([live.url] * CROWD) as lines:
            await asyncio.to_thread(running.close)
            for line in lines:
                with pytest.raises((EOFError, ConnectionError)):
                    await line.ask(get("/readyz"))


@pytest.mark.parametrize(("drain_s", "whole"), [(0, 0), (0.1, 1), (0.9, 1), (1, 1), (10.0, 10)])
async def test_nobody_has_less_time_than_the_setting_says(drain_s: float, whole: int) -> None:
    """Uvicorn knows whole seconds only."""
    settings = Settings(engines="ipv4:127.0.0.1:1", redis_url="redis://", drain_s=drain_s)
    server = build_server(create_app(settings), settings)
    assert server.config.timeout_graceful_shutdown == whole


async def ask_until_told_to_leave(line: Connection) -> Reply:
    """The last answer; EOFError or ConnectionError if the connection is closed without one."""
    while True:
        reply = await line.ask(get("/readyz"))
        if reply.headers.get("connection") == "close":
            return reply
