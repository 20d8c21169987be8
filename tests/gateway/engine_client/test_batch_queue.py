"""The queue of moves for an engine: batches, idle streams, and moves that are given up."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

import pytest
from croupier.v1 import engine_service_pb2 as pb
from gateway.engine_client.batch_queue import (
    BATCH,
    BATCH_BYTES,
    LOOKS,
    MOVES,
    OF_ONE_MATCH,
    UNDER_WAY,
    AnyBatch,
    Batch,
    BatchQueue,
    Lane,
    Pending,
)
from gateway.engine_client.errors import NotPlayedHere, RosterChanged
from gateway.errors import Problem

pytestmark = pytest.mark.anyio


@dataclass
class Stream:
    ending: bool = False


def pending(match_id: str = "m", notation: str = "") -> Pending[pb.ApplyMoveRequest, pb.Change]:
    request = pb.ApplyMoveRequest(match_id=match_id, notation=notation)
    return Pending(request, asyncio.get_running_loop().create_future())


def put(queue: BatchQueue, *moves: Pending[pb.ApplyMoveRequest, pb.Change]) -> None:
    for move in moves:
        queue.put(queue.moves, move)


def notations(batch: AnyBatch | None) -> list[str]:
    assert batch
    return [move.request.notation[:2] for move in batch.items]


def answered(move: Pending[pb.ApplyMoveRequest, pb.Change], result: pb.MoveResult) -> bool:
    """Answer a batch of one move."""
    return Batch(Lane(MOVES), [move]).settle(pb.BatchResponse(results=[result]))


async def started(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Return a task that has run as far as it can."""
    task = asyncio.create_task(work)
    await asyncio.sleep(0)
    return task


# --- one move


async def test_a_change_is_the_result() -> None:
    move = pending()
    assert answered(move, pb.MoveResult(change=pb.Change(version=3)))
    assert (await move.result).version == 3
    assert not move.open


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("NOT_YOUR_TURN", Problem),
        ("ROSTER_CHANGED", RosterChanged),
        ("NOT_PLAYED_HERE", NotPlayedHere),
    ],
)
async def test_a_refusal_is_raised(reason: str, expected: type[Exception]) -> None:
    move = pending()
    assert answered(move, pb.MoveResult(refusal=pb.Refusal(reason=reason, message="Why.")))
    with pytest.raises(expected):
        await move.result


async def test_a_move_that_was_given_up_stays_so() -> None:
    move = pending()
    move.give_up()
    assert answered(move, pb.MoveResult(change=pb.Change(version=3)))
    move.give_up()
    with pytest.raises(Problem) as refusal:
        await move.result
    assert refusal.value.code == "unavailable"


# --- batches


async def test_moves_that_wait_go_together_in_their_order() -> None:
    queue = BatchQueue()
    for number in range(3):
        put(queue, pending(notation=f"{number}"))
    assert notations(await queue.take(Stream())) == ["0", "1", "2"]


async def test_a_batch_is_neither_too_large_nor_all_of_one_match() -> None:
    """Moves that stay behind go with the next batch, in the order they came in."""
    queue = BatchQueue()
    for number in range(2 * OF_ONE_MATCH):
        put(queue, pending("one", f"{number}"))
    put(queue, pending("other", "x" * BATCH_BYTES))
    put(queue, pending("third", "y"))
    batches = [notations(await queue.take(Stream())) for _ in range(2)]
    assert batches == [["0", "1", "2", "3", "xx"], ["4", "5", "6", "7", "y"]]


async def test_a_batch_has_only_so_many_moves() -> None:
    queue = BatchQueue()
    for number in range(BATCH + 1):
        put(queue, pending(f"{number}"))
    assert [len(batch.items) for _ in range(2) if (batch := await queue.take(Stream()))] == [
        BATCH,
        1,
    ]


async def test_a_move_that_was_given_up_is_not_sent() -> None:
    queue, first, second = BatchQueue(), pending(notation="1"), pending(notation="2")
    put(queue, first)
    put(queue, second)
    first.give_up()
    assert notations(await queue.take(Stream())) == ["2"]
    with pytest.raises(Problem):
        await first.result


async def test_moves_that_were_given_up_do_not_pile_up() -> None:
    """However long there is no engine to take them."""
    queue = BatchQueue()
    for _ in range(100):
        move = pending()
        put(queue, move)
        move.result.cancel()
    assert len(queue.moves.waiting) == 1


# --- streams


async def test_an_idle_stream_takes_a_move_at_once() -> None:
    queue = BatchQueue()
    taking = await started(queue.take(Stream()))
    assert not taking.done()
    put(queue, pending(notation="1"))
    assert notations(await taking) == ["1"]


async def test_while_enough_batches_are_under_way_moves_gather() -> None:
    queue = BatchQueue()
    for _ in range(UNDER_WAY):
        put(queue, pending())
        under_way = await queue.take(Stream())
    assert under_way
    taking = await started(queue.take(Stream()))
    for number in range(3):
        put(queue, pending(notation=f"{number}"))
    await asyncio.sleep(0)
    assert not taking.done()
    queue.done(under_way)
    assert notations(await taking) == ["0", "1", "2"]


async def test_beside_other_engines_fewer_batches_are_under_way() -> None:
    queue = BatchQueue()
    queue.allow(1)
    put(queue, pending())
    first = await queue.take(Stream())
    assert first
    taking = [await started(queue.take(Stream())) for _ in range(2)]
    put(queue, pending(notation="0"))
    await asyncio.sleep(0)
    assert not any(each.done() for each in taking)
    queue.allow(2)
    assert notations(await taking[0]) == ["0"]
    queue.allow(1)
    put(queue, pending(notation="1"))
    for ended in (1, 2):
        await asyncio.sleep(0)
        assert not taking[1].done(), f"{ended} of two batches has ended"
        queue.done(first)
    assert notations(await taking[1]) == ["1"]


async def test_a_stream_that_is_to_end_takes_no_batch() -> None:
    queue = BatchQueue()
    put(queue, pending())
    assert await queue.take(Stream(ending=True)) is None
    assert len(queue.moves.waiting) == 1


async def test_a_stream_that_ends_while_it_is_idle_leaves_the_move_to_another() -> None:
    queue, ending, other = BatchQueue(), Stream(), Stream()
    first, second = await started(queue.take(ending)), await started(queue.take(other))
    ending.ending = True
    put(queue, pending(notation="1"))
    assert await first is None
    assert notations(await second) == ["1"]


async def test_a_stream_that_was_cancelled_takes_no_move_with_it() -> None:
    queue = BatchQueue()
    first, second = await started(queue.take(Stream())), await started(queue.take(Stream()))
    first.cancel()
    put(queue, pending(notation="1"))
    assert notations(await second) == ["1"]


async def test_all_streams_leave_a_queue_that_is_closed() -> None:
    queue = BatchQueue()
    taking = [await started(queue.take(Stream())) for _ in range(3)]
    queue.closed = True
    queue.wake_all()
    assert await asyncio.gather(*taking) == [None, None, None]


# --- looks


def looking(match_id: str = "m") -> Pending[pb.Look, pb.Shown | None]:
    return Pending(pb.Look(match_id=match_id), asyncio.get_running_loop().create_future())


async def test_a_look_is_told_what_is_shown_why_not_or_to_ask_otherwise() -> None:
    looks = [looking() for _ in range(5)]
    refusals = [
        pb.Shown(refusal=pb.Refusal(reason=reason, message="No."))
        for reason in ("NOT_FOUND", "UNAVAILABLE", "NOT_PLAYED_HERE")
    ]
    shown = [pb.Shown(version=3), *refusals, pb.Shown()]
    assert Batch(Lane(LOOKS), looks).settle(pb.BatchResponse(shown=shown))
    told = await asyncio.gather(*(each.result for each in looks), return_exceptions=True)
    assert [told[0], *told[2:]] == [pb.Shown(version=3), None, None, None]
    assert isinstance(told[1], Problem)
    assert told[1].code == "not_found"


@pytest.mark.parametrize("kind", [MOVES, LOOKS])
async def test_a_response_without_an_answer_for_each_settles_none(kind: Any) -> None:
    move: Any = pending()
    assert not Batch(Lane(kind), [move]).settle(pb.BatchResponse())
    assert move.open


async def test_looks_that_wait_go_together_without_those_that_were_given_up() -> None:
    queue, given_up = BatchQueue(), looking("given up")
    first = looking()
    queue.put(queue.current, first)
    batch = await queue.take(Stream())
    assert batch
    assert batch.items == [first]
    taking = await started(queue.take(Stream()))
    wanted = [looking() for _ in range(BATCH + 1)]
    for each in (given_up, *wanted):
        queue.put(queue.current, each)
    given_up.give_up()
    await asyncio.sleep(0)
    assert not taking.done(), "a batch of them is out"
    queue.done(batch)
    assert (await taking).items == wanted[:BATCH]
    assert isinstance(given_up.result.exception(), Problem)


async def test_one_stream_serves_moves_followers_and_looks_at_what_is_now_in_turn() -> None:
    queue, lanes = BatchQueue(), []
    for _ in range(2):
        put(queue, pending())
        queue.put(queue.followed, looking())
        queue.put(queue.current, looking())
        for _ in "abc":
            batch = await queue.take(Stream())
            assert batch
            lanes.append(batch.lane)
            queue.done(batch)
    assert lanes == [queue.moves, queue.followed, queue.current] * 2
