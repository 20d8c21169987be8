"""Desks of operators: at the Redis that tests share, and at one of a test's own."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from engine.admin.operator import Operator, open_operator
from engine.config import Settings

from tools.redis_server import RedisServer

BY = "Olga"


@pytest.fixture
async def operator(redis_url: str) -> AsyncIterator[Operator]:
    async with open_operator(Settings(redis_url=redis_url), BY) as operator:
        yield operator


@pytest.fixture
async def own_operator(own_server: RedisServer) -> AsyncIterator[Operator]:
    async with open_operator(Settings(redis_url=own_server.url), BY) as operator:
        yield operator


@pytest.fixture
def other_server(tmp_path: Path) -> Iterator[RedisServer]:
    """A second Redis, still empty."""
    server = RedisServer(tmp_path / "other-redis")
    server.start()
    yield server
    server.close()


@pytest.fixture
async def other_operator(other_server: RedisServer) -> AsyncIterator[Operator]:
    async with open_operator(Settings(redis_url=other_server.url), BY) as operator:
        yield operator
