"""The services that are measured: each with a Redis of its own, on disk before it answers."""

import os
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from redis import Redis

from bench.meter import cpu_s
from tools.stack import Stack

SETTINGS: dict[str, Any] = {
    "GATEWAY_RATE_LIMITS": "off",
    "GATEWAY_ENGINE_TIMEOUT_S": "20",
    "GATEWAY_REDIS_TIMEOUT_S": "10",
    "ENGINE_REDIS_TIMEOUT_S": "10",
}
"""A machine that is busy is not an outage; all else is as it comes."""
NAIVE: dict[str, Any] = {
    "GATEWAY_BATCHING": "off",
    "GATEWAY_CACHED_TOKENS": "0",
    "ENGINE_CACHED_MATCHES": "0",
}
LOOK_S = 0.02
LITTLE = 0.2
"""Of a core: what processes use that have nothing to do is less."""
PLAIN, SIMPLE, CROWDED = "plain", "naive", "crowded"


def engines_of(count: int) -> str:
    """The name of the stack that has so many engines."""
    return f"{count} engines" if count > 1 else PLAIN


@contextmanager
def running(folder: Path, engines: Sequence[int]) -> Iterator[dict[str, Stack]]:
    """All stacks by name, as many with more engines as there are numbers of them.

    They stand still, but for the one that is `awake`.
    """
    stacks = {
        PLAIN: new_stack(folder / "plain"),
        SIMPLE: new_stack(folder / "naive", **NAIVE),
        CROWDED: new_stack(folder / "crowded"),
    }
    for count in engines:
        stacks[engines_of(count)] = new_stack(folder / f"engines-{count}", engines=count)
    with ExitStack() as at_the_end:
        for stack in stacks.values():
            at_the_end.callback(stack.stop)
        with ThreadPoolExecutor() as at_once:
            list(at_once.map(Stack.start, stacks.values()))
        for stack in stacks.values():
            at_the_end.callback(resume, stack)
            pause(stack)
        yield stacks


@contextmanager
def awake(stack: Stack) -> Iterator[None]:
    """While this stack may work; what it began then, it finishes then."""
    resume(stack)
    try:
        yield
        _settle(stack)
    finally:
        pause(stack)


def pause(stack: Stack) -> None:
    """Have all its processes stand still: even who has nothing to do looks now and then."""
    _signal(stack, signal.SIGSTOP)


def resume(stack: Stack) -> None:
    _signal(stack, signal.SIGCONT)


def processes(stacks: Mapping[str, Stack], name: str) -> dict[str, list[int]]:
    """Process ids of one stack by what they are; "idle" are those of all the others."""
    stack = stacks[name]
    others = [other for other in stacks.values() if other is not stack]
    return {
        "gateway": [stack.gateway.pid],
        "engine": [engine.pid for engine in stack.engines],
        "redis": _redis(stack),
        "idle": [pid for other in others for pid in (*_services(other), *_redis(other))],
    }


def new_stack(folder: Path, engines: int = 1, **settings: Any) -> Stack:
    """A stack whose gateway can say hello as well; `settings` are those of the environment."""
    stack = Stack(folder, engines=engines, **SETTINGS, **settings)
    stack.gateway.module = "bench.gateway"
    return stack


def _settle(stack: Stack) -> None:
    """Wait until it has nothing more to do: its file to rewrite, or many streams to close."""
    with Redis.from_url(stack.redis_url) as redis:
        while redis.info("persistence")["aof_rewrite_in_progress"] or _busy(stack):
            time.sleep(LOOK_S)


def _busy(stack: Stack) -> bool:
    """Whether its processes just now use more than a part of a core."""
    pids = (*_redis(stack), *_services(stack))
    before = sum(map(cpu_s, pids))
    time.sleep(LOOK_S)
    return sum(map(cpu_s, pids)) - before > LOOK_S * LITTLE


def _signal(stack: Stack, number: signal.Signals) -> None:
    for pid in (*_redis(stack), *_services(stack)):
        os.kill(pid, number)


def _services(stack: Stack) -> list[int]:
    return [process.pid for process in stack.processes]


def _redis(stack: Stack) -> list[int]:
    assert stack.redis
    assert stack.redis.process
    return [stack.redis.process.pid]
