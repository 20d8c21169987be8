"""Engines and PostgreSQL that are killed while matches are archived: `make faults-archive`.

Matches end all the time, and players of some are deleted. Engines, PostgreSQL or Redis are killed
at any moment. At the end, every match must be in the archive once, as Redis had it.
"""

import argparse
import asyncio
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import asyncpg
from croupier_match.match import GONE, AnyMatch
from engine.store import keys
from engine.store.archive.archive_queue import LEFT_BEHIND
from engine.store.archive.archived_matches import DUE, UNARCHIVED_MS
from engine.store.archive.postgres import Archive
from engine.store.matches import MatchStore
from redis.asyncio import Redis
from redislink.client import connect

from tests.support.archives import ended
from tests.support.live import TTL
from tests.support.matches import person
from tests.support.waiting import happens
from tools.postgres_server import PostgresServer
from tools.redis_server import DURABLE, RedisServer
from tools.stack import ROOT

ENGINES = 2
MATCHES = 6
"""That end between two kills."""
PAUSE_S = 1.5
"""The longest time from these ends to the kill: workers look once a second."""
DONE_S = 120.0
"""A lease of a killed worker, and what is left to do."""
KINDS = ("engine", "postgres", "redis", "all")


@dataclass
class Verdict:
    """What was found at the end."""

    matches: int = 0
    renamed: int = 0
    kills: Counter[str] = field(default_factory=Counter)
    complaints: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        killed = ", ".join(f"{self.kills[kind]} {kind}" for kind in KINDS)
        return (
            f"killed: {killed}; {self.matches} matches ended, {self.renamed} lost a name; "
            f"{len(self.complaints)} are lost, doubled or not as they were"
        )


class Service:
    """Engines, PostgreSQL and Redis as processes."""

    def __init__(self, folder: Path) -> None:
        self.postgres = PostgresServer("fsync=on")
        self.redis = RedisServer(folder / "redis", *DURABLE)
        self._folder = folder
        self._engines: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        self.postgres.start()
        self.redis.start()
        self._engines = [self._engine(number) for number in range(ENGINES)]

    def kill(self, kind: str, number: int) -> None:
        """Kill processes of a kind, and start them again."""
        if kind in ("engine", "all"):
            self._engines[number].kill()
            self._engines[number].wait()
        if kind in ("postgres", "all"):
            self.postgres.kill()
        if kind in ("redis", "all"):
            self.redis.kill()
            self.redis.start()
        if kind in ("postgres", "all"):
            self.postgres.start()
        if kind in ("engine", "all"):
            self._engines[number] = self._engine(number)

    def close(self) -> None:
        for each in self._engines:
            each.send_signal(signal.SIGKILL)
            each.wait()
        self.redis.close()
        self.postgres.close()

    def _engine(self, number: int) -> "subprocess.Popen[bytes]":
        settings = {
            "ENGINE_REDIS_URL": self.redis.url,
            "ENGINE_ARCHIVE_URL": self.postgres.url,
            "ENGINE_ADDRESS": f"unix:{self._folder}/engine-{number}.sock",
            "PYTHONPATH": f"{ROOT}/libs:{ROOT}/services",
        }
        with (self._folder / f"engine-{number}.log").open("ab") as log:
            command = [sys.executable, "-m", "engine"]
            return subprocess.Popen(command, env=os.environ | settings, stdout=log, stderr=log)


async def campaign(kills: int, seed: int, folder: Path) -> Verdict:
    """Kill so often, and look what has become of all matches."""
    dice, service, verdict = random.Random(seed), Service(folder), Verdict()
    try:
        service.start()
        async with connect(service.redis.url, 30.0) as redis:
            archive = Archive(service.postgres.url, timeout_s=30)
            store = MatchStore(redis, replace(TTL, unarchived=UNARCHIVED_MS), archive=archive)
            made: dict[str, AnyMatch] = {}
            for number in range(kills):
                await _play(store, made, verdict, dice)
                await asyncio.sleep(dice.random() * PAUSE_S)
                kind = KINDS[number % len(KINDS)]
                await asyncio.to_thread(service.kill, kind, dice.randrange(ENGINES))
                verdict.kills[kind] += 1
            await happens(lambda: _all_done(redis), DONE_S)
            await _check(redis, service.postgres.url, store, made, verdict)
            archive.close()
    finally:
        service.close()
    return verdict


async def _play(
    store: MatchStore, made: dict[str, AnyMatch], verdict: Verdict, dice: random.Random
) -> None:
    """End a few matches, and delete a player of one that has ended some time."""
    for _ in range(MATCHES):
        match = await ended(store, "just4fun", [person("Ada"), person("Bob")])
        made[match.id] = match
    chosen = made[dice.choice([*made])]
    assert chosen.seats[0].player
    renamed = await store.names.remove(chosen.id, chosen.seats[0].player.id)
    assert renamed, "it is neither in Redis nor in the archive"
    made[chosen.id] = renamed


async def _all_done(redis: Redis) -> bool:
    return await redis.zcard(DUE) == 0


async def _check(
    redis: Redis,
    url: str,
    store: MatchStore,
    made: Mapping[str, AnyMatch],
    verdict: Verdict,
) -> None:
    connection = await asyncpg.connect(url)
    rows = await connection.fetch("SELECT * FROM croupier_matches")
    listed = await connection.fetchval("SELECT count(*) FROM croupier_lists")
    await connection.close()
    by_id = {row["id"]: row for row in rows}
    verdict.matches = len(made)
    verdict.renamed = sum(_has_gone(match) for match in made.values())
    if len(rows) != len(made):
        verdict.complaints.append(f"{len(made)} matches have {len(rows)} rows")
    if listed != 3 * len(made):  # the public one, and one of each player
        verdict.complaints.append(f"{len(made)} matches are listed {listed} times")
    for match_id, match in made.items():
        if match_id not in by_id:
            verdict.complaints.append(f"{match_id} is lost")
        elif await _stored(redis, match_id) not in (None, _archived(by_id[match_id])):
            verdict.complaints.append(f"{match_id} is not as Redis has it")
        else:
            for key in keys.all_of(match_id):
                await redis.delete(key)
            if await store.load(match_id) != match:
                verdict.complaints.append(f"{match_id} is not as it was")


def _has_gone(match: AnyMatch) -> bool:
    return any(seat.player and seat.player.display_name == GONE for seat in match.seats)


async def _stored(redis: Redis, match_id: str) -> Any:
    """The fields and the log that Redis has; None if it has expired."""
    fields: Any = await redis.hgetall(keys.match(match_id))
    log: Any = await redis.lrange(keys.log(match_id), 0, -1)
    left = {name: value for name, value in fields.items() if name not in LEFT_BEHIND}
    return (_counted(left), log) if left else None


def _archived(row: asyncpg.Record) -> Any:
    flat = row["fields"]
    return _counted(dict(zip(flat[::2], flat[1::2], strict=True))), row["log"]


def _counted(fields: dict[bytes, bytes]) -> dict[bytes, bytes]:
    """These fields with `touched`, how often the match was changed after its end.

    A match without it is one of 0 changes: a copy that was read just before `touch_match.lua`
    wrote that 0 is complete.
    """
    return {b"touched": b"0"} | fields


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 if no match was lost, doubled or changed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    given = parser.parse_args(arguments)
    say(f"seed {given.seed}")
    with tempfile.TemporaryDirectory() as folder:
        verdict = asyncio.run(campaign(given.kills, given.seed, Path(folder)))
    for line in (str(verdict), *verdict.complaints):
        say(line)
    return 1 if verdict.complaints else 0


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
