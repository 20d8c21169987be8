"""An engine notices a Redis that has come back without its data; it raises no false alarm."""

import asyncio
import hashlib
import logging
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from engine.domain.steady_clock import SteadyClock
from engine.observability.metrics import Metrics
from engine.observability.outage_log import Outage
from engine.service.workers.store_watch import ANOTHER, BACK, GONE, Health, StoreWatch
from engine.store.installation import KEY, InstallationStore
from prometheus_client import generate_latest
from redis.asyncio import Redis

from tools.redis_server import RedisServer

pytestmark = pytest.mark.anyio


class Engine:
    """The watch of an engine, and its metrics."""

    def __init__(self, redis: Redis) -> None:
        self.metrics = Metrics()
        outage = Outage(self.metrics.refusals)
        self._watch = StoreWatch(redis, SteadyClock(), self.metrics, outage, _ignore)

    async def sees_replaced(self) -> float | None:
        """What its metric says after some looks."""
        for _ in range(3):
            await self._watch.look()
        return self.metrics.registry.get_sample_value("croupier_engine_redis_replaced")


async def _ignore(health: Health) -> None:
    pass


@contextmanager
def empty(server: RedisServer, folder: Path) -> Iterator[None]:
    """The server after a crash, in an empty folder; then after another, with its old data."""
    server.kill()
    aside = folder.rename(folder.with_name("aside"))
    server.start()
    yield
    server.kill()
    shutil.rmtree(folder)
    aside.rename(folder)
    server.start()


def lines(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    """The lines about the installation."""
    found = [(each.levelname, each.getMessage()) for each in caplog.records]
    return [each for each in found if "installation" in each[1]]


async def test_a_redis_without_its_data_is_told_until_it_has_them_again(
    own_server: RedisServer, own_redis: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    store, engine = InstallationStore(own_redis), Engine(own_redis)
    first = await store.secret()
    assert await engine.sees_replaced() == 0
    with empty(own_server, tmp_path / "redis"):
        assert await engine.sees_replaced() == 1
        assert lines(caplog) == [("ERROR", GONE)]
        second = await store.secret()
        assert await engine.sees_replaced() == 1
        assert lines(caplog) == [("ERROR", GONE), ("ERROR", ANOTHER)]
        # One that starts now can know no other.
        assert await Engine(own_redis).sees_replaced() == 0
    assert await engine.sees_replaced() == 0
    assert lines(caplog) == [("ERROR", GONE), ("ERROR", ANOTHER), ("INFO", BACK)]
    assert first == await store.secret() != second
    told = caplog.text + generate_latest(engine.metrics.registry).decode()
    for secret in (first, second):
        assert secret not in told
        assert hashlib.sha256(secret.encode()).hexdigest() not in told


async def test_a_new_installation_is_no_loss_whoever_makes_it(
    own_redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    engines = [Engine(own_redis) for _ in range(3)]
    early = [await each.sees_replaced() for each in engines]
    made = {*await asyncio.gather(*(InstallationStore(own_redis).secret() for _ in range(5)))}
    late = [await each.sees_replaced() for each in engines]
    assert (early, len(made), late) == ([0] * 3, 1, [0] * 3)
    assert lines(caplog) == []
    await own_redis.delete(KEY)
    assert [await each.sees_replaced() for each in engines] == [1] * 3


async def test_a_redis_that_cannot_be_asked_is_not_an_empty_one(
    own_server: RedisServer, own_redis: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """It is away, refuses to tell, or is a replica that has no data yet."""
    await InstallationStore(own_redis).secret()
    engine = Engine(own_redis)
    assert await engine.sees_replaced() == 0
    own_server.kill()
    assert await engine.sees_replaced() == 0
    own_server.start()
    await own_redis.execute_command("ACL", "SETUSER", "default", "-hmget")
    assert await engine.sees_replaced() == 0
    await own_redis.execute_command("ACL", "SETUSER", "default", "+hmget")
    await own_redis.delete(KEY)
    await own_redis.replicaof("127.0.0.1", "1")
    assert await engine.sees_replaced() == 0
    assert lines(caplog) == []
    await own_redis.replicaof("NO", "ONE")
    assert await engine.sees_replaced() == 1
