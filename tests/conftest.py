"""What every test may ask for: a real Redis, and the generated protobuf code."""

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

import docker
import docker.errors
import pytest
from redis.asyncio import Redis

from tools import protoc
from tools.redis_server import RedisServer, find_server

ROOT = Path(__file__).parent.parent
REDIS_IMAGE = "redis:8"

if not (ROOT / "services/croupier/v1/engine_service_pb2.py").exists():
    protoc.main()

from tests.support.live import Live  # noqa: E402 - it imports what has just been generated


def pytest_report_header() -> str:
    return f"redis: {redis_kind()}"


def redis_kind() -> str:
    """Where the tests' Redis comes from: a URL, a container, or the name of a local server."""
    if url := os.environ.get("REDIS_URL"):
        return url
    return "testcontainers" if _docker_answers() else find_server()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis for the whole run; tests use fresh ids in it and never flush it."""
    with ExitStack() as stack:
        if url := os.environ.get("REDIS_URL"):
            yield url
        elif _docker_answers():
            yield stack.enter_context(_container())
        else:
            server = RedisServer(tmp_path_factory.mktemp("redis"))
            stack.callback(server.close)
            server.start()
            yield server.url


@contextmanager
def _container() -> Iterator[str]:
    from testcontainers.community.redis import RedisContainer

    with RedisContainer(REDIS_IMAGE) as container:
        yield f"redis://{container.get_container_host_ip()}:{container.get_exposed_port(6379)}"


@cache
def _docker_answers() -> bool:
    """Whether a Docker daemon is there, and has or can pull the image."""
    if not (Path("/var/run/docker.sock").exists() or os.environ.get("DOCKER_HOST")):
        return False
    try:
        client = docker.from_env(timeout=5)
        client.ping()
        client.images.pull(REDIS_IMAGE)
    except (docker.errors.DockerException, OSError):
        return False
    return True


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    client = Redis.from_url(redis_url)
    yield client
    await client.aclose()


@pytest.fixture(scope="session")
def live(redis_url: str) -> Iterator[Live]:
    """The whole path, served inside this process; shared by all tests that do not break it."""
    with Live(redis_url, engines=2) as running:
        yield running
