"""The Redis servers themselves: memory, persistence, replication, time, and whether they store.

Every function raises StoreUnavailable if Redis refuses or does not answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.cluster import RedisCluster
from redis.exceptions import RedisError

from engine.domain.steady_clock import SteadyClock
from engine.store.errors import outage, unavailable

KEEPS_ALL = "noeviction"
"""The only policy under which a full Redis evicts no data."""
PROBES = 16
"""Keys that are tried in a cluster: enough that with three primaries, hardly one is left out."""


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """What one server says of itself. Bytes; `max_bytes` 0 is no bound.

    `resident_bytes` is what the operating system counts. `appends` is whether what is written
    goes to an append-only file; `append_ok`, `rewrite_ok` and `snapshot_ok` are whether the last
    write to that file, its last rewrite and the last snapshot succeeded. `version` is that of
    Redis; Valkey tells that of the Redis that it stands for. `called` is its own name and version,
    "" if it does not tell.
    """

    used_bytes: int
    max_bytes: int
    policy: str
    appends: bool
    append_ok: bool
    snapshot_ok: bool
    replicas: int
    resident_bytes: int = 0
    rewrite_ok: bool = True
    version: tuple[int, ...] = ()
    called: str = ""

    @property
    def fullness(self) -> float:
        """The part of the memory that is used; 0 without a bound."""
        return self.used_bytes / self.max_bytes if self.max_bytes else 0.0

    @property
    def faults(self) -> list[str]:
        """What makes the server lose matches, each in a sentence with its remedy."""
        found = []
        if self.policy != KEEPS_ALL:
            found.append(
                f"maxmemory-policy of Redis is {self.policy}: when it is full, it throws matches"
                f" away; set it to {KEEPS_ALL}"
            )
        if not self.appends:
            found.append("appendonly of Redis is no: a crash loses answered moves; set it to yes")
        return found


async def read_status(redis: Redis) -> list[ServerStatus]:
    """The status of the server, or of every primary of a cluster."""
    with outage():
        if not isinstance(redis, RedisCluster):
            return [status_of(await redis.execute_command("INFO"))]  # type: ignore[no-untyped-call]
        answer = await redis.execute_command("INFO", target_nodes=RedisCluster.PRIMARIES)
    # redis-py answers by node, unless there was only one.
    answers = [answer] if "used_memory" in answer else [*answer.values()]
    return [*map(status_of, answers)]


async def read_time(redis: Redis) -> float:
    """Redis's time in seconds since the epoch."""
    with outage():
        if isinstance(redis, RedisCluster):
            told = await redis.execute_command("TIME", target_nodes=RedisCluster.RANDOM)
            told = next(iter(told.values())) if isinstance(told, dict) else told
        else:
            told = await redis.execute_command("TIME")  # type: ignore[no-untyped-call]
    seconds, microseconds = told
    return int(seconds) + int(microseconds) / 1_000_000


async def compare_clocks(redis: Redis, clock: SteadyClock) -> bool:
    """Compare the clock with Redis's; return what `SteadyClock.compare` does."""
    asked = clock.steady()
    told = await read_time(redis)
    return clock.compare(told, asked, clock.steady())


async def try_to_write(redis: Redis) -> None:
    """Return if something could be stored; of a cluster, some of its slots suffice.

    A command that writes only if its key exists is refused like any other write.
    """
    count = PROBES if isinstance(redis, RedisCluster) else 1
    pipeline = redis.pipeline(transaction=False)
    for number in range(count):
        pipeline.zadd(f"index:probe:{number}", {"": 0}, xx=True)
    with outage():
        answers = await pipeline.execute(raise_on_error=False)
    failures = [each for each in answers if isinstance(each, (RedisError, OSError))]
    if len(failures) == count:
        raise unavailable(failures[0]) from failures[0]


def status_of(info: Mapping[str, Any]) -> ServerStatus:
    """INFO as redis-py has parsed it; what an older or a managed server leaves out is well."""
    return ServerStatus(
        used_bytes=int(info.get("used_memory", 0)),
        max_bytes=int(info.get("maxmemory", 0)),
        policy=str(info.get("maxmemory_policy", KEEPS_ALL)),
        appends=bool(int(info.get("aof_enabled", 1))),
        append_ok=info.get("aof_last_write_status", "ok") == "ok",
        snapshot_ok=info.get("rdb_last_bgsave_status", "ok") == "ok",
        replicas=int(info.get("connected_slaves", 0)),
        resident_bytes=int(info.get("used_memory_rss", 0)),
        version=_version(info),
        called=_called(info),
        rewrite_ok=info.get("aof_last_bgrewrite_status", "ok") == "ok",
    )


def _called(info: Mapping[str, Any]) -> str:
    for name in ("valkey", "redis"):
        if version := info.get(f"{name}_version"):
            return f"{name.capitalize()} {version}"
    return ""


def _version(info: Mapping[str, Any]) -> tuple[int, ...]:
    parts = str(info.get("redis_version", "")).split(".")
    return tuple(int(part) for part in parts if part.isdigit())
