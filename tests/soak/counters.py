"""`make soak-counters`: matches end while engines and Redis are killed, and each counts once.

Matches are put into Redis as engines store them at their end. All that is counted must be what the
matches say, streaks too.
"""

import argparse
import asyncio
import random
import secrets
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.store.statistics.counted import counted
from engine.store.tally.ended_matches import Ended
from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink import statistics
from redislink.client import connect
from redislink.ratings import TALLY_DUE
from redislink.statistics import Met, Record, Reliability, kept

from tests.engine.store.statistics.expected import Expected
from tests.support.ended_matches import Over, put, random_matches
from tests.support.matches import fresh_id
from tools.patience import patient
from tools.stack import Stack

PLAYERS = 40
"""Few enough that nobody is forgotten among those met."""
BATCH, APART_S = 20, 0.2
"""Matches that end at once, and between two batches: 100 matches a second."""
DRAINED_S = 60.0


class Wrong(Exception):
    """The message says which counters are not what the matches say."""


async def campaign(stack: Stack, kills: int, matches: int, dice: random.Random) -> str:
    """End so many matches under so many kills, spread over them. Raise Wrong."""
    players = [fresh_id() for _ in range(PLAYERS)]
    ended: list[Over] = []
    batches = -(-matches // BATCH)
    due = sorted(dice.sample(range(batches), min(kills, batches)))
    async with connect(stack.redis_url, 5.0) as redis:
        for batch in range(batches):
            new = _matches(dice, players, batch)
            await _put(redis, new)
            ended += new
            if batch in due:
                await _kill(stack, dice)
            await asyncio.sleep(APART_S)
        await _drained(redis)
        count = await _check(redis, _expected(ended))
    return f"{len(ended)} matches, {len(due)} kills, {count} counters: none is wrong"


def _matches(dice: random.Random, players: list[str], batch: int) -> list[Over]:
    private = {"rated": False, "access": "private"}
    found = []
    for _ in range(BATCH):
        more = dice.choice(({"rated": True}, {"rated": False}, private))
        found += random_matches(dice, players, 1, **more)
    # Their time is past, and each batch later than the one before.
    return [
        Over(**{**vars(each), "after": 1000 * (batch * BATCH + place)})
        for place, each in enumerate(found)
    ]


async def _put(redis: Redis, matches: list[Over]) -> None:
    """Store them, whatever becomes of Redis meanwhile: it has each once."""
    while True:
        try:
            for each in matches:
                if not await redis.exists(f"match:{{{each.id}}}:log"):
                    await put(redis, each, due=False)
            await redis.zadd(TALLY_DUE, {each.id: 0 for each in matches})
            return
        except (RedisError, OSError):
            await asyncio.sleep(0.1)


async def _kill(stack: Stack, dice: random.Random) -> None:
    """Kill an engine, or Redis, at some moment, and start it again."""
    await asyncio.sleep(dice.random() * APART_S)
    victim: Any = dice.choice((*stack.engines, *stack.engines, stack.redis))
    victim.kill()
    await asyncio.to_thread(victim.start)


async def _drained(redis: Redis) -> None:
    end = time.monotonic() + patient(DRAINED_S)
    while await redis.zcard(TALLY_DUE):
        if time.monotonic() > end:
            raise Wrong("Matches are still due.")
        await asyncio.sleep(0.1)


def _expected(ended: list[Over]) -> Mapping[str, Expected]:
    expected = defaultdict[str, Expected](Expected)
    for over in ended:
        for each in counted(Ended(over.id, over.match, over.log, "")):
            expected[each.player].add(each)
    return expected


async def _check(redis: Any, expected: Mapping[str, Expected]) -> int:
    """Compare all counters, and return their number. Raise Wrong."""
    count = 0
    for player, wanted in expected.items():
        fields = await redis.hgetall(statistics.counters(player))
        reliability = Reliability.parse(fields.pop(b"reliability", None))
        met = kept(await redis.hgetall(statistics.met(player)))
        found = {name.decode(): Record.parse(value) for name, value in fields.items()}
        pairs: list[tuple[Any, Any]] = [
            (found, wanted.records),
            (_parsed(met.public), wanted.met[False]),
            (_parsed(met.private), wanted.met[True]),
            (reliability, wanted.reliability),
        ]
        for stored, right in pairs:
            if stored != right:
                raise Wrong(f"{player}: {stored} is stored, {right} would be right")
        count += len(found) + len(met.public) + len(met.private)
    return count


def _parsed(met: Mapping[str, bytes]) -> dict[str, Met]:
    return {name: Met.parse(value) for name, value in met.items()}


def soak(folder: Path, kills: int, matches: int, seed: int) -> str:
    """Run the campaign with two engines in a folder; what came of it. Raise Wrong."""
    with Stack(folder, engines=2, GATEWAY_RATE_LIMITS="off") as stack:
        return asyncio.run(campaign(stack, kills, matches, random.Random(seed)))


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser("counters", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--matches", type=int, default=12_000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    given = parser.parse_args(arguments)
    sys.stdout.write(f"seed {given.seed}\n")
    with tempfile.TemporaryDirectory() as folder:
        told = soak(Path(folder), given.kills, given.matches, given.seed)
    sys.stdout.write(f"{told}\n")


if __name__ == "__main__":
    main()
