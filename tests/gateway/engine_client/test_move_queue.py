"""The queue of moves for an engine: batches, idle streams, and moves that are given up."""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from croupier.v1 import engine_service_pb2 as pb
from gateway.engine_client.errors import RosterChanged
from gateway.engine_client.move_queue import (
    BATCH,
    BATCH_BYTES,
    OF_ONE_MATCH,
    READS,
    UNDER_WAY,
    EngineQueue,
    PendingLook,
    PendingMove,
    PendingRead,
)
from gateway.errors import Problem

pytestmark = pytest.mark.anyio


@dataclass
class Stream:
    ending: bool = False


def pending(match_id: str = "m", notation: str = "") -> PendingMove:
    request = pb.ApplyMoveRequest(match_id=match_id, notation=notation)
    return PendingMove(request, asyncio.get_running_loop().create_future())


def notations(batch: Sequence[Any]) -> list[str]:
    return [move.request.notation[:2] for move in batch]


async def started(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Return a task that has run as far as it can."""
    task = asyncio.create_task(work)
    await asyncio.sleep(0)
    return task


# --- one move


async def test_a_change_is_the_result() -> None:
    move = pending()
    move.settle(pb.MoveResult(change=pb.Change(version=3)))
    assert (await move.result).version == 3
    assert not move.open


@pytest.mark.parametrize(
    ("reason", "expected"), [("NOT_YOUR_TURN", Problem), ("ROSTER_CHANGED", RosterChanged)]
)
async def test_a_refusal_is_raised(reason: str, expected: type[Exception]) -> None:
    move = pending()
    move.settle(pb.MoveResult(refusal=pb.Refusal(reason=reason, message="Why.")))
    with pytest.raises(expected):
        await move.result


async def test_a_move_that_was_given_up_stays_so() -> None:
    move = pending()
    move.give_up()
    move.settle(pb.MoveResult(change=pb.Change(version=3)))
    move.give_up()
    with pytest.raises(Problem) as refusal:
        await move.result
    assert refusal.value.code == "unavailable"


# --- batches


async def test_moves_that_wait_go_together_in_their_order() -> None:
    queue = EngineQueue()
    for number in range(3):
        queue.put(pending(notation=f"{number}"))
    assert notations(await queue.take(Stream())) == ["0", "1", "2"]


async def test_a_batch_is_neither_too_large_nor_all_of_one_match() -> None:
    """Moves that stay behind go with the next batch, in the order they came in."""
    queue = EngineQueue()
    for number in range(2 * OF_ONE_MATCH):
        queue.put(pending("one", f"{number}"))
    queue.put(pending("other", "x" * BATCH_BYTES))
    queue.put(pending("third", "y"))
    batches = [notations(await queue.take(Stream())) for _ in range(2)]
    assert batches == [["0", "1", "2", "3", "xx"], ["4", "5", "6", "7", "y"]]


async def test_a_batch_has_only_so_many_moves() -> None:
    queue = EngineQueue()
    for number in range(BATCH + 1):
        queue.put(pending(f"{number}"))
    assert [len(await queue.take(Stream())) for _ in range(2)] == [BATCH, 1]


async def test_a_move_that_was_given_up_is_not_sent() -> None:
    queue, first, second = EngineQueue(), pending(notation="1"), pending(notation="2")
    queue.put(first)
    queue.put(second)
    first.give_up()
    assert notations(await queue.take(Stream())) == ["2"]
    with pytest.raises(Problem):
        await first.result


async def test_moves_that_were_given_up_do_not_pile_up() -> None:
    """However long there is no engine to take them."""
    queue = EngineQueue()
    for _ in range(100):
        move = pending()
        queue.put(move)
        move.result.cancel()
    assert len(queue.moves) == 1


# --- streams


async def test_an_idle_stream_takes_a_move_at_once() -> None:
    queue = EngineQueue()
    taking = await started(queue.take(Stream()))
    assert not taking.done()
    queue.put(pending(notation="1"))
    assert notations(await taking) == ["1"]


async def test_while_enough_batches_are_under_way_moves_gather() -> None:
    queue = EngineQueue()
    for _ in range(UNDER_WAY):
        queue.put(pending())
        under_way = await queue.take(Stream())
    taking = await started(queue.take(Stream()))
    for number in range(3):
        queue.put(pending(notation=f"{number}"))
    await asyncio.sleep(0)
    assert not taking.done()
    queue.done(under_way)
    assert notations(await taking) == ["0", "1", "2"]


async def test_beside_other_engines_fewer_batches_are_under_way() -> None:
    queue = EngineQueue()
    queue.allow(1)
    queue.put(pending())
    first = await queue.take(Stream())
    taking = [await started(queue.take(Stream())) for _ in range(2)]
    queue.put(pending(notation="0"))
    await asyncio.sleep(0)
    assert not any(each.done() for each in taking)
    queue.allow(2)
    assert notations(await taking[0]) == ["0"]
    queue.allow(1)
    queue.put(pending(notation="1"))
    for ended in (1, 2):
        await asyncio.sleep(0)
        assert not taking[1].done(), f"{ended} of two batches has ended"
        queue.done(first)
    assert notations(await taking[1]) == ["1"]


async def test_a_stream_that_is_to_end_takes_no_batch() -> None:
    queue = EngineQueue()
    queue.put(pending())
    assert await queue.take(Stream(ending=True)) == []
    assert len(queue.moves) == 1


async def test_a_stream_that_ends_while_it_is_idle_leaves_the_move_to_another() -> None:
    queue, ending, other = EngineQueue(), Stream(), Stream()
    first, second = await started(queue.take(ending)), await started(queue.take(other))
    ending.ending = True
    queue.put(pending(notation="1"))
    assert await first == []
    assert notations(await second) == ["1"]


async def test_a_stream_that_was_cancelled_takes_no_move_with_it() -> None:
    queue = EngineQueue()
    first, second = await started(queue.take(Stream())), await started(queue.take(Stream()))
    first.cancel()
    queue.put(pending(notation="1"))
    assert notations(await second) == ["1"]


async def test_all_streams_leave_a_queue_that_is_closed() -> None:
    queue = EngineQueue()
    taking = [await started(queue.take(Stream())) for _ in range(3)]
    queue.closed = True
    queue.wake_all()
    assert await asyncio.gather(*taking) == [[], [], []]


# --- reads


def reading(match_id: str = "m") -> PendingRead:
    return PendingRead(pb.Read(match_id=match_id), asyncio.get_running_loop().create_future())


async def test_a_read_is_told_what_was_found_why_not_or_to_ask_otherwise() -> None:
    reads = [reading() for _ in range(4)]
    reads[0].answer(pb.ReadResult(view=pb.MatchView(version=3)))
    reads[1].answer(pb.ReadResult(refusal=pb.Refusal(reason="NOT_FOUND", message="None.")))
    reads[2].answer(None)
    reads[3].answer(pb.ReadResult(refusal=pb.Refusal(reason="UNAVAILABLE", message="No.")))
    told = await asyncio.gather(*(each.result for each in reads), return_exceptions=True)
    assert [told[0], *told[2:]] == [pb.MatchView(version=3), None, None]
    assert isinstance(told[1], Problem)
    assert told[1].code == "not_found"


async def test_reads_that_wait_go_together_without_those_that_were_given_up() -> None:
    queue, given_up = EngineQueue(), reading("given up")
    first = reading("first")
    queue.put_read(first)
    batch = await queue.take(Stream())
    assert batch == [first]
    taking = await started(queue.take(Stream()))
    wanted = [reading(f"{number}") for number in range(READS + 1)]
    for each in (given_up, *wanted):
        queue.put_read(each)
    given_up.give_up()
    await asyncio.sleep(0)
    assert not taking.done(), "a batch of them is out"
    queue.done(batch)
    assert await taking == wanted[:READS]
    assert isinstance(given_up.result.exception(), Problem)


async def test_one_stream_serves_moves_looks_and_reads_in_turn() -> None:
    queue, kinds = EngineQueue(), []
    for _ in range(2):
        queue.put(pending())
        queue.put_look(PendingLook(pb.Look(), lambda shown: None))
        queue.put_read(reading())
        for _ in "abc":
            batch = await queue.take(Stream())
            kinds.append(type(batch[0]))
            queue.done(batch)
    assert kinds == [PendingMove, PendingLook, PendingRead] * 2
