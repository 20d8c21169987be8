"""What an engine reports and logs of its Redis: whether it serves, stores, and agrees on time."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import time
from typing import Any

import pytest
from engine.domain.steady_clock import SteadyClock
from engine.observability.metrics import Metrics
from engine.observability.outage_log import QUIET_S, Outage
from engine.observability.servers import ServerMetrics
from engine.service.workers.store_watch import STATUS_EVERY, Health, StoreWatch
from redis.asyncio import Redis
from redislink.client import connect

from tests.engine.conftest import TIMEOUT_S
from tools.redis_server import RedisServer

pytestmark = pytest.mark.anyio

NOTHING, READS, ALL = Health(False, False), Health(True, False), Health(True, True)


@dataclass
class Watched:
    """A watch, what it has reported, and a time for outages that a test sets."""

    watch: StoreWatch
    metrics: Metrics
    reports: list[Health]
    seconds: list[float] = field(default_factory=lambda: [0.0])

    async def looks(self, times: int = 1) -> Sequence[Health]:
        """What is reported by that many looks, each long after the one before."""
        self.reports.clear()
        for _ in range(times):
            self.seconds[0] += QUIET_S / 2 + 1
            await self.watch.look()
        return [*self.reports]

    def value(self, name: str, **labels: str) -> float | None:
        return self.metrics.registry.get_sample_value(f"croupier_engine_{name}", labels)


def watched(redis: Redis, clock: SteadyClock | None = None) -> Watched:
    metrics, reports, seconds = Metrics(), list[Health](), [0.0]

    async def report(health: Health) -> None:
        reports.append(health)

    outage = Outage(metrics.refusals, lambda: seconds[0])
    watch = StoreWatch(redis, clock or SteadyClock(), metrics, outage, report)
    metrics.registry.register(ServerMetrics(lambda: watch.servers))
    return Watched(watch, metrics, reports, seconds)


@pytest.fixture
def seen(own_redis: Any) -> Watched:
    return watched(own_redis)


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The lines since the last call."""
    found = caplog.messages[:]
    caplog.clear()
    return found


async def test_a_store_that_answers_is_reported_once(
    seen: Watched, caplog: pytest.LogCaptureFixture
) -> None:
    assert await seen.looks(3) == [ALL]
    assert lines(caplog) == []
    assert (seen.value("redis_used_bytes") or 0) > 100_000
    assert seen.value("redis_policy", policy="noeviction") == 1
    for name, value in (("append_only", 1), ("append_ok", 1), ("replicas", 0), ("max_bytes", 0)):
        assert seen.value(f"redis_{name}") == value


async def test_a_full_redis_is_named_once_and_the_engine_goes_on_serving(
    seen: Watched, own_redis: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await seen.looks()
    await own_redis.config_set("maxmemory", 1)
    assert await seen.looks(4) == [READS]
    (line,) = caplog.records
    assert "(memory): its memory is full" in line.getMessage()
    assert line.__dict__["error"] == "OutOfMemoryError"
    assert seen.value("store_refusals_total", kind="memory") == 4
    await own_redis.config_set("maxmemory", 0)
    lines(caplog)
    assert await seen.looks(4) == [ALL]
    assert lines(caplog) == ["Redis answers again"]


async def test_an_engine_serves_only_once_redis_has_answered_it(
    own_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    """A wrong password must not replace engines that serve; an outage must not end them."""
    async with connect(own_server.url, TIMEOUT_S) as client:
        admin: Any = client
        await admin.execute_command("ACL", "SETUSER", "engine", "on", ">right", "+@all", "~*")
        async with connect(own_server.url, TIMEOUT_S, "engine", "wrong") as redis:
            wrong = watched(redis)
            assert await wrong.looks(3) == []
            assert wrong.watch.health == NOTHING
        assert ["wrong password" in line for line in lines(caplog)] == [True]
        assert wrong.value("store_refusals_total", kind="password") == 3
        async with connect(own_server.url, TIMEOUT_S, "engine", "right") as redis:
            right = watched(redis)
            assert await right.looks() == [ALL]
            own_server.kill()
            assert await right.looks(2) == [READS]
            assert ["(unreachable)" in line for line in lines(caplog)] == [True]


async def test_an_engine_whose_user_may_not_store_does_not_serve(
    own_server: RedisServer, own_redis: Any
) -> None:
    """As when a release needs a right that users.acl lacks."""
    await own_redis.execute_command(
        *("ACL", "SETUSER", "old", "on", ">x", "-@all", "+time", "+info", "+client", "~*")
    )
    async with connect(own_server.url, TIMEOUT_S, "old", "x") as redis:
        assert await watched(redis).looks(2) == []


async def test_what_makes_redis_forget_is_told_when_it_changes(
    seen: Watched, own_redis: Any, caplog: pytest.LogCaptureFixture
) -> None:
    await seen.looks()
    await own_redis.config_set("maxmemory-policy", "allkeys-lru")
    await seen.looks(2 * STATUS_EVERY)
    (line,) = lines(caplog)
    assert "allkeys-lru" in line
    assert seen.value("redis_policy", policy="allkeys-lru") == 1
    assert seen.value("redis_policy", policy="noeviction") is None
    await own_redis.config_set("appendonly", "no")
    await seen.looks(STATUS_EVERY)
    (line,) = lines(caplog)
    assert line.startswith("appendonly of Redis is no")
    assert seen.value("redis_append_only") == 0


async def test_a_user_without_the_right_to_read_the_status_is_told(
    own_server: RedisServer, own_redis: Any, caplog: pytest.LogCaptureFixture
) -> None:
    await own_redis.execute_command(
        *("ACL", "SETUSER", "old", "on", ">x", "-@all", "+time", "+zadd", "+client", "~*")
    )
    async with connect(own_server.url, TIMEOUT_S, "old", "x") as redis:
        old = watched(redis)
        assert await old.looks(STATUS_EVERY + 1) == [ALL]
    (line,) = lines(caplog)
    assert "+info" in line
    assert old.value("redis_used_bytes") is None


async def test_an_engine_whose_clock_is_off_does_not_serve(
    own_redis: Any, caplog: pytest.LogCaptureFixture
) -> None:
    off_s = [3600.0]
    clock = SteadyClock(lambda: time() + off_s[0])
    late = watched(own_redis, clock)
    assert await late.looks(3) == []
    (line,) = lines(caplog)
    assert line.startswith("Redis's clock is -3600.0 s from this engine's: this engine serves")
    assert late.value("clock_ahead_seconds") == pytest.approx(-3600, abs=5)
    off_s[0] = 0.0
    assert await late.looks(2) == [ALL]
