"""Two engines of the kind that a module tests: its class `Engine`."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.engine.service.counting import counted


@pytest.fixture
async def one(request: pytest.FixtureRequest, redis_url: str) -> AsyncIterator[Any]:
    async with counted(request.module.Engine, redis_url) as engine:
        yield engine


@pytest.fixture
async def other(request: pytest.FixtureRequest, redis_url: str) -> AsyncIterator[Any]:
    async with counted(request.module.Engine, redis_url) as engine:
        yield engine
