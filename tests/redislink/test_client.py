"""Clients: what an observer is told of each round trip, and what a client does not do."""

from collections.abc import Awaitable
from typing import Any, cast

import pytest
from redis.exceptions import RedisError, ResponseError
from redislink.client import connect, ping
from redislink.commands import run
from redislink.observed import PIPELINE
from telemetry.observe import Observation

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
