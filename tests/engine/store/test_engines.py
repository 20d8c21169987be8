"""Tests of heartbeats: which engines live, what they play, and which matches may begin."""

import asyncio
from functools import partial
from typing import Any

import pytest
from croupier_match.settings import MatchSettings
from engine.domain.errors import InMaintenance
from engine.domain.registry import GAMES
from engine.service.matches import Matches
from engine.service.matchmaking import Matchmaking
from engine.service.rematches import Rematches, RematchRequest
from engine.service.workers.heartbeat import Heartbeat
from engine.store import engines as module
from engine.store.engines import KEYS, RETRY_AFTER_S, Engine, Engines
from engine.store.matches import MatchStore
from redis.asyncio import Redis

from tests.engine.conftest import TTL
from tests.support.matches import full_table, person
from tests.support.waiting import happens
from tools.redis_server import RedisServer

pytestmark = pytest.mark.anyio

GAME, OTHER = "lost-cities", "livingstone"
PLAYED = sorted(GAMES.played)
LACKING = [each for each in PLAYED if not each.startswith(GAME)]


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FRESH_S", 0.0)


async def lives(redis: Redis, name: str, games: list[str], group: str = "") -> None:
    """Have an engine of other games beat."""
    kept = Engines(redis, group)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(GAMES), "played", {*games})
        await kept.beat(name)


async def dies(redis: Redis, name: str) -> None:
    """Let the time pass for which an engine counts."""
    says: Any = await redis.hget(KEYS[0], name)
    await redis.hset(KEYS[0], name, f"1 {says.decode().partition(' ')[2]}")


async def test_an_engine_is_there_from_its_first_beat_until_it_leaves(own_redis: Redis) -> None:
    engines = Engines(own_redis)
    assert (await engines.read()).engines == {}
    await engines.beat("a")
    assert (await Engines(own_redis).read()).engines == {"a": Engine(tuple(PLAYED))}
    await engines.leave("a")
    roll = await engines.read()
    assert (roll.engines, roll.games) == ({}, {*PLAYED})


async def test_one_that_beats_no_more_is_forgotten(own_redis: Redis) -> None:
    engines = Engines(own_redis)
    await engines.beat("a")
    await dies(own_redis, "a")
    assert (await engines.read()).engines == {}
    await engines.beat("b")
    assert await own_redis.hkeys(KEYS[0]) == [b"b"]


async def test_what_none_has_played_for_long_is_gone(
    own_redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    engines, (rules, *_) = Engines(own_redis), PLAYED
    game = rules.partition("@")[0]
    engines._began -= module.GONE_S
    await engines.beat("a")
    assert not engines.gone(rules)
    assert not engines.gone(game)
    assert engines.gone("chess@1"), "this engine has looked for long enough"
    assert not Engines(own_redis).gone("chess@1"), "this one has just begun"
    await engines.leave("a")
    await engines.read()
    assert not engines.gone(rules), "it may be an upgrade"
    monkeypatch.setattr(module, "GONE_S", 0.0)
    assert engines.gone(rules)
    assert engines.gone(game)


async def test_what_cannot_be_read_of_an_engine_stops_no_other(own_redis: Redis) -> None:
    always = 10**15
    odd: Any = {"a": "no time", "b": f"{always} no JSON", "c": f"{always} {{}}", "d": f"{always}"}
    await own_redis.hset(KEYS[0], mapping=odd)
    engines = Engines(own_redis)
    assert (await engines.read()).engines == {}
    await engines.beat("e")
    assert [*(await engines.read()).engines] == ["e"]
    await engines.check(PLAYED[0])


async def test_a_beat_that_fails_unexpectedly_is_tried_again(
    own_redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    heartbeat = Heartbeat(Engines(own_redis))
    await own_redis.sadd(KEYS[1], b"\xff")
    assert not await heartbeat.beat()
    assert "the heartbeat failed: UnicodeDecodeError at " in caplog.text
    await own_redis.srem(KEYS[1], b"\xff")
    assert await heartbeat.beat()


async def test_a_worker_beats_on_and_outlives_an_outage(
    own_redis: Redis, own_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.service.workers.heartbeat.BEAT_S", 0.05)
    monkeypatch.setattr("engine.service.workers.heartbeat.AGAIN_S", 0.05)
    engines = Engines(own_redis)
    heartbeat = Heartbeat(engines)

    async def there() -> bool:
        return bool(await own_redis.hlen(KEYS[0]))

    work = asyncio.create_task(heartbeat.run())
    await happens(there)
    await asyncio.to_thread(own_server.stop)
    await asyncio.to_thread(own_server.start)
    await own_redis.delete(*KEYS)
    await happens(there)
    heartbeat.stop()
    await work
    await heartbeat.leave()
    assert not await there()


async def test_nothing_of_a_game_begins_until_all_engines_of_the_group_play_it(
    own_redis: Redis,
) -> None:
    matches = Matches(MatchStore(own_redis, TTL))
    table = await full_table(matches)
    await table.resign(0)
    await matches.store.engines.beat("own")
    await lives(own_redis, "lacking", LACKING)

    async def begin(game: str) -> None:
        await matches.create(person(), MatchSettings(game), None)
        await Matchmaking(matches).create(person(), MatchSettings(game), None)

    await begin(OTHER)
    for attempt in (
        matches.create(person(), MatchSettings(GAME), None),
        Matchmaking(matches).create(person(), MatchSettings(GAME), None),
        Rematches(matches).request(table.match_id, table.caller(0), RematchRequest(), None),
    ):
        with pytest.raises(InMaintenance) as refused:
            await attempt
        assert refused.value.retry_after_s == RETRY_AFTER_S
    await lives(own_redis, "lacking", LACKING, group="apart")
    await begin(GAME)
    await lives(own_redis, "lacking", [*LACKING, f"{GAME}@99"])
    with pytest.raises(InMaintenance):
        await begin(GAME)
    await dies(own_redis, "lacking")
    await begin(GAME)
    await Rematches(matches).request(table.match_id, table.caller(0), RematchRequest(), None)


async def test_lists_have_the_matches_of_games_that_others_play(
    own_redis: Redis, request: pytest.FixtureRequest
) -> None:
    matches = Matches(MatchStore(own_redis, TTL))
    table = await full_table(matches)
    await matches.store.engines.beat("gone")
    lists = MatchStore(own_redis, TTL)
    played = GAMES[GAME]
    GAMES.remove(GAME)
    request.addfinalizer(partial(GAMES.add, played))
    await dies(own_redis, "gone")

    async def found() -> tuple[list[str], int, int]:
        ids = [name.split(" ")[1] for name in await lists.lists.page(["public"], "", None, "", 9)]
        (active,) = await lists.lists.active([table.players[0].id])
        return ids, active, (await lists.lists.count()).get((GAME, "active"), 0)

    assert await found() == ([], 0, 0)
    await lists.engines.beat("own")
    assert await found() == ([table.match_id], 1, 1)
