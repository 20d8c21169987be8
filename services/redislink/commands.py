"""Many commands in one round trip, and what must be true of them before they count."""

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
    """The answer to each command, or the error that it gave.

    With a `durability`, what was not made as durable has no answer but NotDurable. Raise
    RedisError or OSError if nothing is known of any; in a cluster, some nodes may have answered.
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
    """Without the pipeline, which takes longer to be made than to be sent."""
    try:
        return await redis.execute_command(*command)  # type: ignore[no-untyped-call]
    except ResponseError as error:
        return error
