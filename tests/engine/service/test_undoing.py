"""Taking back: which seats may ask and must agree, and what can and cannot be taken back."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from croupier_game.errors import InvalidMove
from croupier_livingstone import rules as livingstone
from croupier_match.clock import DAY_MS
from croupier_match.guards import Caller
from croupier_match.match import ClockOptions, Kind, Undo, UndoMode, UndoRequest
from croupier_match.refusals import (
    Conflict,
    MatchNotActive,
    NotYourMatch,
    NotYourTurn,
    UndoRefused,
    VersionMismatch,
)
from croupier_match.undo.trial import Steps
from engine.domain.registry import GAMES
from engine.service import undoing
from engine.service.changes import Change
from engine.service.matches import Matches
from engine.service.queries.past_versions import Past
from engine.store.export import StoredMatches
from engine.store.matches import MatchStore
from engine.verify.store_check import check_stored
from redis.asyncio import Redis

from tests.support import heap
from tests.support.heap import Move
from tests.support.matches import Table, full_table, key, person, waiting_table

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
    check_stored(stored.match, stored.log)


async def ask(table: Table, seat: int, to: int, **more: Any) -> Change:
    expected, of_key = more.get("expected"), more.get("key")
    undoing = table.matches.undoing
    return await undoing.ask(table.match_id, table.caller(seat), to, expected, of_key)


async def refuse(table: Table, seat: int) -> Change:
    return await table.matches.undoing.refuse(table.match_id, table.caller(seat), None, None)


async def resign(table: Table, seat: int, expected: int) -> Change:
    return await table.matches.resign(table.match_id, table.caller(seat), expected, None)


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


async def test_with_more_seats_all_others_must_agree(three: Table) -> None:
    before = await three.match()
    await three.play(2)
    await ask(three, 0, before.version)
    agreed = (await ask(three, 2, before.version)).match
    assert agreed.undo
    assert agreed.undo.request == UndoRequest(0, before.version, (2,), (1,))
    with pytest.raises(Conflict, match="you have answered"):
        await ask(three, 2, before.version)
    assert (await ask(three, 1, before.version)).match.state == before.state
    assert await kinds(three, 3) == [(Kind.ASKED, 0), (Kind.AGREED, 2), (Kind.UNDONE, 1)]


async def test_a_request_is_refused_or_withdrawn_and_the_table_stays(three: Table) -> None:
    start = (await three.match()).version
    await three.play(2)
    state = (await three.match()).state
    for seat in (1, 0):
        await ask(three, 0, start)
        match = (await refuse(three, seat)).match
        assert match.undo
        assert not match.undo.request
        assert match.state == state
    with pytest.raises(Conflict, match="Nobody has asked"):
        await refuse(three, 1)


async def test_a_move_ends_a_request(two: Table) -> None:
    start = (await two.match()).version
    await two.play(2)
    await ask(two, 0, start)
    match = (await two.move(0, Move(1))).match
    assert match.undo
    assert not match.undo.request
    with pytest.raises(NotYourTurn):
        await ask(two, 1, start)


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


async def test_who_asks_too_often_must_wait_for_another_move(two: Table) -> None:
    start = (await two.match()).version
    await two.play(2)
    for _ in range(3):
        await ask(two, 0, start)
        await refuse(two, 1)
    with pytest.raises(Conflict, match="3 times"):
        await ask(two, 0, start)
    await two.play(2)
    now = (await two.match()).version
    assert (await ask(two, 0, now - 2)).match.undo.request  # type: ignore[union-attr]


async def test_taking_back_alone_counts_as_asking(two: Table) -> None:
    for _ in range(3):
        await two.move(0, Move(1))
        await ask(two, 0, (await two.match()).version - 1)
    await two.move(0, Move(1))
    with pytest.raises(Conflict, match="3 times"):
        await ask(two, 0, (await two.match()).version - 1)


async def test_what_cannot_be_asked_is_refused(two: Table) -> None:
    start = (await two.match()).version
    with pytest.raises(InvalidMove, match="earlier"):
        await ask(two, 0, start)
    with pytest.raises(InvalidMove, match="earlier"):
        await ask(two, 0, 0)
    await two.play(4)
    with pytest.raises(InvalidMove, match="after the start"):
        await ask(two, 0, start - 1)
    with pytest.raises(NotYourTurn):
        await ask(two, 0, start + 1)
    with pytest.raises(UndoRefused, match="last turn"):
        await ask(two, 0, start)
    with pytest.raises(NotYourMatch):
        await two.matches.undoing.ask(two.match_id, Caller(), start + 2, None, None)
    await ask(two, 0, start + 2)
    for seat, to in ((0, start + 2), (1, start + 3), (1, start)):
        with pytest.raises(Conflict, match="Another request"):
            await ask(two, seat, to)
    await ask(two, 1, start + 2)
    with pytest.raises(UndoRefused, match="Only moves"):
        await ask(two, 0, start + 2)
    await two.resign(1)
    with pytest.raises(MatchNotActive):
        await ask(two, 0, start + 2)


async def test_a_seat_that_has_resigned_is_not_asked_and_its_moves_stay(three: Table) -> None:
    await three.resign(2)
    start = (await three.match()).version
    await three.play(1)
    assert (await ask(three, 0, start)).match.state == heap.State(100, 0, (0, 0, 0))
    now = (await three.match()).version
    await three.play(2)
    with pytest.raises(UndoRefused, match="The server"):
        await ask(three, 0, now)


async def test_a_match_of_never_takes_nothing_back(matches: Matches) -> None:
    table = await heap_table(matches, 2, undo=UndoMode.NEVER)
    assert (await table.match()).undo is None
    await table.play(1)
    with pytest.raises(UndoRefused, match="In this match"):
        await ask(table, 0, (await table.match()).version - 1)


async def test_a_repeat_is_answered_as_at_first(two: Table) -> None:
    start, of_key = (await two.match()).version, key(two.players[0])
    await two.play(1)
    first = await ask(two, 0, start, key=of_key)
    await two.play(2)
    again = await ask(two, 0, start, key=of_key)
    assert (again.match, again.replayed) == (first.match, True)


async def test_only_a_card_that_all_have_seen_is_put_back(matches: Matches) -> None:
    table = await full_table(matches)
    for draw, allowed in (("*", False), ("*", False), (None, True)):
        match: Any = await table.match()
        moves = GAMES[match.game].rules.legal_moves(match.state, match.state.turn)
        move = next(
            each
            for each in moves
            if (each.draw == "*") == (draw == "*") and each.place == "discard"
        )
        await table.move(match.state.turn, move)
        if allowed:
            after = (await ask(table, match.state.turn, match.version)).match
            assert after.state == match.state
        else:
            with pytest.raises(UndoRefused, match="hidden"):
                await ask(table, match.state.turn, match.version)


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

    monkeypatch.setattr(undoing, "MOST_S", 20 * undoing.SLICE_S)
    task = asyncio.create_task(other())
    with pytest.raises(UndoRefused, match="hidden"):
        await undoing._between_others(endless())
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    assert turns >= 10


async def test_one_trial_goes_on_at_a_time(two: Table) -> None:
    start = (await two.match()).version
    await two.play(1)
    async with two.matches.undoing.trying:
        asked = asyncio.create_task(ask(two, 0, start))
        done, _ = await asyncio.wait([asked], timeout=0.05)
        assert not done
    await asked


async def test_luck_cannot_be_tried_again(matches: Matches) -> None:
    """What is drawn after taking back is what would have been drawn without it."""
    wish: dict[str, Any] = {"game": livingstone.ID, "options": livingstone.Options(start_seat=0)}
    table = await full_table(matches, **wish)
    start: Any = await table.match()
    taken = livingstone.legal_moves(start.state, 0)[0]
    await table.move(0, taken)
    at_once = _dug(table, await table.match())
    for _ in range(3):
        await ask(table, 0, (await table.match()).version - 1)
        await table.move(0, taken)
    late = await table.match()
    assert late.version == start.version + 7
    assert _dug(table, late) == at_once
    await table.move(0, livingstone.parse("dig"))
    with pytest.raises(Conflict):
        await ask(table, 0, late.version)


def _dug(table: Table, match: Any) -> Any:
    entry = table.matches.prepare_move(
        match, table.caller(0), lambda game: game.rules.parse("dig"), None, None, match.update_time
    )
    return entry.change.match.state


async def test_luck_that_was_asked_cannot_be_taken_back(matches: Matches) -> None:
    wish: dict[str, Any] = {"game": livingstone.ID, "options": livingstone.Options(start_seat=0)}
    table = await full_table(matches, **wish)
    await table.play(1)
    await table.move(0, livingstone.parse("dig"))
    with pytest.raises(UndoRefused, match="luck"):
        await ask(table, 0, (await table.match()).version - 1)


async def test_versions_are_read_again_over_a_snapshot(two: Table, redis: Redis) -> None:
    await two.play(28)
    before = await two.match()
    await two.play(1)
    await ask(two, 0, before.version)
    await two.play(6)
    assert (await two.match()).version > 32
    pasts = await Past(two.matches.store, two.matches._loop._chance).versions(
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


CLOCK = ClockOptions(bank_ms=20_000)


async def test_who_has_thought_on_its_own_time_must_agree(store: MatchStore) -> None:
    time = Clock()
    table = await heap_table(Matches(store, now=time), 3, clock=CLOCK)
    start = (await table.match()).version
    await table.play(1)
    time.now += timedelta(seconds=4)
    asked = (await ask(table, 0, start)).match
    assert asked.undo
    assert asked.undo.request == UndoRequest(0, start, (), (1, 2))
    assert asked.left_ms == (20_000, 16_000, 20_000)


async def test_under_a_clock_who_is_still_to_move_needs_nobody(matches: Matches) -> None:
    wish: dict[str, Any] = {"game": livingstone.ID, "options": livingstone.Options(start_seat=0)}
    table = await full_table(matches, **wish, clock=ClockOptions(bank_ms=DAY_MS))
    start: Any = await table.match()
    await table.move(0, livingstone.legal_moves(start.state, 0)[0])
    assert (await ask(table, 0, start.version)).match.state == start.state


@pytest.mark.parametrize(("seconds", "allowed"), [(15, True), (16, False)])
async def test_nobody_is_put_back_to_a_deadline_that_is_near(
    store: MatchStore, seconds: int, allowed: bool
) -> None:
    time = Clock()
    table = await heap_table(Matches(store, now=time), 2, clock=CLOCK)
    start = (await table.match()).version
    time.now += timedelta(seconds=seconds)
    await table.play(1)
    if allowed:
        assert (await ask(table, 0, start)).match.undo.request  # type: ignore[union-attr]
    else:
        with pytest.raises(UndoRefused, match="less than 5 s"):
            await ask(table, 0, start)
