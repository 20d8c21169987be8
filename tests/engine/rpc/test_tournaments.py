"""Tournaments over real gRPC: they are made, joined, begun, directed and left; and each refusal."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias, cast

import grpc
import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier_tournament import Presence, Status, refusals
from engine.domain.ids import code_for_key
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from redislink import tournaments as keys
from redislink.channels import TOURNAMENT, player_channel
from redislink.client import connect
from redislink.tournament_logs import TournamentLogs

from tests.engine.conftest import PATIENT_S
from tests.support.directed import Directed, directed
from tests.support.engine_rpc import person, used
from tests.support.matches import fresh_id
from tests.support.tournament_requests import Entrant, entrants, new_tournament

pytestmark = pytest.mark.anyio

MINUTE = 60_000


@pytest.fixture
async def engine(redis_url: str) -> AsyncIterator[Directed]:
    async with connect(redis_url, PATIENT_S) as redis, directed(redis) as engine:
        yield engine


async def begun(engine: Directed) -> tuple[str, list[Entrant]]:
    """A tournament of which the first round is paired."""
    id_, players = await engine.gather()
    await engine.passes(MINUTE)
    return id_, players


async def test_a_tournament_is_joined_and_begins_with_those_who_are_there(
    engine: Directed,
) -> None:
    id_, players = await engine.fill()
    it = await engine.read(id_)
    assert (it.version, it.status) == (7, Status.CHECK_IN)
    for each in players[:3]:
        await engine.stub.ChangeTournament(each.checks_in(id_))
    await engine.passes(MINUTE)
    it = await engine.read(id_)
    assert (it.status, len(it.rounds)) == (Status.RUNNING, 1)
    assert it.players[players[3].id].presence is Presence.WITHHELD


async def test_what_the_log_does_not_say_is_beside_it(engine: Directed, redis: Any) -> None:
    maker = person("Mia")
    conditions = json.dumps({"minRating": 1500}).encode()
    request = new_tournament(maker, conditions=conditions, house_bots=2)
    id_ = (await engine.stub.CreateTournament(request)).tournament_id
    ada = Entrant(person("Ada"))
    await engine.stub.ChangeTournament(ada.joins(id_))
    stored = await redis.hgetall(keys.tournament(id_))
    said = json.loads(stored[b"made_with"])
    assert said.pop("createTime").endswith("Z")
    assert said == {
        "name": "Friday night",
        "maker": {"id": maker.id, "displayName": "Mia", "kind": "human"},
        "access": "public",
        "inviteCode": "",
        "conditions": {"minRating": 1500},
        "rated": False,
        "kind": None,
        "timeClass": None,
        "houseBots": 2,
    }
    summary = json.loads(stored[b"summary"])
    assert summary["settings"]["match"]["clock"]["bank"] == "300s"
    assert (summary["status"], summary["players"], summary["round"]) == ("open", 1, 0)
    (player,) = (await redis.hgetall(keys.players(id_))).items()
    assert player[0].decode() == ada.id
    assert json.loads(player[1]) == {"displayName": "Ada", "kind": "human", "seals": ada.seals(3)}
    log = b"".join(row[b"line"] for _, row in await redis.xrange(keys.log(id_)))
    assert b"Ada" not in log
    assert b"Mia" not in log


async def test_the_code_of_a_private_tournament_leads_nowhere_but_is_there(
    engine: Directed, redis: Any
) -> None:
    id_ = await engine.make(access=pb.ACCESS_PRIVATE)
    said = json.loads(await redis.hget(keys.tournament(id_), keys.MADE))
    assert len(said["inviteCode"]) == 11
    assert await redis.zscore(keys.in_status("open"), id_) is None
    other = await engine.make()
    assert await redis.zscore(keys.in_status("open"), other)


async def test_a_request_under_the_same_key_is_answered_the_same(engine: Directed) -> None:
    maker, ada = person(), Entrant()
    request = new_tournament(maker, idempotency=used("a"))
    first, again = [await engine.stub.CreateTournament(request) for _ in range(2)]
    assert (again.tournament_id, again.version) == (first.tournament_id, 2)
    assert [first.replayed, again.replayed] == [False, True]
    joins = ada.joins(first.tournament_id)
    joins.idempotency.CopyFrom(used("a"))
    first, again = [await engine.stub.ChangeTournament(joins) for _ in range(2)]
    assert [first.replayed, again.replayed] == [False, True]
    assert first.version == again.version == 3
    joins.idempotency.fingerprint = "that"
    assert await refused(engine.stub.ChangeTournament(joins)) == "IDEMPOTENCY_MISMATCH"
    request.idempotency.fingerprint = "that"
    assert await refused(engine.stub.CreateTournament(request)) == "IDEMPOTENCY_MISMATCH"


async def test_who_leaves_before_the_check_in_may_join_again_but_not_who_was_removed(
    engine: Directed, redis: Any
) -> None:
    id_, ada, bob, maker = await engine.make(), Entrant(), Entrant(), Entrant()
    for each in (ada, bob):
        await engine.stub.ChangeTournament(each.joins(id_))
    await engine.stub.ChangeTournament(ada.wants(id_, leave=pb.LeaveTournament()))
    assert not await redis.hexists(keys.players(id_), ada.id)
    assert await redis.zscore(keys.of_player(ada.id), id_) is None
    await engine.stub.ChangeTournament(ada.joins(id_))
    assert await redis.zscore(keys.of_player(ada.id), id_)
    remove = pb.RemoveFromTournament(player_id=bob.id)
    await engine.stub.ChangeTournament(maker.wants(id_, remove=remove))
    assert await refused(engine.stub.ChangeTournament(bob.joins(id_))) == "FORBIDDEN"
    assert [*(await engine.read(id_)).players] == [ada.id]


async def test_who_has_joined_is_told_so_that_its_streams_follow(
    engine: Directed, redis: Any
) -> None:
    id_, (ada, bob) = await engine.make(), entrants(2)
    async with redis.pubsub() as pubsub:
        await pubsub.subscribe(player_channel(ada.id))
        for each in (bob, ada):
            await engine.stub.ChangeTournament(each.joins(id_))
        messages = (each async for each in pubsub.listen() if each["type"] == "message")
        assert (await anext(messages))["data"] == f"{TOURNAMENT} {id_}".encode()


async def test_a_player_withdraws_and_comes_back(engine: Directed) -> None:
    id_, (ada, *_) = await begun(engine)
    await engine.stub.ChangeTournament(ada.wants(id_, leave=pb.LeaveTournament()))
    it = await engine.read(id_)
    assert it.players[ada.id].presence is Presence.WITHDRAWN
    assert len(it.open_rounds[1].open_tables) == 1, "the other has its point at once"
    await engine.stub.ChangeTournament(ada.joins(id_))
    assert (await engine.read(id_)).players[ada.id].presence is Presence.PLAYING


async def test_its_director_starts_pauses_goes_on_and_calls_it_off(engine: Directed) -> None:
    id_, maker, players = await engine.make(), Entrant(), entrants(2)
    for each in players:
        await engine.stub.ChangeTournament(each.joins(id_))

    async def does(**wish: Any) -> Status:
        await engine.stub.ChangeTournament(maker.wants(id_, **wish))
        return (await engine.read(id_)).status

    assert await does(start=pb.StartTournament()) is Status.CHECK_IN
    for each in players:
        await engine.stub.ChangeTournament(each.checks_in(id_))
    await engine.passes(MINUTE)
    await does(pause=pb.PauseTournament())
    assert (await engine.read(id_)).paused
    await does(resume=pb.ResumeTournament())
    assert not (await engine.read(id_)).paused
    assert await does(abort=pb.AbortTournament(reason="rain")) is Status.ABORTED


async def test_seals_follow_those_of_before(engine: Directed, redis: Any) -> None:
    arena = {"system": pb.TOURNAMENT_SYSTEM_ARENA, "rounds": None, "minutes": 60}
    id_, ada = await engine.make(**arena), Entrant()
    await engine.stub.ChangeTournament(ada.joins(id_, 32))
    more = ada.wants(id_, add_seals=pb.AddSeals(table_seals=ada.seals(34)[32:]))
    more.idempotency.CopyFrom(used("more"))
    answers = [await engine.stub.ChangeTournament(more) for _ in range(2)]
    assert [each.replayed for each in answers] == [False, True]
    assert [each.version for each in answers] == [3, 3]
    stored = json.loads(await redis.hget(keys.players(id_), ada.id))
    assert stored["seals"] == ada.seals(34)


# Rated ones.


def rated(**members: Any) -> dict[str, Any]:
    """A tournament of a preset of the game."""
    game = {"game": "lost-cities", "clock": pb.ClockOptions(bank_ms=600_000)}
    return {**game, "rated": True, "own_game": True, **members}


def standing(engine: Directed, **members: Any) -> pb.Standing:
    """Of an account that is old enough."""
    return pb.Standing(since_ms=engine.matches.now_ms() - 11 * MINUTE, **members)


async def test_a_rated_tournament_is_for_those_who_may_play_rated_matches(
    engine: Directed, redis: Any
) -> None:
    id_ = await engine.make(**rated())
    said = json.loads(await redis.hget(keys.tournament(id_), keys.MADE))
    assert (said["rated"], said["kind"], said["timeClass"]) == (True, "human", "live")
    ada, bot = Entrant(), Entrant(pb.Player(id=fresh_id(), kind=pb.PLAYER_KIND_BOT))
    well = standing(engine)
    for entrant, of, reason in (
        (ada, pb.Standing(), "INVALID_OPTIONS"),
        (ada, standing(engine, unlisted=True), "INVALID_OPTIONS"),
        (bot, well, "INVALID_OPTIONS"),
        (ada, standing(engine, waits_until_ms=4_000_000_000_000), "SUSPENDED"),
    ):
        joins = entrant.joins(id_, standing=of)
        assert await refused(engine.stub.ChangeTournament(joins)) == reason
    await engine.stub.ChangeTournament(ada.joins(id_, standing=well))
    for_bots = await engine.make(**rated(conditions=b'{"kinds": ["bot"]}'))
    await engine.stub.ChangeTournament(bot.joins(for_bots, standing=well))


# What cannot be made.


@pytest.mark.parametrize(
    ("members", "why"),
    [
        ({"clock": None}, "clock"),
        ({"clock": pb.ClockOptions(per_move_ms=60_000)}, "bank"),
        ({"clock": pb.ClockOptions(bank_ms=60_000, on_timeout=pb.ON_TIMEOUT_RANDOM)}, "forfeit"),
        ({"start_ms": 1}, "startTime"),
        ({"start_ms": 2**52}, "startTime"),
        ({"most_players": 1}, "maxPlayers has to be 2 to 10000"),
        ({"least_players": 1}, "minPlayers"),
        ({"legs": 3}, "matchesPerPairing"),
        ({"check_in_ms": 0}, "checkIn has to be at least 1s"),
        ({"check_in_ms": 30 * 24 * 60 * MINUTE + 1}, "checkIn"),
        ({"break_ms": 2**32 - 1}, "roundBreak"),
        ({"start_ms": 2**62}, "startTime"),
        ({"most_players": 0}, "start"),
        ({"rounds": 0}, "rounds"),
        ({"seats": 9}, "seats"),
        ({"house_bots": 7}, "houseBots"),
        ({"house_bots": 1, "access": pb.ACCESS_PRIVATE}, "public"),
        ({"rated": True}, "rated"),
        ({**rated(), "access": pb.ACCESS_PRIVATE}, "access"),
        ({**rated(), "seats": 3}, "seats"),
        ({"reveal_ms": 0}, "reveal"),
    ],
)
async def test_what_cannot_be_played_is_refused(
    engine: Directed, members: dict[str, Any], why: str
) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as failed:
        await engine.make(**members)
    assert reason_of(failed.value) == "INVALID_OPTIONS"
    assert why in (failed.value.details() or "")


@pytest.mark.parametrize(
    "members", [{"name": ""}, {"name": "x" * 61}, {"conditions": b"[]"}, {"conditions": b"{"}]
)
async def test_what_no_gateway_sends_is_malformed(
    engine: Directed, members: dict[str, Any]
) -> None:
    assert await refused(engine.make(**members)) == "MALFORMED"


async def test_a_game_that_is_not_here_is_left_to_other_engines(engine: Directed) -> None:
    assert await refused(engine.make(game="chess")) == "NOT_PLAYED_HERE"


async def test_what_changes_nothing_leaves_nothing(engine: Directed, redis: Any) -> None:
    """Whatever its key is: else a key after the other would fill Redis."""
    id_, (ada, *others) = await engine.fill()
    maker, number = Entrant(), 0

    async def twice(wish: pb.ChangeTournamentRequest) -> None:
        nonlocal number
        await engine.stub.ChangeTournament(wish)
        before = [await redis.dump(each) for each in keys.all_of(id_)]
        number += 1
        wish.idempotency.CopyFrom(used(f"key {number}"))
        await engine.stub.ChangeTournament(wish)
        assert before == [await redis.dump(each) for each in keys.all_of(id_)]

    for each in (ada, *others):
        await twice(each.checks_in(id_))
    await engine.passes(MINUTE)
    await twice(maker.wants(id_, pause=pb.PauseTournament()))
    await twice(maker.wants(id_, resume=pb.ResumeTournament()))
    await twice(ada.wants(id_, leave=pb.LeaveTournament()))
    await twice(ada.joins(id_))


async def test_nobody_leaves_what_is_over(engine: Directed) -> None:
    id_, (ada, *_) = await begun(engine)
    abort = pb.AbortTournament(reason="It rains.")
    await engine.stub.ChangeTournament(ada.wants(id_, abort=abort))
    leave = ada.wants(id_, leave=pb.LeaveTournament())
    assert await refused(engine.stub.ChangeTournament(leave)) == "TOURNAMENT_NOT_RUNNING"
    remove = ada.wants(id_, remove=pb.RemoveFromTournament(player_id=ada.id))
    assert await refused(engine.stub.ChangeTournament(remove)) == "TOURNAMENT_NOT_RUNNING"


async def test_a_maker_makes_twenty_a_day(engine: Directed) -> None:
    """Also if it makes more at the same moment."""
    maker = person()
    calls = (engine.stub.CreateTournament(new_tournament(maker)) for _ in range(25))
    made = await asyncio.gather(*calls, return_exceptions=True)
    assert [reason_of(each) for each in made if isinstance(each, grpc.aio.AioRpcError)] == [
        "CONFLICT"
    ] * 5
    assert await refused(engine.stub.CreateTournament(new_tournament(maker))) == "CONFLICT"
    engine.clock.wait(24 * 60 * MINUTE + 1)
    await engine.stub.CreateTournament(new_tournament(maker))


# Each refusal once, by a request that provokes it.

Provocation: TypeAlias = Callable[[Directed], Awaitable[Any]]


async def not_found(engine: Directed) -> Any:
    id_ = await engine.make()
    await engine.stub.ChangeTournament(Entrant().wants(id_, leave=pb.LeaveTournament()))


async def conflict(engine: Directed) -> Any:
    id_, ada = await engine.make(), Entrant()
    for _ in range(2):
        await engine.stub.ChangeTournament(ada.joins(id_))


async def forbidden(engine: Directed) -> Any:
    id_, (ada, *_) = await engine.fill()
    false = ada.wants(id_, check_in=pb.CheckIn(entropy="00" * 32))
    await engine.stub.ChangeTournament(false)


async def invalid(engine: Directed) -> Any:
    await engine.stub.ChangeTournament(Entrant().joins(await engine.make(), 2))


async def is_full(engine: Directed) -> Any:
    start = engine.matches.now_ms() + 60 * MINUTE
    id_, _ = await engine.fill(2, start_ms=start)
    await engine.stub.ChangeTournament(Entrant().joins(id_))


async def not_open(engine: Directed) -> Any:
    id_, _ = await engine.fill()
    await engine.stub.ChangeTournament(Entrant().joins(id_))


async def not_running(engine: Directed) -> Any:
    pause = pb.PauseTournament()
    await engine.stub.ChangeTournament(Entrant().wants(await engine.make(), pause=pause))


PROVOKED: dict[type[refusals.Refusal], tuple[Provocation, grpc.StatusCode, str]] = {
    refusals.NotFound: (not_found, grpc.StatusCode.NOT_FOUND, "NOT_FOUND"),
    refusals.Conflict: (conflict, grpc.StatusCode.FAILED_PRECONDITION, "CONFLICT"),
    refusals.Forbidden: (forbidden, grpc.StatusCode.PERMISSION_DENIED, "FORBIDDEN"),
    refusals.InvalidSettings: (invalid, grpc.StatusCode.INVALID_ARGUMENT, "INVALID_OPTIONS"),
    refusals.Full: (is_full, grpc.StatusCode.FAILED_PRECONDITION, "TOURNAMENT_FULL"),
    refusals.NotOpen: (not_open, grpc.StatusCode.FAILED_PRECONDITION, "TOURNAMENT_NOT_OPEN"),
    refusals.NotRunning: (
        not_running,
        grpc.StatusCode.FAILED_PRECONDITION,
        "TOURNAMENT_NOT_RUNNING",
    ),
}


@pytest.mark.parametrize("refusal", PROVOKED, ids=lambda each: each.__name__)
async def test_every_refusal_is_a_status_with_its_reason(
    engine: Directed, refusal: type[refusals.Refusal]
) -> None:
    provoke, code, reason = PROVOKED[refusal]
    with pytest.raises(grpc.aio.AioRpcError) as failed:
        await provoke(engine)
    assert (failed.value.code(), reason_of(failed.value)) == (code, reason)


async def test_no_such_tournament_and_no_wish(engine: Directed) -> None:
    assert await refused(engine.stub.ChangeTournament(Entrant().joins(fresh_id()))) == "NOT_FOUND"
    nothing = Entrant().wants(await engine.make())
    assert await refused(engine.stub.ChangeTournament(nothing)) == "MALFORMED"


async def refused(call: Awaitable[Any]) -> str:
    """The reason why the call fails."""
    with pytest.raises(grpc.aio.AioRpcError) as failed:
        await call
    return reason_of(failed.value)


def reason_of(error: grpc.aio.AioRpcError) -> str:
    told = rpc_status.from_call(cast(grpc.Call, error))
    assert told
    info = error_details_pb2.ErrorInfo()
    assert told.details[0].Unpack(info)
    return str(info.reason)


async def test_a_code_of_a_tournament_is_none_of_a_match(engine: Directed) -> None:
    """Also of the same key: a code of a match finds it."""
    maker, key = Entrant(), pb.Idempotency(key="k", fingerprint="f" * 32)
    made = await engine.stub.CreateTournament(
        new_tournament(maker.player, access=pb.ACCESS_PRIVATE, idempotency=key)
    )
    known = await TournamentLogs(engine.redis).read(made.tournament_id)
    assert known
    secret = await engine.matches.store.installation.secret()
    assert known.made["inviteCode"] != code_for_key("k", maker.id, secret)


async def test_who_has_withdrawn_and_is_removed_does_not_come_back(engine: Directed) -> None:
    id_, (ada, *_) = await begun(engine)
    maker = Entrant(person())
    await engine.stub.ChangeTournament(ada.wants(id_, leave=pb.LeaveTournament()))
    remove = pb.RemoveFromTournament(player_id=ada.id)
    await engine.stub.ChangeTournament(maker.wants(id_, remove=remove))
    assert await refused(engine.stub.ChangeTournament(ada.joins(id_))) == "FORBIDDEN"
