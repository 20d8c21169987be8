"""A Redis that was restored from before entries of the archive, under a tally that goes on."""

import pytest
from engine.store.archive.archived_ledgers import ArchivedLedgers
from engine.store.ratings.keeping import Keeper
from engine.store.ratings.ledgers import Ledgers
from engine.store.ratings.pools import Pools
from engine.store.ratings.rater import Rater
from engine.store.ratings.voiding import Voids
from engine.store.tally.ended_matches import Ended, read_all
from redis.asyncio import Redis

from tests.engine.store.ratings.test_keeping import LATER_MS, archived, redis
from tests.support.ended_matches import Over, put
from tests.support.rated_pools import POOL, lately, rate, restore, saved
from tests.support.stored_ratings import read_pool

__all__ = ["archived", "redis"]

pytestmark = [pytest.mark.anyio, pytest.mark.service]


async def stored(redis: Redis, *matches: Over) -> list[Ended]:
    await put(redis, *matches, due=False)
    read = await read_all(redis, [each.id for each in matches])
    return [each for each in read if isinstance(each, Ended)]


@pytest.mark.parametrize("how", ["a new engine", "one that saw the outage", "one that did not"])
async def test_the_ledger_goes_on_where_the_archive_ends(
    redis: Redis, archived: ArchivedLedgers, how: str
) -> None:
    matches = lately(13, 140)
    rater = Rater(Pools(redis), archived)
    await rate(redis, matches[:30])
    backup = await saved(redis)
    await rater.rate(await stored(redis, *matches[30:130]))
    before = await read_pool(redis, POOL)
    await Keeper(redis, archived, settled_ms=0).keep(POOL, LATER_MS)
    await restore(redis, backup)
    if how == "a new engine":
        rater = Rater(Pools(redis), archived)
    elif how == "one that saw the outage":
        rater.distrust()
    # Matches that were restored along with the ledger are due again: they are in the archive.
    again = await rater.rate(await stored(redis, *matches[120:]))
    assert len(again) == 20
    after = await read_pool(redis, POOL)
    assert after.lines[:130] == before.lines
    assert after.matches() == [each.id for each in matches]
    assert await Keeper(redis, archived, settled_ms=0).keep(POOL, LATER_MS) == 10


async def test_a_void_entry_comes_after_those_of_the_archive(
    redis: Redis, archived: ArchivedLedgers
) -> None:
    matches = lately(15, 20)
    await rate(redis, matches[:10])
    backup = await saved(redis)
    await rate(redis, matches[10:])
    await Keeper(redis, archived, settled_ms=0).keep(POOL, LATER_MS)
    await restore(redis, backup)
    voids = Voids(Pools(redis), Ledgers(redis, archived))
    place = await voids.find(matches[3].id)
    assert place
    assert await voids.void(POOL, [place.entry], "The deal was faulty") == {4}
    assert len((await read_pool(redis, POOL)).lines) == 21
    assert await Keeper(redis, archived, settled_ms=0).keep(POOL, LATER_MS) == 1


async def test_a_match_is_looked_up_in_the_archive(
    redis: Redis, archived: ArchivedLedgers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.store.ratings.pools.DONE", 3)
    matches = lately(14, 20)
    rater = Rater(Pools(redis), archived)
    ended = await stored(redis, *matches)
    told = await rater.rate([*ended[:4], *ended[5:]])
    await Keeper(redis, archived, kept=3, settled_ms=0).keep(POOL, LATER_MS)
    assert len((await read_pool(redis, POOL)).lines) == 3
    again = await rater.rate(ended)
    assert isinstance(again.pop(ended[4].id), str)
    assert again == told
    assert len((await read_pool(redis, POOL)).lines) == 4
