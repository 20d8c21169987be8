"""What the engine's tests may ask for: a store, and the matches in it."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import redis
from engine.service.matches import Matches
from engine.store.matches import MatchStore
from engine.store.types import Ttl
from redis.asyncio import Redis
from redislink.client import connect

from tests.support.engine_rpc import Running, serving
from tools.redis_server import DURABLE, RedisServer

if TYPE_CHECKING:
    from tests.support.engine_rpc import Stub

TIMEOUT_S = 0.8
"""What the engine has by default, for tests of a Redis that is away."""
PATIENT_S = 60.0
"""For all others, so that a slow machine does not look like an outage."""
TTL = Ttl(finished=1_000_000, abandoned=2_000_000, waiting=1_000_000)


@pytest.fixture
async def store(redis_url: str) -> AsyncIterator[MatchStore]:
    async with connect(redis_url, PATIENT_S) as client:
        yield MatchStore(client, TTL)


@pytest.fixture
def matches(store: MatchStore) -> Matches:
    return Matches(store)


@pytest.fixture
async def other_engine(redis_url: str) -> AsyncIterator[Matches]:
    """An engine that shares only the Redis with `matches`."""
    async with connect(redis_url, PATIENT_S) as client:
        yield Matches(MatchStore(client, TTL))


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RedisServer]:
    """A Redis that a test may stop, pause and fill as it likes."""
    server = RedisServer(tmp_path / "redis", *DURABLE)
    server.start()
    yield server
    server.close()


@pytest.fixture(scope="module")
def server_of_module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.close()


@pytest.fixture
def empty_server(server_of_module: RedisServer) -> RedisServer:
    """A Redis in which nothing is, and which no engine has; a test must leave it running."""
    with redis.Redis.from_url(server_of_module.url) as client:
        client.flushall()
    return server_of_module


@pytest.fixture
async def own_redis(own_server: RedisServer) -> AsyncIterator[Redis]:
    async with connect(own_server.url, PATIENT_S) as client:
        yield client


@pytest.fixture
async def own_store(own_server: RedisServer) -> AsyncIterator[MatchStore]:
    async with connect(own_server.url, TIMEOUT_S) as client:
        yield MatchStore(client, TTL)


@pytest.fixture
async def running(matches: Matches) -> AsyncIterator[Running]:
    async with serving(matches) as engine:
        yield engine


@pytest.fixture
def stub(running: Running) -> "Stub":
    return running.stub
