"""Deadlines: what follows from one, and that nothing else comes first."""

from dataclasses import replace

import pytest
from croupier_match import clock
from croupier_match.commands import Abort, Expire, Resign
from croupier_match.decide import decide
from croupier_match.forced import Limits
from croupier_match.match import ClockOptions, Kind, OnTimeout, Reason, Status
from croupier_match.refusals import Conflict, MatchNotActive, NotYourTurn, Overdue

from tests.croupier_match.games.nim import Options
from tests.croupier_match.playing import NIM, ROUNDS, SECOND_MS, table_of

MINUTE_MS = 60 * SECOND_MS
PER_MOVE = ClockOptions(per_move_ms=MINUTE_MS)
AT_RANDOM = replace(PER_MOVE, on_timeout=OnTimeout.RANDOM)
BANK = ClockOptions(bank_ms=MINUTE_MS, increment_ms=SECOND_MS)
BANK_AT_RANDOM = ClockOptions(bank_ms=MINUTE_MS, on_timeout=OnTimeout.RANDOM)


def test_at_the_deadline_a_move_is_too_late_and_the_time_out_is_due() -> None:
    playing = table_of(NIM, 2, clock=PER_MOVE)
    playing.now_ms += MINUTE_MS - 1
    with pytest.raises(Conflict, match="No time"):
        playing.do(Expire(), 0)
    assert playing.decided(playing.legal(0)).entries
    playing.now_ms += 1
    for command in (playing.legal(0), Resign(0), Resign(1), Abort("Enough.")):
        with pytest.raises(Overdue):
            playing.do(command, 0)
    playing.do(Expire(), 0)
    assert playing.kinds(after=2) == [(Kind.TIMEOUT, 0)]
    outcome = playing.match.outcome
    assert outcome
    assert (outcome.reason, outcome.winners) == (Reason.TIMEOUT, (1,))
    with pytest.raises(MatchNotActive):
        playing.do(playing.legal(0), 0)


def test_a_random_move_follows_at_the_same_time() -> None:
    playing = table_of(NIM, 2, clock=AT_RANDOM).late()
    timeout, move = playing.log[2:]
    assert (timeout.kind, move.kind, move.seat) == (Kind.TIMEOUT, Kind.MOVE, 0)
    assert timeout.time == move.time
    assert (playing.match.status, playing.match.late) == (Status.ACTIVE, ())
    assert clock.deadline(NIM, playing.match) == playing.now_ms + MINUTE_MS
    with pytest.raises(NotYourTurn):
        playing.do(playing.legal(0))


def test_with_more_seats_the_server_plays_on_for_who_was_late() -> None:
    playing = table_of(NIM, 4, clock=PER_MOVE, options=Options(100)).late()
    assert playing.kinds(after=4) == [(Kind.TIMEOUT, 0), (Kind.MOVE, 0)]
    with pytest.raises(Conflict, match="already"):
        playing.do(Resign(0))
    playing.play(3)
    assert playing.kinds()[-1] == (Kind.MOVE, 0)
    outcome = playing.late().late().match.outcome
    assert outcome
    assert (outcome.reason, outcome.ranking) == (Reason.TIMEOUT, ((3,), (0, 1, 2)))


def test_who_has_least_time_is_late_first_where_all_are_to_move() -> None:
    playing = table_of(ROUNDS, 3, clock=BANK_AT_RANDOM)
    playing.do(playing.legal(1), 5 * SECOND_MS)
    playing.do(playing.legal(0), 5 * SECOND_MS)
    playing.late()
    assert playing.kinds(after=5) == [(Kind.TIMEOUT, 2), (Kind.MOVE, 2)]


def test_a_clock_that_is_behind_takes_no_time_back() -> None:
    playing = table_of(NIM, 2, clock=BANK)
    playing.do(playing.legal(0), 20 * SECOND_MS)
    playing.do(playing.legal(1), -10 * SECOND_MS)
    assert [entry.time for entry in playing.log[2:]] == [playing.match.update_time] * 2
    assert clock.banks(playing.match) == (41 * SECOND_MS, 61 * SECOND_MS)


def test_what_the_server_ends_at_once_is_never_late() -> None:
    """As where the rules have failed: that takes no time, even if the seat to move has none left.
    An operator has to wait for what the deadline brings."""
    playing = table_of(NIM, 2, clock=BANK_AT_RANDOM).play(1).late().play(1)
    assert playing.overdue
    command, last = Abort("The rules have failed."), playing.match.update_time
    with pytest.raises(Overdue):
        decide(NIM, playing.match, command, clock.later(last, 1), playing.chance)
    (entry,) = decide(NIM, playing.match, command, last, playing.chance).entries
    assert entry.time == last


def test_a_match_too_long_ends_although_the_next_has_no_time_left() -> None:
    playing = table_of(NIM, 2, clock=BANK_AT_RANDOM)
    playing.play(1).late()
    playing.limits = Limits(most_versions=playing.match.version + 1)
    playing.do(playing.legal(0))
    assert playing.kinds()[-2:] == [(Kind.MOVE, 0), (Kind.ABORTED, 0)]
    assert playing.log[-1].time == playing.log[-2].time
