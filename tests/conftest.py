"""What every test may ask for: a real Redis, and the generated protobuf code."""

import gc
import logging
import os
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from croupier_game.kit.seeds import SEEDS

from tests.support.redis_source import describe, redis_server
from tools import protoc, sdk_types

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from tests.support.archives import Worker
    from tests.support.live import Live
    from tools.postgres_server import PostgresServer

ROOT = Path(__file__).parent.parent

pytest_plugins = ("tests.support.sizes",)

# jsonschema takes it where `make audit` has installed it, and it makes dozens of grammars at once:
# a fifth of the time in which the tests are found. None of them checks the format that it knows.
sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment]

if not (ROOT / "libs/croupier/v1/engine_service_pb2.py").exists():
    protoc.main()
for sdk in sdk_types.missing():
    sdk_types.WRITERS[sdk]()


def pytest_report_header(config: pytest.Config) -> list[str]:
    size = config.getoption("size")
    redis = "none, since fast tests need no server" if size == "fast" else describe()
    return [f"redis: {redis}", f"size: {size}, {len(SEEDS)} seeds"]


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than there are processors, since tests of a service wait for a third of the time."""
    waits = config.getoption("size") != "fast"
    return (os.cpu_count() or 1) + int(waits)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Do not search the ten thousand tests for garbage, neither now nor while they run."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
async def one_event_loop(anyio_backend: str) -> AsyncIterator[None]:
    """Keep one event loop for all tests of a process.

    gRPC hands what comes late to the loop that asked for it, and fails in another one's callback
    where that loop is closed.
    """
    yield  # noqa: PT022 -- until then, its fixture holds the loop


@pytest.fixture(autouse=True)
def own_handlers() -> Iterator[None]:
    """What a program sets up to log goes with the test: it writes to what pytest has captured."""
    before = [*logging.root.handlers]
    yield
    for handler in [*logging.root.handlers]:
        if handler not in before:
            logging.root.removeHandler(handler)


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis for the whole run; tests use fresh ids in it and never flush it.

    `Live` serves as the users with which the service is shipped.
    """
    from tests.support import shipped_users

    with redis_server(tmp_path_factory.mktemp("redis")) as url:
        shipped_users.install(url)
        yield url


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator["Redis"]:
    from redis.asyncio import Redis  # fast tests do without the time that it takes

    client = Redis.from_url(redis_url)
    yield client
    await client.aclose()


@pytest.fixture(scope="session")
def postgres() -> Iterator["PostgresServer"]:
    """A PostgreSQL for the whole run, for archives; tests use fresh ids in it."""
    from tools.postgres_server import PostgresServer

    server = PostgresServer()
    server.start()
    yield server
    server.close()


@pytest.fixture
async def worker(redis: "Redis", postgres: "PostgresServer") -> AsyncIterator["Worker"]:
    """An archiver of the `redis` of the test's own module, if it has one."""
    from tests.support.archives import working

    async with working(postgres.url, redis) as one:
        await one.archive.prepare()
        yield one


@pytest.fixture(scope="session")
def live(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator["Live"]:
    """The whole path, served inside this process; shared by all tests that do not break it."""
    from redis import Redis

    from tests.support.issuers import SHARED, SHARED_SIGNER, issuers_file, publish
    from tests.support.live import Live

    with Redis.from_url(redis_url) as redis:
        publish(redis, SHARED_SIGNER, issuer=SHARED)
    path = issuers_file(tmp_path_factory.mktemp("issuers"), issuer=SHARED)
    with Live(redis_url, engines=2, oidc=path) as running:
        yield running
