"""Calls that cannot be answered in time are refused before any work; moves that are late, too."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier_match.commands import Move
from engine.domain.errors import Overloaded
from engine.observability.metrics import Metrics
from engine.rpc.server import LEAST_S, Admission
from engine.service.group_commit import GroupCommit, PendingMove
from engine.service.matches import Matches
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from tests.support.engine_rpc import serving
from tests.support.matches import Table, full_table, reading

pytestmark = pytest.mark.anyio


def refused(metrics: Metrics) -> dict[str, float]:
    return {
        sample.labels["kind"]: sample.value
        for family in metrics.registry.collect()
        for sample in family.samples
        if sample.name == "croupier_engine_refused_total" and sample.value
    }


def test_as_many_calls_as_may_be_are_worked_on() -> None:
    metrics = Metrics()
    admission = Admission(2, metrics)
    with admission.admitted(1.0), admission.admitted(None):
        with pytest.raises(Overloaded), admission.admitted(1.0):
            pytest.fail("it was admitted")
        assert refused(metrics) == {"busy": 1}
    with admission.admitted(1.0), admission.admitted(1.0):
        assert refused(metrics) == {"busy": 1}


def test_a_call_without_time_left_is_not_worked_on() -> None:
    metrics = Metrics()
    admission = Admission(2, metrics)
    for left_s in (0.0, LEAST_S / 2):
        with pytest.raises(Overloaded), admission.admitted(left_s):
            pytest.fail("it was admitted")
    assert refused(metrics) == {"late": 2}


async def test_a_busy_engine_says_so_at_once_and_gateways_do_not_try_again(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()
    load: Callable[..., Awaitable[Any]] = matches.store.load

    async def held(*args: Any) -> Any:
        begun.set()
        await go_on.wait()
        return await load(*args)

    table = await full_table(matches)
    async with serving(matches, calls=1) as engine:
        monkeypatch.setattr(matches.store, "load", held)
        request = pb.GetRosterRequest(match_id=table.match_id)
        first = asyncio.ensure_future(engine.stub.GetRoster(request))
        await begun.wait()
        with pytest.raises(grpc.aio.AioRpcError) as refusal:
            await engine.stub.GetRoster(request)
        assert refusal.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
        status = rpc_status.from_call(refusal.value)  # type: ignore[arg-type]
        info = error_details_pb2.ErrorInfo()
        assert status
        assert status.details[0].Unpack(info)
        assert info.reason == "UNAVAILABLE"
        go_on.set()
        assert (await first).match_id == table.match_id


def pending(table: Table, seat: int, move: object, until: float) -> PendingMove:
    command = Move(seat, reading(move))
    return PendingMove(table.match_id, table.caller(seat), command, until=until)


async def test_a_move_that_is_late_is_not_made_and_may_be_made_again(matches: Matches) -> None:
    table = await full_table(matches)
    before, (seat, move) = await table.match(), await table.turn()
    now = asyncio.get_running_loop().time()
    late = pending(table, seat, move, until=now)
    (result,) = await GroupCommit(matches).move([late])
    assert isinstance(result, Overloaded)
    assert await table.match() == before
    timely = PendingMove(
        table.match_id, table.caller(seat), Move(seat, lambda _: move), until=now + 60
    )
    (result,) = await GroupCommit(matches).move([timely])
    assert not isinstance(result, BaseException)
    assert result.match.version == before.version + 1


async def test_a_move_that_had_to_wait_for_others_may_be_late_by_then(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second move of a match is made after the first; the first one took too long."""
    table = await full_table(matches)
    loop, (seat, move) = asyncio.get_running_loop(), await table.turn()
    commit, time = GroupCommit(matches), loop.time()
    first = PendingMove(
        table.match_id, table.caller(seat), Move(seat, lambda _: move), until=time + 60
    )
    second = PendingMove(
        table.match_id, table.caller(1 - seat), Move(1 - seat, lambda _: move), until=time + 60
    )
    save = matches.store.save_all

    async def slow(savings: Any) -> Any:
        monkeypatch.setattr(PendingMove, "is_late_at", lambda each, _: each is second)
        return await save(savings)

    monkeypatch.setattr(matches.store, "save_all", slow)
    made, refusal = await commit.move([first, second])
    assert not isinstance(made, BaseException)
    assert isinstance(refusal, Overloaded)
