"""Lines: many wishes at once, at several engines, are decided one after another and stored once."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import pbkdf2_hmac
from itertools import count
from typing import Any

import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier_game.errors import InvalidOptions
from croupier_match import clock
from croupier_tournament import Status, System, lots, refusals
from croupier_tournament.commands import OpenCheckIn, Reveal
from croupier_tournament.verify import verify
from engine.domain.errors import IdempotencyMismatch, StoreUnavailable
from engine.domain.steady_clock import utc_now
from engine.rpc import decode, decode_tournaments
from engine.service.matches import Matches
from engine.service.tournaments import lines
from engine.service.tournaments.batches import Changed
from engine.service.tournaments.wishes import (
    MOST_SEALS,
    AddSeals,
    Followed,
    Give,
    Join,
    Leave,
    Situation,
    Wish,
)
from engine.service.workers.director import Director
from engine.store.idempotency import IdempotencyKey
from engine.store.matches import MatchStore
from engine.store.tournaments import tournament_store
from redis.asyncio import Redis
from redislink import tournaments as keys
from redislink.client import connect
from redislink.commands import run_all
from redislink.durability import Durability
from redislink.tournament_logs import Known

from tests.croupier_tournament.playing import Playing
from tests.engine.conftest import PATIENT_S, TTL
from tests.support import tournaments as stored_tournaments
from tests.support.directed import Clock
from tests.support.engine_rpc import person
from tests.support.mortal import Life, mortal
from tests.support.tournament_requests import Entrant, entrants, new_tournament
from tests.support.tournaments import read
from tests.support.waiting import Stopwatch
from tools.redis_server import RedisServer

pytestmark = pytest.mark.anyio


@pytest.fixture
async def engines(redis_url: str) -> AsyncIterator[list[Matches]]:
    """Three, which share only Redis."""
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(connect(redis_url, PATIENT_S)) for _ in range(3)]
        yield [Matches(MatchStore(each, TTL)) for each in clients]


async def made(matches: Matches, **members: Any) -> str:
    new = decode_tournaments.new_tournament(new_tournament(person(), **members))
    return (await matches.tournaments.create(new, None)).tournament_id


ARENA = {"system": pb.TOURNAMENT_SYSTEM_ARENA, "rounds": None, "minutes": 60}
OF_ARENA = 32
"""Seals that are given when joining an arena."""


def join(entrant: Entrant, seals: int = 3) -> Join:
    seal = lots.seal_of(entrant.entropy)
    return Join(decode.player(entrant.player), seal, entrant.seals(seals))


async def test_a_thousand_join_check_in_and_leave_at_three_engines_at_once(
    engines: Sequence[Matches], redis: Redis
) -> None:
    """Each engine takes back what another came before, and no log is folded anew for that."""
    start = engines[0].now_ms() + 3_600_000
    id_, players = await made(engines[0], most_players=1_000, start_ms=start), entrants(1_000)
    dice, watch = random.Random(44), Stopwatch()

    async def all_at_once(wishes: Sequence[Any]) -> list[Any]:
        calls = (dice.choice(engines).tournaments.change(id_, each) for each in wishes)
        return await asyncio.gather(*calls, return_exceptions=True)

    joined = await all_at_once([join(each) for each in players])
    assert sorted(each.version for each in joined) == [*range(3, 1_003)]
    leaving = dice.sample(players, 300)
    await all_at_once([Leave(each.id) for each in leaving])
    again = await all_at_once([join(each) for each in leaving])
    assert all(isinstance(each, Changed) for each in again)
    (late,) = await all_at_once([join(Entrant())])
    assert isinstance(late, refusals.Full)
    await engines[0].tournaments.change(id_, Give(OpenCheckIn()))
    revealed = await all_at_once([Give(Reveal(each.id, each.entropy)) for each in players])
    assert all(isinstance(each, Changed) for each in revealed)
    assert watch.seconds() < 2.6, "a thousand wishes a second"
    report = verify(await stored_tournaments.lines(redis, id_))
    assert report.finding is None
    assert report.tournament
    assert {*report.tournament.players} == {each.id for each in players}
    assert all(each.entropy for each in report.tournament.players.values())
    stored: Any = await redis.hgetall(keys.players(id_))
    assert {each.decode() for each in stored} == {each.id for each in players}


async def test_those_who_come_together_are_stored_together(
    engines: Sequence[Matches], redis: Redis
) -> None:
    client: Any = redis
    id_ = await made(engines[0], most_players=200)
    async with client.pubsub() as channel:
        await channel.subscribe(keys.tournament(id_))
        await channel.get_message(timeout=PATIENT_S)
        tournaments = engines[0].tournaments
        await asyncio.gather(*(tournaments.change(id_, join(each)) for each in entrants(150)))
        told = [await channel.get_message(timeout=PATIENT_S) for _ in range(2)]
    assert [int(each["data"]) for each in told] == [102, 152]


async def test_the_same_request_sent_twice_at_once_is_carried_out_once(
    engines: Sequence[Matches],
) -> None:
    id_, ada = await made(engines[0]), Entrant()
    key = IdempotencyKey(ada.id, "a", "this")
    calls = [each.tournaments.change(id_, join(ada), key) for each in (*engines[:2], *engines[:2])]
    answers = await asyncio.gather(*calls)
    assert [each.version for each in answers] == [3] * 4
    assert [each.replayed for each in answers].count(False) == 1
    other = IdempotencyKey(ada.id, "a", "that")
    with pytest.raises(IdempotencyMismatch):
        await engines[2].tournaments.change(id_, join(ada), other)


async def test_a_refusal_leaves_no_trace_of_its_key(engines: Sequence[Matches]) -> None:
    id_, ada = await made(engines[0]), Entrant()
    key = IdempotencyKey(ada.id, "a", "this")
    with pytest.raises(refusals.NotFound):
        await engines[0].tournaments.change(id_, Leave(ada.id), key)
    await engines[0].tournaments.change(id_, join(ada))
    assert not (await engines[0].tournaments.change(id_, Leave(ada.id), key)).replayed


async def test_wishes_of_one_batch_see_what_those_before_have_left(
    engines: Sequence[Matches], redis: Redis
) -> None:
    """Somebody joins, gives more seals, leaves and joins again before anything is stored."""
    tournaments, ada = engines[0].tournaments, Entrant()
    id_ = await made(engines[0], **ARENA)
    more = ada.seals(OF_ARENA + 4)[OF_ARENA:]
    await asyncio.gather(
        tournaments.change(id_, join(ada, OF_ARENA)),
        tournaments.change(id_, AddSeals(ada.id, more[:2])),
        tournaments.change(id_, Leave(ada.id)),
        tournaments.change(id_, join(ada, OF_ARENA)),
        tournaments.change(id_, AddSeals(ada.id, more[2:])),
    )
    stored: Any = await redis.hget(keys.players(id_), ada.id)
    assert more[3].encode() in stored
    assert more[0].encode() not in stored


async def test_seals_that_are_given_at_several_engines_at_once_all_stay(
    engines: Sequence[Matches], redis: Redis
) -> None:
    """They make no entry, so the version of the log tells no engine that another came first."""
    ada, id_ = Entrant(), await made(engines[0], **ARENA)
    await engines[0].tournaments.change(id_, join(ada, OF_ARENA))
    given = ada.seals(OF_ARENA + 30)
    more = enumerate(given[OF_ARENA:])
    gives = (engines[at % 3].tournaments.change(id_, AddSeals(ada.id, [each])) for at, each in more)
    await asyncio.gather(*gives)
    stored: Any = await redis.hget(keys.players(id_), ada.id)
    assert sorted(json.loads(stored)["seals"]) == sorted(given)


@pytest.mark.parametrize("tables", [0, 2])
def test_only_so_many_seals_are_given_of_tables_to_come(tables: int) -> None:
    """Those of tables that there were do not count: the longest arena may have thousands."""
    ada = Entrant()
    it = Playing(stored_tournaments.settings(System.ARENA)).started(2)
    for _ in range(tables):
        it.pair()
        it.play_round()
    player = next(iter(it.it.players))
    given = ada.seals(MOST_SEALS + tables + 1)
    stored = {"displayName": "Ada", "kind": "human", "seals": given[:-2]}
    situation = Situation(Known(it.it, {}), stored, it.now, it.keys)
    assert AddSeals(player, given[-2:-1]).decide(situation).players[player] == {
        **stored,
        "seals": given[:-1],
    }
    with pytest.raises(refusals.InvalidSettings):
        AddSeals(player, given[-2:]).decide(situation)


async def test_only_as_many_seals_are_kept_as_there_may_be_matches(
    engines: Sequence[Matches], redis: Redis
) -> None:
    tournaments, ada, id_ = engines[0].tournaments, Entrant(), await made(engines[0])
    await tournaments.change(id_, join(ada, 9))
    stored: Any = await redis.hget(keys.players(id_), ada.id)
    assert json.loads(stored)["seals"] == ada.seals(3)
    with pytest.raises(refusals.Conflict):
        await tournaments.change(id_, AddSeals(ada.id, ada.seals(9)[3:]))


async def test_a_turn_that_nobody_uses_ends(
    engines: Sequence[Matches], redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others always come first, until it is full."""
    ada, id_ = Entrant(), await made(engines[0], most_players=lines.PATIENT + 1)
    store, turns = engines[0].store.tournaments, list[str]()
    append, take_turn = store.append, store.take_turn

    async def append_late(*given: Any) -> bool:
        await engines[1].tournaments.change(id_, join(Entrant()))
        return await append(*given)

    async def note_turn(tournament_id: str, turn: str) -> None:
        turns.append(turn)
        await take_turn(tournament_id, turn)

    monkeypatch.setattr(store, "append", append_late)
    monkeypatch.setattr(store, "take_turn", note_turn)
    with pytest.raises(refusals.NotOpen):
        await engines[0].tournaments.change(id_, join(ada))
    assert turns
    assert not await redis.exists(keys.turn(id_))


async def test_who_comes_back_at_another_engine_before_having_left_its_list_is_on_it(
    engines: Sequence[Matches], redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, id_ = Entrant(), await made(engines[0])
    await engines[0].tournaments.change(id_, join(ada))

    async def run_late(of: Redis, commands: Sequence[Any]) -> list[Any]:
        if ("ZREM", keys.of_player(ada.id), id_) in commands:
            await engines[1].tournaments.change(id_, join(ada))
        return await run_all(of, commands)

    monkeypatch.setattr(tournament_store, "run_all", run_late)
    await engines[0].tournaments.change(id_, Leave(ada.id))
    assert ada.id in (await read(redis, id_)).players
    assert await redis.zscore(keys.of_player(ada.id), id_)


async def test_who_does_not_wait_any_more_is_left_out(engines: Sequence[Matches]) -> None:
    tournaments, id_ = engines[0].tournaments, await made(engines[0])
    first, gone = Entrant(), Entrant()
    waits = asyncio.create_task(tournaments.change(id_, join(first)))
    leaves = asyncio.create_task(tournaments.change(id_, join(gone)))
    await asyncio.sleep(0)  # both are in the line
    leaves.cancel()
    await waits
    known = await engines[1].store.tournaments.read(id_)
    assert [*known.tournament.players] == [first.id]


@pytest.mark.parametrize("carried_out", [False, True])
async def test_an_engine_that_dies_at_any_step_leaves_a_change_whole_or_not_at_all(
    empty_server: RedisServer, carried_out: bool
) -> None:
    """Whoever repeats the request at another engine gets its answer."""
    async with connect(empty_server.url, PATIENT_S) as redis:
        other, survived = Matches(MatchStore(redis, TTL)), False
        for at in count(1):
            ada, life = Entrant(), Life()
            id_, key = await made(other), IdempotencyKey(ada.id, "a", "this")
            async with connect(empty_server.url, PATIENT_S) as own:
                dying = Matches(MatchStore(mortal(own, life), TTL))
                await dying.tournaments.change(id_, join(Entrant()))
                await redis.zrem(keys.DUE, id_)
                life.left, life.carried_out = at, carried_out
                with suppress(StoreUnavailable):
                    survived = bool(await dying.tournaments.change(id_, join(ada), key))
            if ada.id in (await read(redis, id_)).players:
                assert await redis.zscore(keys.DUE, id_), "its director looks at it"
                assert await redis.zscore(keys.of_player(ada.id), id_)
            answer = await other.tournaments.change(id_, join(ada), key)
            assert answer.version == 4
            assert ada.id in (await read(redis, id_)).players
            if survived:
                assert at > 4
                return


@dataclass(frozen=True)
class Fails(Leave):
    """What has an error that nobody expected, when the tournament has changed already."""

    def decide(self, situation: Situation) -> Followed:
        Leave.decide(self, situation)
        raise ValueError("what nobody expected")


async def test_a_wish_that_fails_by_itself_fails_alone(engines: Sequence[Matches]) -> None:
    tournaments, ada, others = engines[0].tournaments, Entrant(), entrants(5)
    id_ = await made(engines[0], most_players=10)
    await tournaments.change(id_, join(ada))
    wishes: list[Wish] = [*map(join, others[:3]), Fails(ada.id), *map(join, others[3:])]
    calls = (tournaments.change(id_, each) for each in wishes)
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert isinstance(answers[3], ValueError)
    assert sum(isinstance(each, Changed) for each in answers) == 5
    it = (await engines[1].store.tournaments.read(id_)).tournament
    assert {*it.players} == {ada.id, *(each.id for each in others)}


@dataclass(frozen=True)
class LeaveSlowly(Leave):
    """As slow as the pairing of thousands, outside of the loop."""

    def is_light(self, status: Status) -> bool:
        return False

    def decide(self, situation: Situation) -> Followed:
        pbkdf2_hmac("sha256", b"", b"", 50_000)
        return Leave.decide(self, situation)


async def test_what_takes_long_has_its_turn_while_others_keep_coming(
    engines: Sequence[Matches], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "LARGE", 0)
    one, others = engines[0].tournaments, engines[1:]
    id_, ada = await made(engines[0], most_players=5_000), Entrant()
    await one.change(id_, join(ada))

    async def keep_coming(matches: Matches) -> None:
        while not leaving.done():
            await matches.tournaments.change(id_, join(Entrant()))

    leaving = asyncio.ensure_future(one.change(id_, LeaveSlowly(ada.id)))
    async with asyncio.timeout(PATIENT_S):
        await asyncio.gather(leaving, *map(keep_coming, others))
    it = (await engines[1].store.tournaments.read(id_)).tournament
    assert ada.id not in it.players
    assert len(it.players) > 2, "others went on coming"


async def test_whoever_is_told_when_a_tournament_can_start_makes_one_that_can_be_joined(
    redis: Redis,
) -> None:
    now = utc_now()
    matches = Matches(MatchStore(redis, TTL), lambda: now)
    soonest = matches.now_ms() + 60_000
    with pytest.raises(InvalidOptions, match=clock.rfc3339_of(soonest)):
        await made(matches, start_ms=soonest, check_in_ms=60_000)
    id_ = await made(matches, start_ms=soonest + 1, check_in_ms=60_000)
    await matches.tournaments.change(id_, join(Entrant()))


async def test_registration_closes_at_its_millisecond(redis: Redis) -> None:
    """A hundred come just before, and a hundred just then."""
    now = utc_now()
    matches = Matches(MatchStore(redis, TTL), lambda: now)
    start = matches.now_ms() + 3_600_000
    id_ = await made(matches, most_players=10_000, start_ms=start, check_in_ms=60_000)
    now += timedelta(milliseconds=start - 60_000 - 1 - matches.now_ms())
    calls = (matches.tournaments.change(id_, join(each)) for each in entrants(100))
    assert len(await asyncio.gather(*calls)) == 100
    now += timedelta(milliseconds=1)
    calls = (matches.tournaments.change(id_, join(each)) for each in entrants(100))
    late = await asyncio.gather(*calls, return_exceptions=True)
    assert {type(each) for each in late} == {refusals.NotOpen}
    await Director(redis, matches).tick()
    it = await read(redis, id_)
    assert (it.status, len(it.players)) == (Status.CHECK_IN, 100)


@pytest.mark.parametrize("carried_out", [False, True])
async def test_an_engine_that_dies_while_it_makes_a_tournament_leaves_it_to_a_repeat(
    empty_server: RedisServer, carried_out: bool
) -> None:
    async with connect(empty_server.url, PATIENT_S) as redis:
        other, survived = Matches(MatchStore(redis, TTL)), False
        later = Clock(timedelta(seconds=3))
        director = Director(redis, Matches(MatchStore(redis, TTL), later.now))
        for at in count(1):
            life, maker = Life(at, carried_out), person()
            key = IdempotencyKey(maker.id, "a", "this")
            new = decode_tournaments.new_tournament(new_tournament(maker))
            async with connect(empty_server.url, PATIENT_S) as own:
                dying = Matches(MatchStore(mortal(own, life), TTL))
                with suppress(StoreUnavailable):
                    survived = bool(await dying.tournaments.create(new, key))
            answer = await other.tournaments.create(new, key)
            it = await read(redis, answer.tournament_id)
            assert (it.version, it.status) == (answer.version, Status.OPEN)
            assert await redis.zrange(keys.of_player(maker.id), 0, -1) == [it.id.encode()]
            assert await redis.zcard(keys.made_by(maker.id)) == 1
            await director.tick()
            assert await redis.zscore(keys.in_status("open"), it.id)
            if survived:
                assert at > 8
                return


async def test_one_is_made_of_requests_that_are_sent_at_once(engines: Sequence[Matches]) -> None:
    maker = person()
    key = IdempotencyKey(maker.id, "a", "this")
    new = decode_tournaments.new_tournament(new_tournament(maker))
    answers = await asyncio.gather(*(each.tournaments.create(new, key) for each in engines))
    assert len({each.tournament_id for each in answers}) == 1
    assert [each.replayed for each in answers].count(False) == 1
    with pytest.raises(IdempotencyMismatch):
        await engines[0].tournaments.create(new, replace(key, fingerprint="that"))


async def test_while_redis_is_away_nothing_is_done_and_the_same_request_is_good_later(
    own_server: RedisServer,
) -> None:
    async with connect(own_server.url, 0.8) as redis:
        matches, ada = Matches(MatchStore(redis, TTL)), Entrant()
        id_, key = await made(matches), IdempotencyKey(ada.id, "a", "this")
        own_server.stop()
        with pytest.raises(StoreUnavailable):
            await matches.tournaments.change(id_, join(ada), key)
        own_server.start()
        assert (await matches.tournaments.change(id_, join(ada), key)).version == 3


async def test_what_is_not_on_a_replica_is_not_answered_nor_is_its_repeat(redis: Redis) -> None:
    """There is no replica; it is stored all the same, and once."""
    plain = Matches(MatchStore(redis, TTL))
    durable = Matches(MatchStore(redis, TTL, durability=Durability(1, 0, 20)))
    id_, ada = await made(plain), Entrant()
    key = IdempotencyKey(ada.id, "a", "this")
    for _ in range(2):
        with pytest.raises(StoreUnavailable):
            await durable.tournaments.change(id_, join(ada), key)
    answer = await plain.tournaments.change(id_, join(ada), key)
    assert (answer.version, answer.replayed) == (3, True)
