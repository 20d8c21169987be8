"""Matches by the clock: a late caller meets the match as its time-out has left it.

Tests that set the time go forward from now, by days: no ticker of another test
that plays in the same Redis thinks that somebody is late.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from croupier_match import clock, commands
from croupier_match.admission import Caller
from croupier_match.clock import DAY_MS
from croupier_match.match import ClockOptions, Kind, OnTimeout, Reason, Status
from croupier_match.refusals import GameFailed, MatchNotActive, NotYourTurn, VersionMismatch
from croupier_match.verify.stored import check_stored
from engine.domain.registry import GAMES
from engine.service.change_loop import FAILURES
from engine.service.changes import Change
from engine.service.matches import Matches
from engine.service.queries.past_versions import MatchVersion
from engine.store.matches import MatchStore

from tests.support import heap
from tests.support.bad_game import failing
from tests.support.heap import Move
from tests.support.matches import Table, key, person, reading, waiting_table

pytestmark = pytest.mark.anyio

DAY = timedelta(days=1)
TICK = timedelta(milliseconds=1)
PER_MOVE = ClockOptions(per_move_ms=DAY_MS)
BANK = ClockOptions(bank_ms=3 * DAY_MS, increment_ms=60_000)
AT_RANDOM = replace(PER_MOVE, on_timeout=OnTimeout.RANDOM)


@dataclass
class Time:
    """A time that passes when it is told to."""

    now: datetime = field(default_factory=lambda: datetime.now(UTC).replace(microsecond=0))

    def __call__(self) -> datetime:
        return self.now

    def passes(self, time: timedelta) -> None:
        self.now += time


@pytest.fixture(autouse=True)
def game_of_heap() -> Iterator[None]:
    with heap.installed():
        yield


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def timed(store: MatchStore, time: Time) -> Matches:
    return Matches(store, now=time)


async def heap_table(
    matches: Matches, clock: ClockOptions | None, seats: int = 2, size: int = 100, **wish: Any
) -> Table:
    table = await waiting_table(
        matches, game=heap.ID, seats=seats, options=heap.Options(size), clock=clock, **wish
    )
    for seat in range(1, seats):
        table = await table.join(person(f"P{seat}"))
    return table


async def log_of(table: Table) -> list[MatchVersion]:
    """All versions, recomputed from the log; the last is what is stored."""
    match = await table.match()
    pasts, *_ = await table.matches.queries.history(table.match_id, table.caller(0), 0, 1000)
    assert pasts[-1].match == match
    return pasts


async def told(table: Table, after: int) -> list[tuple[str, int]]:
    return [(past.entry.kind, past.entry.seat) for past in (await log_of(table))[after:]]


async def ended(table: Table) -> tuple[Reason, tuple[int, ...]]:
    outcome = (await table.match()).outcome
    assert outcome
    return outcome.reason, outcome.winners


async def test_a_move_at_the_deadline_is_too_late(timed: Matches, time: Time) -> None:
    table = await heap_table(timed, PER_MOVE)
    time.passes(DAY)
    with pytest.raises(MatchNotActive):
        await table.move(0, Move(1))
    assert await told(table, 2) == [(Kind.TIMEOUT, 0)]
    assert await ended(table) == (Reason.TIMEOUT, (1,))
    with pytest.raises(MatchNotActive):
        await table.move(0, Move(1))
    assert (await table.match()).version == 3


async def test_the_version_that_a_late_move_expects_is_gone(timed: Matches, time: Time) -> None:
    table = await heap_table(timed, PER_MOVE)
    time.passes(DAY)
    with pytest.raises(VersionMismatch) as gone:
        await table.move(0, Move(1), expected=2)
    assert gone.value.version == 3


async def test_a_late_move_is_judged_by_the_match_after_the_random_one(
    timed: Matches, time: Time
) -> None:
    table = await heap_table(timed, AT_RANDOM)
    time.passes(DAY)
    with pytest.raises(NotYourTurn):
        await table.move(0, Move(1))
    assert await told(table, 2) == [(Kind.TIMEOUT, 0), (Kind.MOVE, 0)]
    pasts = await log_of(table)
    assert pasts[3].entry.time == pasts[2].entry.time
    match = await table.match()
    assert (match.status, match.late) == (Status.ACTIVE, ())
    assert clock.deadline(GAMES.of(match), match) == clock.epoch_ms(time.now + DAY)
    await table.move(1, Move(1), expected=4)


async def test_who_is_not_late_may_move_after_the_time_out_of_another(
    timed: Matches, time: Time
) -> None:
    table = await heap_table(timed, AT_RANDOM)
    time.passes(DAY)
    change = await table.move(1, Move(2))
    assert (change.match.version, change.events) == (5, (heap.Event(1, 2),))
    assert await told(table, 2) == [(Kind.TIMEOUT, 0), (Kind.MOVE, 0), (Kind.MOVE, 1)]


async def test_a_dry_run_and_a_resignation_come_too_late_too(timed: Matches, time: Time) -> None:
    for act in (check, resign):
        table = await heap_table(timed, PER_MOVE)
        time.passes(DAY - TICK)
        if act is check:
            await act(table)
        time.passes(TICK)
        with pytest.raises(MatchNotActive):
            await act(table)
        assert await told(table, 2) == [(Kind.TIMEOUT, 0)]


async def check(table: Table) -> object:
    command = commands.Move(0, reading(Move(1)))
    return await table.matches.check(table.match_id, table.caller(0), command)


async def resign(table: Table) -> object:
    return await table.resign(0)


async def test_what_was_done_in_time_is_answered_again_afterwards(
    timed: Matches, time: Time
) -> None:
    table = await heap_table(timed, PER_MOVE)
    used = key(table.players[0])
    first = await table.move(0, Move(1), key=used)
    time.passes(2 * DAY)
    assert await table.move(0, Move(1), key=used) == replace(first, replayed=True)
    assert await told(table, 3) == []


async def test_a_stranger_makes_nobody_late(timed: Matches, time: Time) -> None:
    table = await heap_table(timed, PER_MOVE)
    time.passes(DAY)
    with pytest.raises(Exception, match="no seat"):
        await timed.change(table.match_id, Caller(), commands.Move(0, reading(Move(1))))
    assert (await table.match()).version == 2


async def test_a_rematch_has_the_same_clock(timed: Matches, time: Time) -> None:
    table = await heap_table(timed, BANK)
    time.passes(4 * DAY)
    await timed.apply_deadlines(await table.match())
    await table.rematch(0)
    again = await timed.queries.store.load((await table.rematch(1)).match_id)
    assert (again.clock, clock.banks(again)) == (BANK, (3 * DAY_MS,) * 2)
    assert clock.deadline(GAMES.of(again), again) == clock.epoch_ms(time.now + 3 * DAY)


async def test_a_move_that_was_decided_before_the_deadline_and_stamped_after_it_is_late(
    store: MatchStore, time: Time
) -> None:
    """Time goes on while the engine thinks."""
    jumps = [timedelta(), DAY]

    def hurrying() -> datetime:
        if table is not None and jumps:
            time.passes(jumps.pop(0))
        return time()

    table: Table | None = None
    matches = Matches(store, now=hurrying)
    table = await heap_table(matches, PER_MOVE)
    with pytest.raises(MatchNotActive):
        await table.move(0, Move(1))
    assert await told(table, 2) == [(Kind.TIMEOUT, 0)]


async def test_a_match_may_be_thought_about_longer_than_it_is_kept(
    timed: Matches, redis: Any
) -> None:
    """TTLs of the tests' store are minutes."""
    table = await heap_table(timed, PER_MOVE)
    name = f"match:{{{table.match_id}}}"
    assert await redis.pttl(name) > DAY_MS
    change: Change = await table.resign(0)
    assert change.match.ended
    assert await redis.pttl(name) < DAY_MS / 10


async def test_what_the_server_ends_when_a_bank_is_empty_is_verified(
    timed: Matches, time: Time, store: MatchStore
) -> None:
    """That takes no time, so the time-out of the seat that is to move then is not due yet."""
    empty = ClockOptions(bank_ms=DAY_MS, on_timeout=OnTimeout.RANDOM)
    table = await heap_table(timed, empty)
    time.passes(DAY)
    with pytest.raises(NotYourTurn):  # a random move has been made
        await table.move(0, Move(1))
    last = await table.match()
    short = table.through(Matches(store, now=time, max_versions=last.version + 1))
    ended = (await short.move(1, Move(1))).match
    assert (ended.status, ended.update_time) == (Status.ABORTED, clock.rfc3339(time.now))
    await verified(table)


async def test_rules_that_fail_at_a_time_out_end_the_match_as_of_its_last_entry(
    timed: Matches, time: Time
) -> None:
    table = await heap_table(timed, PER_MOVE)
    begun = await table.match()
    time.passes(DAY)
    with failing(heap.ID, "ranking", "raises"):
        for _ in range(FAILURES):
            with pytest.raises(GameFailed):
                await table.move(0, Move(1))
    ended = await table.match()
    assert (ended.status, ended.update_time) == (Status.ABORTED, begun.update_time)
    await verified(table)


async def verified(table: Table) -> None:
    """What is stored is what the log makes of it, and every entry was possible."""
    match = await table.match()
    check_stored(GAMES, match, await table.matches.store.log(match, match.version))
