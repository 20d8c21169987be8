"""Batch streams to engines in memory, which answer, end and break just when a test wants it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import chain
from typing import Any, TypeAlias

import grpc
import pytest
from croupier.v1 import engine_service_pb2 as pb
from gateway.engine_client import batch_stream_pool
from gateway.engine_client.batch_stream_pool import MAX_SENDS, STREAMS, BatchStreamPool, Reach
from gateway.errors import Problem

from tests.support.waiting import happens

pytestmark = pytest.mark.anyio

LONG_S = 20.0


class MemoryCall:
    """A call of Batches, as far as a batch stream uses it."""

    def __init__(self, engine: "MemoryEngine") -> None:
        self.responses: asyncio.Queue[Any] = asyncio.Queue()
        self.closed = asyncio.Event()
        self._engine = engine

    async def initial_metadata(self) -> tuple[tuple[str, str], ...]:
        return (("engine-id", self._engine.name), ("current", "1")) if self._engine.up else ()

    async def write(self, request: pb.BatchRequest) -> None:
        self._engine.batches.append([move.match_id for move in request.moves])
        self._engine.answer(self, request)

    async def read(self) -> Any:
        return await self.responses.get()

    async def done_writing(self) -> None:
        self.closed.set()

    async def code(self) -> grpc.StatusCode:
        return grpc.StatusCode.OK

    def cancel(self) -> None:
        self.responses.put_nowait(grpc.aio.EOF)


Answer: TypeAlias = Callable[[MemoryCall, pb.BatchRequest], None]


class MemoryEngine:
    """An engine that answers batches by a function which a test may replace."""

    def __init__(self, name: str = "one") -> None:
        self.name = name
        self.up = True
        self.batches: list[list[str]] = []
        self.calls: list[MemoryCall] = []
        self.answer: Answer = made

    def dial(self) -> MemoryCall:
        self.calls.append(MemoryCall(self))
        return self.calls[-1]


def made(call: MemoryCall, request: pb.BatchRequest) -> None:
    """Answer each move with a change of its match."""
    changes = [pb.Change(match_id=move.match_id) for move in request.moves]
    results = [pb.MoveResult(change=change) for change in changes]
    shown = [pb.Shown(version=1, game=each.match_id) for each in request.looks]
    call.responses.put_nowait(pb.BatchResponse(results=results, shown=shown))


def broken(call: MemoryCall, request: pb.BatchRequest) -> None:
    call.responses.put_nowait(grpc.aio.EOF)


def one_result_short(call: MemoryCall, request: pb.BatchRequest) -> None:
    call.responses.put_nowait(pb.BatchResponse(results=[]))


def silent(call: MemoryCall, request: pb.BatchRequest) -> None:
    """Neither answer nor break."""


@asynccontextmanager
async def pool_to(*engines: MemoryEngine, timeout_s: float = LONG_S) -> AsyncIterator[Any]:
    """Open batch streams to these engines in turn, and yield their pool."""
    dialled = 0

    def dial() -> MemoryCall:
        nonlocal dialled
        dialled += 1
        return engines[dialled % len(engines)].dial()

    pool = BatchStreamPool(dial, timeout_s)
    pool.start()
    try:
        async with asyncio.timeout(LONG_S):
            yield pool
    finally:
        await pool.stop()


@pytest.fixture(autouse=True)
def soon_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_stream_pool, "RETRY_S", 0.001)


def move(match_id: str = "m", key: str = "") -> pb.ApplyMoveRequest:
    return pb.ApplyMoveRequest(match_id=match_id, idempotency=pb.Idempotency(key=key))


async def true(condition: object) -> bool:
    return bool(condition)


async def refusal_of(pool: BatchStreamPool, request: pb.ApplyMoveRequest) -> str:
    with pytest.raises(Problem) as refusal:
        await pool.apply(request)
    return refusal.value.code


async def test_every_move_gets_its_own_change() -> None:
    async with pool_to(MemoryEngine()) as pool:
        matches = [f"{number}" for number in range(100)]
        changes = await asyncio.gather(*(pool.apply(move(match_id)) for match_id in matches))
        assert [change.match_id for change in changes] == matches


async def test_every_look_shows_its_own_match() -> None:
    async with pool_to(MemoryEngine()) as pool:
        await pool.apply(move())
        matches = [f"{number}" for number in range(100)]
        found = await asyncio.gather(*(pool.look(pb.Look(match_id=each)) for each in matches))
        assert [shown and shown.game for shown in found] == matches


# --- streams that break


@pytest.mark.parametrize("breaks", [broken, one_result_short])
async def test_a_look_is_asked_otherwise_after_a_break(breaks: Answer) -> None:
    engine = MemoryEngine()
    async with pool_to(engine) as pool:
        await pool.apply(move())
        engine.answer = breaks
        assert await pool.look(pb.Look(match_id="m")) is None


@pytest.mark.parametrize(("answer", "expected"), [(made, "m"), (broken, None), (silent, None)])
async def test_followers_are_told_what_is_shown_or_that_nothing_is(
    answer: Answer, expected: str | None
) -> None:
    engine = MemoryEngine()
    async with pool_to(engine, timeout_s=0.05) as pool:
        assert not pool.follow(pb.Look(match_id="m"), print), "no engine is connected yet"
        await pool.apply(move())
        engine.answer = answer
        told: asyncio.Queue[pb.Shown | None] = asyncio.Queue()
        assert pool.follow(pb.Look(match_id="m"), told.put_nowait)
        shown = await told.get()
        assert (shown and shown.game) == expected


async def test_what_fails_with_an_answer_is_logged_without_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(shown: pb.Shown | None) -> None:
        raise ValueError("SECRET-Y7")

    async with pool_to(MemoryEngine()) as pool:
        await pool.apply(move())
        assert pool.follow(pb.Look(match_id="m"), fail)
        await happens(lambda: true(caplog.text))
    assert "what was shown could not be passed on: ValueError at " in caplog.text
    assert "SECRET" not in caplog.text


async def test_a_look_that_is_not_answered_is_given_up_in_time() -> None:
    engine = MemoryEngine()
    async with pool_to(engine, timeout_s=0.05) as pool:
        await pool.apply(move())
        engine.answer = silent
        with pytest.raises(Problem) as refusal:
            await pool.look(pb.Look(match_id="m"))
        assert refusal.value.code == "unavailable"


async def test_an_engine_that_takes_no_looks_at_what_is_now_is_sent_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def of_a_cluster(call: MemoryCall) -> tuple[tuple[str, str], ...]:
        return (("engine-id", "one"),)

    monkeypatch.setattr(MemoryCall, "initial_metadata", of_a_cluster)
    engine = MemoryEngine()
    async with pool_to(engine) as pool:
        await pool.apply(move())
        assert await pool.look(pb.Look(match_id="m")) is None
    assert len(engine.batches) == 1


@pytest.mark.parametrize("breaks", [broken, one_result_short])
async def test_a_move_with_a_key_is_sent_again_after_a_break(breaks: Answer) -> None:
    engine = MemoryEngine()

    def first_breaks(call: MemoryCall, request: pb.BatchRequest) -> None:
        engine.answer = made
        breaks(call, request)

    engine.answer = first_breaks
    async with pool_to(engine) as pool:
        assert (await pool.apply(move(key="k"))).match_id == "m"
    assert engine.batches == [["m"], ["m"]]


async def test_a_move_with_a_key_is_given_up_after_so_many_breaks() -> None:
    engine = MemoryEngine()
    engine.answer = broken
    async with pool_to(engine) as pool:
        assert await refusal_of(pool, move(key="k")) == "unavailable"
    assert engine.batches == [["m"]] * MAX_SENDS


@pytest.mark.parametrize("breaks", [broken, one_result_short])
async def test_a_move_without_a_key_is_never_sent_again(breaks: Answer) -> None:
    """It may have been made."""
    engine = MemoryEngine()
    engine.answer = breaks
    async with pool_to(engine) as pool:
        assert await refusal_of(pool, move()) == "unavailable"
    assert engine.batches == [["m"]]


async def test_a_move_that_is_not_answered_is_given_up_in_time() -> None:
    engine = MemoryEngine()
    engine.answer = silent
    async with pool_to(engine, timeout_s=0.01) as pool:
        assert await refusal_of(pool, move(key="k")) == "unavailable"


async def test_once_a_stream_breaks_the_engines_moves_go_to_another() -> None:
    """Those that wait, too: the other streams to that engine may hang."""
    one, other = MemoryEngine("one"), MemoryEngine("other")
    one.answer = other.answer = silent
    async with pool_to(one, other) as pool:
        moving = [asyncio.create_task(pool.apply(move(f"{n}", key="k"))) for n in range(400)]
        await happens(lambda: true(one.batches and other.batches))
        one.up, other.answer = False, made
        for call in [*one.calls, *other.calls]:
            call.cancel()
        changes = await asyncio.gather(*moving)
        assert [change.match_id for change in changes] == [f"{n}" for n in range(400)]


# --- streams that end by agreement


async def test_a_stream_ends_when_its_engine_asks_and_another_is_opened() -> None:
    """The moves under way are answered first."""
    engine = MemoryEngine()

    def asks_to_end(call: MemoryCall, request: pb.BatchRequest) -> None:
        engine.answer = made
        call.responses.put_nowait(pb.BatchResponse(last=True))
        made(call, request)

    engine.answer = asks_to_end
    async with pool_to(engine) as pool:
        assert (await pool.apply(move())).match_id == "m"
        await happens(lambda: true(any(call.closed.is_set() for call in engine.calls)))
        assert (await pool.apply(move("n"))).match_id == "n"
        assert sum(call.closed.is_set() for call in engine.calls) == 1
    assert engine.batches == [["m"], ["n"]]
    assert len(engine.calls) == STREAMS + 1


# --- which engine


async def test_all_gateways_prefer_the_same_engine_for_a_match() -> None:
    one, other = MemoryEngine("one"), MemoryEngine("other")
    matches = [f"{number}" for number in range(50)]
    async with pool_to(one, other) as first, pool_to(other, one) as second:
        for pool in (first, second):
            await happens(lambda: true(len(pool._queues) == 2))  # noqa: B023
            await asyncio.gather(*(pool.apply(move(match_id)) for match_id in matches))
    ones, others = ({*chain(*engine.batches)} for engine in (one, other))
    assert ones
    assert others
    assert ones | others == {*matches}
    assert not ones & others


@pytest.mark.parametrize(("names", "batches"), [("a", 2), ("ab", 2), ("abcd", 4)])
async def test_batches_under_way_do_not_grow_with_a_second_engine(names: str, batches: int) -> None:
    """Each costs about as much as ten moves."""
    engines = [MemoryEngine(name) for name in names]
    for engine in engines:
        engine.answer = silent
    async with pool_to(*engines) as pool:
        await happens(lambda: true(len(pool._queues) == len(names)))
        moving = [asyncio.create_task(pool.apply(move(f"{n}"))) for n in range(400)]
        await happens(lambda: true(all(engine.batches for engine in engines)))
        for _ in range(100):  # as far as they get without an answer
            await asyncio.sleep(0)
        assert sum(len(engine.batches) for engine in engines) == batches
        for each in moving:
            each.cancel()


async def test_without_an_engine_moves_wait_until_one_is_there() -> None:
    engine = MemoryEngine()
    engine.up = False
    async with pool_to(engine) as pool:
        moving = asyncio.create_task(pool.apply(move()))
        await asyncio.sleep(0)
        assert not pool.connected
        engine.up = True
        assert (await moving).match_id == "m"
        assert pool.connected


async def test_an_outage_is_logged_once_and_so_is_its_end(caplog: pytest.LogCaptureFixture) -> None:
    engine = MemoryEngine()
    engine.up = False
    with caplog.at_level(logging.INFO):
        async with pool_to(engine) as pool:
            await happens(lambda: true(len(engine.calls) > STREAMS))
            engine.up = True
            await pool.apply(move())
    assert [(each.levelname, each.message) for each in caplog.records] == [
        ("WARNING", "no engine can be reached"),
        ("INFO", "an engine can be reached again"),
    ]


def test_engines_that_come_and_go_are_logged_seldom(caplog: pytest.LogCaptureFixture) -> None:
    reach = Reach()
    for _ in range(3):
        reach.lost()
        reach.found()
    assert [each.levelname for each in caplog.records] == ["WARNING"]
