"""Commands for the nodes of a cluster, without a cluster; with one: test_cluster.py."""

from collections.abc import Sequence
from typing import Any

import pytest
from redis.asyncio.cluster import RedisCluster
from redis.exceptions import AskError, MovedError, RedisError, TryAgainError
from redislink.cluster_pipeline import NodeCommand, Pipeline
from redislink.observed import PIPELINE
from telemetry.observe import Observation, unobserved

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (("GET", "a"), "a"),
        (("ZADD", "a", 1, "b"), "a"),
        (("EVALSHA", "sha", 2, "a", "b", "argument"), "a"),
        (("EVAL", "return 1", 1, "a"), "a"),
    ],
)
def test_a_command_is_sent_to_the_node_of_its_first_key(command: tuple[Any, ...], key: str) -> None:
    assert NodeCommand(command).key == key


def test_a_command_follows_its_key_but_keeps_its_errors() -> None:
    errors = {MovedError("1 h:1"): True, AskError("1 h:1"): True, TryAgainError(): True}
    errors |= {RedisError(): False}  # type: ignore[dict-item]
    for error, redirected in errors.items():
        assert NodeCommand(("GET", "a"), answer=error).redirected is redirected


class Node:
    """Answers each command with its name, or with an error for BROKEN."""

    def __init__(self) -> None:
        self.observed: list[str] = []

    async def run(self, commands: Sequence[NodeCommand]) -> list[Any]:
        return [
            RedisError("broken") if each.command[0] == "BROKEN" else each.command[0]
            for each in commands
        ]

    def observe(self, operation: str) -> Observation:
        self.observed.append(operation)
        return unobserved(operation)

    def pipeline(self) -> Any:
        cluster = RedisCluster(host="127.0.0.1", port=1)
        return Pipeline(cluster, self.run, self.observe)  # type: ignore[abstract]


async def test_a_pipeline_is_one_round_trip() -> None:
    node = Node()
    pipeline = node.pipeline()
    pipeline.execute_command("GET", "a")
    pipeline.evalsha("sha", 1, "b")
    assert await pipeline.execute() == ["GET", "EVALSHA"]
    assert node.observed == [PIPELINE]
    assert await pipeline.execute() == [], "what was sent is gone"


async def test_an_error_is_raised_or_returned_in_its_place() -> None:
    pipeline = Node().pipeline()
    for name in ("GET", "BROKEN"):
        pipeline.execute_command(name, "a")
    first, second = await pipeline.execute(raise_on_error=False)
    assert (first, type(second)) == ("GET", RedisError)
    pipeline.execute_command("BROKEN", "a")
    with pytest.raises(RedisError, match="broken"):
        await pipeline.execute()
