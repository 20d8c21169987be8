"""Engines and Redis that are killed while rated matches end: `make faults-ratings`.

Each match is put into Redis with its end, as an engine stores it, and real engines tally it. At
the end, each match must have one entry in one ledger, and all that is stored of ratings must be
what follows from the ledgers alone. It is also measured how long players wait to be told.
"""

import argparse
import asyncio
import random
import secrets
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any

import orjson
from croupier_rating import moments
from engine.store import keys
from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink.client import connect
from redislink.ratings import POOLS, TALLIED, TALLY_DUE
from tqdm import tqdm

from tests.faults.kills import on_new_stack, say
from tests.support.ended_matches import BEGIN, put, random_matches
from tests.support.stored_ratings import read_pool
from tools.stack import Stack

RATE = 100.0
"""Matches that end in a second."""
BETWEEN_S = 0.5
"""The time between a process that is ready again and the next kill."""
REDIS_EVERY = 20
"""Each so many kills is one of Redis."""
PLAYERS = 300
GAMES = ("nim", "lost-cities")
PATIENCE_S = 120.0
TIMEOUT_S = 5.0
LOOK_S = 0.05


@dataclass
class Played:
    """What has ended so far, in seconds of the monotonic clock."""

    ended: dict[str, float] = field(default_factory=dict)
    told: dict[str, float] = field(default_factory=dict)
    outages: list[tuple[float, float]] = field(default_factory=list)
    behind: int = 0

    def waited(self, match: str) -> float:
        return self.told[match] - self.ended[match]

    def disturbed(self, match: str) -> bool:
        """Whether Redis was away between the end of the match and when it was told."""
        return any(
            began < self.told[match] and self.ended[match] < ended for began, ended in self.outages
        )


@dataclass(frozen=True)
class Verdict:
    """What was found in the end."""

    matches: int
    lost: int
    doubled: int
    untold: int
    different: list[str]

    @property
    def good(self) -> bool:
        return not (self.lost or self.doubled or self.untold or self.different)

    def __str__(self) -> str:
        rebuilt = f"but for {self.different}" if self.different else "in every number"
        return (
            f"{self.matches} matches: {self.lost} lost, {self.doubled} doubled, "
            f"{self.untold} not told; stored is what follows from the ledgers {rebuilt}"
        )


async def campaign(stack: Stack, kills: int, seed: int, rate: float) -> tuple[Played, Verdict]:
    """Kill so often while so many matches end in a second; what is there then."""
    dice, played = random.Random(seed), Played()
    async with (
        connect(stack.redis_url, TIMEOUT_S) as client,
        ending(client, rate, random.Random(seed), played),
    ):
        for number in tqdm(range(1, kills + 1), unit=" kills", disable=None):
            await asyncio.sleep(BETWEEN_S * dice.uniform(0.2, 1.8))
            began = time.monotonic()
            if number % REDIS_EVERY:
                await asyncio.to_thread(_kill, dice.choice(stack.engines))
            else:
                await asyncio.to_thread(_kill_redis, stack)
                played.outages.append((began, time.monotonic()))
    async with connect(stack.redis_url, PATIENCE_S) as client:
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                # Some may have been stored just as the load ended, and are tallied as well.
                while len(played.told) < len(played.ended) or await client.zcard(TALLY_DUE):
                    await asyncio.sleep(LOOK_S)
                    await look(client, played)
        return played, await judge(client, played)


@asynccontextmanager
async def ending(
    client: Redis, rate: float, dice: random.Random, played: Played
) -> AsyncIterator[None]:
    """Matches end, and are looked at until they are told, meanwhile."""
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(end_matches(client, rate, dice, played)),
            group.create_task(look_at_them(client, played)),
        ]
        yield
        for task in tasks:
            task.cancel()


async def end_matches(client: Redis, rate: float, dice: random.Random, played: Played) -> None:
    people = [f"player{number:016}" for number in range(PLAYERS)]
    began, number = time.monotonic(), 0
    while True:
        due = int((time.monotonic() - began) * rate) - number
        await asyncio.gather(*(_end(client, dice, people, played) for _ in range(due)))
        number += due
        await asyncio.sleep(1 / rate)


async def _end(client: Redis, dice: random.Random, people: Sequence[str], played: Played) -> None:
    """Store a match that ends now, again until Redis has it."""
    (over,) = random_matches(dice, people, 1, apart_ms=1, game=dice.choice(GAMES))
    stored = False
    while not stored:
        now = replace(over, after=int(time.time() * 1000) - BEGIN)
        with suppress(RedisError, OSError):
            await put(client, now, anew=True)
            stored = True
        if not stored:
            await asyncio.sleep(LOOK_S)
    played.ended[over.id] = time.monotonic()


async def look_at_them(client: Redis, played: Played) -> None:
    while True:
        await asyncio.sleep(LOOK_S)
        with suppress(RedisError, OSError):
            await look(client, played)


async def look(client: Redis, played: Played) -> None:
    """Note which matches have been told by now."""
    waiting = [each for each in played.ended if each not in played.told]
    pipeline: Any = client.pipeline(transaction=False)
    for each in waiting:
        pipeline.hget(keys.match(each), TALLIED)
    for each, tallied in zip(waiting, await pipeline.execute(), strict=True):
        if tallied:
            played.told[each] = time.monotonic()


def _kill(process: Any) -> None:
    process.kill()
    process.start()
    process.wait()


def _kill_redis(stack: Stack) -> None:
    assert stack.redis
    stack.redis.kill()
    stack.redis.start()


async def judge(client: Redis, played: Played) -> Verdict:
    """Compare the ledgers with what has ended, and all that is stored with the ledgers."""
    server: Any = client
    entries, different = Counter[str](), list[str]()
    today = moments.day_of(int(time.time() * 1000))
    for name in sorted(await server.smembers(POOLS)):
        pool = await read_pool(client, name.decode())
        entries.update(pool.matches())
        different += [f"{pool.pool} {each}" for each in pool.differences(today)]
    pipeline = server.pipeline(transaction=False)
    for each in played.ended:
        pipeline.hget(keys.match(each), TALLIED)
    told = [orjson.loads(each)["seq"] if each else None for each in await pipeline.execute()]
    return Verdict(
        matches=len(played.ended),
        lost=len({*played.ended} - {*entries}),
        doubled=sum(number - 1 for number in entries.values()),
        untold=sum(each is None for each in told),
        different=different,
    )


def report(played: Played, verdict: Verdict) -> int:
    """Say what was found; the exit code."""
    calm = [played.waited(each) for each in played.told if not played.disturbed(each)]
    for name, waited in (
        ("all", [*map(played.waited, played.told)]),
        ("while Redis was there", calm),
    ):
        if waited:
            shares = {"p50": 0.5, "p99": 0.99, "most": 1.0}
            found = {of: percentile(waited, share) for of, share in shares.items()}
            text = ", ".join(f"{of} {seconds:.2f} s" for of, seconds in found.items())
            say(f"told after the end, {len(waited)} matches, {name}: {text}")
    say(f"Redis was killed {len(played.outages)} times")
    say(str(verdict))
    return 0 if verdict.good else 1


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 if no match was lost or doubled, and every number is what it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--rate", type=float, default=RATE, help="matches per second")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    given = parser.parse_args(arguments)
    say(f"seed {given.seed}")
    return on_new_stack(
        lambda stack: report(*asyncio.run(campaign(stack, given.kills, given.seed, given.rate)))
    )


if __name__ == "__main__":
    sys.exit(main())
