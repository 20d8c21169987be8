"""`croupierctl stats rebuild`: the counters of a player follow from its matches again."""

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any

import pytest
from anyio import to_thread
from croupier_match.match import Access, AnyMatch, Player
from engine.admin.__main__ import main
from engine.admin.operator import Operator
from engine.admin.statistics.rebuild import rebuild
from engine.store import keys
from engine.store.archive.archived_matches import UNARCHIVED_MS
from engine.store.compression import pack
from engine.store.matches import MatchStore
from engine.store.statistics.anew import Anew
from engine.store.statistics.counted import counted
from engine.store.statistics.counters import Counters
from engine.store.tally.ended_matches import Ended, read_all
from redis.asyncio import Redis
from redislink import statistics
from redislink.client import connect
from redislink.statistics import Record

from tests.engine.conftest import PATIENT_S, TTL
from tests.engine.store.statistics.ends import End
from tests.support import shipped_users
from tests.support.archives import Worker, ended
from tests.support.matches import fresh_id, person
from tools.redis_server import RedisServer

pytestmark = pytest.mark.anyio

GAMES = ("lost-cities", "just4fun", "livingstone")


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis without engines, which would count these matches too, in an order of their own."""
    server = RedisServer(tmp_path_factory.mktemp("statistics"))
    server.start()
    shipped_users.install(server.url)
    yield server.url
    server.close()


@pytest.fixture
async def counters(redis_url: str) -> AsyncIterator[Counters]:
    async with connect(redis_url, PATIENT_S, *shipped_users.login(redis_url, "engine")) as client:
        yield Counters(client)


@pytest.fixture
def command(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`main` finds this Redis, as the engines' user."""
    monkeypatch.setenv("ENGINE_REDIS_URL", redis_url)
    user, password = shipped_users.login(redis_url, "engine")
    monkeypatch.setenv("ENGINE_REDIS_USERNAME", user)
    monkeypatch.setenv("ENGINE_REDIS_PASSWORD", password)


async def played(store: MatchStore, redis: Redis, ada: Player, matches: int) -> list[Ended]:
    """Matches of Ada, each with somebody else and some of them private, as they are stored."""
    made: list[AnyMatch] = []
    for number in range(matches):
        access = Access.PRIVATE if number % 3 == 2 else Access.PUBLIC
        others = [person(), replace(person(), kind="bot")][: 1 + number % 2]
        game, players = GAMES[number % 2], [ada, *others[-1:]]
        made.append(await ended(store, game, players, access, seed=str(number)))
    read = await read_all(redis, [each.id for each in made])
    found = [each for each in read if isinstance(each, Ended)]
    assert len(found) == matches
    return found


async def stored(redis: Any, player: str) -> list[Any]:
    return [await redis.hgetall(key) for key in statistics.all_of(player)[:2]]


async def test_what_was_counted_follows_from_the_matches(
    store: MatchStore, redis: Redis, counters: Counters, operator: Operator
) -> None:
    ada = person()
    assert not await counters.count(await played(store, redis, ada, 7))
    before = await stored(redis, ada.id)
    assert all(before)
    outcome = await rebuild(operator, ada.id, check=True)
    assert (outcome.matches, outcome.unreadable, [*outcome.differences]) == (7, 0, [])
    await rebuild(operator, ada.id, check=False)
    assert await stored(redis, ada.id) == before
    assert not await redis.keys(f"stats:{{{ada.id}}}:anew*")


async def test_what_is_wrong_is_said_and_put_right(
    store: MatchStore,
    redis: Any,
    counters: Counters,
    command: None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    ada = person()
    matches = await played(store, redis, ada, 6)
    await counters.count(matches)
    before, other = await stored(redis, ada.id), fresh_id()
    own = statistics.counters(ada.id)
    right = before[0][b"lost-cities people"].decode()
    wrong = Record(won=0, best_match="x").dump()
    await redis.hset(own, "lost-cities people", wrong)
    await redis.hset(statistics.met(ada.id), other, "1 0 0 1 m")

    asked = ["stats", "rebuild", ada.id]
    assert await to_thread.run_sync(main, [*asked, "--check"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said == [
        f"lost-cities people: {wrong} is stored, {right} follows from the matches",
        f"against {other}: 1 0 0 1 m is stored, nothing follows from the matches",
        "6 matches that have ended: 2 fields differ",
    ]
    assert await stored(redis, ada.id) != before

    assert await to_thread.run_sync(main, [*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["written"], len(told["differences"]), told["matches"]) == (True, 2, 6)
    assert await stored(redis, ada.id) == before
    assert await redis.ttl(own) == -1
    # What comes once more is known.
    assert not await counters.count(matches)
    assert await stored(redis, ada.id) == before
    assert await to_thread.run_sync(main, [*asked, "--check"]) == 0
    assert capsys.readouterr().out == "6 matches that have ended: all is right\n"


async def test_what_ends_meanwhile_is_not_lost(redis: Any, counters: Counters) -> None:
    player, anew = fresh_id(), None
    early, late = (End((player, fresh_id())).ended(fresh_id()) for _ in range(2))
    await counters.count([early])
    await redis.zadd(statistics.done(player), {early.id: 0})  # long ago
    anew = Anew(redis, player)
    await anew.begin()
    await anew.add([each for each in counted(early) if each.player == player])
    await counters.count([late])
    assert await anew.adopt() == [late.id]
    await anew.add([each for each in counted(late) if each.player == player])
    assert await anew.adopt() == []
    value = await redis.hget(statistics.counters(player), "lost-cities people")
    assert Record.parse(value).won == 2


async def test_what_redis_has_forgotten_is_not_taken_from_players(
    store: MatchStore,
    redis: Any,
    counters: Counters,
    command: None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Without an archive, matches are gone after some days, and counters stay."""
    ada = person()
    matches = await played(store, redis, ada, 2)
    await counters.count(matches)
    before = await stored(redis, ada.id)
    await redis.delete(*keys.all_of(matches[0].id))
    assert await to_thread.run_sync(main, ["stats", "rebuild", ada.id]) == 1
    told = capsys.readouterr().err
    assert "matches that were counted were not archived, so all stays as it is" in told
    assert await stored(redis, ada.id) == before


async def test_a_match_that_cannot_be_read_is_counted_as_such(
    store: MatchStore, redis: Any, counters: Counters, operator: Operator
) -> None:
    ada = person()
    matches = await played(store, redis, ada, 2)
    await redis.hset(keys.match(matches[0].id), "match", pack(b'{"status":"finished"}'))
    outcome = await rebuild(operator, ada.id, check=True)
    assert (outcome.matches, outcome.unreadable) == (1, 1)


async def test_archived_matches_are_counted_too(
    redis: Any, worker: Worker, counters: Counters, command: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    archiving = MatchStore(redis, replace(TTL, unarchived=UNARCHIVED_MS), archive=worker.archive)
    ada = person()
    matches = await played(archiving, redis, ada, 4)
    await counters.count(matches)
    before = await stored(redis, ada.id)
    await worker.work()
    for each in matches[:3]:
        await worker.forget(each.id)
    monkeypatch.setenv("ENGINE_ARCHIVE_URL", worker.url)
    asked = ["stats", "rebuild", ada.id]
    assert await to_thread.run_sync(main, [*asked, "--check"]) == 0
    await redis.delete(*statistics.all_of(ada.id))
    assert await to_thread.run_sync(main, asked) == 0
    assert await stored(redis, ada.id) == before
