"""The tally beside an archive, whose copy of a match says what the match has changed of ratings."""

from dataclasses import replace

import orjson
import pytest
from engine.service.matches import Matches
from engine.store import keys
from engine.store.archive.archived_matches import DUE, UNARCHIVED_MS
from engine.store.archive.postgres import Archive
from engine.store.matches import MatchStore
from redis.asyncio import Redis
from redislink.ratings import TALLIED, TALLY_DUE

from tests.engine.conftest import TTL
from tests.engine.service.workers.test_tally import BEN, EVE, One, over, redis
from tests.support.archives import Worker
from tests.support.ended_matches import put, rated
from tests.support.matches import Table, full_table

__all__ = ["redis"]  # a Redis of its own, of which `worker` archives

pytestmark = [pytest.mark.anyio, pytest.mark.service]


@pytest.fixture
def matches(redis: Redis, worker: Worker) -> Matches:
    return Matches(
        MatchStore(redis, replace(TTL, unarchived=UNARCHIVED_MS), archive=worker.archive)
    )


@pytest.fixture
def one(redis: Redis, worker: Worker) -> One:
    return One(redis, now_ms=4_000_000_000_000, archive=worker.archive)


async def resigned(matches: Matches, redis: Redis) -> Table:
    table = await full_table(matches)
    await rated(redis, table.match_id)
    await table.play(8)
    await table.resign(1)
    return table


@pytest.mark.parametrize("first", ["tally", "archive"])
async def test_the_archive_has_what_the_match_has_changed(
    matches: Matches, worker: Worker, redis: Redis, one: One, first: str
) -> None:
    table = await resigned(matches, redis)
    if first == "archive":
        await worker.work()
    await one.tick()
    assert await redis.zscore(DUE, table.match_id) is not None
    await worker.work()
    assert await redis.zscore(DUE, table.match_id) is None
    said = (await table.match()).ratings
    assert orjson.loads(said)["seq"] == 1
    await worker.forget(table.match_id)
    assert (await table.match()).ratings == said


async def test_a_match_that_the_archive_alone_has_is_tallied(
    matches: Matches, worker: Worker, redis: Redis, one: One
) -> None:
    """The tally was away for longer than Redis keeps what is archived."""
    table = await resigned(matches, redis)
    await worker.work()
    await worker.forget(table.match_id)
    await one.tick()
    assert await redis.zscore(TALLY_DUE, table.match_id) is None
    await worker.work()
    await worker.forget(table.match_id)
    assert orjson.loads((await table.match()).ratings)["seq"] == 1


async def test_an_archive_that_is_away_holds_up_no_other(redis: Redis) -> None:
    away = Archive("postgresql://croupier@/none?host=/nowhere")
    one = One(redis, archive=away)
    match = over(BEN, EVE)
    await put(redis, match)
    await redis.zadd(TALLY_DUE, {"gone" * 5: 0})
    await one.tick()
    assert {*await one.due()} == {"gone" * 5}
    assert await redis.hget(keys.match(match.id), TALLIED)
