"""The director: what is due happens once, whoever dies, and whatever else is away."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any

import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier_tournament import Presence, Status, match_id
from croupier_tournament.commands import OpenCheckIn
from croupier_tournament.entries import Reason
from croupier_tournament.verify import verify
from engine.domain.errors import InMaintenance, StoreUnavailable
from engine.observability.metrics import Metrics
from engine.service.matches import Matches
from engine.service.tournaments import directing
from engine.service.tournaments.wishes import Give
from engine.service.workers.director import Director
from engine.service.workers.table_maker import TableMaker
from engine.store.indexes.due_queue import Claimed
from engine.store.maintenance import MaintenanceNotice
from engine.store.matches import MatchStore
from redis.asyncio import Redis
from redislink import tournaments as keys
from redislink.client import connect

from tests.engine.conftest import PATIENT_S, TTL
from tests.support import shipped_users
from tests.support.directed import Clock, Directed, directed
from tests.support.mortal import Life, mortal
from tests.support.tournament_requests import Entrant, entrants
from tests.support.tournaments import lines
from tests.support.waiting import happens
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]

MINUTE = 60_000
DAY = 24 * 60 * MINUTE
LEASE = 11_000
"""After so long, another director takes over."""


@pytest.fixture
async def redis(empty_server: RedisServer) -> AsyncIterator[Redis]:
    """The connection of an engine, by the user with which it is shipped."""
    shipped_users.install(empty_server.url)
    user, password = shipped_users.login(empty_server.url, "engine")
    async with connect(empty_server.url, PATIENT_S, user, password) as client:
        yield client


@pytest.fixture
async def engine(redis: Redis) -> AsyncIterator[Directed]:
    async with directed(redis) as engine:
        yield engine


async def begun(engine: Directed, size: int = 4, **members: Any) -> str:
    """A tournament of which the first round is paired."""
    id_, _ = await engine.gather(size, **members)
    await engine.passes(MINUTE)
    assert len((await engine.read(id_)).rounds) == 1
    return id_


async def ends(engine: Directed, id_: str, *tables: int, leg: int = 1) -> None:
    """The tally notes that these tables of the last round have been won by their first players."""
    it, client = await engine.read(id_), engine.redis
    last = it.rounds[-1]
    for table in tables:
        seats = last.table(table).seats(leg)
        end = {
            "match": {
                "seats": [{"player": {"id": each}} for each in seats],
                "outcome": {"reason": "completed", "ranking": [[0], [1]]},
                "updateTime": engine.matches.time(),
                "fairness": {"logHead": "ab" * 32},
            },
            "log": [{"seat": 0}],
        }
        place = f"{last.number}:{table}:{leg}"
        await client.hset(keys.ended(id_), place, json.dumps(end))
    await client.zadd(keys.DUE, {id_: 0})


async def kinds(redis: Redis, id_: str) -> list[str]:
    return [json.loads(each)["kind"] for each in await lines(redis, id_)]


async def test_a_tournament_goes_on_to_its_end_by_itself(engine: Directed) -> None:
    id_ = await begun(engine, 4, rounds=2)
    for number in (1, 2):
        it = await engine.read(id_)
        assert (len(it.rounds), it.rounds[-1].open_tables) == (number, {1, 2})
        assert await engine.redis.zscore(keys.tables("lost-cities"), id_) is not None
        await ends(engine, id_, 1)
        await engine.passes()
        assert (await engine.read(id_)).rounds[-1].open_tables == {2}
        assert not await engine.redis.hlen(keys.ended(id_))
        await ends(engine, id_, 2)
        await engine.passes()
    report = verify(await lines(engine.redis, id_))
    assert report.finding is None
    assert report.tournament
    assert report.tournament.status is Status.FINISHED
    assert await engine.redis.zscore(keys.DUE, id_) is None
    assert await statuses(engine.redis, id_) == [Status.FINISHED]


async def statuses(redis: Redis, id_: str) -> list[Status]:
    """Those under which lists have it."""
    return [each for each in Status if await redis.zscore(keys.in_status(each), id_) is not None]


async def test_it_is_looked_at_when_something_is_due_and_not_before(engine: Directed) -> None:
    start = engine.matches.now_ms() + 60 * MINUTE
    id_ = await engine.make(start_ms=start, most_players=9)
    for each in entrants(2):
        await engine.stub.ChangeTournament(each.joins(id_))
    await engine.passes()
    due = await engine.redis.zscore(keys.DUE, id_)
    assert due
    assert due <= engine.matches.now_ms() + MINUTE, "it is looked at each minute, whatever was lost"
    engine.clock.wait(start - MINUTE - engine.matches.now_ms() - 1_000)
    await engine.director.tick()
    assert (await engine.read(id_)).status is Status.OPEN
    assert await engine.redis.zscore(keys.DUE, id_) == start - MINUTE
    await engine.passes(1_000)
    it = await engine.read(id_)
    assert (it.status, it.starts_at - it.at) == (Status.CHECK_IN, MINUTE)


async def test_too_few_are_called_off(engine: Directed) -> None:
    start = engine.matches.now_ms() + 60 * MINUTE
    made = await engine.make(start_ms=start)
    await engine.passes(60 * MINUTE)
    assert (await engine.read(made)).status is Status.ABORTED


async def test_two_directors_at_once_do_everything_once(engine: Directed, redis: Redis) -> None:
    """Also if both have claimed it: what both decide is stored once."""
    async with directed(redis, engine.clock) as other:
        id_, _ = await engine.gather()
        engine.clock.wait(MINUTE)

        async def both() -> None:
            for director in (engine.director, other.director):
                await redis.zadd(keys.DUE, {id_: 0})
                claims = await director._queue.claim(engine.matches.now_ms())
                looks.append(director._look(claims[0]))
            await asyncio.gather(*looks)

        looks: list[Any] = []
        await both()
        looks.clear()
        await ends(engine, id_, 1, 2)
        await both()
    found = await kinds(redis, id_)
    assert [found.count(each) for each in ("started", "paired", "result", "standings")] == [
        1,
        2,
        2,
        1,
    ]
    assert verify(await lines(redis, id_)).finding is None


@pytest.mark.parametrize("carried_out", [False, True])
@pytest.mark.parametrize("step", ["started", "results", "the end"])
async def test_who_dies_at_any_step_leaves_it_to_another(
    empty_server: RedisServer, redis: Redis, step: str, carried_out: bool
) -> None:
    """Nothing happens twice, and lists come to say what the log says."""
    clock = Clock()
    async with directed(redis, clock) as engine:
        for at in count(1):
            life = Life()
            id_, _ = await engine.gather(rounds=1 if step == "the end" else 2)
            if step == "started":
                clock.wait(MINUTE)
            else:
                await engine.passes(MINUTE)
                await ends(engine, id_, 1, 2)
            async with connect(empty_server.url, PATIENT_S) as own:
                dying = Matches(MatchStore(mortal(own, life), TTL), clock.now)
                director = Director(own, dying)
                life.left, life.carried_out = at, carried_out
                with suppress(StoreUnavailable):
                    await director.tick()
            await engine.passes(LEASE)
            status = await _is_well(engine, id_, step)
            if not life.over:
                break
            if status is not Status.FINISHED:
                abort = pb.AbortTournament(reason="enough")
                await engine.stub.ChangeTournament(Entrant().wants(id_, abort=abort))
                await engine.passes()
        assert at > 5


async def _is_well(engine: Directed, id_: str, step: str) -> Status:
    results = ["started", "paired", "result", "result", "standings"]
    expected = {
        "started": ["started", "paired"],
        "results": [*results, "paired"],
        "the end": [*results, "ended"],
    }[step]
    assert (await kinds(engine.redis, id_))[11:] == expected
    report = verify(await lines(engine.redis, id_))
    assert report.finding is None
    assert report.tournament
    status = report.tournament.status
    assert await statuses(engine.redis, id_) == [status]
    over = status is Status.FINISHED
    assert bool(await engine.redis.zscore(keys.DUE, id_)) != over
    assert bool(await engine.redis.zscore(keys.OVER, id_)) == over
    assert await engine.redis.zscore(keys.tables("lost-cities"), id_) is not None
    assert not await engine.redis.hlen(keys.ended(id_))
    return status


async def test_while_no_engine_plays_its_game_it_is_held(engine: Directed) -> None:
    id_ = await begun(engine)
    it = await engine.read(id_)
    ends_by = it.rounds[0].ends_by
    engines, store = engine.matches.store.engines, engine.redis
    says = b'99999999999999 {"games": ["chess@1"], "group": ""}'
    await store.hset("{tickets}:engines", "other", says)
    engines._stale_at = 0.0
    await engine.passes(10_000)
    assert (await engine.read(id_)).is_held
    await engine.passes(100 * MINUTE)
    it = await engine.read(id_)
    assert (it.version, it.rounds[0].open_tables) == (it.version, {1, 2}), "nothing is overdue"
    await engines.beat("this")
    await engine.passes(10_000)
    it = await engine.read(id_)
    assert not it.is_held
    assert it.rounds[0].ends_by >= ends_by + 100 * MINUTE
    assert verify(await lines(store, id_)).finding is None


async def test_before_a_table_is_overdue_its_match_is_looked_at(
    engine: Directed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One is gone; one was not revealed in time, as its match says, which nobody has tallied."""
    monkeypatch.setattr(directing, "OVERDUE", 1)
    id_ = await begun(engine, 4, clock=pb.ClockOptions(bank_ms=60_000))
    await TableMaker(engine.redis, engine.matches).tick()
    gone, late = [match_id(id_, 1, table) for table in (1, 2)]
    engine.clock.wait(2 * MINUTE)
    match = await engine.matches.apply_deadlines(await engine.matches.store.load(late))
    assert match.ended
    await engine.redis.unlink(f"match:{{{gone}}}")
    await engine.passes(60 * MINUTE)
    await engine.passes()
    entries = [json.loads(each) for each in await lines(engine.redis, id_)]
    results = {each["table"]: each for each in entries if each["kind"] == "result"}
    assert [results[table]["reason"] for table in (1, 2)] == [Reason.OVERDUE, Reason.NO_SHOW]
    assert results[2]["logHead"]
    assert verify(await lines(engine.redis, id_)).finding is None


async def test_an_end_that_is_of_no_table_is_forgotten(
    engine: Directed, caplog: pytest.LogCaptureFixture
) -> None:
    id_ = await begun(engine)
    before = (await engine.read(id_)).version
    end = {"match": {"seats": [], "outcome": None}, "log": []}
    for place in ("1:1:1", "9:1:1", "1:9:1"):
        await engine.redis.hset(keys.ended(id_), place, json.dumps(end))
    await ends(engine, id_)
    await engine.passes()
    assert not await engine.redis.hlen(keys.ended(id_))
    assert (await engine.read(id_)).version == before
    assert len(caplog.records) == 3


async def test_an_end_by_a_clock_that_is_ahead_waits(engine: Directed) -> None:
    id_ = await begun(engine)
    engine.clock.wait(5_000)
    await ends(engine, id_, 1)
    engine.clock.wait(-5_000)
    await engine.passes(2_000)
    assert (await engine.read(id_)).rounds[0].open_tables == {1, 2}
    await engine.passes(6_000)
    assert (await engine.read(id_)).rounds[0].open_tables == {2}


async def test_in_maintenance_no_round_begins_but_results_are_noted(engine: Directed) -> None:
    maintenance = engine.matches.store.maintenance
    id_ = await begun(engine)
    made = await engine.make()
    await maintenance.begin(MaintenanceNotice("Back at nine.", 90, "2026-01-02T03:04:05Z", "Olga"))
    maintenance._stale_at = 0.0
    await ends(engine, id_, 1, 2)
    await engine.passes()
    it = await engine.read(id_)
    assert (it.ranked, len(it.rounds)) == (1, 1)
    with pytest.raises(InMaintenance):
        await engine.matches.tournaments.change(made, Give(OpenCheckIn()))
    await maintenance.end()
    maintenance._stale_at = 0.0
    await engine.passes()
    assert len((await engine.read(id_)).rounds) == 2


async def test_one_in_which_nothing_happens_any_more_is_called_off(engine: Directed) -> None:
    made = await engine.make()
    await engine.passes(29 * DAY)
    assert (await engine.read(made)).status is Status.OPEN
    await engine.passes(2 * DAY)
    assert (await engine.read(made)).status is Status.ABORTED


async def is_ranked(engine: Directed, id_: str, rounds: int) -> bool:
    return (await engine.read(id_)).ranked == rounds


async def test_a_tournament_that_takes_long_holds_up_no_other(
    engine: Directed, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, well = await begun(engine), await begun(engine)
    goes_on, look = asyncio.Event(), engine.director._look

    async def look_slowly(claim: Claimed) -> None:
        if claim.id == slow:
            await goes_on.wait()
        await look(claim)

    monkeypatch.setattr(engine.director, "_look", look_slowly)
    await engine.redis.zadd(keys.DUE, {slow: 0})
    running = asyncio.create_task(engine.director.run())
    for number in (1, 2):
        await ends(engine, well, 1, 2)
        await happens(partial(is_ranked, engine, well, number))
    goes_on.set()
    engine.director.stop()
    await running


async def test_many_results_wait_for_no_lease(
    engine: Directed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it takes to apply them."""
    monkeypatch.setattr(directing, "MOST_ENTRIES", 1)
    id_ = await begun(engine, 8)
    direct = engine.director._direct

    async def direct_slowly(claim: Claimed, survey: directing.Survey) -> directing.Direct:
        engine.clock.wait(3_000)
        return await direct(claim, survey)

    monkeypatch.setattr(engine.director, "_direct", direct_slowly)
    await ends(engine, id_, 1, 2, 3, 4)
    await engine.director.tick()
    assert len((await engine.read(id_)).rounds) == 2
    due = await engine.redis.zscore(keys.DUE, id_)
    assert due
    assert due > engine.matches.now_ms()


async def test_a_tournament_that_fails_holds_up_no_other(
    engine: Directed, caplog: pytest.LogCaptureFixture
) -> None:
    broken, _ = await engine.gather()
    well, _ = await engine.gather()
    await engine.redis.set(keys.secret(broken), "no seed")
    engine.matches.store.tournaments.chains._kept.clear()
    await engine.passes(MINUTE)
    assert (await engine.read(well)).status is Status.RUNNING
    assert (await engine.read(broken)).status is Status.CHECK_IN
    assert [each.__dict__["tournament_id"] for each in caplog.records] == [broken]
    assert "no seed" not in caplog.text


async def test_it_is_measured_how_late_a_director_is(engine: Directed) -> None:
    await engine.gather()
    metrics = Metrics()
    director = Director(engine.redis, engine.matches, metrics)
    engine.clock.wait(100_000)
    await director.tick()
    assert 95 < metrics.undirected_s._value.get() < 100
    await director.tick()
    assert metrics.undirected_s._value.get() == 0


async def test_while_redis_is_away_a_director_waits_and_goes_on(
    own_server: RedisServer,
) -> None:
    async with connect(own_server.url, 0.8) as redis, directed(redis) as engine:
        id_, _ = await engine.gather()
        own_server.stop()
        with pytest.raises(StoreUnavailable):
            await engine.passes(MINUTE)
        own_server.start()
        await engine.passes(LEASE)
        assert (await engine.read(id_)).status is Status.RUNNING


@pytest.mark.parametrize(
    "system", [pb.TOURNAMENT_SYSTEM_KNOCKOUT, pb.TOURNAMENT_SYSTEM_ROUND_ROBIN]
)
async def test_other_systems_end_as_well(engine: Directed, system: int) -> None:
    id_ = await begun(engine, 4, system=system, rounds=0)
    while (await engine.read(id_)).status is Status.RUNNING:
        await ends(engine, id_, *(await engine.read(id_)).rounds[-1].open_tables)
        await engine.passes()
    assert (await engine.read(id_)).status is Status.FINISHED
    assert verify(await lines(engine.redis, id_)).finding is None


async def test_the_log_is_whole_of_an_arena_whose_last_players_have_no_seals_left(
    engine: Directed,
) -> None:
    """That one of them withdraws ends it, before the other does."""
    arena = {"system": pb.TOURNAMENT_SYSTEM_ARENA, "rounds": 0, "minutes": 5}
    id_, _ = await engine.gather(2, seals=32, **arena)
    await engine.passes(MINUTE)
    (table,) = (await engine.read(id_)).rounds[0].tables
    unsealed = json.dumps({"unsealed": table.players})
    await engine.redis.hset(keys.ended(id_), "1:1:1", unsealed)
    await engine.redis.zadd(keys.DUE, {id_: 0})
    await engine.passes(5 * MINUTE)
    report = verify(await lines(engine.redis, id_))
    assert report.finding is None
    assert report.tournament
    assert report.tournament.status is Status.FINISHED
    version = await engine.redis.hget(keys.tournament(id_), keys.VERSION)
    assert int(version or 0) == report.tournament.version


async def test_an_arena_pairs_who_waits_every_three_seconds(engine: Directed) -> None:
    arena = {"system": pb.TOURNAMENT_SYSTEM_ARENA, "rounds": 0, "minutes": 5}
    id_, _ = await engine.gather(3, 32, **arena)
    await engine.passes(MINUTE)
    assert len((await engine.read(id_)).rounds) == 1
    await engine.passes(3_000)
    assert len((await engine.read(id_)).rounds) == 1, "one waits alone"
    await ends(engine, id_, 1)
    await engine.passes()
    await engine.passes(3_000)
    it = await engine.read(id_)
    assert len(it.rounds) == 2
    assert sum(each.presence is Presence.PLAYING for each in it.players.values()) == 3
    assert verify(await lines(engine.redis, id_)).finding is None
