"""Redis, as the gateway asks it: how long it takes to answer, by command."""

from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any, TypeVar

from redis.exceptions import RedisError, ResponseError
from telemetry import tracing

from gateway.metrics import Metrics

COMMANDS = ("EVALSHA", "HDEL", "HGET", "HGETALL", "HSET", "PING", "PUBLISH", "SCRIPT LOAD")
OTHER = "other"

Client = TypeVar("Client")
Ask = Callable[..., Awaitable[Any]]


def seen(redis: Client, metrics: Metrics) -> Client:
    """The same client, of any kind, of which `metrics` and the current trace tell."""
    client: Any = redis
    execute, pipeline = client.execute_command, client.pipeline

    async def asked(*args: Any, **options: Any) -> Any:
        name = args[0].lower().replace(" ", "_") if args[0] in COMMANDS else OTHER
        return await _timed(metrics, name, execute, *args, **options)

    def gathered(*args: Any, **options: Any) -> Any:
        line = pipeline(*args, **options)
        send = line.execute
        line.execute = lambda *its, **own: _timed(metrics, "pipeline", send, *its, **own)
        return line

    client.execute_command, client.pipeline = asked, gathered
    return redis


async def _timed(metrics: Metrics, operation: str, ask: Ask, *args: Any, **options: Any) -> Any:
    begun, failed = perf_counter(), False
    try:
        return await ask(*args, **options)
    except (RedisError, OSError) as error:
        failed = not isinstance(error, ResponseError)  # that is an answer
        raise
    finally:
        seconds = perf_counter() - begun
        metrics.store[(operation,)].observe(seconds)
        if failed:
            metrics.failures[(operation,)].inc()
        if trace := tracing.current.get():
            trace.asked(operation, seconds, failed)
