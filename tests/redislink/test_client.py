"""Clients: what an observer is told of each round trip, and what a client does not do."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, cast

import pytest
from redis.exceptions import RedisError, ResponseError
from redislink.client import connect, ping
from redislink.commands import run
from redislink.observed import PIPELINE
from telemetry.observe import Observation

from tests.redis.servers import Alone

pytestmark = pytest.mark.anyio

TIMEOUT_S = 10.0
AWAY = "redis://127.0.0.1:1"


class Seen(Observation):
    """Notes what it is told of a round trip."""

    __slots__ = ("calls", "operation")

    def __init__(self, calls: list[tuple[str, Any, object]], operation: str) -> None:
        super().__init__()
        self.answer = None
        self.calls, self.operation = calls, operation

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        self.calls.append((self.operation, self.answer, error))


async def test_an_observer_is_told_of_every_round_trip(redis_url: str) -> None:
    calls: list[tuple[str, Any, object]] = []
    async with connect(redis_url, TIMEOUT_S, observer=lambda name: Seen(calls, name)) as client:
        await ping(client)
        async with client.pipeline(transaction=False) as pipeline:
            pipeline.get("no such key")
            pipeline.get("none either")
            await pipeline.execute()
        with pytest.raises(ResponseError):
            await cast(Any, client).execute_command("NO SUCH COMMAND")
        await run(client, [("GET", "x")])
        await run(client, [("GET", "x"), ("HGET", "x", "y")])
    assert [name for name, *_ in calls] == [
        "PING",
        PIPELINE,
        "NO SUCH COMMAND",
        "GET",
        PIPELINE,
    ]
    assert [answer for _, answer, _ in calls] == [True, [None, None], None, None, [None, None]]
    assert [type(error) for *_, error in calls].count(ResponseError) == 1


async def test_without_an_observer_a_client_is_a_plain_one(redis_url: str) -> None:
    async with connect(redis_url, TIMEOUT_S) as client:
        assert await cast(Awaitable[Any], client.ping())


async def test_a_server_that_is_away_is_an_error(redis_url: str) -> None:
    calls: list[tuple[str, Any, object]] = []
    async with connect(AWAY, TIMEOUT_S, observer=lambda name: Seen(calls, name)) as client:
        with pytest.raises((RedisError, OSError)):
            await ping(client)
    ((name, answer, error),) = calls
    assert (name, answer) == ("PING", None)
    assert isinstance(error, (RedisError, OSError))


@pytest.mark.service
async def test_an_idle_connection_that_has_ended_is_replaced_before_it_is_used(
    tmp_path: Path,
) -> None:
    """A restarted server ends connections; one that dies with something unread resets them."""
    with Alone(tmp_path) as fleet:
        async with connect(fleet.url, TIMEOUT_S) as client:
            for unread in (b"", b"*1\r\n"):
                await ping(client)
                (idle,) = cast(Any, client).connection_pool._available_connections
                with fleet.servers[0].frozen():
                    idle._writer.write(unread)
                    await asyncio.to_thread(fleet.servers[0].kill)
                await asyncio.to_thread(fleet.servers[0].start, fleet.guard.start())
                await ping(client)
