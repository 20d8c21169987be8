"""What is counted of moves, changes, conflicts and failures, over a real store."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import grpc
import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier_match.admission import ANY
from croupier_match.commands import Move
from croupier_match.refusals import VersionMismatch
from engine.domain.errors import StoreUnavailable
from engine.observability.metrics import OPERATIONS, Metrics
from engine.observability.rpc import RpcObserver
from engine.observability.store import MetricsObserver
from engine.rpc import decode
from engine.service.matches import Matches
from engine.store.matches import MatchStore
from redislink.client import connect
from redislink.refusals import TEXTS

from tests.engine.conftest import PATIENT_S, TIMEOUT_S, TTL
from tests.support.engine_rpc import Running, first_legal, full, serving
from tests.support.matches import TIME
from tests.support.waiting import happens
from tools.redis_server import RedisServer

pytestmark = pytest.mark.anyio

SERVICES = Path(__file__).parents[3] / "services"


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture
async def seen(redis_url: str, metrics: Metrics) -> AsyncIterator[MatchStore]:
    async with connect(redis_url, PATIENT_S) as client:
        yield MatchStore(client, TTL, 10, observer=MetricsObserver(metrics))


@pytest.fixture
async def engine(seen: MatchStore, metrics: Metrics) -> AsyncIterator[Running]:
    observer = RpcObserver(metrics, None, seen.cache.game_of)
    async with serving(Matches(seen), observer=observer) as running:
        yield running


def value(metrics: Metrics, name: str, **labels: str) -> float:
    """Of a sample; 0 if there is none."""
    return metrics.registry.get_sample_value(f"croupier_engine_{name}", labels) or 0


async def counted(metrics: Metrics, number: float, name: str, **labels: str) -> None:
    """A call is answered a moment before it is counted."""

    async def is_so() -> bool:
        return value(metrics, name, **labels) == number

    await happens(is_so)


def test_every_operation_of_the_store_is_counted_from_the_start(metrics: Metrics) -> None:
    sources = [file.read_text() for file in (SERVICES / "engine/store").rglob("*.py")]
    begun = {name for text in sources for name in re.findall(r'server\.begin\("(\w+)"\)', text)}
    assert begun == {*OPERATIONS}
    for operation in OPERATIONS:
        labels = {"operation": operation}
        assert sample(metrics, "store_failures_total", **labels) == 0
    for kind in (*TEXTS, "clock", "damaged"):
        assert sample(metrics, "store_refusals_total", kind=kind) == 0


def sample(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(f"croupier_engine_{name}", labels)


async def test_a_call_is_counted_by_its_code(engine: Running, metrics: Metrics) -> None:
    table = await full(engine.stub)
    with pytest.raises(grpc.aio.AioRpcError):
        await engine.stub.GetMatch(pb.GetMatchRequest(match_id="x" * 22))
    await counted(metrics, 1, "rpc_seconds_count", method="CreateMatch", code="OK")
    await counted(metrics, 1, "rpc_seconds_count", method="GetMatch", code="NOT_FOUND")
    assert value(metrics, "changes_total", game="lost-cities", kind="joined") == 1
    assert table.match_id


async def test_a_refused_move_is_counted_under_its_game(engine: Running, metrics: Metrics) -> None:
    """However it is written, and over either way; a dry run is none."""
    table = await full(engine.stub)
    wrong = table.move(1, notation="Y7+*")
    for refused in (wrong, table.move(1, notation="Y7+*", dry_run=True)):
        with pytest.raises(grpc.aio.AioRpcError):
            await engine.stub.ApplyMove(refused)
    line = engine.stub.Batches()
    await line.write(pb.BatchRequest(moves=[wrong]))
    await line.read()
    assert value(metrics, "batch_streams") == 1
    await line.done_writing()
    assert await line.code() == grpc.StatusCode.OK
    assert value(metrics, "moves_total", game="lost-cities", result="not_your_turn") == 2
    assert value(metrics, "batch_moves_count") == 1
    await counted(metrics, 0, "batch_streams")


async def test_who_was_too_late_to_store_is_a_conflict(
    engine: Running, seen: MatchStore, metrics: Metrics
) -> None:
    """The same move, computed from the same match, stored twice."""
    table = await full(engine.stub)
    move = (await first_legal(engine.stub, table)).notation
    request = table.move(0, notation=move)
    match, caller = await seen.load(table.match_id), decode.caller(request.caller)
    command = Move(caller.place, decode.move(request))
    step = Matches(seen).prepare(match, caller, command, ANY, None, TIME)
    await seen.save(step.saving)
    with pytest.raises(VersionMismatch):
        await seen.save(step.saving)
    assert value(metrics, "conflicts_total") == 1
    assert value(metrics, "changes_total", game="lost-cities", kind="move") == 1


async def test_a_redis_that_is_away_is_counted(own_server: RedisServer, metrics: Metrics) -> None:
    async with connect(own_server.url, TIMEOUT_S) as client:
        store = MatchStore(client, TTL, 0, observer=MetricsObserver(metrics))
        assert sum((await store.lists.count()).values()) == 0
        own_server.stop()
        with pytest.raises(StoreUnavailable):
            await store.load("x" * 22)
        with pytest.raises(StoreUnavailable):
            await store.lists.count()
    assert value(metrics, "store_failures_total", operation="load") == 1
    assert value(metrics, "store_seconds_count", operation="load") == 1
