"""What an archived match costs, to store and to read, beside Redis: `make bench-archive`.

Matches of random moves to the end, of the three games in turn. Archive and Redis are asked the
same, in the same process; times are processor time of this process, PostgreSQL and Redis together.
Then the archive is filled up to `--rows` with copies under other ids, and read once more.
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import asyncpg
from engine.domain.guards import Caller
from engine.domain.reducer import AnyMatch
from engine.domain.registry import GAMES
from engine.service.matches import Matches
from engine.service.queries import ReplayPage
from engine.store import keys
from engine.store.archive import Archive
from engine.store.archiving import UNARCHIVED_MS
from engine.store.matches import MatchStore
from redis.asyncio import Redis
from redislink.client import connect

from tests.support.archives import Worker, ended
from tests.support.live import TTL
from tests.support.matches import person
from tools.postgres_server import PostgresServer
from tools.redis_server import RedisServer

TICKS_PER_S = os.sysconf("SC_CLK_TCK")
MANY = 10_000
"""Moves until somebody resigns: the matches are played to their end."""
READS = 300
OWN = """
CREATE TEMPORARY TABLE own AS
SELECT *, row_number() OVER () - 1 AS place FROM croupier_matches
"""
FILL = """
INSERT INTO croupier_matches
SELECT 'copy-' || lpad(n::text, 17, '0'), created, ended, game, touched, fields, log, requests,
  snapshots
FROM own JOIN generate_series($1::int, $2::int) AS n ON place = n % $3
"""
LIST = """
INSERT INTO croupier_lists SELECT
  replace(list, 'player:', 'player:' || n % 10000 || '-'),
  '2026-01-02T12:00:00.000Z copy-' || lpad(n::text, 17, '0')
FROM generate_series($1::int, $2::int) AS n, unnest($3::text[]) AS list
"""
STEP = 20_000
ROW = "{:<34}{:>12}{:>12}{:>9}"


class Clock:
    """Seconds of processor time of all that takes part."""

    def __init__(self, postgres: PostgresServer, redis: RedisServer) -> None:
        self._postgres = postgres
        self._redis = redis

    def now(self) -> float:
        assert self._postgres.process
        assert self._redis.process
        parent = self._postgres.process.pid
        family = [pid for pid in _pids() if pid == parent or _stat(pid)[1] == str(parent)]
        ended = sum(map(int, _stat(parent)[13:15]))  # of connections that are closed
        used = sum(_ticks(pid) for pid in [*family, self._redis.process.pid])
        return time.process_time() + (used + ended) / TICKS_PER_S


def _pids() -> list[int]:
    return [int(each.name) for each in Path("/proc").iterdir() if each.name.isdigit()]


def _stat(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ["", "", *("0" for _ in range(20))]


def _ticks(pid: int) -> int:
    return sum(map(int, _stat(pid)[11:13]))


async def measure(postgres: PostgresServer, server: RedisServer, count: int, rows: int) -> None:
    clock = Clock(postgres, server)
    async with connect(server.url, 60.0) as redis:
        archive = Archive(postgres.url, timeout_s=60)
        store = MatchStore(redis, replace(TTL, unarchived=UNARCHIVED_MS), archive=archive)
        worker = Worker(redis, archive, timedelta(days=400))
        await archive.prepare()
        before = await _used(redis)
        made = [await _ended(store, number) for number in range(count)]
        in_redis = (await _used(redis) - before) / count
        began = clock.now()
        await worker.work()
        print(f"to archive a match                {(clock.now() - began) / count * 1000:>9.2f} ms")
        sizes = await _sizes(postgres.url)
        print(f"bytes a match, in Redis           {in_redis:>9,.0f}")
        for name, size in sizes.items():
            print(f"bytes a match, {name:<19}{size / count:>9,.0f}")
        print(f"PostgreSQL / Redis                {sum(sizes.values()) / count / in_redis:>9.2f}")
        await _compare(clock, redis, store, made, f"{count:,} archived")
        if rows > count:
            await _fill(postgres.url, made, rows - count)
            print(f"bytes a match at {rows:>9,}        {await _total(postgres.url) / rows:>9,.0f}")
            await _compare(clock, redis, store, made, f"{rows:,} archived")
            await _spread(clock, archive, made, rows - count)
        archive.close()


async def _ended(store: MatchStore, number: int) -> AnyMatch:
    game = [*GAMES][number % len(GAMES)]
    players = [person("Ada"), person("Bob")]
    return await ended(store, game, players, moves=MANY, seed=str(number))


async def _compare(
    clock: Clock, redis: Redis, store: MatchStore, made: Sequence[AnyMatch], where: str
) -> None:
    """Read from Redis, and from the archive, the same matches in the same order."""
    queries = Matches(store).queries
    kinds: dict[str, Callable[[AnyMatch], Awaitable[object]]] = {
        "the match": lambda match: queries.get(match.id, Caller()),
        "ten entries of its history": lambda match: queries.history(match.id, Caller(), 20, 10),
        "its replay": lambda match: queries.replay(match.id, Caller(), ReplayPage()),
    }
    chosen = [random.choice(made) for _ in range(READS)]
    print()
    print(ROW.format(f"CPU ms a read, {where}", "Redis", "archive", "ratio"))
    for name, read in kinds.items():
        for match in {match.id: match for match in chosen}.values():
            await store.archiving.restore(match.id)
        near = await _cpu(clock, [partial(read, match) for match in chosen])
        far = await _cpu(clock, [partial(_from_afar, redis, read, match) for match in chosen])
        lost = await _cpu(clock, [partial(_forget, redis, match) for match in chosen])
        print(ROW.format(name, f"{near:.2f}", f"{far - lost:.2f}", f"{(far - lost) / near:.1f}"))


async def _spread(clock: Clock, archive: Archive, made: Sequence[AnyMatch], copies: int) -> None:
    """Read rows that were read before, and others anywhere among all, which may be on disk."""
    some = [random.choice(made).id for _ in range(READS)]
    any_of = [f"copy-{random.randrange(copies):017}" for _ in range(READS)]
    print()
    for name, ids in (("read before", some), ("anywhere", any_of)):
        near = await _cpu(clock, [partial(archive.whole, each) for each in ids])
        print(f"CPU ms a whole row, {name:<14}{near:>9.2f}")


async def _from_afar(
    redis: Redis, read: Callable[[AnyMatch], Awaitable[object]], match: AnyMatch
) -> None:
    await _forget(redis, match)
    await read(match)


async def _forget(redis: Redis, match: AnyMatch) -> None:
    await redis.delete(*keys.all_of(match.id))


async def _cpu(clock: Clock, calls: Sequence[Callable[[], Awaitable[object]]]) -> float:
    """Milliseconds of processor time of each call."""
    began = clock.now()
    for call in calls:
        await call()
    return (clock.now() - began) / len(calls) * 1000


async def _fill(url: str, made: Sequence[AnyMatch], rows: int) -> None:
    connection = await asyncpg.connect(url)
    lists = ["index:public:lost-cities:finished", *(f"index:player:{seat}" for seat in range(2))]
    await connection.execute(OWN)
    for first in range(0, rows, STEP):
        last = min(first + STEP, rows) - 1
        await connection.execute(FILL, first, last, len(made))
        await connection.execute(LIST, first, last, lists)
        sys.stderr.write(f"\r{last + 1:,} copies")
    sys.stderr.write("\n")
    await connection.execute("VACUUM ANALYZE")
    await connection.close()


async def _sizes(url: str) -> dict[str, int]:
    connection = await asyncpg.connect(url)
    await connection.execute("VACUUM ANALYZE")
    names = ("croupier_matches", "croupier_lists")
    sizes = {
        name: await connection.fetchval("SELECT pg_total_relation_size($1::regclass)", name)
        for name in names
    }
    await connection.close()
    return sizes


async def _total(url: str) -> int:
    return sum((await _sizes(url)).values())


async def _used(redis: Redis) -> int:
    return int((await redis.info("memory"))["used_memory"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1_000, help="that are played")
    parser.add_argument("--rows", type=int, default=1_000_000, help="in the archive at the end")
    given = parser.parse_args()
    postgres = PostgresServer()
    with tempfile.TemporaryDirectory() as folder:
        server = RedisServer(Path(folder))
        try:
            postgres.start()
            server.start()
            asyncio.run(measure(postgres, server, given.matches, given.rows))
        finally:
            server.close()
            postgres.close()


if __name__ == "__main__":
    main()
