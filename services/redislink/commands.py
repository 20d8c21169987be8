"""Several commands in one round trip, answered once they are as durable as they must be."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from redislink.cluster import Cluster
from redislink.durability import Durability

Command: TypeAlias = Sequence[Any]


async def run(
    redis: Redis | Cluster, commands: Sequence[Command], durability: Durability | None = None
) -> list[Any]:
    """The answer or the error of each command, in their order.

    With a `durability`, a command that did not become as durable has NotDurable for its answer.
    Raise RedisError or OSError if there is no answer at all; in a cluster, some nodes may have
    carried out their commands nevertheless.
    """
    if isinstance(redis, Cluster):
        return await redis.run(commands, durability)
    if len(commands) == 1 and not durability:
        return [await _one(redis, commands[0])]
    pipeline = redis.pipeline(transaction=False)
    for command in commands:
        pipeline.execute_command(*command)
    if durability:
        pipeline.execute_command(*durability.command)
    answers: list[Any] = await pipeline.execute(raise_on_error=False)
    return durability.judge(answers) if durability else answers


async def _one(redis: Redis, command: Command) -> Any:
    """Without a pipeline, which takes longer to create than to send."""
    try:
        return await redis.execute_command(*command)  # type: ignore[no-untyped-call]
    except ResponseError as error:
        return error
