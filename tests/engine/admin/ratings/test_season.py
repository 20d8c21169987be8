"""`croupierctl ratings season`: begun once for all engines, and noted with who and why."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from anyio import to_thread
from croupier_match.refusals import Conflict
from croupier_rating import NEWCOMER, Pool, TimeClass, carried, shown
from engine.admin.__main__ import main
from engine.admin.operator import Operator
from engine.admin.ratings.season import begin
from engine.store.ratings.seasons import NOTICE_MS, Season, Seasons, season_at
from engine.store.ratings.shown_ratings import ShownRatings
from redis.asyncio import Redis
from redislink import ratings

from tests.support.matches import person
from tests.support.rated_pools import rated
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]


async def test_a_season_begins_a_minute_later_and_once(operator: Operator, redis: Redis) -> None:
    begun = await begin(operator, 1, "The new year")
    ahead = begun.start_ms - operator.matches.now_ms()
    assert NOTICE_MS - 10_000 < ahead <= NOTICE_MS
    assert await begin(operator, 1, "Again") == begun
    seasons = await Seasons(redis).all()
    assert [season_at(seasons, begun.start_ms + each) for each in (-1, 0)] == [0, 1]
    for wrong in (3, 999_999):
        with pytest.raises(Conflict, match="the next one is 2"):
            await begin(operator, wrong, "Too far")


async def test_a_season_of_which_there_are_ledgers_can_be_begun_again(
    operator: Operator, redis: Any
) -> None:
    await rated(redis, 3, seed=1)
    await redis.sadd(ratings.POOLS, "nim.live.human.4")
    assert (await begin(operator, 4, "Restored")).number == 4


async def test_the_command_says_who_and_why(
    redis: Redis,
    empty_server: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ENGINE_REDIS_URL", empty_server.url)
    arguments = ["--by", "olga", "ratings", "season", "begin", "1", "--reason", "New year"]
    assert await to_thread.run_sync(main, arguments) == 0
    said = capsys.readouterr().out
    assert said.startswith("season 1 from ")
    assert said.endswith(" on, by olga: New year\n")
    assert await to_thread.run_sync(main, ["ratings", "season", "list", "--json"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["season"], second["by"], second["reason"]) == (0, "olga", "New year")
    assert await to_thread.run_sync(main, [*arguments[:5], "7", "--reason", "x"]) == 1


async def test_tickets_begin_a_season_as_matches_do(redis: Redis) -> None:
    """With what a player brings along, and not with the rating of the season before."""
    ann, now = person(), timedelta(minutes=1)
    strength = NEWCOMER.strength._replace(mu=35_000_000, sigma=3_000_000)
    numbers = replace(NEWCOMER, strength=strength)
    pool = str(Pool("nim", TimeClass.LIVE, ann.kind))
    client: Any = redis
    await client.hset(ratings.players(pool), ann.id, numbers.pack())
    of = ShownRatings(redis)
    assert await of.of("nim", TimeClass.LIVE, ann) == shown.rating(strength)
    await Seasons(redis).begin(Season(2, now // timedelta(milliseconds=1)))
    assert await of.of("nim", TimeClass.LIVE, ann) == shown.rating(carried(strength, 2))
    assert await ShownRatings(redis, "a group").of("nim", TimeClass.LIVE, ann) == 1500
