"""Operators at a Redis of their own, with an archive or without."""

from collections.abc import AsyncIterator

import pytest
from engine.admin.operator import Operator, open_operator
from engine.config import Settings
from redis.asyncio import Redis

from tests.engine.admin.conftest import BY
from tools.postgres_server import PostgresServer
from tools.redis_server import RedisServer


@pytest.fixture
async def redis(empty_server: RedisServer) -> AsyncIterator[Redis]:
    client = Redis.from_url(empty_server.url)
    yield client
    await client.aclose()


@pytest.fixture
async def operator(empty_server: RedisServer, redis: Redis) -> AsyncIterator[Operator]:
    async with open_operator(Settings(redis_url=empty_server.url), BY) as operator:
        yield operator


@pytest.fixture
async def archiving(empty_server: RedisServer, postgres: PostgresServer) -> AsyncIterator[Operator]:
    """One with an archive, which has nothing of earlier tests."""
    settings = Settings(redis_url=empty_server.url, archive_url=postgres.url)
    async with open_operator(settings, BY) as operator:
        archive = operator.store.archiving.archive
        assert archive
        await archive.prepare()
        async with archive.connection() as connection:
            await connection.execute("TRUNCATE croupier_ledger, croupier_matches, croupier_lists")
        yield operator
