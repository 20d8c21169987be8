"""The tally: what has ended is tallied once, whoever dies, and whatever else is damaged or away."""

import asyncio
import random
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import orjson
import pytest
from croupier_match import clock
from croupier_rating import NEWCOMER
from engine.domain.errors import StoreUnavailable
from engine.observability.metrics import Metrics
from engine.service.matches import Matches
from engine.service.workers.tally import DAMAGED_MS, RUNNING_MS, Tally
from engine.store import keys
from engine.store.archive.postgres import Archive
from engine.store.compression import pack
from engine.store.indexes.due_queue import Claimed
from engine.store.matches import MatchStore
from engine.store.ratings.pools import Pools
from engine.store.ratings.rater import Rater
from engine.store.tally.ended_matches import Ended
from engine.store.tally.tally_queue import BATCH, LEASE_MS, SWEEP_MS, TallyQueue
from redis.asyncio import Redis
from redislink import ratings
from redislink.channels import RATED, match_channel
from redislink.ratings import NOT_RATED, TALLIED, TALLY_DUE, TALLY_SWEEP

from tests.engine.conftest import TTL
from tests.support import shipped_users
from tests.support.ended_matches import BEGIN, Over, put, random_matches
from tests.support.matches import full_table, waiting_table
from tests.support.stored_ratings import read_pool
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]

POOL = "nim.live.human.0"
HOUR = 3_600_000
PEOPLE = [f"player{number:016}" for number in range(12)]
ANN, BEN, EVE = PEOPLE[:3]


@pytest.fixture
async def redis(empty_server: RedisServer) -> AsyncIterator[Redis]:
    async with Redis.from_url(empty_server.url) as client:
        yield client


@pytest.fixture
async def engine_redis(empty_server: RedisServer) -> AsyncIterator[Redis]:
    """The same as the user with which engines are shipped."""
    shipped_users.install(empty_server.url)
    user, password = shipped_users.login(empty_server.url, "engine")
    client = Redis.from_url(empty_server.url, username=user or None, password=password or None)
    yield client
    await client.aclose()


@pytest.fixture
def matches(redis: Redis) -> Matches:
    return Matches(MatchStore(redis, TTL))


@dataclass
class Counting:
    """Statistics that count, or that fail for some matches, or altogether."""

    counted: list[str] = field(default_factory=list)
    failing: set[str] = field(default_factory=set)
    failure: Exception | None = None

    async def count(self, matches: Sequence[Ended]) -> Collection[str]:
        if self.failure:
            raise self.failure
        self.counted += [each.id for each in matches if each.id not in self.failing]
        return self.failing


@dataclass
class One:
    """An engine's tally with a clock of the test's own."""

    redis: Redis
    now_ms: int = BEGIN + 1000 * HOUR
    statistics: Counting = field(default_factory=Counting)
    metrics: Metrics = field(default_factory=Metrics)
    archive: Archive | None = None

    def __post_init__(self) -> None:
        store = MatchStore(self.redis, TTL, archive=self.archive)
        self.queue = TallyQueue(self.redis, store.archiving)
        self.rater = Rater(Pools(self.redis))
        now = lambda: datetime.fromtimestamp(self.now_ms / 1000, UTC)  # noqa: E731
        self.tally = Tally(self.queue, self.rater, [self.statistics], self.metrics, now)

    async def tick(self, later_ms: int = 0) -> None:
        self.now_ms += later_ms
        await self.tally.tick()
        await self.tally.chores()

    async def due(self) -> dict[str, float]:
        client: Any = self.redis
        found = await client.zrange(TALLY_DUE, 0, -1, withscores=True)
        return {each.decode(): score for each, score in found}

    async def said(self, over: Over) -> str | None:
        client: Any = self.redis
        found: bytes | None = await client.hget(keys.match(over.id), TALLIED)
        return found.decode() if found else None


@pytest.fixture
def one(engine_redis: Redis) -> One:
    return One(engine_redis)


@pytest.fixture
def other(engine_redis: Redis) -> One:
    return One(engine_redis)


def over(*players: str, hours: float = 0, **more: Any) -> Over:
    return Over(players=players, ranks=[*range(len(players))], after=round(hours * HOUR), **more)


async def test_a_match_is_due_with_its_end(redis: Redis, matches: Matches, one: One) -> None:
    table = await full_table(matches)
    assert await one.due() == {}
    await table.resign(1)
    ended = clock.ms((await table.match()).update_time)
    assert await one.due() == {table.match_id: ended}
    # One that was never dealt has nothing to be tallied.
    table = await waiting_table(matches)
    await table.leave(0)
    assert table.match_id not in await one.due()


async def test_what_is_due_is_tallied_in_its_order(redis: Redis, one: One) -> None:
    dice = random.Random(5)
    rated = random_matches(dice, PEOPLE, 130)
    friendly = random_matches(dice, PEOPLE, 20, rated=False)
    everything = [*rated, *friendly]
    dice.shuffle(everything)
    await put(redis, *everything)
    await one.tick()
    assert await one.due() == {}
    pool = await read_pool(redis, POOL)
    assert sorted(pool.matches()) == sorted(each.id for each in rated)
    assert pool.differences(2**16) in ([], ["order", "lapse"])
    assert [await one.said(each) for each in friendly] == [NOT_RATED] * 20
    told = [orjson.loads(await one.said(each) or "") for each in rated]
    assert sorted(each["seq"] for each in told) == [*range(1, 131)]
    assert sorted(one.statistics.counted) == sorted(each.id for each in everything)
    counted = {name: child._value.get() for (name,), child in one.metrics.tallied.items()}
    assert counted == {"rated": 130, "unrated": 20, "not_rated": 0, "failed": 0, "gone": 0}
    assert one.metrics.untallied._value.get() == 150


async def test_followers_are_told_of_rated_matches_alone(redis: Redis, one: One) -> None:
    rated, friendly = over(ANN, BEN), over(ANN, BEN, rated=False)
    await put(redis, rated, friendly)
    async with redis.pubsub() as listening:
        await listening.subscribe(*(match_channel(each.id) for each in (friendly, rated)))
        await one.tick()
        told: list[Any] = []
        while not told:
            message = await listening.get_message(ignore_subscribe_messages=True, timeout=10)
            told += [message] if message else []
    assert told[0]["channel"].decode() == match_channel(rated.id)
    assert told[0]["data"].decode() == RATED


async def test_two_at_once_tally_each_once(redis: Redis, one: One, other: One) -> None:
    await put(redis, *random_matches(random.Random(6), PEOPLE, 250))
    await asyncio.gather(one.tick(), other.tick())
    await one.tick()  # a sweep may have found some just before they were done
    assert len((await read_pool(redis, POOL)).matches()) == 250
    assert await one.due() == {}


@pytest.mark.parametrize("step", ["read", "mark", "finish"])
async def test_who_dies_at_any_step_leaves_it_to_another(
    redis: Redis, one: One, other: One, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = random_matches(random.Random(7), PEOPLE, 20)
    await put(redis, *matches)

    async def dies(*args: Any) -> Any:
        raise StoreUnavailable

    monkeypatch.setattr(one.queue, step, dies)
    with pytest.raises(StoreUnavailable):
        await one.tick()
    await other.tick()
    assert len(await one.due()) == 20
    await other.tick(LEASE_MS)
    assert await one.due() == {}
    pool = await read_pool(redis, POOL)
    assert sorted(pool.matches()) == sorted(each.id for each in matches)
    assert [*filter(None, [await one.said(each) for each in matches])]


async def test_one_that_runs_is_put_off_and_then_dropped(redis: Redis, one: One) -> None:
    """In a cluster, the entry comes before the end, which may not be stored after all."""
    running, ends = over(ANN, BEN, status="active"), over(BEN, EVE, status="active")
    await put(redis, running, ends)
    await one.tick()
    assert await one.due() == dict.fromkeys((running.id, ends.id), one.now_ms + RUNNING_MS)
    await put(redis, replace(ends, status="finished"), due=False)
    await one.tick(RUNNING_MS)
    assert await one.due() == {}
    assert await one.said(ends)
    assert await one.said(running) is None
    assert (await read_pool(redis, POOL)).matches() == [ends.id]


async def test_one_that_is_gone_is_dropped(redis: Redis, one: One) -> None:
    await redis.zadd(TALLY_DUE, {"gone" * 5: 0})
    await one.tick()
    assert await one.due() == {}
    assert one.metrics.tallied["gone",]._value.get() == 1


async def test_one_that_ends_in_the_future_waits_for_it(redis: Redis, one: One) -> None:
    seconds = (await redis.time())[0]
    match = replace(over(ANN, BEN), after=(seconds + 1000) * 1000 - BEGIN)
    await put(redis, match)
    one.now_ms = BEGIN + match.after
    await one.tick()
    assert await one.due() == {match.id: BEGIN + match.after}
    assert await one.said(match) is None


@pytest.mark.parametrize("what", ["match", "log", "outcome"])
async def test_a_damaged_match_holds_up_no_other(
    redis: Redis, one: One, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    good, bad = over(ANN, BEN), over(BEN, EVE)
    await put(redis, good, bad)
    client: Any = redis
    if what == "match":
        await client.hset(keys.match(bad.id), "match", b"\x01damaged")
    elif what == "log":
        await client.rpop(keys.log(bad.id))
    else:
        spoilt = {**bad.match, "outcome": {"reason": "completed", "ranking": [[7]]}}
        await client.hset(keys.match(bad.id), "match", pack(orjson.dumps(spoilt)))
    await one.tick()
    assert await one.said(good)
    assert await one.due() == {bad.id: one.now_ms + DAMAGED_MS}
    assert "cannot be tallied" in caplog.text
    assert bad.log_head not in caplog.text
    assert (await read_pool(redis, POOL)).matches() == [good.id]


async def test_what_cannot_be_counted_is_rated_and_stays_due(redis: Redis, one: One) -> None:
    first, second = over(ANN, BEN), over(BEN, EVE, hours=1)
    await put(redis, first, second)
    one.statistics.failing = {second.id}
    await one.tick()
    assert {*await one.due()} == {second.id}
    one.statistics.failing, one.statistics.failure = set(), StoreUnavailable()
    await one.tick(LEASE_MS)
    assert {*await one.due()} == {second.id}
    one.statistics.failure = None
    await one.tick(LEASE_MS)
    assert await one.due() == {}
    assert one.statistics.counted == [first.id, second.id]
    assert (await read_pool(redis, POOL)).matches() == [first.id, second.id]


async def test_a_sweep_finds_what_was_never_due(redis: Redis, one: One, matches: Matches) -> None:
    lost = random_matches(random.Random(8), PEOPLE, 60)
    running = over(ANN, BEN, status="active")
    await put(redis, *lost, running, due=False)
    waiting = await waiting_table(matches)
    await one.tick()
    assert {*await one.due()} == {each.id for each in lost}
    await one.tick()
    assert sorted((await read_pool(redis, POOL)).matches()) == sorted(each.id for each in lost)
    assert waiting.match_id not in await one.due()
    # Not again before its time, and then nothing is found any more.
    assert not await one.queue.claim_sweep(one.now_ms)
    assert await one.queue.claim_sweep(one.now_ms + SWEEP_MS)
    assert await one.queue.sweep(one.now_ms) == 0


async def test_a_pool_that_was_restored_an_hour_older_heals_in_one_sweep(
    redis: Redis, one: One
) -> None:
    """Of a cluster, one part was restored: matches say entries that the ledger has no more."""
    dice = random.Random(9)
    early, late, later = (random_matches(dice, PEOPLE, 40) for _ in range(3))
    await put(redis, *early)
    await one.tick()
    names = [key async for key in redis.scan_iter(match="{rating:*")]
    backup: dict[Any, Any] = {name: await redis.dump(name) for name in names}
    await put(redis, *late)
    await one.tick()
    assert len((await read_pool(redis, POOL)).lines) == 80
    for name, dumped in backup.items():
        await redis.restore(name, 0, dumped, replace=True)
    # Before anybody sees it, other matches get the same numbers.
    await put(redis, *later[:10])
    await one.tick()
    assert len((await read_pool(redis, POOL)).lines) == 50
    await redis.zadd(TALLY_SWEEP, {"all": 0})
    one = One(one.redis)
    await one.tick()
    await one.tick()
    pool = await read_pool(redis, POOL)
    assert sorted(pool.matches()) == sorted(each.id for each in (*early, *late, *later[:10]))
    assert pool.differences(2**16) in ([], ["order", "lapse"])
    told = [orjson.loads(await one.said(each) or "") for each in late]
    assert [pool.done[each.id] for each in late] == [each["seq"] for each in told]


async def test_matches_that_were_restored_older_are_not_rated_twice(redis: Redis, one: One) -> None:
    matches = random_matches(random.Random(10), PEOPLE, 30)
    await put(redis, *matches)
    await one.tick()
    told = [await one.said(each) for each in matches]
    for each in matches:
        await redis.hdel(keys.match(each.id), TALLIED)
    await redis.zadd(TALLY_SWEEP, {"all": 0})
    one = One(one.redis)
    await one.tick()
    await one.tick()
    assert [await one.said(each) for each in matches] == told
    assert len((await read_pool(redis, POOL)).lines) == 30


async def test_who_is_hidden_leaves_the_boards_and_who_is_shown_returns(
    redis: Redis, one: One
) -> None:
    now = (await redis.time())[0] * 1000
    one.now_ms = now
    start = (now - BEGIN) / HOUR - 24 * 40
    await put(
        redis,
        *(
            over(
                *(PEOPLE[(number + step) % 8] for step in (0, 1 + number % 3)), hours=start + number
            )
            for number in range(240)
        ),
    )
    await one.tick()
    assert len((await read_pool(redis, POOL)).order) == 8
    for listed, expected in ((False, 7), (True, 8)):
        await ratings.set_listed(redis, ANN, listed)
        await One(one.redis, now_ms=now).tick()
        assert len((await read_pool(redis, POOL)).order) == expected
        assert await redis.zcard(ratings.PLACES) == 0
    await redis.zadd(ratings.lapse(POOL), {ANN: 1})
    await One(one.redis, now_ms=now).tick()
    assert len((await read_pool(redis, POOL)).order) == 7


async def test_hidden_players_wait_for_no_pool_and_no_match(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pool that does not answer is asked once, and not for each player; others are looked at."""

    class Away(Pools):
        asked = 0

        async def place(self, pool: str, player: str, hidden: bool, now_ms: int) -> None:
            if pool == POOL:
                Away.asked += 1
                raise StoreUnavailable
            await super().place(pool, player, hidden, now_ms)

    monkeypatch.setattr("engine.service.workers.tally.LOOK_S", 0)
    monkeypatch.setattr("engine.store.tally.tally_queue.BATCH", 5)
    monkeypatch.setattr("engine.service.workers.tally.BATCH", 5)
    one = One(redis)
    await redis.sadd(ratings.POOLS, POOL, "zoo.live.human.0")
    await redis.zadd(ratings.order("zoo.live.human.0"), {ANN: 1})
    await redis.hset(ratings.players("zoo.live.human.0"), ANN, NEWCOMER.pack())
    for player in PEOPLE:
        await ratings.set_listed(redis, player, listed=False)
    await put(redis, *random_matches(random.Random(12), PEOPLE, 10))
    one.rater.pools = Away(redis)
    await one.tally.tick()
    assert Away.asked == 1
    assert await redis.zcard(ratings.order("zoo.live.human.0")) == 0
    assert await redis.zcard(ratings.PLACES) == len(PEOPLE)
    monkeypatch.setattr("engine.store.ratings.rater.REST_S", 0)
    one = One(redis, now_ms=one.now_ms + LEASE_MS)
    await one.tally.tick()
    assert await redis.zcard(ratings.PLACES) == 0


async def test_matches_that_end_during_a_sweep_do_not_wait_for_it(redis: Redis) -> None:
    one, told = One(redis), asyncio.Event()

    class Long(TallyQueue):
        async def sweep(self, now_ms: int) -> int:
            await put(redis, over(ANN, BEN))
            await told.wait()
            return 0

        async def mark(
            self, tallied: Mapping[str, str], counted: Collection[str] = ()
        ) -> list[str]:
            marked = await super().mark(tallied, counted)
            told.set()
            return marked

    one.tally._queue = Long(redis, MatchStore(redis, TTL).archiving)
    async with asyncio.timeout(10), asyncio.TaskGroup() as group:
        group.create_task(one.tally.run())
        await told.wait()
        one.tally.stop()
    assert len((await read_pool(redis, POOL)).lines) == 1


async def test_of_many_that_are_due_a_rest_follows_each_batch(
    redis: Redis, matches: Matches
) -> None:
    """As after an outage: an engine that only tallies answers nobody who plays."""
    loop, claimed = asyncio.get_running_loop(), list[float]()

    class Noted(TallyQueue):
        async def claim(self, now_ms: int) -> list[Claimed]:
            claimed.append(loop.time())
            return await super().claim(now_ms)

        async def finish(self, claims: Iterable[Claimed]) -> None:
            await super().finish(claims)
            claimed.append(loop.time())

    await redis.zadd(TALLY_DUE, {f"none{number:018}": 1 for number in range(2 * BATCH + 1)})
    await Tally(Noted(redis, matches.store.archiving), Rater(Pools(redis))).tick()
    assert await redis.zcard(TALLY_DUE) == 0
    first, end, second, second_end, third, _ = claimed
    assert second - end >= 0.9 * (end - first)
    assert third - second_end >= 0.9 * (second_end - second)
