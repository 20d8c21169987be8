"""A service in which only this test's players are."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.live import Live
from tools.redis_server import RedisServer


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path / "redis", "--appendonly", "yes", "--appendfsync", "no")
    server.start()
    yield server
    server.close()


@pytest.fixture
def quiet(own_server: RedisServer) -> Iterator[Live]:
    with Live(own_server.url) as running:
        yield running
