"""What becomes of a tournament that is over: hooks are told, and it is archived and recalled."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier_match.match import GONE
from engine.service.departures import Departures
from engine.service.workers.tournament_archiver import TournamentArchiver
from engine.store.archive.tournament_queue import TournamentQueue
from grpc import StatusCode
from grpc.aio import AioRpcError
from redis.asyncio import Redis
from redislink import hooks, tournaments
from redislink.client import connect
from redislink.commands import run
from redislink.tournament_logs import TournamentLogs

from tests.engine.conftest import PATIENT_S
from tests.support.archives import WEEK, Worker
from tests.support.directed import Directed, directed
from tests.support.engine_rpc import person
from tests.support.matches import fresh_id
from tests.support.tournament_requests import new_tournament
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]

DAY_MS = tournaments.ARCHIVED_AFTER_MS


@pytest.fixture
async def redis(empty_server: RedisServer) -> AsyncIterator[Redis]:
    """One of which the installation has a hook."""
    made = hooks.of_installation("https://x.example.net/", hooks.OF_INSTALLATION, "whsec_x", 0)
    async with connect(empty_server.url, PATIENT_S) as client:
        await run(client, hooks.installing(made, ""))
        yield client


@pytest.fixture
async def engine(redis: Redis, worker: Worker) -> AsyncIterator[Directed]:
    async with directed(redis, archive=worker.archive) as engine:
        yield engine


async def aborted(engine: Directed, maker: pb.Player | None = None) -> str:
    """A tournament that its maker calls off, and whose director has seen that."""
    maker, stub = maker or person(), engine.running.stub
    made = await stub.CreateTournament(new_tournament(maker))
    abort = pb.AbortTournament(reason="rain")
    wish = pb.ChangeTournamentRequest(tournament_id=made.tournament_id, player=maker, abort=abort)
    await stub.ChangeTournament(wish)
    await engine.passes()
    return str(made.tournament_id)


def archiver_of(engine: Directed, worker: Worker) -> TournamentArchiver:
    queue = TournamentQueue(engine.redis, worker.archive, WEEK)
    return TournamentArchiver(queue, worker.archive, now=engine.clock.now)


async def told(redis: Any) -> list[Any]:
    """What hooks of the installation are told."""
    entries = await redis.xrange(hooks.ENDED)
    return [[each[b"type"].decode(), json.loads(each[b"data"])] for _, each in entries]


async def test_hooks_of_the_installation_are_told_of_an_end(engine: Directed, redis: Redis) -> None:
    id_ = await aborted(engine)
    it = await engine.read(id_)
    assert it.version == 3
    finished = {"tournamentId": id_, "game": "lost-cities", "version": 3, "status": "aborted"}
    assert await told(redis) == [["tournament.finished", {**finished, "players": 0, "rounds": 0}]]


async def test_it_is_archived_a_day_later_and_comes_back_for_whoever_asks(
    engine: Directed, redis: Redis, worker: Worker
) -> None:
    id_ = await aborted(engine)
    it = await engine.read(id_)
    archiver = archiver_of(engine, worker)
    engine.clock.wait(DAY_MS - 60_000)
    await archiver.tick()
    assert await redis.zscore(tournaments.OVER, id_) == it.at + DAY_MS
    engine.clock.wait(60_000)
    await archiver.tick()
    assert await redis.zscore(tournaments.OVER, id_) is None
    for each in tournaments.all_of(id_):
        await redis.delete(each)
    recall = engine.running.stub.RecallTournament
    await recall(pb.RecallTournamentRequest(tournament_id=id_))
    assert await engine.read(id_) == it
    with pytest.raises(AioRpcError) as unknown:
        await recall(pb.RecallTournamentRequest(tournament_id=fresh_id()))
    assert unknown.value.code() is StatusCode.NOT_FOUND


async def test_the_name_of_a_deleted_player_is_not_brought_back(
    engine: Directed, worker: Worker
) -> None:
    maker = pb.Player(id=fresh_id(), display_name="Annabellissima", kind=pb.PLAYER_KIND_HUMAN)
    id_ = await aborted(engine, maker)
    engine.clock.wait(DAY_MS)
    await archiver_of(engine, worker).tick()
    for each in tournaments.all_of(id_):
        await engine.redis.delete(each)
    await Departures(engine.matches).forget(maker.id, "")
    await engine.running.stub.RecallTournament(pb.RecallTournamentRequest(tournament_id=id_))
    known = await TournamentLogs(engine.redis).read(id_)
    assert known
    assert known.made["maker"] == {"id": maker.id, "displayName": GONE, "kind": "human"}
