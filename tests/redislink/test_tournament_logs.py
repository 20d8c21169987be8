"""Logs of tournaments, read and folded: once for all, and anew where another one was restored."""

import asyncio
from typing import Any

import pytest
from croupier_tournament import Entry
from redis.asyncio import Redis
from redislink import tournament_logs, tournaments
from redislink.tournament_logs import Known, TournamentLogs

from tests.support.tournaments import Stored, settings

pytestmark = pytest.mark.anyio


class Slow(TournamentLogs):
    """Counts its readings of Redis, each of which waits until it is let go."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self.count, self.begun, self.go = 0, asyncio.Event(), asyncio.Event()

    async def _rows(self, tournament_id: str, known: Known | None) -> Any:
        self.count += 1
        self.begun.set()
        rows = await super()._rows(tournament_id, known)
        await self.go.wait()
        return rows


async def a_tournament(redis: Redis, players: int = 4) -> Stored:
    stored = Stored.of(redis, settings(rounds=2))
    stored.playing.register(range(players))
    return await stored.save()


async def test_the_fold_is_that_of_the_log(redis: Redis) -> None:
    stored, logs = await a_tournament(redis), TournamentLogs(redis)
    known = await logs.read(stored.id)
    assert known
    assert known.tournament == stored.playing.it
    assert known.made["name"] == "Friday night"
    stored.playing.check_in()
    stored.playing.play()
    await stored.save()
    known = await logs.read(stored.id)
    assert known
    assert known.tournament == stored.playing.it


async def test_there_is_none_of_another_id(redis: Redis) -> None:
    assert await TournamentLogs(redis).read("A" * 22) is None


async def test_who_asks_at_the_same_time_shares_a_reading(redis: Redis) -> None:
    stored, logs = await a_tournament(redis), Slow(redis)
    first = asyncio.create_task(logs.read(stored.id))
    await logs.begun.wait()
    # What is stored from now on, the first reading may lack: all others share the next one.
    others = [asyncio.create_task(logs.read(stored.id)) for _ in range(100)]
    await asyncio.sleep(0)
    logs.go.set()
    found = await asyncio.gather(first, *others)
    assert len({id(each) for each in found}) == 1
    assert logs.count == 2
    assert not logs._next


async def test_who_gives_up_does_not_end_the_reading_of_others(redis: Redis) -> None:
    stored, logs = await a_tournament(redis), Slow(redis)
    first, second = (asyncio.create_task(logs.read(stored.id)) for _ in range(2))
    await logs.begun.wait()
    first.cancel()
    logs.go.set()
    assert await second


async def test_many_readings_at_once_fold_each_entry_once(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament_logs, "SLICE", 1)
    stored, told = await a_tournament(redis), list[int]()

    def note(known: Known, entry: Entry) -> None:
        assert known.tournament.version == entry.version
        told.append(entry.version)

    logs = TournamentLogs(redis, on_entry=note)

    async def ask() -> None:
        for _ in range(20):
            assert await logs.read(stored.id)

    async def go_on() -> None:
        for number in range(10, 30):
            stored.playing.register([number])
            await stored.save()

    await asyncio.gather(go_on(), *(ask() for _ in range(10)))
    assert await logs.read(stored.id)
    assert told == [*range(1, stored.playing.it.version + 1)]


async def test_a_log_that_was_restored_is_read_anew(redis: Redis) -> None:
    stored, logs = await a_tournament(redis), TournamentLogs(redis)
    await logs.read(stored.id)
    client: Any = redis
    key, log = tournaments.tournament(stored.id), tournaments.log(stored.id)
    await client.delete(log)
    for each in stored.playing.entries[:3]:
        await client.xadd(log, {tournaments.LINE: each.line}, f"{each.version}-0")
    head = stored.playing.entries[3].prev
    await client.hset(key, mapping={"version": 3, "head": head})
    known = await logs.read(stored.id)
    assert known
    assert (known.tournament.version, known.tournament.head) == (3, head)


async def test_those_read_last_are_kept(redis: Redis) -> None:
    stored = [await a_tournament(redis) for _ in range(3)]
    logs = TournamentLogs(redis, most_players=8)
    for each in stored:
        await logs.read(each.id)
    assert [*logs._known] == [each.id for each in stored[1:]]
