"""A client of the tests' Redis."""

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis
from redislink.client import connect


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[Redis]:
    async with connect(redis_url, 10.0) as client:
        yield client
