"""Phases with a time of their own, and what the rules say for who is late."""

import pytest
from croupier_game.errors import InvalidOptions
from croupier_match import clock
from croupier_match.clock import SECOND_MS
from croupier_match.commands import Resign
from croupier_match.match import ClockOptions, Kind, OnTimeout, Status

from tests.croupier_match.games.windows import WINDOW_MS
from tests.croupier_match.playing import NIM, WINDOWS, Playing, match_of, table_of

MINUTE_MS = 60 * SECOND_MS
BANK = ClockOptions(bank_ms=MINUTE_MS, increment_ms=SECOND_MS)
PER_MOVE = ClockOptions(per_move_ms=MINUTE_MS)
RAISE = 1
"""The place of a raise in the list of what is legal in a window."""


def opened(time: ClockOptions = BANK) -> Playing:
    """A window that seat 0 has opened after 10 s."""
    playing = table_of(WINDOWS, 3, clock=time)
    playing.do(playing.legal(0), 10 * SECOND_MS)
    return playing


def due(playing: Playing) -> dict[int, int]:
    """In how many ms from now each seat's time is over."""
    times = clock.due(playing.game, playing.match)
    return {seat: at - playing.now_ms for seat, at in times.items()}


def test_a_window_has_its_own_time_and_takes_none_of_the_banks() -> None:
    playing = opened()
    assert due(playing) == {1: WINDOW_MS, 2: WINDOW_MS}
    playing.do(playing.legal(1), 2 * SECOND_MS)
    assert due(playing) == {2: WINDOW_MS - 2 * SECOND_MS}
    playing.late()
    assert playing.kinds()[-2:] == [(Kind.TIMEOUT, 2), (Kind.MOVE, 2)]
    assert clock.banks(playing.match) == (51 * SECOND_MS, MINUTE_MS, MINUTE_MS)
    assert due(playing) == {1: MINUTE_MS}


@pytest.mark.parametrize("on_timeout", OnTimeout)
def test_who_is_late_in_a_window_passes_whatever_the_clock_says(on_timeout: OnTimeout) -> None:
    playing = opened(ClockOptions(per_move_ms=MINUTE_MS, on_timeout=on_timeout)).late()
    assert playing.kinds()[-3:] == [(Kind.TIMEOUT, 1), (Kind.MOVE, 1), (Kind.MOVE, 2)]
    assert (playing.match.status, playing.match.late) == (Status.ACTIVE, ())
    assert not any(seat.resigned for seat in playing.match.seats)
    assert due(playing) == {1: MINUTE_MS}


def test_another_window_has_its_time_anew_and_who_resigns_changes_none() -> None:
    playing = opened()
    playing.do(playing.legal(1, RAISE), SECOND_MS)
    assert due(playing) == {0: WINDOW_MS, 2: WINDOW_MS}
    playing.do(Resign(1), SECOND_MS)
    assert due(playing) == {0: WINDOW_MS - SECOND_MS, 2: WINDOW_MS - SECOND_MS}


def test_the_queue_looks_in_time_whatever_the_next_move_begins() -> None:
    playing = table_of(WINDOWS, 3, clock=ClockOptions(per_move_ms=clock.DAY_MS))
    look = clock.next_check(WINDOWS, playing.match, playing.now_ms)
    assert look == playing.now_ms + clock.PHASE_LOOK_MS
    playing.do(playing.legal(0), SECOND_MS)
    assert clock.next_check(WINDOWS, playing.match, playing.now_ms) == playing.now_ms + WINDOW_MS


def test_without_a_clock_a_window_waits() -> None:
    playing = table_of(WINDOWS, 3)
    playing.do(playing.legal(0))
    assert (playing.match.phase_left_ms, due(playing)) == (None, {})


def test_a_game_that_does_not_say_what_a_late_seat_does_is_not_asked() -> None:
    by_rules = ClockOptions(per_move_ms=MINUTE_MS, on_timeout=OnTimeout.RULES)
    with pytest.raises(InvalidOptions, match="must be forfeit or random in Nim"):
        match_of(NIM, 2, clock=by_rules)
    playing = table_of(WINDOWS, 2, clock=by_rules).late()
    assert playing.kinds()[-2:] == [(Kind.TIMEOUT, 0), (Kind.MOVE, 0)]
    state = playing.match.state
    assert state
    assert state.bid == 2, "not one at random"
