"""Rated matches and the ledgers that they make, for tests of what operators do with ratings."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from croupier_rating import moments
from engine.store.archive.archived_matches import Archiving
from engine.store.observer import StoreObserver
from engine.store.ratings.pools import Pools
from engine.store.ratings.rater import Rater
from engine.store.tally.ended_matches import Ended, read_all
from engine.store.tally.tally_queue import TallyQueue
from redis.asyncio import Redis
from redislink import ratings

from tests.support.ended_matches import BEGIN, Over, put, random_matches

POOL = "nim.live.human.0"
PEOPLE = [f"player{number:016}" for number in range(12)]
APART_MS = 3 * 60 * 60 * 1000
"""So rarely that most matches count in full."""


async def rate(redis: Redis, matches: Sequence[Over]) -> None:
    """Store these matches as they end, and rate them, as a tally does."""
    await put(redis, *matches, due=False)
    read = await read_all(redis, [each.id for each in matches])
    ended = [each for each in read if isinstance(each, Ended)]
    told = await Rater(Pools(redis)).rate(ended)
    said = {match: each for match, each in told.items() if isinstance(each, str)}
    assert len(said) == len(matches), told
    await TallyQueue(redis, Archiving(redis, None, StoreObserver())).mark(said)


def lately(seed: int, number: int) -> list[Over]:
    """Random matches of which the last ended just now, so that boards have their players."""
    matches = random_matches(random.Random(seed), PEOPLE, number, APART_MS)
    now_ms = (datetime.now(UTC) - moments.EPOCH) // moments.MS
    shift = now_ms - BEGIN - matches[-1].after
    return [replace(each, after=each.after + shift) for each in matches]


async def rated(redis: Redis, number: int, seed: int) -> list[Over]:
    """Rate random matches into POOL."""
    matches = lately(seed, number)
    await rate(redis, matches)
    return matches


async def saved(redis: Redis) -> dict[str, bytes]:
    """All that is stored of POOL, as a backup has it."""
    client: Any = redis
    dumps = {key: await client.dump(key) for key in all_keys()}
    return {key: dump for key, dump in dumps.items() if dump}


async def restore(redis: Redis, backup: Mapping[str, bytes]) -> None:
    """Let POOL be as it was then."""
    await redis.delete(*all_keys())
    for key, dump in backup.items():
        await redis.restore(key, 0, dump)


def all_keys(pool: str = POOL) -> list[str]:
    """What is stored of a pool, but a base."""
    names: list[Any] = [ratings.ledger, ratings.head, ratings.players, ratings.order]
    rest = ratings.lapse, ratings.pairs, ratings.done, ratings.seen
    return [name(pool) for name in [*names, *rest]]
