"""Deleted players have no counters and no places on boards, whatever is tallied meanwhile."""

from time import time
from typing import Any

import pytest
from croupier_rating import Numbers, Strength, unpack
from engine.service.workers.tally import Tally
from engine.store.archive.archived_matches import Archiving
from engine.store.observer import StoreObserver
from engine.store.ratings.pools import Pools
from engine.store.ratings.rater import Rater
from engine.store.statistics.counters import Counters
from engine.store.tally.tally_queue import TallyQueue
from redislink import ratings, statistics
from redislink.accounts import DELETIONS, order_deletion

from tests.support.ended_matches import BEGIN, Over, put
from tests.support.live import Live
from tests.support.players import register
from tests.support.requests import DELETE_ME, call
from tests.support.waiting import happens

pytestmark = [pytest.mark.anyio, pytest.mark.service]

GAME = "nim"
POOL = f"{GAME}.live.human.0"
POINTS = 1340


async def give_standing(redis: Any, player_id: str) -> None:
    """As the tally does, with numbers that have a place on the board."""
    for key in (statistics.counters(player_id), statistics.met(player_id)):
        await redis.hset(key, "anything", "1")
    await redis.zadd(statistics.done(player_id), {"match": 1})
    today = int(time()) // 86_400
    numbers = Numbers(Strength(25_000_000, 2_000_000), 30, 1, today, POINTS)
    await redis.sadd(ratings.POOLS, POOL)
    await redis.hset(ratings.players(POOL), player_id, numbers.pack())
    await redis.zadd(ratings.order(POOL), {player_id: POINTS})
    await redis.zadd(ratings.lapse(POOL), {player_id: numbers.lapse})


async def left(redis: Any, player_id: str) -> list[str]:
    """What is left of the standing, once the tally has looked at the player's places."""
    queue = TallyQueue(redis, Archiving(redis, None, StoreObserver()))
    await Tally(queue, Rater(Pools(redis)), [Counters(redis)]).tick()
    boards = [ratings.order(POOL), ratings.lapse(POOL)]
    counters = [key for key in statistics.all_of(player_id) if await redis.exists(key)]
    return counters + [key for key in boards if await redis.zscore(key, player_id) is not None]


async def numbers(redis: Any, player_id: str) -> Numbers:
    """The numbers, which the ledger has as well."""
    return unpack(await redis.hget(ratings.players(POOL), player_id))


async def test_who_is_deleted_has_no_standing_but_the_numbers_in_the_ledger(
    live: Live, redis: Any
) -> None:
    ann, bob = register(live.url), register(live.url, "Bob")
    for each in (ann, bob):
        await give_standing(redis, each.id)
    assert call(ann, DELETE_ME).status_code == 204
    assert await left(redis, ann.id) == []
    assert len(await left(redis, bob.id)) == 5
    assert (await numbers(redis, ann.id)).matches == 30


async def test_a_match_that_is_tallied_after_the_deletion_puts_nothing_back(
    live: Live, redis: Any
) -> None:
    """One that is resigned by it, and of which the tally had read the name before."""
    ann, bob = register(live.url), register(live.url, "Bob")
    await give_standing(redis, ann.id)
    assert call(ann, DELETE_ME).status_code == 204
    after = int(time() * 1000) - BEGIN - 1000
    await put(redis, Over(players=[ann.id, bob.id], ranks=[1, 0], after=after, game=GAME))
    boards = [key for key in await left(redis, ann.id) if key.startswith("{rating")]
    assert boards == []
    assert (await numbers(redis, ann.id)).matches == 31
    await order_deletion(redis, {f"{ann.id} 1": time()})  # the second pass comes at once

    async def is_done() -> bool:
        return await redis.zscore(DELETIONS, f"{ann.id} 1") is None

    await happens(is_done)
    assert await left(redis, ann.id) == []


@pytest.mark.parametrize("steps", range(3))
async def test_a_gateway_that_dies_between_the_steps_leaves_them_to_another(
    live: Live, redis: Any, steps: int
) -> None:
    ann = register(live.url)
    await give_standing(redis, ann.id)
    if steps > 0:
        await ratings.set_listed(redis, ann.id, listed=False)
    if steps > 1:
        await redis.unlink(statistics.counters(ann.id))

    async def is_done() -> bool:
        return await redis.zscore(DELETIONS, f"{ann.id} 0") is None

    await order_deletion(redis, {f"{ann.id} 0": time()})
    await happens(is_done)
    assert await left(redis, ann.id) == []
