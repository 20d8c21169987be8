"""What tests of several routes have: the Redis of the service, and dice of a seed that is told."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis

SEED = random.randrange(2**32)


@pytest.fixture(scope="module")
def dice(request: pytest.FixtureRequest) -> random.Random:
    """Others in each module, or what they make for a test alone would be there already."""
    seed = f"{SEED} {request.module.__name__}"
    print(f"seed {seed}")  # noqa: T201
    return random.Random(seed)


@pytest.fixture(scope="module")
def server(redis_url: str) -> Iterator[Redis]:
    with Redis.from_url(redis_url) as client:
        yield client


@pytest.fixture
def store(redis_url: str) -> Iterator[Any]:
    """The same, whose answers are text."""
    with Redis.from_url(redis_url, decode_responses=True) as client:
        yield client
