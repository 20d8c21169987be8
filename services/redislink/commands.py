"""Several commands in one round trip, answered once they are as durable as they must be."""

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeAlias, cast

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from redislink.cluster import Cluster
from redislink.durability import Durability
from redislink.observed import ObservedRedis

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
    if _is_cluster(client.__class__):
        return cast(list[Any], await client.run(commands, durability))
    if len(commands) == 1 and not durability:
        return [await _one(client, commands[0])]
    pipeline = client.pipeline(transaction=False)
    for command in commands:
        pipeline.execute_command(*command)
    if durability:
        pipeline.execute_command(*durability.command)
    answers: list[Any] = await pipeline.execute(raise_on_error=False)
    return durability.judge(answers) if durability else answers


@cache
def _is_cluster(kind: Any) -> bool:
    """Whether these clients are of a cluster, which redis-py's protocols make slow to tell."""
    return issubclass(kind, Cluster)


async def _one(redis: Redis, command: Command) -> Any:
    """The answer to a command, or its error. Raise RedisError or OSError if there is none.

    It goes over a connection of the client's pool but past the client and its pipelines, whose own
    layers take half of the time.
    """
    try:
        if not isinstance(redis, ObservedRedis):
            return await _ask(redis, command)
        with redis.observer(command[0]) as call:
            call.answer = await _ask(redis, command)
            return call.answer
    except ResponseError as error:
        return error


async def _ask(redis: Redis, command: Command) -> Any:
    pool: Any = redis.connection_pool
    connection = await pool.get_connection()
    try:
        # Both of them close the connection after every error but an answer.
        await connection.send_packed_command(connection.pack_command(*command))
        return await connection.read_response()
    finally:
        await pool.release(connection)
