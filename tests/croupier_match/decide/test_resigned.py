"""Seats that have resigned: with more than two, the server plays on for them."""

import pytest
from croupier_match.commands import Move, Resign
from croupier_match.decide import decide
from croupier_match.forced import Limits
from croupier_match.match import Kind, Reason, Status
from croupier_match.refusals import Conflict, GameFailed, MatchNotActive, NotYourTurn

from tests.croupier_match.games.nim import Move as Take
from tests.croupier_match.games.nim import Options
from tests.croupier_match.playing import NIM, ROUNDS, reading, table_of


def take(seat: int, count: int) -> Move:
    return Move(seat, reading(Take(count)))


def test_a_larger_match_goes_on_without_who_resigned() -> None:
    match = table_of(NIM, 3).resigned(1).match
    assert (match.status, match.outcome, match.version) == (Status.ACTIVE, None, 4)
    assert [seat.resigned for seat in match.seats] == [False, True, False]
    assert all(seat.player for seat in match.seats)


def test_the_server_moves_for_who_resigned_as_soon_as_it_is_its_turn() -> None:
    playing = table_of(NIM, 3).resigned(1)
    found = playing.do(take(0, 2))
    assert [(entry.kind, entry.seat) for entry in found.entries] == [(Kind.MOVE, 0), (Kind.MOVE, 1)]
    assert found.entries[1].time == found.entries[0].time, "it takes no time"
    assert [match.events[0].seat for match in found.versions] == [0, 1]
    assert playing.to_move == (2,)


def test_who_resigns_when_it_is_to_move_is_moved_for_at_once() -> None:
    playing = table_of(NIM, 3).resigned(0)
    assert playing.kinds(after=3) == [(Kind.RESIGNED, 0), (Kind.MOVE, 0)]
    assert playing.to_move == (1,)


def test_the_server_moves_for_several_in_a_row() -> None:
    playing = table_of(NIM, 4, options=Options(100)).resigned(2, 1)
    playing.do(take(0, 3))
    assert playing.kinds(after=6) == [(Kind.MOVE, 0), (Kind.MOVE, 1), (Kind.MOVE, 2)]
    assert playing.to_move == (3,)


def test_where_all_move_at_once_the_server_moves_in_each_round() -> None:
    playing = table_of(ROUNDS, 3).resigned(1)
    assert playing.kinds(after=3) == [(Kind.RESIGNED, 1), (Kind.MOVE, 1)]
    playing.play(2)
    assert playing.kinds(after=5) == [(Kind.MOVE, 0), (Kind.MOVE, 2), (Kind.MOVE, 1)]


def test_who_resigned_neither_moves_nor_resigns_again() -> None:
    playing = table_of(NIM, 3).resigned(1)
    with pytest.raises(NotYourTurn):
        playing.do(take(1, 1))
    with pytest.raises(Conflict, match="already"):
        playing.do(Resign(1))


def test_who_resigned_comes_last_whatever_its_score() -> None:
    """The server takes the last one for seat 0, which so has the most points."""
    playing = table_of(NIM, 3, options=Options(4))
    playing.do(take(0, 1))
    playing.do(take(1, 1))
    playing.do(take(2, 1))
    outcome = playing.resigned(0).match.outcome
    assert outcome
    assert (outcome.reason, outcome.scores) == (Reason.COMPLETED, (1, 0, 0))
    assert (outcome.ranking, outcome.winners) == (((1, 2), (0,)), (1, 2))
    with pytest.raises(MatchNotActive):
        playing.do(Resign(1))


def test_the_last_who_has_not_resigned_wins() -> None:
    playing = table_of(NIM, 4, options=Options(100)).resigned(0, 3, 1)
    outcome = playing.match.outcome
    assert outcome
    assert (outcome.reason, outcome.ranking) == (Reason.RESIGNED, ((2,), (0, 1, 3)))
    assert outcome.winners == (2,)
    assert playing.kinds()[-1] == (Kind.RESIGNED, 1)


def test_a_match_of_one_seat_ends_with_its_resignation() -> None:
    outcome = table_of(NIM, 1).resigned(0).match.outcome
    assert outcome
    assert outcome.reason == Reason.RESIGNED


def test_a_match_of_those_who_stayed_comes_to_its_end() -> None:
    playing = table_of(NIM, 4, options=Options(40)).resigned(2)
    while not playing.match.ended:
        assert playing.to_move != (2,)
        playing.play()
    assert playing.match.outcome
    assert playing.match.outcome.ranking[-1] == (2,)
    assert (Kind.MOVE, 2) in playing.kinds()


def test_moves_of_the_server_without_end_are_a_failure_of_the_rules() -> None:
    playing = table_of(NIM, 3).resigned(1)
    arguments = playing.game, playing.match, take(0, 1), playing.now, playing.chance
    with pytest.raises(GameFailed, match="in to_move"):
        decide(*arguments, Limits(most_forced=0))
    assert len(decide(*arguments, Limits(most_forced=1)).entries) == 2
