"""The clock alone: what each seat has left, from the times in the log only."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from croupier_game.errors import InvalidOptions
from croupier_game.seeded import seeded_chance
from croupier_match import clock
from croupier_match.clock import DAY_MS
from croupier_match.entries import BY_KIND
from croupier_match.evolve import evolve, genesis
from croupier_match.match import (
    Access,
    AnyMatch,
    ClockOptions,
    Kind,
    Match,
    OnTimeout,
    Reason,
    Seat,
    StartMode,
    Status,
)
from croupier_match.refusals import GameFailed
from engine.domain.registry import GAMES

from tests.support import heap
from tests.support.bad_game import failing
from tests.support.matches import SEED, fresh_id, person

PER_MOVE = ClockOptions(per_move_ms=30_000)
BANK = ClockOptions(bank_ms=60_000, increment_ms=5_000)
SUDDEN = ClockOptions(bank_ms=60_000)
BEGAN = clock.epoch_ms(clock.EPOCH.replace(year=2026))


@pytest.fixture(autouse=True)
def game_of_heap() -> Iterator[None]:
    with heap.installed():
        yield


def begun(options: ClockOptions | None, seats: int = 2, size: int = 100) -> AnyMatch:
    """A match that began at 0 s, in which seat 0 is to move."""
    match = genesis(
        GAMES[heap.ID],
        Match(
            id=fresh_id(),
            game=heap.ID,
            rules_version=heap.VERSION,
            options=heap.Options(size),
            access=Access.PUBLIC,
            start=StartMode.AUTO,
            invite_code="",
            seed=SEED,
            seats=(Seat(),) * seats,
            clock=options,
        ),
    )
    for seat in range(seats):
        match = step(match, Kind.JOINED if seat else Kind.CREATED, seat, 0, player=person())
    return match


def step(match: AnyMatch, kind: Kind, seat: int, at_s: float, **more: Any) -> AnyMatch:
    """The match after something that happened so many seconds after its beginning."""
    time = clock.rfc3339_of(BEGAN + round(at_s * 1000))
    more |= {"late": (seat,)} if kind == Kind.TIMEOUT else {}
    entry: Any = BY_KIND[kind](match.version + 1, seat, time, **more)
    return evolve(GAMES.of(match), match, entry, seeded_chance)


def moved(match: AnyMatch, at_s: float, take: int = 1) -> AnyMatch:
    assert match.state
    (seat,) = heap.to_move(match.state)
    return step(match, Kind.MOVE, seat, at_s, move=heap.Move(take))


def due_s(match: AnyMatch) -> float | None:
    """The deadline, in seconds from the beginning."""
    due = clock.deadline(GAMES.of(match), match)
    return None if due is None else (due - BEGAN) / 1000


def test_a_game_in_which_a_seat_is_to_move_that_is_not_there_has_failed() -> None:
    match = begun(BANK, seats=2)
    with failing(heap.ID, "to_move", "gives the fifth seat"), pytest.raises(GameFailed):
        clock.deadline(GAMES.of(match), match)


def test_each_move_has_its_own_time() -> None:
    match = begun(PER_MOVE)
    assert due_s(match) == 30
    match = moved(match, 29.999)
    assert due_s(match) == 59.999
    match = moved(match, 30)
    assert due_s(match) == 60
    assert (match.left_ms, clock.banks(match)) == ((30_000, 30_000), ())


def test_a_bank_loses_what_was_thought_and_gains_the_increment() -> None:
    match = begun(BANK)
    assert (due_s(match), clock.banks(match)) == (60, (60_000, 60_000))
    match = moved(match, 12.5)
    assert (due_s(match), clock.banks(match)) == (72.5, (52_500, 60_000))
    match = moved(match, 13)
    assert (due_s(match), clock.banks(match)) == (65.5, (52_500, 64_500))
    match = moved(match, 65.499)
    assert clock.banks(match) == (5_001, 64_500)


def test_without_an_increment_a_bank_only_shrinks() -> None:
    match = moved(moved(begun(SUDDEN), 10), 30)
    assert clock.banks(match) == (50_000, 40_000)
    assert due_s(match) == 80


def test_the_time_is_up_at_the_deadline_and_not_before() -> None:
    match = begun(PER_MOVE)
    assert not clock.overdue(GAMES.of(match), match, clock.rfc3339_of(BEGAN + 29_999))
    assert clock.overdue(GAMES.of(match), match, clock.rfc3339_of(BEGAN + 30_000))
    assert clock.overdue_seats(GAMES.of(match), match) == (0,)


def test_who_resigns_restarts_nobody_s_time() -> None:
    for options in (PER_MOVE, SUDDEN):
        match = moved(begun(options, seats=3), 1)
        assert match.state
        assert heap.to_move(match.state) == (1,)
        due = due_s(match)
        match = step(match, Kind.RESIGNED, 0, 11)
        assert due_s(match) == due
        assert match.left_ms[1] == options.full_ms - 10_000
        assert due_s(step(match, Kind.RESIGNED, 2, 12)) is None


def test_nobody_waits_for_who_has_resigned() -> None:
    match = moved(step(begun(PER_MOVE, seats=3), Kind.RESIGNED, 1, 1), 2)
    assert match.state
    assert heap.to_move(match.state) == (1,)
    assert due_s(match) is None
    assert due_s(moved(match, 2)) == 32


@pytest.mark.parametrize("options", [PER_MOVE, BANK, None])
def test_there_is_no_deadline_when_nobody_is_to_move(options: ClockOptions | None) -> None:
    empty = begun(options, seats=3)
    waiting = genesis(GAMES.of(empty), empty)
    assert (due_s(waiting), waiting.left_ms) == (None, ())
    assert clock.banks(waiting) == ((60_000,) * 3 if options == BANK else ())
    ended = step(step(empty, Kind.RESIGNED, 1, 1), Kind.RESIGNED, 2, 1)
    assert ended.status == Status.FINISHED
    assert (due_s(ended), clock.overdue(GAMES.of(ended), ended, "2027-01-01T00:00:00.000Z")) == (
        None,
        False,
    )
    if options is None:
        assert due_s(empty) is None


def test_banks_stay_as_they_were_at_the_end() -> None:
    match = begun(SUDDEN, size=1)
    match = moved(match, 20)
    assert match.status == Status.FINISHED
    assert clock.banks(match) == (40_000, 60_000)


def test_a_time_out_of_two_ends_the_match() -> None:
    match = step(begun(SUDDEN), Kind.TIMEOUT, 0, 60)
    assert match.outcome
    assert (match.outcome.reason, match.outcome.winners) == (Reason.TIMEOUT, (1,))
    assert match.outcome.ranking == ((1,), (0,))
    assert clock.banks(match) == (0, 60_000)


def test_a_time_out_of_more_goes_on_without_the_seat() -> None:
    match = step(begun(PER_MOVE, seats=3), Kind.TIMEOUT, 0, 30)
    assert (match.status, match.late) == (Status.ACTIVE, ())
    assert [seat.resigned for seat in match.seats] == [True, False, False]
    match = step(moved(match, 30), Kind.TIMEOUT, 1, 60)
    assert match.outcome
    assert (match.outcome.reason, match.outcome.ranking) == (Reason.TIMEOUT, ((2,), (0, 1)))


def test_a_random_move_begins_a_new_time_or_pays_into_the_bank() -> None:
    for options, left_ms in ((PER_MOVE, 30_000), (BANK, 5_000), (SUDDEN, 0)):
        match = begun(replace(options, on_timeout=OnTimeout.RANDOM))
        full_s = options.full_ms / 1000
        match = step(match, Kind.TIMEOUT, 0, full_s)
        assert (match.late, match.left_ms[0], match.events) == ((0,), 0, ())
        assert (clock.deadline(GAMES.of(match), match), match.status) == (None, Status.ACTIVE)
        match = moved(match, full_s)
        assert (match.late, match.left_ms[0]) == ((), left_ms)
        assert due_s(match) == full_s * 2


def test_an_empty_bank_is_late_at_once() -> None:
    match = begun(replace(SUDDEN, on_timeout=OnTimeout.RANDOM))
    match = moved(moved(step(match, Kind.TIMEOUT, 0, 60), 60), 70)
    assert clock.banks(match) == (0, 50_000)
    assert clock.overdue(GAMES.of(match), match, match.update_time)
    match = moved(step(match, Kind.TIMEOUT, 0, 70.1), 70.1)
    assert clock.banks(match) == (0, 50_000)


def test_time_that_stands_still_costs_nothing() -> None:
    match = moved(moved(begun(SUDDEN), 0), 0)
    assert clock.banks(match) == (60_000, 60_000)


@pytest.mark.parametrize("options", [PER_MOVE, BANK, SUDDEN, replace(BANK, increment_ms=1)])
def test_no_change_to_come_sets_a_deadline_before_the_next_look(options: ClockOptions) -> None:
    """A look at any moment is followed by another in time, whatever happened since."""
    match, at_s = begun(options, seats=3), 0.0
    looks: list[tuple[int, int]] = []
    for thought_s in (3, 0.2, 7, 5, 0, 9, 1.25, 2, 11):
        now_ms = BEGAN + round((at_s + thought_s / 2) * 1000)
        look = clock.next_check(GAMES.of(match), match, now_ms)
        assert look
        looks.append((now_ms, look))
        at_s += thought_s
        match = moved(match, at_s)
        due = clock.deadline(GAMES.of(match), match)
        assert due
        assert all(look <= max(due, now + 1) for now, look in looks)


def test_nobody_looks_at_a_match_that_has_ended_or_has_no_clock() -> None:
    match = begun(SUDDEN, seats=3)
    game, without = GAMES[heap.ID], begun(None)
    assert clock.next_check(game, without, BEGAN) is None
    assert clock.next_check(game, step(match, Kind.RESIGNED, 0, 1), BEGAN) == BEGAN + 60_000
    ended = step(step(match, Kind.RESIGNED, 1, 1), Kind.RESIGNED, 2, 1)
    assert clock.next_check(game, ended, BEGAN) is None


@pytest.mark.parametrize(
    "options",
    [
        ClockOptions(),
        ClockOptions(per_move_ms=999),
        ClockOptions(bank_ms=999),
        ClockOptions(per_move_ms=30 * DAY_MS + 1),
        ClockOptions(bank_ms=30 * DAY_MS + 1),
        ClockOptions(per_move_ms=5_000, bank_ms=5_000),
        ClockOptions(per_move_ms=5_000, increment_ms=1),
        ClockOptions(bank_ms=5_000, increment_ms=DAY_MS + 1),
        ClockOptions(increment_ms=5_000),
    ],
)
def test_a_clock_that_cannot_be_played_by_is_refused(options: ClockOptions) -> None:
    with pytest.raises(InvalidOptions):
        clock.check_options(options)


@pytest.mark.parametrize(
    "options",
    [
        ClockOptions(per_move_ms=1_000),
        ClockOptions(per_move_ms=30 * DAY_MS),
        ClockOptions(bank_ms=1_000),
        ClockOptions(bank_ms=30 * DAY_MS, increment_ms=DAY_MS),
    ],
)
def test_from_a_second_to_a_month_will_do(options: ClockOptions) -> None:
    clock.check_options(options)
    assert due_s(begun(options)) == options.full_ms / 1000


def test_moments_are_written_as_the_log_writes_them() -> None:
    assert clock.rfc3339_of(BEGAN + 1) == "2026-01-01T00:00:00.001Z"
    assert clock.rfc3339_of(BEGAN) == "2026-01-01T00:00:00.000Z"
