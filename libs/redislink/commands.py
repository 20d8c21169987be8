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
    client: Any = redis
    if isinstance(client, Cluster):
        return await client.run(commands, durability)
    if len(commands) == 1 and not durability:
        try:
            return [await client.execute_command(*commands[0])]
        except ResponseError as error:
            return [error]
    pipeline = client.pipeline(transaction=False)
    for command in commands:
        pipeline.execute_command(*command)
    if durability:
        pipeline.execute_command(*durability.command)
    answers: list[Any] = await pipeline.execute(raise_on_error=False)
    return durability.judge(answers) if durability else answers


async def run_all(
    redis: Redis | Cluster, commands: Sequence[Command], durability: Durability | None = None
) -> list[Any]:
    """The answers, as of `run`, of which none is missing; none for no commands.

    Raise RedisError or OSError: the first error of a command as well.
    """
    answers = await run(redis, commands, durability) if commands else []
    for answer in answers:
        if isinstance(answer, Exception):
            raise answer
    return answers


def pairs(answer: Any) -> list[tuple[Any, Any]]:
    """Members with their scores, or fields with their values, of an answer: one server gives pairs
    or a dictionary, a cluster one after the other."""
    if isinstance(answer, dict):
        return [*answer.items()]
    if answer and isinstance(answer[0], (list, tuple)):
        return [tuple(each) for each in answer]
    return [*zip(answer[::2], answer[1::2], strict=True)]
