"""Redis, as the gateway asks it: how long it takes to answer, by command."""

from collections.abc import Awaitable, Callable, Sequence
from time import perf_counter
from typing import Any, TypeVar

from redis.exceptions import RedisError, ResponseError
from redislink.cluster import Cluster
from redislink.pipelines import Command
from telemetry import tracing

from gateway.metrics import Metrics

COMMANDS = ("EVAL", "EVALSHA", "HDEL", "HGET", "HGETALL", "HMGET", "HSET", "PING", "PUBLISH")
OTHER = "other"
TOGETHER = "pipeline"

Client = TypeVar("Client")
Ask = Callable[..., Awaitable[Any]]


def seen(redis: Client, metrics: Metrics) -> Client:
    """The same client, of any kind, of which `metrics` and the current trace tell."""
    client: Any = redis
    execute, pipeline = client.execute_command, client.pipeline

    async def asked(*args: Any, **options: Any) -> Any:
        return await _timed(metrics, _name(args), execute, *args, **options)

    def gathered(*args: Any, **options: Any) -> Any:
        line = pipeline(*args, **options)
        send = line.execute
        line.execute = lambda *its, **own: _timed(metrics, TOGETHER, send, *its, **own)
        return line

    client.execute_command, client.pipeline = asked, gathered
    if isinstance(client, Cluster):
        _see_runs(client, metrics)
    return redis


def _see_runs(client: Any, metrics: Metrics) -> None:
    """A cluster's client is told of many commands without a pipeline."""
    run = client.run

    async def ran(commands: Sequence[Command], *args: Any, **options: Any) -> Any:
        name = _name(commands[0]) if len(commands) == 1 else TOGETHER
        return await _timed(metrics, name, run, commands, *args, **options)

    client.run = ran


def _name(command: Sequence[Any]) -> str:
    return str(command[0]).lower() if command[0] in COMMANDS else OTHER


async def _timed(metrics: Metrics, operation: str, ask: Ask, *args: Any, **options: Any) -> Any:
    begun, failed = perf_counter(), False
    try:
        answer = await ask(*args, **options)
        failed = isinstance(answer, list) and any(map(_is_none, answer))
        return answer
    except (RedisError, OSError) as error:
        failed = _is_none(error)
        raise
    finally:
        seconds = perf_counter() - begun
        metrics.store[(operation,)].observe(seconds)
        if failed:
            metrics.failures[(operation,)].inc()
        if trace := tracing.current.get():
            trace.asked(operation, seconds, failed)


def _is_none(answer: Any) -> bool:
    """Whether it stands for an answer that did not come; what Redis refuses with is one."""
    return isinstance(answer, (RedisError, OSError)) and not isinstance(answer, ResponseError)
