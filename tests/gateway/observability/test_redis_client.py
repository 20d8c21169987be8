"""What the gateway records of its calls to Redis: durations by command, failures, outages."""

import logging

import pytest
from gateway.observability.metrics import Metrics
from gateway.observability.redis_client import QUIET_S, Outage, RedisObserver
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import NoScriptError, RedisError, ResponseError
from redislink.client import connect

from tests.gateway.observability.test_requests import value

pytestmark = [pytest.mark.anyio, pytest.mark.service]

AWAY = "redis://127.0.0.1:1"
PATIENCE_S = 10.0


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


async def test_redis_is_timed_by_command(redis_url: str, metrics: Metrics) -> None:
    """Also those that are sent together; and what is refused is an answer."""
    async with connect(redis_url, PATIENCE_S, observer=RedisObserver(metrics)) as client:
        await client.ping()
        await asked_together(client)
        with pytest.raises(ResponseError):
            await client.execute_command("NO SUCH COMMAND")  # type: ignore[no-untyped-call]
    for operation in ("ping", "pipeline", "other"):
        assert value(metrics, "store_seconds_count", operation=operation) == 1
        assert value(metrics, "store_failures_total", operation=operation) == 0


async def test_a_redis_that_is_away_is_counted(metrics: Metrics) -> None:
    async with connect(AWAY, PATIENCE_S, observer=RedisObserver(metrics)) as client:
        with pytest.raises(RedisError):
            await client.ping()
        with pytest.raises(RedisError):
            await asked_together(client)
    for operation in ("ping", "pipeline"):
        assert value(metrics, "store_failures_total", operation=operation) == 1


async def test_an_outage_of_redis_is_told_once_and_why(
    metrics: Metrics, caplog: pytest.LogCaptureFixture
) -> None:
    async with connect(AWAY, PATIENCE_S, observer=RedisObserver(metrics)) as client:
        for _ in range(3):
            with pytest.raises(RedisError):
                await client.ping()
    (told,) = caplog.records
    assert (told.levelname, told.__dict__["error"]) == ("WARNING", "ConnectionError")


def test_an_outage_is_logged_when_it_begins_and_when_it_ends(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Once for each kind, whatever succeeds in between; a script that a server lacks is none."""
    now = 0.0
    outage = Outage(lambda: now)
    lost, full = ConnectionLost("SECRET"), ResponseError("SECRET")
    with caplog.at_level(logging.INFO):
        for error in (None, NoScriptError(), lost, None, full, None, lost, full, None):
            outage.note(error)
            now += QUIET_S
        now += 1
        outage.note(None)
        outage.note(None)
    lines = [(each.levelname, each.__dict__.get("error")) for each in caplog.records]
    assert lines == [("WARNING", "ConnectionError"), ("WARNING", "ResponseError"), ("INFO", None)]
    assert "SECRET" not in caplog.text


async def asked_together(client: Redis) -> None:
    async with client.pipeline(transaction=False) as pipeline:
        pipeline.get("x")
        pipeline.get("y")
        await pipeline.execute()
