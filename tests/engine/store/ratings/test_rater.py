"""Entries of ledgers in Redis: one for each match, and all that is stored follows from them."""

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import orjson
import pytest
from croupier_game.kit.seeds import SEEDS
from croupier_rating import Numbers, Strength, moments
from engine.store.ratings import keeping
from engine.store.ratings.decided import appended, asked_for, rated_match
from engine.store.ratings.keeping import Keeper
from engine.store.ratings.pools import Pools
from engine.store.ratings.rater import NotYet, Rater, Unsure
from engine.store.ratings.seasons import Season, Seasons
from engine.store.tally.ended_matches import Ended, read_all
from redis.asyncio import Redis
from redislink import ratings

from tests.support.ended_matches import BEGIN, DAILY, Over, put, random_matches
from tests.support.stored_ratings import read_pool
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]

POOL = "nim.live.human.0"
HOUR = 3_600_000
PEOPLE = [f"player{number:016}" for number in range(12)]
ANN, BEN, EVE = PEOPLE[:3]
FUTURE = 4_000_000_000_000 - BEGIN


@pytest.fixture
async def redis(empty_server: RedisServer) -> AsyncIterator[Redis]:
    async with Redis.from_url(empty_server.url) as client:
        yield client


@pytest.fixture
def rater(redis: Redis) -> Rater:
    return Rater(Pools(redis))


async def stored(redis: Redis, *matches: Over) -> list[Ended]:
    await put(redis, *matches)
    read = await read_all(redis, [each.id for each in matches])
    found = [each for each in read if isinstance(each, Ended)]
    assert len(found) == len(matches), read
    return found


def over(*players: str, hours: float = 0, **more: Any) -> Over:
    return Over(players=players, ranks=[*range(len(players))], after=round(hours * HOUR), **more)


def said(told: str | Exception) -> Any:
    assert isinstance(told, str), told
    return orjson.loads(told)


@pytest.mark.parametrize("seed", SEEDS)
async def test_what_is_stored_is_what_the_ledger_says(
    redis: Redis, rater: Rater, seed: int
) -> None:
    dice = random.Random(seed)
    matches = random_matches(dice, PEOPLE, 120)
    while matches:
        size = dice.randrange(1, 20)
        batch, matches = matches[:size], matches[size:]
        await rater.rate(await stored(redis, *batch))
    pool = await read_pool(redis, POOL)
    assert len(pool.lines) == 120
    today = moments.day_of((await read(redis, rater)).now_ms)
    assert pool.differences(today) == []
    assert {*pool.done} == {*pool.matches()}
    assert await rater.pools.names() == [POOL]


async def read(redis: Redis, rater: Rater) -> Any:
    return await rater.pools.read(POOL, [], [], [])


async def test_two_who_rate_one_batch_make_one_entry_of_each(redis: Redis, rater: Rater) -> None:
    ended = await stored(redis, *random_matches(random.Random(1), PEOPLE, 40))
    other = Rater(Pools(redis))
    one, two, three = await asyncio.gather(
        rater.rate(ended), other.rate(ended[::-1]), Rater(Pools(redis)).rate(ended[20:])
    )
    assert one == two
    assert three == {match: one[match] for match in three}
    pool = await read_pool(redis, POOL)
    assert sorted(pool.matches()) == sorted(each.id for each in ended)
    assert "head" not in pool.differences()


async def test_a_match_twice_in_one_batch_has_one_entry(redis: Redis, rater: Rater) -> None:
    (ended,) = await stored(redis, over(ANN, BEN))
    await rater.rate([ended, ended])
    assert len((await read_pool(redis, POOL)).lines) == 1


async def test_entries_are_refused_once_the_ledger_has_moved_on(redis: Redis, rater: Rater) -> None:
    pools = rater.pools
    first, second = map(rated_match, await stored(redis, over(ANN, BEN), over(BEN, EVE)))
    known = await pools.read(POOL, [], *asked_for([first, second]))
    after, added = appended(known.ledger, [first], {})
    assert await pools.append(known, after, added, [])
    assert not await pools.append(known, *appended(known.ledger, [second], {}), [])
    # Another history that has the same number, as after Redis was restored.
    now = await pools.read(POOL, [], *asked_for([second]))
    now.ledger.head = "0" * 64
    assert not await pools.append(now, *appended(now.ledger, [second], {}), [])
    assert (await read_pool(redis, POOL)).matches() == [first.match]


async def test_a_match_says_what_it_has_changed(redis: Redis, rater: Rater) -> None:
    ended = await stored(redis, over(ANN, BEN))
    told = said((await rater.rate(ended))[ended[0].id])
    first, second = told.pop("changes")
    assert told == {"pool": POOL, "seq": 1, "counted": True, "reason": None, "weight": 100}
    assert first["seat"] == 0
    assert first["before"] == second["before"] == 1500
    assert first["after"] > 1500 > second["after"]
    assert first["deviation"] < 333
    again = (await rater.rate(ended))[ended[0].id]
    assert said(again)["changes"] == [first, second]


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"kinds": ["human", "bot"]}, "mixedKinds"),
        ({"status": "aborted"}, "aborted"),
    ],
)
async def test_what_has_no_place_in_a_ledger_says_why(
    redis: Redis, rater: Rater, more: dict[str, Any], reason: str
) -> None:
    match = over(ANN, BEN, **more)
    (ended,) = await stored(redis, match)
    if reason == "aborted":
        outcome = {**ended.match["outcome"], "reason": "aborted"}
        note = {"kind": "aborted", "seat": 0, "note": "An operator ended it."}
        ended = replace(ended, match={**ended.match, "outcome": outcome}, log=[*ended.log, note])
    told = said((await rater.rate([ended]))[match.id])
    assert told == {
        "pool": None,
        "seq": None,
        "counted": False,
        "reason": reason,
        "weight": 0,
        "changes": [],
    }
    assert await rater.pools.names() == []


async def test_pairs_and_haste_are_weighed(redis: Redis, rater: Rater) -> None:
    matches = [over(ANN, BEN, hours=number / 10) for number in range(7)]
    short = over(ANN, EVE, hours=2, moves=1, leaves=[1])
    told = await rater.rate(await stored(redis, *matches, short))
    found = [said(told[each.id]) for each in (*matches, short)]
    assert [each["weight"] for each in found] == [100] * 3 + [50] * 3 + [0, 0]
    assert [each["reason"] for each in found[-2:]] == ["pairLimit", "tooShort"]
    assert not any(each["counted"] for each in found[-2:])


async def test_people_bots_classes_and_games_have_pools_of_their_own(
    redis: Redis, rater: Rater
) -> None:
    ended = await stored(
        redis,
        over(ANN, BEN),
        over(ANN, BEN, clock=DAILY),
        over(ANN, BEN, kinds=["bot", "bot"]),
        over(ANN, BEN, game="lost-cities"),
    )
    await rater.rate(ended)
    assert await rater.pools.names() == [
        "lost-cities.live.human.0",
        "nim.daily.human.0",
        "nim.live.bot.0",
        POOL,
    ]


async def test_the_future_waits(redis: Redis, rater: Rater) -> None:
    """A clock that is ahead would stop the day for the whole pool."""
    ended = await stored(redis, over(ANN, BEN), replace(over(BEN, EVE), after=FUTURE))
    told = await rater.rate(ended)
    not_yet = told[ended[1].id]
    assert isinstance(not_yet, NotYet)
    assert not_yet.due_ms == BEGIN + FUTURE
    assert (await read_pool(redis, POOL)).matches() == [ended[0].id]


async def test_a_damaged_match_holds_up_no_other(redis: Redis, rater: Rater) -> None:
    good, bad = await stored(redis, over(ANN, BEN), over(BEN, EVE))
    outcome = {**bad.match["outcome"], "ranking": [[0, 0]]}
    told = await rater.rate([good, replace(bad, match={**bad.match, "outcome": outcome})])
    assert isinstance(told[good.id], str)
    assert isinstance(told[bad.id], Exception)


async def test_what_has_been_forgotten_is_looked_up_in_the_ledger(
    redis: Redis, rater: Rater, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.store.ratings.pools.DONE", 3)
    ended = await stored(redis, *(over(ANN, BEN, hours=hour) for hour in range(6)))
    told = await rater.rate([ended[0], *ended[2:]])
    assert len((await read_pool(redis, POOL)).done) == 3
    again = await rater.rate(ended)
    assert said(again.pop(ended[1].id))["seq"] == 6
    assert again == told
    assert len((await read_pool(redis, POOL)).lines) == 6


async def test_what_may_have_been_dropped_is_not_rated_again(
    redis: Redis, rater: Rater, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.store.ratings.pools.DONE", 3)
    monkeypatch.setattr(keeping, "PAGE", 2)
    ended = await stored(redis, *(over(ANN, BEN, hours=hour) for hour in range(6)))
    told = await rater.rate(ended)
    assert await Keeper(redis, None, kept=3).keep(POOL, 0) == 2
    again = await rater.rate(ended)
    assert [isinstance(again.pop(each.id), Unsure) for each in ended[:2]] == [True, True]
    assert again == {match: told[match] for match in again}
    assert len((await read_pool(redis, POOL)).lines) == 4


async def test_a_season_begins_with_the_numbers_of_the_last(redis: Redis, rater: Rater) -> None:
    for number in (1, 2):
        await Seasons(redis).begin(Season(number, BEGIN + number * HOUR))
    # An engine that tallies late: the matches are of the seasons in which they ended.
    last = [over(ANN, BEN, hours=2), over(ANN, EVE, hours=3)]
    await rater.rate(await stored(redis, over(ANN, BEN), over(ANN, EVE, hours=1)))
    await rater.rate(await stored(redis, *last))
    pool = await read_pool(redis, "nim.live.human.2")
    kinds = [(orjson.loads(each)["kind"], orjson.loads(each).get("from")) for each in pool.lines]
    counted = moments.day_of(BEGIN)
    assert kinds == [
        ("season", {"season": 1, "seq": 2, "counted": counted}),
        ("season", {"season": 0, "seq": 1, "counted": counted}),
        ("match", None),
        ("season", {"season": 1, "seq": 2, "counted": counted}),
        ("match", None),
    ]
    assert pool.differences(moments.day_of((await rater.pools.read("x", [], [], [])).now_ms)) == []


async def test_a_match_is_of_the_season_in_which_it_ended_whoever_rates_it_again(
    redis: Redis, rater: Rater
) -> None:
    """An engine has died before the match was told of it, and the season has begun since."""
    ended = await stored(redis, over(ANN, BEN), over(BEN, EVE, hours=1))
    told = await rater.rate(ended[:1])
    await Seasons(redis).begin(Season(1, BEGIN + HOUR))
    again = await Rater(Pools(redis)).rate(ended)
    assert again[ended[0].id] == told[ended[0].id]
    assert said(again[ended[1].id])["pool"] == "nim.live.human.1"
    for number, each in enumerate(ended):
        assert (await read_pool(redis, f"nim.live.human.{number}")).matches() == [each.id]


async def test_a_void_match_that_is_rated_again_stays_void(redis: Redis, rater: Rater) -> None:
    (ended,) = await stored(redis, over(ANN, BEN))
    told = said((await rater.rate([ended]))[ended.id])
    void = orjson.dumps({**told, "counted": False, "reason": "void"}).decode()
    assert await rater.rate([replace(ended, tallied=void)]) == {ended.id: void}


async def test_boards_have_those_who_are_listed_and_sure(redis: Redis, rater: Rater) -> None:
    """Whoever is hidden while matches are rated is taken off, in whatever order that happens."""
    now = (await read(redis, rater)).now_ms
    start = (now - BEGIN) / HOUR - 24 * 40
    matches = [
        over(*(PEOPLE[(number + step) % 8] for step in (0, 1 + number % 3)), hours=start + number)
        for number in range(240)
    ]
    await ratings.set_listed(redis, ANN, listed=False)
    for place in range(0, 240, 40):
        await rater.rate(await stored(redis, *matches[place : place + 40]))
    pool, today = await read_pool(redis, POOL), moments.day_of(now)
    assert len(pool.order) == 7
    assert pool.differences(today, frozenset([ANN])) == []
    await ratings.set_listed(redis, ANN, listed=True)
    await rater.pools.place(POOL, ANN, hidden=False, now_ms=now)
    await rater.pools.place(POOL, BEN, hidden=True, now_ms=now)
    assert (await read_pool(redis, POOL)).differences(today, frozenset([BEN])) == []
    await redis.zadd(ratings.lapse(POOL), {EVE: today})
    assert await rater.pools.drop_lapsed(POOL) == 1
    assert EVE not in (await read_pool(redis, POOL)).order


async def test_the_deleted_are_kept_from_boards_for_as_long_as_they_could_have_a_place(
    redis: Redis, rater: Rater
) -> None:
    """Who was surest of all leaves the boards before, and who asked for it stays off them."""
    surest = Numbers(Strength(25_000_000, 1), 30, 1, 0, 0)
    assert surest.lapse
    assert surest.lapse * moments.DAY < ratings.DELETED_MS
    await ratings.set_listed(redis, ANN, False, BEGIN)
    await ratings.set_listed(redis, BEN, False)
    await rater.pools.forget_deleted(BEGIN + ratings.DELETED_MS - 1)
    assert await rater.pools.unlisted([ANN, BEN, EVE]) == {ANN, BEN}
    await rater.pools.forget_deleted(BEGIN + ratings.DELETED_MS)
    assert await rater.pools.unlisted([ANN, BEN, EVE]) == {BEN}


async def test_marks_of_earlier_days_are_dropped(redis: Redis, rater: Rater) -> None:
    await rater.rate(await stored(redis, over(ANN, BEN), over(BEN, EVE, hours=25)))
    assert {*(await read_pool(redis, POOL)).pairs} == {f"{ANN} {BEN}", f"{BEN} {EVE}"}
    await rater.pools.drop_old_marks(POOL)
    assert {*(await read_pool(redis, POOL)).pairs} == {f"{BEN} {EVE}"}
