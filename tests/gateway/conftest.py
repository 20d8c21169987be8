"""What tests of more than one module of the gateway need."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from redis import Redis

from tests.support.live import Live
from tests.support.players import Client
from tests.support.requests import table

LATE_S = 1


@pytest.fixture(scope="module")
async def one_loop() -> AsyncIterator[None]:
    """One event loop for all of a module.

    Of calls that were broken off gRPC tells later on; to a loop that is closed by then, it
    would be an error of whoever runs next. Nothing says when it has told everything.
    """
    yield
    await asyncio.sleep(LATE_S)


@pytest.fixture(scope="module")
def match(live: Live) -> tuple[str, list[Client]]:
    """A running match at version 2, which no test changes."""
    return table(live.url)


@pytest.fixture(scope="module")
def channels(redis_url: str) -> Iterator[Redis]:
    """A client that publishes to Redis, and asks for its subscribers."""
    with Redis.from_url(redis_url) as client:
        yield client
