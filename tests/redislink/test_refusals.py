"""Why a real Redis refuses: each kind, from the errors that the client raises."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError
from redislink.client import connect
from redislink.durability import NotDurable
from redislink.refusals import TEXTS, kind_of

from tools.redis_server import RedisServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]

PATIENT_S = 60.0
SECRET = "OOM READONLY hunter2"  # noqa: S105 - nobody's


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[RedisServer]:
    server = RedisServer(tmp_path / "redis")
    server.start()
    yield server
    server.close()


@pytest.fixture
async def redis(server: RedisServer) -> AsyncIterator[Redis]:
    async with connect(server.url, PATIENT_S) as client:
        yield client


async def refusal(redis: Any, *command: Any) -> str:
    """The kind of the error, which is the same for one command and for one in a pipeline."""
    with pytest.raises((RedisError, OSError)) as alone:
        await redis.execute_command(*command)
    pipeline = redis.pipeline(transaction=False)
    pipeline.execute_command(*command)
    with pytest.raises((RedisError, OSError)) as together:
        await pipeline.execute()
    assert kind_of(alone.value) == kind_of(together.value)
    assert kind_of(alone.value) in TEXTS
    return kind_of(alone.value)


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        ("memory", {"maxmemory": "1"}),
        ("replicas", {"min-replicas-to-write": "1"}),
        ("read_only", {"replicaof": "127.0.0.1 1"}),
    ],
)
async def test_a_server_that_refuses_writes_says_why(
    redis: Any, kind: str, settings: dict[str, str]
) -> None:
    for name, value in settings.items():
        if name == "replicaof":
            await redis.execute_command("REPLICAOF", *value.split())
        else:
            await redis.config_set(name, value)
    assert await refusal(redis, "SET", "name", SECRET) == kind
    write = "return redis.call('SET', KEYS[1], ARGV[1])"
    assert await refusal(redis, "EVAL", write, 1, "name", SECRET) == kind


async def test_a_user_is_refused_by_name_or_by_right(redis: Any, server: RedisServer) -> None:
    await redis.execute_command("ACL", "SETUSER", "ann", "on", ">right", "+ping")
    async with connect(server.url, PATIENT_S, "ann", "wrong") as client:
        assert await refusal(client, "PING") == "password"
    async with connect(server.url, PATIENT_S, "ann", "right") as client:
        assert await refusal(client, "GET", "name") == "permission"
    await redis.config_set("requirepass", "right")
    async with connect(server.url, PATIENT_S) as client:
        assert await refusal(client, "GET", "name") == "password"


async def test_a_server_that_is_away_or_hangs_is_told_from_one_that_refuses(
    redis: Any, server: RedisServer
) -> None:
    assert await refusal(redis, "NO-SUCH-COMMAND", SECRET) == "refused"
    async with connect(server.url, 0.05) as hurried:
        await redis.execute_command("CLIENT", "PAUSE", 60_000)
        assert await refusal(hurried, "SET", "name", "") == "timeout"
    server.kill()
    assert await refusal(redis, "PING") == "unreachable"


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ResponseError("MISCONF Errors writing to the AOF file: No space left"), "disk"),
        (ResponseError("CLUSTERDOWN The cluster is down"), "cluster"),
        (ResponseError("LOADING Redis is loading the dataset in memory"), "loading"),
        (NotDurable("The change is not on enough disks or replicas yet."), "replicas"),
        (TimeoutError(), "timeout"),
    ],
)
def test_what_is_hard_to_bring_about_is_known_too(error: Exception, kind: str) -> None:
    assert kind_of(error) == kind
