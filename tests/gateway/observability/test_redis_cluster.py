"""A gateway with a Redis Cluster: what it counts, and what it limits."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gateway.limits.limit_table import LIMITS
from gateway.observability.metrics import Metrics
from gateway.observability.redis_client import RedisObserver
from redislink.client import connect
from redislink.commands import run

from tests.gateway.observability.test_requests import value
from tests.redis.servers import One
from tests.support.live import Live
from tests.support.players import Client, ok, register

pytestmark = pytest.mark.full

PATIENCE_S = 10.0


@pytest.fixture
def one(tmp_path: Path) -> Iterator[One]:
    with One(tmp_path) as one:
        yield one


@pytest.mark.parametrize("cached_tokens", [0, 100])
def test_who_has_a_bucket_where_no_node_answers_is_answered(one: One, cached_tokens: int) -> None:
    """What its other bucket has left still counts."""
    with Live(one.url, limits=LIMITS, cached_tokens=cached_tokens) as live:
        player = register(live.url)
        assert counted(player) == "reads"
        slot = one.node.ask("CLUSTER KEYSLOT", "limit:{127.0.0.1}:reads")
        one.node.ask("CLUSTER DELSLOTS", slot)
        for _ in range(3):
            assert counted(player) == "reads"
        assert ok(Client(live.url).get("/v1/matches")) is not None


def counted(player: Client) -> str:
    """Which bucket the answer tells of."""
    answer = player.get("/v1/players/me")
    assert answer.status_code == 200, answer.text
    return answer.headers["RateLimit"].split('"')[1]


@pytest.mark.anyio
async def test_a_cluster_is_timed_by_command(one: One) -> None:
    metrics = Metrics()
    async with connect(one.url, PATIENCE_S, observer=RedisObserver(metrics)) as client:
        fields: Any = ("HMGET", "{x}:hash", "field")
        await run(client, [fields])
        await run(client, [fields, ("EVAL", "return 1", 1, "x")])
        one.node.kill()
        for commands in ([fields], [fields, ("HGET", "x", "y")]):
            (told, *_) = await run(client, commands)
            assert isinstance(told, Exception)
    for operation in ("hmget", "pipeline"):
        assert value(metrics, "store_seconds_count", operation=operation) == 2
        assert value(metrics, "store_failures_total", operation=operation) == 1
