"""The stacks to measure, each with a Redis that writes to disk before it answers."""

import os
import signal
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from redis import Redis

from bench.meter import cpu_s
from tools.stack import ROOT, Stack

FOLDER = ROOT / "var"
"""The stacks lie here and not in a temporary folder, which may be no disk."""

SETTINGS: dict[str, Any] = {
    "GATEWAY_ENGINE_TIMEOUT_S": "20",
    "GATEWAY_QUEUE_S": "20",
    "GATEWAY_REDIS_TIMEOUT_S": "10",
    "ENGINE_REDIS_TIMEOUT_S": "10",
    "GATEWAY_MAX_CONNECTIONS_PER_ADDRESS": "8000",
    "GATEWAY_MAX_FOLLOWERS": "8000",
    "GATEWAY_MAX_FOLLOWERS_PER_ADDRESS": "8000",
    "GATEWAY_MAX_FOLLOWERS_PER_TOKEN": "8000",
}
"""A machine that is busy is not an outage, and nobody has too much; all else is as it comes."""
NAIVE: dict[str, Any] = {
    "GATEWAY_BATCHING": "off",
    "GATEWAY_CACHED_TOKENS": "0",
    "ENGINE_CACHED_MATCHES": "0",
}
POLL_S = 0.02
LITTLE = 0.2
"""The share of a core that idle processes stay below."""
PLAIN, SIMPLE, UNLIMITED = "plain", "naive", "unlimited"


def engines_of(count: int) -> str:
    """The name of the stack with this number of engines."""
    return f"{count} engines" if count > 1 else PLAIN


@contextmanager
def running(folder: Path, names: Iterable[str]) -> Iterator[dict[str, Stack]]:
    """Run the stacks of these names.

    All are paused, except for the one that is `awake`.
    """
    stacks = {name: _stack(folder, name) for name in names}
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
    """Resume this stack for the block, and wait until it has finished its work."""
    resume(stack)
    try:
        yield
        _settle(stack)
    finally:
        pause(stack)


def pause(stack: Stack) -> None:
    """Stop all its processes by a signal: even idle ones would use some processor time."""
    _signal(stack, signal.SIGSTOP)


def resume(stack: Stack) -> None:
    _signal(stack, signal.SIGCONT)


def processes(stacks: Mapping[str, Stack], name: str) -> dict[str, list[int]]:
    """The process ids of one stack by their roles; "idle" has those of all other stacks."""
    stack = stacks[name]
    others = [other for other in stacks.values() if other is not stack]
    return {
        "gateway": [stack.gateway.pid],
        "engine": [engine.pid for engine in stack.engines],
        "redis": _redis(stack),
        "idle": [pid for other in others for pid in (*_services(other), *_redis(other))],
    }


def _stack(folder: Path, name: str) -> Stack:
    engines = int(name.partition(" ")[0]) if name.endswith(" engines") else 1
    settings = {SIMPLE: NAIVE, UNLIMITED: {"GATEWAY_RATE_LIMITS": "off"}}.get(name, {})
    return new_stack(folder / name.replace(" ", "-"), engines, **settings)


def new_stack(folder: Path, engines: int = 1, **settings: Any) -> Stack:
    """A stack with /hello in its gateway; `settings` are variables of the environment."""
    stack = Stack(folder, engines=engines, **SETTINGS, **settings)
    stack.gateway.module = "bench.gateway"
    return stack


def _settle(stack: Stack) -> None:
    """Wait until the stack is idle: it may rewrite its file, or close many streams."""
    with Redis.from_url(stack.redis_url) as redis:
        while redis.info("persistence")["aof_rewrite_in_progress"] or _busy(stack):
            time.sleep(POLL_S)


def _busy(stack: Stack) -> bool:
    """Whether its processes use more than a small part of a core at the moment."""
    pids = (*_redis(stack), *_services(stack))
    before = sum(map(cpu_s, pids))
    time.sleep(POLL_S)
    return sum(map(cpu_s, pids)) - before > POLL_S * LITTLE


def _signal(stack: Stack, number: signal.Signals) -> None:
    for pid in (*_redis(stack), *_services(stack)):
        os.kill(pid, number)


def _services(stack: Stack) -> list[int]:
    return [process.pid for process in stack.processes]


def _redis(stack: Stack) -> list[int]:
    assert stack.redis
    assert stack.redis.process
    return [stack.redis.process.pid]
