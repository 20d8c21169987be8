"""What `croupierctl doctor` says of ratings."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from engine.admin.doctor.rating_ledgers import of_ratings, of_season, of_tally
from engine.config import Settings
from engine.store.archive.archived_ledgers import ArchivedLedgers
from engine.store.archive.postgres import Archive
from engine.store.ratings.keeping import Keeper
from engine.store.ratings.seasons import FIRST, Season
from redis.asyncio import Redis
from redislink import ratings

from tests.support.rated_pools import POOL, lately, rate, rated, restore, saved
from tools.postgres_server import PostgresServer
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]

SETTINGS = Settings(redis_url="redis://127.0.0.1:1")
NOW = 1_900_000_000.0


@pytest.fixture
async def redis(empty_server: RedisServer) -> AsyncIterator[Any]:
    client = Redis.from_url(empty_server.url)
    yield client
    await client.aclose()


async def levels(redis: Redis, settings: Settings = SETTINGS) -> dict[str, str]:
    """The level of each finding by its text."""
    return {each.text: each.level for each in await of_ratings(redis, settings, NOW)}


async def test_nothing_is_said_of_ratings_where_there_are_none(redis: Any) -> None:
    assert await levels(redis) == {"no ended match waits for long to be tallied": "ok"}


async def test_what_a_tally_has_stored_is_well(redis: Any) -> None:
    await rated(redis, 80, seed=1)
    found = await levels(redis)
    assert {*found.values()} == {"ok"}
    assert f"the end of the ledger {POOL} and what is stored agree" in found
    assert "matches are rated in season 0" in found


@pytest.mark.parametrize("what", ["seq", "head", "numbers", "ledger"])
async def test_what_the_last_entries_do_not_say_is_wrong(redis: Any, what: str) -> None:
    await rated(redis, 80, seed=2)
    if what == "ledger":
        await redis.delete(ratings.ledger(POOL))
    elif what == "numbers":
        (player, *_) = await redis.hkeys(ratings.players(POOL))
        await redis.hdel(ratings.players(POOL), player)
    else:
        await redis.hset(ratings.head(POOL), what, 1)
    wrong = [text for text, level in (await levels(redis)).items() if level == "wrong"]
    assert len(wrong) == 1
    assert wrong[0].startswith(f"ratings {POOL}: ")
    assert wrong[0].endswith(f"croupierctl ratings rebuild {POOL} --check`")


async def test_matches_that_nobody_tallies_are_wrong(redis: Any) -> None:
    await redis.zadd(ratings.TALLY_DUE, {"A" * 22: (NOW - 90) * 1000})
    text = "an ended match has waited for 90 s to be tallied"
    assert (await levels(redis))[f"{text}; the runbook has CroupierTallyBehind"] == "wrong"
    assert of_tally(NOW + 5, NOW).level == of_tally(None, NOW).level == "ok"


async def test_matches_that_cannot_be_tallied_are_wrong(redis: Any) -> None:
    await redis.zadd(ratings.TALLY_DUE, {"A" * 22: (NOW + 500) * 1000})
    (text,) = [text for text, level in (await levels(redis)).items() if level == "wrong"]
    assert "A" * 22 in text
    assert text.endswith("the runbook has CroupierTallyFails")


def test_a_season_that_is_over_is_wrong() -> None:
    pools = ["nim.live.human.0", "nim.live.human.3", "nim.live.bot.2"]
    (found,) = of_season([FIRST, Season(2, 0)], NOW, pools)
    text = "the season is 2, and there are ledgers of season 3"
    assert found.level == "wrong"
    assert found.text == f"{text}: run `croupierctl ratings season begin 3`"
    assert [each.level for each in of_season([FIRST, Season(3, 0)], NOW, pools)] == ["ok"]
    assert [*of_season([FIRST], NOW, [])] == []


async def test_an_archive_with_other_entries_is_wrong(redis: Any, postgres: PostgresServer) -> None:
    settings = Settings(redis_url="redis://127.0.0.1:1", archive_url=postgres.url)
    archive = Archive(postgres.url, timeout_s=30)
    await archive.prepare()
    async with archive.connection() as connection:
        await connection.execute("TRUNCATE croupier_ledger")
    matches = lately(3, 30)
    await rate(redis, matches[:10])
    before = await saved(redis)
    await rate(redis, matches[10:20])
    await Keeper(redis, ArchivedLedgers(archive), settled_ms=0).keep(POOL, 4 * 10**12)
    agree = f"the end of the ledger {POOL}, what is stored and the archive agree"
    assert (await levels(redis, settings))[agree] == "ok"
    await restore(redis, before)
    await rate(redis, matches[20:])
    wrong = [text for text, level in (await levels(redis, settings)).items() if level == "wrong"]
    assert len(wrong) == 1
    assert wrong[0].startswith(f"Redis does not go on with the ledger {POOL} as the archive has it")
    archive.close()
