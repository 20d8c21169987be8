"""Ledgers of bounded length: what leaves Redis is in the archive, or in the base."""

import random
from collections.abc import AsyncIterator
from typing import Any

import pytest
from croupier_rating import base_lines
from croupier_rating.verify import verify
from engine.domain.errors import StoreUnavailable
from engine.observability.metrics import Metrics
from engine.service.workers.ledger_keeper import LedgerKeeper
from engine.store.archive.archived_ledgers import ArchivedLedgers
from engine.store.archive.postgres import Archive
from engine.store.ratings import keeping, ledgers
from engine.store.ratings.keeping import Forked, Keeper
from engine.store.ratings.ledgers import Ledgers
from engine.store.ratings.pools import Pools
from redis.asyncio import Redis
from redislink import ratings

from tests.support.ended_matches import BEGIN
from tests.support.rated_pools import POOL, all_keys, rated
from tests.support.stored_ratings import read_pool
from tools.postgres_server import PostgresServer
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]

LATER_MS = 4 * 10**12
"""When all entries of these tests are old."""


@pytest.fixture
async def redis(empty_server: RedisServer) -> AsyncIterator[Redis]:
    client = Redis.from_url(empty_server.url)
    yield client
    await client.aclose()


@pytest.fixture
async def archived(postgres: PostgresServer) -> AsyncIterator[ArchivedLedgers]:
    archive = Archive(postgres.url, timeout_s=30)
    await archive.prepare()
    async with archive.connection() as connection:
        await connection.execute("TRUNCATE croupier_ledger")
    yield ArchivedLedgers(archive)
    archive.close()


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages so short that a ledger of a test has several."""
    monkeypatch.setattr(keeping, "PAGE", 10)
    monkeypatch.setattr(ledgers, "PAGE", 10)


async def whole(of: Ledgers) -> list[bytes]:
    """The file of the ledger as it is stored, wherever its entries are."""
    lines = [*base_lines(await of.base(POOL))]
    return lines + [each.line async for each in of.entries(POOL)]


async def test_old_entries_go_to_the_archive_and_the_last_ones_stay(
    redis: Redis, archived: ArchivedLedgers, pages: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.store.ratings.pools.DONE", 10)
    await rated(redis, 64, seed=1)
    before = await whole(Ledgers(redis, None))
    keeper = Keeper(redis, archived, kept=20, settled_ms=0)
    assert await keeper.keep(POOL, LATER_MS) == 64
    assert await redis.xlen(ratings.ledger(POOL)) == 20
    assert await keeper.ledgers.first(POOL) == 45
    assert await whole(keeper.ledgers) == before
    assert not verify(before).findings
    assert await keeper.keep(POOL, LATER_MS) == 0
    assert await whole(keeper.ledgers) == before


async def test_the_archive_gets_no_entry_that_a_crash_of_redis_may_take_back(
    redis: Redis, archived: ArchivedLedgers, pages: None
) -> None:
    """However long ago its match ended: an outage, or a sweep, enters matches late."""
    keeper, now_ms = Keeper(redis, archived, settled_ms=1_000), LATER_MS
    await rated(redis, 32, seed=2)
    assert await keeper.keep(POOL, now_ms) == 0
    await rated(redis, 16, seed=9)
    assert await keeper.keep(POOL, now_ms + 999) == 0
    assert await keeper.keep(POOL, now_ms + 1_000) == 32
    assert (await archived.last(POOL))[0] == 32
    assert await keeper.keep(POOL, now_ms + 1_999) == 0
    assert await keeper.keep(POOL, now_ms + 2_000) == 16


async def test_what_is_remembered_of_matches_has_their_entries_in_redis(
    redis: Redis, archived: ArchivedLedgers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else nobody could say whether an older match may have an entry: others are no matches'."""
    monkeypatch.setattr("engine.store.ratings.pools.DONE", 10)
    matches = await rated(redis, 20, seed=10)
    await Keeper(redis, archived, kept=5, settled_ms=0).keep(POOL, LATER_MS)
    assert await Ledgers(redis, archived).first(POOL) == 11
    known = await Pools(redis).read(POOL, [], [], [])
    assert known.oldest_ms == BEGIN + matches[10].after


async def test_entries_are_found_by_their_match(redis: Redis, archived: ArchivedLedgers) -> None:
    matches = await rated(redis, 8, seed=3)
    await Keeper(redis, archived, settled_ms=0).keep(POOL, LATER_MS)
    ((pool, seq, line),) = await archived.of_match(matches[4].id)
    assert (pool, seq) == (POOL, 5)
    assert matches[4].id.encode() in line
    assert await archived.pools() == [POOL]


async def test_what_redis_lacks_is_brought_back(redis: Redis, archived: ArchivedLedgers) -> None:
    await rated(redis, 160, seed=4)
    keeper, before = Keeper(redis, archived, settled_ms=0), await read_pool(redis, POOL)
    await keeper.keep(POOL, LATER_MS)
    await redis.delete(*all_keys())
    await keeper.keep(POOL, LATER_MS)
    assert await read_pool(redis, POOL) == before


async def test_an_archive_that_was_restored_gets_no_hole(
    redis: Redis, archived: ArchivedLedgers, pages: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that lacks entries which Redis has dropped meanwhile; an operator may say to go on."""
    monkeypatch.setattr("engine.store.ratings.pools.DONE", 10)
    await rated(redis, 64, seed=1)
    keeper = Keeper(redis, archived, kept=20, settled_ms=0)
    await keeper.keep(POOL, LATER_MS)
    await archived.forget_from(POOL, 44)
    with pytest.raises(Forked):
        await keeper.keep(POOL, LATER_MS)
    assert (await archived.last(POOL))[0] == 43
    await keeper.skip(POOL)
    await keeper.keep(POOL, LATER_MS)
    assert (await archived.last(POOL))[0] == 64


@pytest.mark.parametrize("how", ["older", "other"])
async def test_a_redis_that_was_restored_from_before_is_noted_and_nothing_is_lost(
    redis: Redis, archived: ArchivedLedgers, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    await rated(redis, 16, seed=4)
    keeper, metrics = Keeper(redis, archived, settled_ms=0), Metrics()
    await keeper.keep(POOL, LATER_MS)
    archived_before = [each async for each in keeper.ledgers.of_archive(POOL, 0, 1000)]
    await redis.delete(*all_keys())
    await rated(redis, 8 if how == "older" else 24, seed=5)
    with pytest.raises(Forked):
        await keeper.keep(POOL, LATER_MS)
    worker = LedgerKeeper(redis, keeper, metrics)
    await worker.tick()
    assert metrics.registry.get_sample_value("croupier_engine_ledgers_forked") == 1
    assert f"does not go on with the ledger {POOL}" in caplog.text
    assert [each async for each in keeper.ledgers.of_archive(POOL, 0, 1000)] == archived_before


async def test_without_an_archive_the_base_has_what_followed_from_the_entries_that_went(
    redis: Redis, pages: None
) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")  # noqa: T201
    await rated(redis, 97, seed)
    whole_before = verify(await whole(Ledgers(redis, None))).ledger
    keeper = Keeper(redis, None, kept=20)
    assert await keeper.keep(POOL, LATER_MS) == 70
    stored = await read_pool(redis, POOL)
    assert (stored.base.seq, len(stored.lines)) == (70, 27)
    assert stored.differences() == []
    report = verify(await whole(keeper.ledgers))
    assert not report.findings
    assert report.ledger
    assert whole_before
    assert report.ledger.players == whole_before.players
    assert await keeper.keep(POOL, LATER_MS) == 0


async def test_two_that_shorten_a_ledger_at_once_do_so_once(redis: Redis, pages: None) -> None:
    await rated(redis, 60, seed=6)
    keepers = [Keeper(redis, None, kept=20) for _ in range(2)]
    entries = [each async for each in keepers[0].ledgers.of_redis(POOL, 0)]
    assert await keepers[0]._drop_page(POOL) == 10
    # The second has read what the first has dropped.
    await redis.delete(ratings.ledger(POOL))
    for each in entries:
        fields: Any = {ratings.LINE: each.line, ratings.BACK: each.back}
        await redis.xadd(ratings.ledger(POOL), fields, f"{each.seq}-0")
    assert await keepers[1]._drop_page(POOL) == 0


async def test_one_engine_looks_at_a_pool_and_others_leave_it_for_a_while(redis: Redis) -> None:
    await rated(redis, 3, seed=7)

    class Counting(Keeper):
        looks = 0

        async def keep(self, pool: str, now_ms: int) -> int:
            Counting.looks += 1
            return 0

    workers = [LedgerKeeper(redis, Counting(redis, None)) for _ in range(2)]
    for worker in workers * 2:
        await worker.tick()
    assert Counting.looks == 1


async def test_a_pool_that_is_away_holds_up_no_other(redis: Redis) -> None:
    class Away(Keeper):
        kept: list[str] = []  # noqa: RUF012 - of this test

        async def keep(self, pool: str, now_ms: int) -> int:
            if pool == "a.live.human.0":
                raise StoreUnavailable
            Away.kept.append(pool)
            return 0

    await redis.sadd(ratings.POOLS, "a.live.human.0", "b.live.human.0")
    await LedgerKeeper(redis, Away(redis, None)).tick()
    assert Away.kept == ["b.live.human.0"]
