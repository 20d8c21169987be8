"""Calls of a game whose code fails are refused by an engine, and no others are."""

import gc
import json
import logging
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

import grpc
import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier_game.game import Rules
from croupier_game.time_limit import WATCH
from croupier_match.guarded import FUNCTIONS
from engine.domain import failures as failures_of
from engine.observability.metrics import Metrics
from engine.service.change_loop import FAILURES
from engine.service.matches import Matches
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from tests.support.bad_game import SAYING, failing
from tests.support.engine_rpc import (
    Table,
    finished,
    first_legal,
    full,
    person,
    serving,
    waiting,
)

if TYPE_CHECKING:
    from tests.support.engine_rpc import Stub

pytestmark = pytest.mark.anyio

GAME, OTHER = "lost-cities", "just4fun"
LIMIT_S = 0.1

IN_A_MOVE = [
    *(("apply", how) for how in ("raises", "loops", "loops on", "exits", "is cancelled")),
    *(("apply", how) for how in ("gives None", "gives garbage", "gives a pair of garbage")),
    *(("to_move", how) for how in ("raises", "loops", "gives None", "gives a list")),
    *(("to_move", how) for how in ("gives a seat that is not there", "gives a seat twice")),
    *(("to_move", how) for how in ("gives texts", "gives nothing")),
    *(("over", how) for how in ("raises", "gives None")),
    *(("check", how) for how in ("raises", "loops")),
    *(("parse", how) for how in ("raises", "loops", "gives None")),
]
IN_AN_ANSWER = [
    *(("public_view", how) for how in ("raises", "loops", "gives None", "gives garbage")),
    *(("private_view", how) for how in ("raises", "loops", "gives None", "gives garbage")),
    *(("event_view", how) for how in ("raises", "loops", "gives garbage")),
]
AT_THE_END = [
    *(("scores", how) for how in ("raises", "loops", "gives None", "gives texts", "gives one")),
    *(("ranking", how) for how in ("raises", "gives None", "gives texts", "gives nothing")),
    *(("ranking", how) for how in ("gives no partition", "gives one rank", "loops")),
    *(("eliminated", how) for how in ("raises", "gives a seat that is not there", "gives None")),
]
WHEN_READ = [
    *(("legal_moves", how) for how in ("raises", "loops", "gives nothing", "gives None")),
    ("legal_moves", "gives moves of another game"),
    *(("notation", how) for how in ("raises", "gives None", "gives a long text")),
]


@pytest.fixture(autouse=True)
def time_limit() -> Iterator[None]:
    """A limit for the game alone: what other tests left behind is not searched for garbage."""
    gc.freeze()
    WATCH.start(LIMIT_S)
    failures_of._logged.clear()
    yield
    WATCH.stop()


@pytest.mark.parametrize(("function", "how"), IN_A_MOVE)
async def test_a_move_that_fails_is_not_stored_and_the_match_goes_on(
    stub: "Stub", function: str, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    table, other = await full(stub), await another(stub)
    move = (await first_legal(stub, table)).notation
    before = failures(function)
    with failing(GAME, function, how), caplog.at_level(logging.ERROR):
        failed = refused(await moved(stub, table, move))
        made = await moved(stub, other, await their_move(stub, other))
    if how == "gives nothing":
        # A match in which nobody is to move has a turn of nobody's.
        assert failed in ("NOT_YOUR_TURN", function)
    else:
        assert failed == function
        assert failures(function) > before
        (record,) = [each for each in caplog.records if each.levelno == logging.ERROR]
        assert f"The rules of {GAME}, version 1, have failed in {function}" in record.getMessage()
        raised = how in ("raises", "loops", "exits", "is cancelled")
        assert ("bad_game.py" in record.getMessage()) == raised
    assert SAYING not in caplog.text
    assert made is None
    assert await version(stub, table) == 2
    assert await moved(stub, table, move) is None
    assert await version(stub, table) == 3


@pytest.mark.parametrize(("function", "how"), IN_AN_ANSWER)
async def test_a_move_whose_answer_fails_is_stored(stub: "Stub", function: str, how: str) -> None:
    table = await full(stub)
    move = (await first_legal(stub, table)).notation
    with failing(GAME, function, how):
        assert refused(await moved(stub, table, move)) == function
    assert await version(stub, table) == 3


@pytest.mark.parametrize(("function", "how"), AT_THE_END)
async def test_an_end_that_fails_is_not_stored(stub: "Stub", function: str, how: str) -> None:
    table = await full(stub)
    with failing(GAME, function, how):
        with pytest.raises(grpc.aio.AioRpcError) as failed:
            await stub.ResignMatch(table.act(0))
        assert refused(failed.value) == function
    assert await version(stub, table) == 2
    await stub.ResignMatch(table.act(0))


@pytest.mark.parametrize(("function", "how"), WHEN_READ)
async def test_legal_moves_that_fail_are_told_as_such(
    stub: "Stub", function: str, how: str
) -> None:
    table = await full(stub)
    wanted = pb.ListLegalMovesRequest(match_id=table.match_id, caller=table.caller(0))
    with failing(GAME, function, how):
        with pytest.raises(grpc.aio.AioRpcError) as failed:
            await stub.ListLegalMoves(wanted)
        assert refused(failed.value) == function
    assert json.loads((await stub.ListLegalMoves(wanted)).legal_moves)["moves"]


@pytest.mark.parametrize("how", ["raises", "loops", "gives None", "gives a pair of garbage"])
async def test_a_deal_that_fails_leaves_the_seat_free(stub: "Stub", how: str) -> None:
    table, bob = await waiting(stub), person("Bob")
    with failing(GAME, "new_game", how):
        with pytest.raises(grpc.aio.AioRpcError) as failed:
            await stub.JoinMatch(table.join(bob))
        assert refused(failed.value) == "new_game"
    assert await version(stub, table) == 1
    await stub.JoinMatch(table.join(bob))


@pytest.mark.parametrize("how", ["raises", "gives None", "gives a long text"])
async def test_a_table_that_fails_is_told_as_such(stub: "Stub", how: str) -> None:
    table = await full(stub)
    with failing(GAME, "render", how):
        with pytest.raises(grpc.aio.AioRpcError) as failed:
            await stub.GetMatch(table.get(0, as_table=True))
        assert refused(failed.value) == "render"
        assert (await stub.GetMatch(table.get(0))).version == 2
    assert (await stub.GetMatch(table.get(0, as_table=True))).table


@pytest.mark.parametrize(
    ("function", "how"),
    [("apply", "raises"), ("to_move", "gives a seat that is not there")],
)
@pytest.mark.parametrize("clocked", [False, True])
async def test_after_some_failures_in_a_row_the_match_is_aborted(
    stub: "Stub", function: str, how: str, clocked: bool
) -> None:
    clock = pb.ClockOptions(bank_ms=60_000) if clocked else None
    table = await full(stub, **({"clock": clock} if clocked else {}))
    move = (await first_legal(stub, table)).notation
    with failing(GAME, function, how):
        for _ in range(FAILURES - 1):
            assert refused(await moved(stub, table, move)) == function
        assert await version(stub, table) == 2
    assert await moved(stub, table, move) is None, "it goes on, and a new row begins"
    move = (await first_legal(stub, table, 1)).notation
    with failing(GAME, function, how):
        for _ in range(FAILURES):
            assert refused(await moved(stub, table, move, 1)) == function
        assert await version(stub, table) == 4
        shown = json.loads((await stub.GetMatch(table.get(0))).texts[0].match)
        assert shown["status"] == "aborted"
        assert shown["state"] is not None
    history = await stub.ListMoves(pb.ListMovesRequest(match_id=table.match_id, after=3))
    (entry,) = map(json.loads, history.entries)
    assert entry["note"] == (
        f"The rules of {GAME}, version 1, have failed in {function}. "
        f"This was the failure number {FAILURES} in a row."
    )


@pytest.mark.parametrize("function", ["check", "parse"])
async def test_what_a_player_sends_ends_no_match(stub: "Stub", function: str) -> None:
    table = await full(stub)
    move = (await first_legal(stub, table)).notation
    with failing(GAME, function, "raises"):
        for _ in range(2 * FAILURES):
            assert refused(await moved(stub, table, move)) == function
    assert await version(stub, table) == 2


async def test_nobody_who_reads_a_match_ends_it(stub: "Stub") -> None:
    table = await full(stub)
    with failing(GAME, "public_view", "raises"):
        for _ in range(2 * FAILURES):
            with pytest.raises(grpc.aio.AioRpcError) as failed:
                await stub.GetMatch(table.get(0))
            assert refused(failed.value) == "public_view"
    assert await version(stub, table) == 2


async def listed_of(stub: "Stub", table: Table) -> list[str]:
    """Return the ids of the matches of the first player of a table."""
    asked = pb.ListMatchesRequest(player_id=table.caller(0).player_id, page_size=100)
    return [each.match_id for each in (await stub.ListMatches(asked)).rosters]


async def test_answers_of_several_are_given_item_by_item(
    stub: "Stub", other_engine: Matches
) -> None:
    async with serving(other_engine) as elsewhere:  # so that no text of them is kept here
        there = elsewhere.stub
        bad, other, over = await full(there), await another(there), await finished(there)
        move, theirs = (await first_legal(there, bad)).notation, await their_move(there, other)
        views = [await there.GetMatch(each.get(0)) for each in (bad, other)]
    batch = pb.BatchRequest()
    items = []
    for table, notation, view in zip((bad, other), (move, theirs), views, strict=True):
        looked = {"version": 2, "head": view.head}
        batch.looks.add(match_id=table.match_id, viewers=[pb.Caller()], **looked)
        batch.looks.add(match_id=table.match_id, viewers=[table.caller(0)])
        batch.moves.add(match_id=table.match_id, caller=table.caller(0), notation=notation)
        items.append(pb.BatchGetMatchesRequest.Item(match_id=table.match_id))
    with failing(GAME, "public_view", "raises"):
        stream = stub.Batches()
        await stream.write(batch)
        answer: Any = await stream.read()
        shown = (await stub.BatchGetMatches(pb.BatchGetMatchesRequest(items=items))).shown
        listed = {*await listed_of(stub, bad), *await listed_of(stub, other)}
        history = await stub.ListMoves(pb.ListMovesRequest(match_id=bad.match_id, page_size=9))
        replay = pb.GetReplayRequest(match_id=over.match_id, caller=over.caller(0))
        with pytest.raises(grpc.aio.AioRpcError) as failed:
            await stub.GetReplay(replay)
        assert refused(failed.value) == "public_view"
        await stream.done_writing()
    assert [len(each.texts) for each in answer.shown] == [0, 0, 1, 1]
    assert [each.refusal.reason for each in answer.shown] == ["", "GAME_FAILED", "", ""]
    assert [each.refusal.reason for each in answer.results] == ["GAME_FAILED", ""]
    assert [each.failed for each in shown] == [True, False]
    assert listed == {bad.match_id, other.match_id}
    assert len(history.entries) == 3, "what has happened is told by other functions"
    assert (await stub.GetReplay(replay)).head
    with failing(GAME, "to_move", "raises"):
        assert not await listed_of(stub, bad)
        assert await listed_of(stub, other) == [other.match_id]


@pytest.mark.parametrize("function", ["apply", "private_view", "to_move", "check"])
async def test_beside_a_game_that_loops_others_wait_a_moment(stub: "Stub", function: str) -> None:
    table, other = await full(stub), await another(stub)
    move = (await first_legal(stub, table)).notation
    batch = pb.BatchRequest()
    batch.moves.add(match_id=table.match_id, caller=table.caller(0), notation=move)
    stream = stub.Batches()
    with failing(GAME, function, "loops"):
        await stream.write(batch)
        # In CPU time of this thread, which has the engine: a busy machine takes longer, and what
        # tests before have left in other threads goes on. Each waits for all that came before it.
        waited = []
        for _ in range(5):
            begun = time.thread_time()
            await stub.GetMatch(other.get(0))
            waited.append(time.thread_time() - begun)
        answer: Any = await stream.read()
    await stream.done_writing()
    assert [each.refusal.reason for each in answer.results] == ["GAME_FAILED"]
    assert max(waited) < 2 * LIMIT_S, "the call was made twice"


def test_every_function_of_the_rules_fails_here() -> None:
    tried = {function for function, _ in (*IN_A_MOVE, *IN_AN_ANSWER, *AT_THE_END, *WHEN_READ)} | {
        "new_game"
    }
    # These are in test_guarded.
    unlikely = {"check_options", "rematch_options", "move_view", "decision_view"}
    unlikely |= {"on_timeout", "phase_ms"}
    assert tried | unlikely == FUNCTIONS
    assert {name for name in vars(Rules) if name[0] != "_"} >= tried


async def another(stub: "Stub") -> Table:
    """A running match of another game."""
    ann, bob = person(), person("Bob")
    wish = pb.CreateMatchRequest(creator=ann, game=OTHER, seats=2)
    table = Table((await stub.CreateMatch(wish)).match_id, (ann, bob))
    await stub.JoinMatch(table.join(bob))
    # The first seat of the table is the one that begins.
    (begins,) = (await stub.GetMatch(table.get(0))).to_move
    return table if begins == 0 else await another(stub)


async def their_move(stub: "Stub", table: Table) -> str:
    wanted = pb.ListLegalMovesRequest(match_id=table.match_id, caller=table.caller(0))
    return str(json.loads((await stub.ListLegalMoves(wanted)).legal_moves)["moves"][0]["notation"])


async def moved(
    stub: "Stub", table: Table, notation: str, seat: int = 0
) -> grpc.aio.AioRpcError | None:
    """Make a move; the error if it fails."""
    try:
        await stub.ApplyMove(table.move(seat, notation=notation))
    except grpc.aio.AioRpcError as error:
        return error
    return None


def refused(error: grpc.aio.AioRpcError | None) -> str:
    """The function that has failed, or the reason of another refusal."""
    assert error is not None
    told = rpc_status.from_call(cast(grpc.Call, error))
    assert told, error
    info = error_details_pb2.ErrorInfo()
    assert told.details[0].Unpack(info)
    if info.reason != "GAME_FAILED":
        return str(info.reason)
    assert error.code() == grpc.StatusCode.INTERNAL
    text = error.details() or ""
    assert text.startswith(f"The rules of {GAME}, version 1, have failed in ")
    return text.removesuffix(".").rpartition(" ")[2]


async def version(stub: "Stub", table: Table) -> int:
    found = await stub.GetVersions(pb.GetVersionsRequest(match_ids=[table.match_id]))
    return found.versions[0]


def failures(function: str) -> float:
    """What the metric counts."""
    labels = {"game": GAME, "function": function}
    name = "croupier_engine_game_failures_total"
    return Metrics().registry.get_sample_value(name, labels) or 0.0
