"""Logs of tournaments as every service reads them: folded once, then only what came since."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from croupier_tournament import Status, System
from redis.asyncio import Redis
from redislink import tournament_logs, tournaments
from redislink.client import connect
from redislink.tournament_logs import CHUNK, DamagedLog, TournamentLogs

from tests.croupier_tournament.playing import Playing
from tests.support.matches import fresh_id
from tests.support.tournaments import Stored, settings

pytestmark = pytest.mark.anyio

PATIENT_S = 60.0


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    async with connect(redis_url, PATIENT_S) as client:
        yield client


async def test_what_came_since_is_added(redis: Redis) -> None:
    it, logs = await Stored.of(redis, settings()).save(), TournamentLogs(redis)
    known = await logs.read(it.id)
    assert known
    assert known.tournament.version == 2
    it.playing.register(range(3))
    await it.save()
    again = await logs.read(it.id)
    assert again is known
    assert known.tournament == it.playing.it


async def test_a_long_log_is_read_in_parts(redis: Redis) -> None:
    it = Stored.of(redis, settings())
    it.playing.register(range(CHUNK + 10))
    await it.save()
    known = await TournamentLogs(redis).read(it.id)
    assert known
    assert known.tournament == it.playing.it


async def test_others_have_their_turn_while_a_log_is_folded(redis: Redis) -> None:
    it = Stored.of(redis, settings())
    it.playing.register(range(CHUNK))
    await it.save()
    turns = 0

    async def take_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    others = asyncio.create_task(take_turns())
    await TournamentLogs(redis).read(it.id)
    others.cancel()
    assert turns > CHUNK / tournament_logs.SLICE


async def test_many_who_read_at_once_read_the_same(redis: Redis) -> None:
    it, logs = await Stored.of(redis, settings()).save(), TournamentLogs(redis)
    it.playing.register(range(50))
    await it.save()
    found = await asyncio.gather(*(logs.read(it.id) for _ in range(20)))
    assert {id(each) for each in found} == {id(found[0])}
    assert found[0]
    assert found[0].tournament == it.playing.it


async def test_there_is_none(redis: Redis) -> None:
    assert await TournamentLogs(redis).read(fresh_id()) is None


async def test_one_that_is_gone_is_forgotten(redis: Redis) -> None:
    it, logs = await Stored.of(redis, settings()).save(), TournamentLogs(redis)
    assert await logs.read(it.id)
    await redis.unlink(tournaments.tournament(it.id), tournaments.log(it.id))
    assert await logs.read(it.id) is None
    assert not logs._known


async def test_one_whose_log_has_left_for_the_archive_is_read_anew_once_it_is_back(
    redis: Redis,
) -> None:
    """Its hash stays for lists; names and seals have gone along with the log."""
    client: Any = redis
    it, logs = await Stored.of(redis, settings()).save(), TournamentLogs(redis)
    known = await logs.read(it.id)
    assert known
    await redis.rename(tournaments.log(it.id), f"away {it.id}")
    assert await logs.read(it.id) is None
    assert not logs._known
    await redis.rename(f"away {it.id}", tournaments.log(it.id))
    again = await logs.read(it.id)
    assert again
    assert again.tournament == known.tournament
    assert await client.xlen(tournaments.log(it.id)) == 2


async def test_a_name_that_went_is_not_known_any_more(redis: Redis) -> None:
    client: Any = redis
    it, logs = await Stored.of(redis, settings()).save(), TournamentLogs(redis)
    known = await logs.read(it.id)
    assert known
    made = {**known.made, "maker": {**known.made["maker"], "displayName": "gone"}}
    await client.hset(tournaments.tournament(it.id), tournaments.MADE, json.dumps(made))
    again = await logs.read(it.id)
    assert again
    assert again.made["maker"]["displayName"] == "gone"


@pytest.mark.parametrize("lost", [3, CHUNK + 1])
async def test_a_log_that_lacks_an_entry_is_not_read_and_nobody_waits_for_it(
    redis: Redis, lost: int
) -> None:
    it, logs = Stored.of(redis, settings()), TournamentLogs(redis)
    it.playing.register(range(CHUNK + 10))
    await it.save()
    await redis.xdel(tournaments.log(it.id), f"{lost}-0")
    for _ in range(2):
        with pytest.raises(DamagedLog):
            async with asyncio.timeout(PATIENT_S):
                await logs.read(it.id)


@pytest.mark.parametrize("later", [0, 2, 5])
async def test_of_a_log_that_was_restored_the_other_entries_are_known(
    redis: Redis, later: int
) -> None:
    """Redis comes back as it was before, and then the log goes on in another way, or not yet."""
    client: Any = redis
    it, logs = await Stored.of(redis, settings()).save(), TournamentLogs(redis)
    fields = await client.hgetall(tournaments.tournament(it.id))
    it.playing.register(range(3))
    await it.save()
    assert await logs.read(it.id)
    await client.unlink(tournaments.tournament(it.id), tournaments.log(it.id))
    await client.hset(tournaments.tournament(it.id), mapping=fields)
    for entry in it.playing.entries[:2]:
        row = {tournaments.LINE: entry.line}
        await client.xadd(tournaments.log(it.id), row, f"{entry.version}-0")
    other = Stored(redis, Playing(it.playing.settings, it.playing.seed, it.id))
    other.saved, other.head = 2, other.playing.it.head
    other.playing.register(range(10, 10 + later))
    if later:
        await other.save()
    known = await logs.read(it.id)
    assert known
    assert known.tournament == other.playing.it
    assert known.tournament.status is Status.OPEN


def crowd(it: Playing) -> None:
    it.register(range(10))


def nobody(it: Playing) -> None:
    """Nobody joins."""


def two_in_an_arena(it: Playing) -> None:
    it.started(2)
    for _ in range(10):
        it.pair()
        it.play_round()


@pytest.mark.parametrize(
    ("play", "weighs"), [(crowd, 8 + 12 + 10), (nobody, 8 + 2), (two_in_an_arena, 8 + 28 + 2)]
)
async def test_the_longest_unread_are_dropped_beyond_what_all_may_weigh(
    redis: Redis, play: Callable[[Playing], None], weighs: int
) -> None:
    """Whatever they have much of: players, rounds, or nothing but being many."""
    logs, all_of_them = TournamentLogs(redis, most=3 * weighs - 1), []
    for _ in range(4):
        it = Stored.of(redis, settings(System.ARENA))
        play(it.playing)
        all_of_them.append((await it.save()).id)
        for _ in range(2):
            assert await logs.read(all_of_them[-1])
    assert [*logs._known] == all_of_them[2:]
