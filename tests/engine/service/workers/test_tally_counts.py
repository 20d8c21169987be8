"""The tally and the counters: a match counts once for each player, however often it is due."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
from croupier_match.match import ClockOptions
from engine.service.matches import Matches
from engine.service.workers.tally import DAMAGED_MS, Tally
from engine.store.matches import MatchStore
from engine.store.ratings.pools import Pools
from engine.store.ratings.rater import Rater
from engine.store.statistics.counters import Counters
from engine.store.tally.ended_matches import Ended, read_all
from engine.store.tally.tally_queue import LEASE_MS, TallyQueue
from redis.asyncio import Redis
from redislink import statistics
from redislink.client import connect
from redislink.ratings import NOT_RATED, TALLIED, TALLY_DUE
from redislink.statistics import Record, Reliability

from tests.engine.conftest import PATIENT_S, TTL
from tests.engine.service.test_sealed import REVEAL, Time, revealing, waiting
from tests.support import shipped_users
from tests.support.ended_matches import BEGIN, Over, put
from tests.support.matches import fresh_id
from tools.redis_server import RedisServer

pytestmark = pytest.mark.anyio


@dataclass
class Counting:
    """A tally as an engine has it, with the rights of engines, and a clock of its own."""

    redis: Redis
    now_ms: int = BEGIN + 3_600_000

    def __post_init__(self) -> None:
        queue = TallyQueue(self.redis, MatchStore(self.redis, TTL).archiving)
        now = lambda: datetime.fromtimestamp(self.now_ms / 1000, UTC)  # noqa: E731
        rater, counters = Rater(Pools(self.redis)), [Counters(self.redis)]
        self.tally = Tally(queue, rater, counters, now=now)

    async def tick(self, later_ms: int = 0) -> None:
        self.now_ms += later_ms
        await self.tally.tick()


@pytest.fixture
async def engine_redis(own_server: RedisServer) -> AsyncIterator[Redis]:
    shipped_users.install(own_server.url)
    login = shipped_users.login(own_server.url, "engine")
    async with connect(own_server.url, PATIENT_S, *login) as client:
        yield client


@pytest.fixture
def one(engine_redis: Redis) -> Counting:
    return Counting(engine_redis)


async def record(redis: Any, player: str) -> Record:
    found = await redis.hget(statistics.counters(player), "nim people")
    return Record.parse(found) if found else Record()


async def forget(redis: Any, player: str) -> None:
    """As after ten minutes and twenty matches."""
    await redis.delete(statistics.done(player))


async def test_a_match_whose_entry_is_lost_is_rated_again_and_not_counted(
    own_redis: Any, one: Counting
) -> None:
    over = Over(players=(fresh_id(), fresh_id()), ranks=(0, 1))
    await put(own_redis, over)
    await one.tick()
    for _ in range(2):
        assert (await record(own_redis, over.players[0])).won == 1
        await forget(own_redis, over.players[0])
        await own_redis.zadd(TALLY_DUE, {over.id: 0})
        await one.tick(LEASE_MS)
    assert not await own_redis.zcard(TALLY_DUE)


async def test_a_match_that_cannot_be_rated_is_counted_once(own_redis: Any, one: Counting) -> None:
    over = Over(players=(fresh_id(), fresh_id()), ranks=(0, 1), clock={"bank_ms": "none"})
    await put(own_redis, over)
    for _ in range(3):
        await one.tick(DAMAGED_MS + LEASE_MS)
        assert (await record(own_redis, over.players[0])).won == 1
        await forget(own_redis, over.players[0])
    assert await own_redis.zcard(TALLY_DUE)


async def test_a_match_that_one_player_holds_up_is_counted_for_both_at_last(
    own_redis: Any, one: Counting
) -> None:
    over = Over(players=(fresh_id(), fresh_id()), ranks=(0, 1))
    away = statistics.counters(over.players[1])
    await own_redis.set(away, "away")
    await put(own_redis, over)
    for _ in range(3):
        await one.tick(LEASE_MS)
        assert (await record(own_redis, over.players[0])).won == 1
    assert await own_redis.zcard(TALLY_DUE)
    (read,) = await read_all(own_redis, [over.id])
    assert isinstance(read, Ended)
    assert (read.tallied != "", read.counted) == (True, False)
    await own_redis.delete(away)
    await one.tick(LEASE_MS)
    assert [(await record(own_redis, each)).played for each in over.players] == [1, 1]
    assert not await own_redis.zcard(TALLY_DUE)


async def test_who_withholds_entropy_is_less_reliable_for_it(own_redis: Any, one: Counting) -> None:
    """Though the match is never dealt, and so nothing else is counted."""
    time = Time()
    matches = Matches(MatchStore(own_redis, TTL), time)
    sealed = await revealing(matches, clock=ClockOptions(per_move_ms=60_000))
    await sealed.reveal(1)
    time.now += REVEAL
    await matches.apply_deadlines(await sealed.table.match())
    one.now_ms = round(time.now.timestamp() * 1000)
    await one.tick()
    withheld, revealed = [statistics.counters(each.id) for each in sealed.table.players]
    found = await own_redis.hgetall(withheld)
    assert [*found] == [b"reliability"]
    assert Reliability.parse(found[b"reliability"]).stayed == "0"
    assert not await own_redis.exists(revealed)
    assert await own_redis.hget(f"match:{{{sealed.table.match_id}}}", TALLIED) == NOT_RATED.encode()


async def test_a_seat_that_was_never_taken_holds_nothing_up(own_redis: Any, one: Counting) -> None:
    matches = Matches(MatchStore(own_redis, TTL))
    sealed = await waiting(matches)
    await sealed.table.leave(0)
    assert not await own_redis.zcard(TALLY_DUE)
