"""The cost of matches in Redis: commands, memory, and the effect of many other matches."""

import secrets
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from redis import Redis

from bench.generator import Generator
from bench.load import Growth
from bench.prepare import MOVES
from tools.stack import Stack

PAIRS = 50
MIDDLE = MOVES // 2
IDLE_S = 1.0
WAVE = 200
"""Matches that are copied with one round trip."""
LOOKED_AT = 10
"""Matches of which every command is looked at."""
MARK = "bench-end"

Command = list[Any]


@dataclass(frozen=True)
class Memory:
    """Bytes of Redis per match in mid-game; for `keyed`, all moves had an idempotency key."""

    matches: int
    plain: float
    keyed: float


@dataclass(frozen=True)
class Commands:
    """Commands per move by name: those of clients, and those inside scripts."""

    moves: int
    asked: dict[str, float]
    scripts: dict[str, float]


def measure_memory(stack: Stack, generator: Generator, matches: int) -> Memory:
    """Measure on an otherwise idle stack, which keeps the matches. A quarter of them have keys."""
    generator.grow(Growth(stack.url, PAIRS, 1, 1))  # for players and scripts
    plain = _weigh(stack, generator, -(-matches // PAIRS), keyed=False)
    keyed = _weigh(stack, generator, -(-matches // PAIRS // 4), keyed=True)
    return Memory(-(-matches // PAIRS) * PAIRS, plain, keyed)


def count_commands(stack: Stack, generator: Generator) -> Commands:
    """Count while one pair plays matches that neither begin nor end meanwhile.

    Commands of the background work, which happen without moves as well, are left out.
    """
    generator.grow(Growth(stack.url, 1, LOOKED_AT, 1))
    with Redis.from_url(stack.redis_url) as redis, redis.monitor() as monitor:
        time.sleep(IDLE_S)
        idle = _heard(redis, monitor)
        start = perf_counter()
        moves = generator.grow(Growth(stack.url, 1, 0, MOVES - 2))
        share = (perf_counter() - start) / IDLE_S
        heard = _heard(redis, monitor)
    calls = {call: (count - idle[call] * share) / moves for call, count in heard.items()}
    asked, scripts = (
        {name: per for (name, by_script), per in calls.items() if by_script is of_scripts}
        for of_scripts in (False, True)
    )
    return Commands(moves, asked, scripts)


def crowd(stack: Stack, generator: Generator, count: int) -> None:
    """Store that many copies of a match in mid-game, under ids of their own."""
    generator.grow(Growth(stack.url, 1, 1, MIDDLE))
    with Redis.from_url(stack.redis_url) as redis:
        name = next(key for key in redis.scan_iter() if key.endswith(b"}") and b"match:" in key)
        own = name.partition(b"{")[2][:-1]
        commands = [each for key in redis.scan_iter() for each in _copying(redis, key, own)]
        for start in range(0, count, WAVE):
            pipeline = redis.pipeline(transaction=False)
            for _ in range(min(WAVE, count - start)):
                other = secrets.token_urlsafe(16).encode()
                for command in commands:
                    pipeline.execute_command(*(_with_id(part, own, other) for part in command))
            pipeline.execute()


def _weigh(stack: Stack, generator: Generator, each: int, keyed: bool) -> float:
    """Bytes per match, measured while each pair makes that many."""
    with Redis.from_url(stack.redis_url) as redis:
        before = _used(redis)
        generator.grow(Growth(stack.url, PAIRS, each, MIDDLE, keyed))
        return (_used(redis) - before) / (PAIRS * each)


def _copying(redis: Redis, key: bytes, own: bytes) -> Iterator[Command]:
    """The commands that write again what this key holds about that match.

    They are derived from the key's type, so this module need not know what the store keeps.
    """
    kind = redis.type(key)
    mine = own in key
    if kind == b"hash":
        pairs = [pair for pair in redis.hgetall(key).items() if mine or own in pair[0]]
        if pairs:
            yield ["HSET", key, *(part for pair in pairs for part in pair)]
    elif kind == b"zset":
        for member, score in redis.zscan_iter(key):
            if mine or own in member:
                yield ["ZADD", key, score, member]
    elif kind == b"list" and mine:
        yield ["RPUSH", key, *redis.lrange(key, 0, -1)]
    elif kind == b"string" and mine:
        yield ["SET", key, redis.get(key)]
    elif kind == b"stream" and mine:
        raise NotImplementedError(f"{key!r} is a stream")
    if mine and redis.pttl(key) > 0:
        yield ["PEXPIRE", key, redis.pttl(key)]


def _with_id(part: Any, own: bytes, other: bytes) -> Any:
    return part.replace(own, other) if isinstance(part, bytes) else part


def _used(redis: Redis) -> int:
    """Bytes of all keys and what is under them, and of the tables that they are in.

    The memory that the server uses as a whole says less: its buffers come and go.
    Entries of the tables count twice, so this is a little too much.
    """
    pipeline = redis.pipeline(transaction=False)
    for key in redis.scan_iter(count=1000):
        pipeline.memory_usage(key, samples=0)
    tables = redis.memory_stats()["db.0"]
    return int(sum(pipeline.execute()) + sum(tables.values()))


def _heard(redis: Redis, monitor: Any) -> Counter[tuple[str, bool]]:
    """The calls by command, and by whether a script made them, since the last MARK."""
    redis.echo(MARK)
    calls: Counter[tuple[str, bool]] = Counter()
    for heard in monitor.listen():
        if heard["command"] == f"ECHO {MARK}":
            break
        calls[heard["command"].split()[0].upper(), heard["client_type"] == "lua"] += 1
    return calls
