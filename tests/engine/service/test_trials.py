"""Taking back: which seats may ask and must agree, and what can and cannot be taken back."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from croupier_match.clock import DAY_MS
from croupier_match.commands import Ask, Refuse, Resign
from croupier_match.match import ClockOptions, Kind, Undo, UndoRequest
from croupier_match.refusals import (
    UndoRefused,
    VersionMismatch,
)
from croupier_match.undo.trial import Steps
from croupier_match.verify.stored import check_stored
from engine.domain.registry import GAMES
from engine.service import trials
from engine.service.changes import Change
from engine.service.matches import Matches
from engine.service.queries.past_versions import Past
from engine.store.export import StoredMatches
from engine.store.matches import MatchStore
from redis.asyncio import Redis

from tests.engine.conftest import PATIENT_S
from tests.support import heap
from tests.support.heap import Move
from tests.support.matches import Table, key, person, waiting_table

pytestmark = pytest.mark.anyio

DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def game_of_heap() -> Iterator[None]:
    with heap.installed():
        yield


@pytest.fixture
async def two(matches: Matches, redis: Redis) -> AsyncIterator[Table]:
    """A game of heap for two; what is stored of it must follow from its log."""
    table = await heap_table(matches, 2)
    yield table
    await check(table, redis)


@pytest.fixture
async def three(matches: Matches, redis: Redis) -> AsyncIterator[Table]:
    table = await heap_table(matches, 3)
    yield table
    await check(table, redis)


async def heap_table(matches: Matches, seats: int, **wish: Any) -> Table:
    options = heap.Options(100)
    table = await waiting_table(matches, game=heap.ID, seats=seats, options=options, **wish)
    for seat in range(1, seats):
        table = await table.join(person(f"P{seat}"))
    return table


async def check(table: Table, redis: Redis) -> None:
    stored = await StoredMatches(redis).read(table.match_id)
    assert stored
    check_stored(GAMES, stored.match, stored.log)


async def ask(table: Table, seat: int, to: int, **more: Any) -> Change:
    return await table.change(seat, partial(Ask, to=to), **more)


async def refuse(table: Table, seat: int) -> Change:
    return await table.change(seat, Refuse)


async def resign(table: Table, seat: int, expected: int) -> Change:
    return await table.change(seat, Resign, expected)


async def kinds(table: Table, last: int) -> list[tuple[str, int]]:
    pasts, *_ = await table.matches.queries.history(table.match_id, table.caller(0), 0, 1000)
    return [(past.entry.kind, past.entry.seat) for past in pasts[-last:]]


async def test_a_move_is_taken_back_at_once_before_another_seat_has_moved(two: Table) -> None:
    before = await two.match()
    await two.move(0, Move(3))
    after = (await ask(two, 0, before.version)).match
    assert (after.state, after.version, after.events) == (before.state, before.version + 2, ())
    assert after.undo == Undo(asks=(0,), used=True)
    assert await kinds(two, 2) == [(Kind.MOVE, 0), (Kind.UNDONE, 0)]
    assert (await two.move(0, Move(1))).match.state == heap.State(99, 1, (1, 0))


async def test_the_others_must_agree_once_one_of_them_has_moved(two: Table) -> None:
    before = await two.match()
    await two.play(2)
    asked = (await ask(two, 0, before.version)).match
    assert asked.undo
    assert asked.undo.request == UndoRequest(0, before.version, (), (1,))
    assert asked.state != before.state
    after = (await ask(two, 1, before.version)).match
    assert after.state == before.state
    assert await kinds(two, 2) == [(Kind.ASKED, 0), (Kind.UNDONE, 1)]


async def test_a_move_for_the_version_before_a_request_is_made(two: Table) -> None:
    start = (await two.match()).version
    await two.play(2)
    await ask(two, 0, start)
    await refuse(two, 1)
    with pytest.raises(VersionMismatch):
        await two.move(0, Move(1), expected=start + 1)
    with pytest.raises(VersionMismatch):
        await ask(two, 0, start, expected=start + 2)
    assert (await two.move(0, Move(1), expected=start + 2)).match.version == start + 5
    with pytest.raises(VersionMismatch):
        await two.move(1, Move(1), expected=start + 4)
    await two.move(1, Move(1))
    await ask(two, 0, start + 4)
    with pytest.raises(VersionMismatch):
        await resign(two, 1, start + 5)
    assert (await resign(two, 1, start + 6)).match.ended


async def test_a_repeat_is_answered_as_at_first(two: Table) -> None:
    start, of_key = (await two.match()).version, key(two.players[0])
    await two.play(1)
    first = await ask(two, 0, start, key=of_key)
    await two.play(2)
    again = await ask(two, 0, start, key=of_key)
    assert (again.match, again.replayed) == (first.match, True)


async def test_a_long_trial_lets_others_go_on_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless() -> Steps[None]:
        while True:
            yield

    turns = 0

    async def other() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    monkeypatch.setattr(trials, "MOST_S", 20 * trials.SLICE_S)
    task = asyncio.create_task(other())
    with pytest.raises(UndoRefused, match="hidden"):
        await trials.between_others(endless())
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    assert turns >= 10


async def test_one_trial_goes_on_at_a_time(two: Table) -> None:
    start = (await two.match()).version
    await two.play(1)
    async with two.matches.trials.trying:
        asked = asyncio.create_task(ask(two, 0, start))
        done, _ = await asyncio.wait([asked], timeout=0.05)
        assert not done
    await asked


async def test_an_answer_waits_for_no_trial(two: Table) -> None:
    start = (await two.match()).version
    await two.play(2)
    await ask(two, 0, start)
    async with two.matches.trials.trying:
        agreed = await asyncio.wait_for(ask(two, 1, start), PATIENT_S)
    assert agreed.match.undo == Undo(asks=(0,), used=True)


async def test_versions_are_read_again_over_a_snapshot(two: Table, redis: Redis) -> None:
    await two.play(28)
    before = await two.match()
    await two.play(1)
    await ask(two, 0, before.version)
    await two.play(6)
    assert (await two.match()).version > 32
    pasts = await Past(two.matches.store, two.matches._chance).versions(
        await two.match(), 33, (await two.match()).version
    )
    assert pasts[-1].match == await two.match()


class Clock:
    """A time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC).replace(microsecond=0)

    def __call__(self) -> datetime:
        return self.now


@pytest.mark.parametrize(
    "clock",
    [
        ClockOptions(per_move_ms=10 * DAY_MS),
        ClockOptions(bank_ms=10 * DAY_MS, increment_ms=DAY_MS // 2),
    ],
    ids=["per move", "bank"],
)
async def test_nobody_gains_time(store: MatchStore, redis: Redis, clock: ClockOptions) -> None:
    time = Clock()
    table = await heap_table(Matches(store, now=time), 2, clock=clock)
    start = await table.match()
    time.now += 4 * DAY
    await table.play(1)
    time.now += DAY
    await ask(table, 0, start.version)
    after = (await ask(table, 1, start.version)).match
    assert after.left_ms[0] == 6 * DAY_MS
    score: Any = await redis.zscore("deadlines", table.match_id)
    assert score <= (time.now + 6 * DAY).timestamp() * 1000
    time.now += 6 * DAY
    ended = await table.matches.apply_deadlines(await table.match())
    assert ended.outcome
    assert ended.outcome.reason == "timeout"
    await check(table, redis)
