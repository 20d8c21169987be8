"""Redis, as the gateway asks it: how long it takes to answer, by command."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic, perf_counter
from typing import Any, TypeVar

from redis.exceptions import NoScriptError, RedisError, ResponseError
from redislink.cluster import Cluster
from redislink.commands import Command
from telemetry import tracing

from gateway.observability.metrics import Metrics

COMMANDS = ("EVAL", "EVALSHA", "HDEL", "HGET", "HGETALL", "HMGET", "HSET", "PING", "PUBLISH")
OTHER = "other"
TOGETHER = "pipeline"
QUIET_S = 10.0
"""How long nothing more is said of an outage, which may come and go with every command."""

log = logging.getLogger("gateway")

Client = TypeVar("Client")
Ask = Callable[..., Awaitable[Any]]


class Outage:
    """Says in the log that Redis refuses or does not answer, why, and when it answers again."""

    def __init__(self) -> None:
        self._kind = ""
        self._quiet_until = 0.0

    def tell(self, error: Exception | None) -> None:
        kind = type(error).__name__ if error and not isinstance(error, NoScriptError) else ""
        if kind == self._kind or monotonic() < self._quiet_until:
            return
        self._kind = kind
        if kind:
            self._quiet_until = monotonic() + QUIET_S
            log.warning("Redis refuses, or does not answer", extra={"error": kind})
        else:
            log.info("Redis answers again")


def seen(redis: Client, metrics: Metrics) -> Client:
    """The same client, of any kind, of which `metrics` and the current trace tell."""
    client: Any = redis
    execute, pipeline, outage = client.execute_command, client.pipeline, Outage()

    async def asked(*args: Any, **options: Any) -> Any:
        return await _timed(metrics, outage, _name(args), execute, *args, **options)

    def gathered(*args: Any, **options: Any) -> Any:
        line = pipeline(*args, **options)
        send = line.execute
        line.execute = lambda *its, **own: _timed(metrics, outage, TOGETHER, send, *its, **own)
        return line

    client.execute_command, client.pipeline = asked, gathered
    if isinstance(client, Cluster):
        _see_runs(client, metrics, outage)
    return redis


def _see_runs(client: Any, metrics: Metrics, outage: Outage) -> None:
    """A cluster's client is told of many commands without a pipeline."""
    run = client.run

    async def ran(commands: Sequence[Command], *args: Any, **options: Any) -> Any:
        name = _name(commands[0]) if len(commands) == 1 else TOGETHER
        return await _timed(metrics, outage, name, run, commands, *args, **options)

    client.run = ran


def _name(command: Sequence[Any]) -> str:
    return str(command[0]).lower() if command[0] in COMMANDS else OTHER


async def _timed(
    metrics: Metrics, outage: Outage, operation: str, ask: Ask, *args: Any, **options: Any
) -> Any:
    begun, failed = perf_counter(), False
    try:
        answer = await ask(*args, **options)
        failed = isinstance(answer, list) and any(map(_is_none, answer))
        outage.tell(None)
        return answer
    except (RedisError, OSError) as error:
        failed = _is_none(error)
        outage.tell(error)
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
