"""Taking back: what may be asked, who must agree, and what is restored."""

from typing import Any

import pytest
from croupier_game.errors import InvalidMove
from croupier_game.installed import find
from croupier_match import clock
from croupier_match.commands import Ask, Move, Refuse, Resign
from croupier_match.decide import asks_for, decide
from croupier_match.games import Game, Games
from croupier_match.match import ClockOptions, Kind, Undo, UndoMode, UndoRequest
from croupier_match.refusals import Conflict, MatchNotActive, NotYourTurn, UndoRefused
from croupier_match.undo.asking import tried
from croupier_match.undo.trial import at_once

from tests.croupier_match.games.nim import Options, State
from tests.croupier_match.playing import NIM, SECOND_MS, Playing, reading, table_of

GAMES = Games(map(Game.of, find().games))
LOST_CITIES, LIVINGSTONE = GAMES["lost-cities"], GAMES["livingstone"]
BANK = ClockOptions(bank_ms=20 * SECOND_MS)


def nim(seats: int, **wish: Any) -> Playing:
    return table_of(NIM, seats, options=Options(100), **wish)


def livingstone(**wish: Any) -> Playing:
    return table_of(LIVINGSTONE, 2, options=LIVINGSTONE.rules.Options(start_seat=0), **wish)


def request_of(playing: Playing) -> UndoRequest | None:
    assert playing.match.undo
    return playing.match.undo.request


def test_a_move_is_taken_back_at_once_before_another_seat_has_moved() -> None:
    playing = nim(2)
    before = playing.match
    playing.play().do(Ask(0, before.version))
    after = playing.match
    assert (after.state, after.version, after.events) == (before.state, before.version + 2, ())
    assert after.undo == Undo(asks=(0,), used=True)
    assert playing.kinds(after=2) == [(Kind.MOVE, 0), (Kind.UNDONE, 0)]
    assert playing.play().match.state == State(99, 2, 1)


def test_the_others_must_agree_once_one_of_them_has_moved() -> None:
    playing = nim(2)
    before = playing.match
    playing.play(2).do(Ask(0, before.version))
    assert request_of(playing) == UndoRequest(0, before.version, (), (1,))
    assert playing.match.state != before.state
    playing.do(Ask(1, before.version))
    assert playing.match.state == before.state
    assert playing.kinds(after=4) == [(Kind.ASKED, 0), (Kind.UNDONE, 1)]


def test_with_more_seats_all_others_must_agree() -> None:
    playing = nim(3)
    before = playing.match
    playing.play(2).do(Ask(0, before.version))
    playing.do(Ask(2, before.version))
    assert request_of(playing) == UndoRequest(0, before.version, (2,), (1,))
    with pytest.raises(Conflict, match="you have answered"):
        playing.do(Ask(2, before.version))
    playing.do(Ask(1, before.version))
    assert playing.match.state == before.state
    assert playing.kinds(after=5) == [(Kind.ASKED, 0), (Kind.AGREED, 2), (Kind.UNDONE, 1)]


def test_a_request_is_refused_or_withdrawn_and_the_table_stays() -> None:
    playing = nim(3)
    start = playing.match.version
    state = playing.play(2).match.state
    for seat in (1, 0):
        playing.do(Ask(0, start))
        playing.do(Refuse(seat))
        assert request_of(playing) is None
        assert playing.match.state == state
    with pytest.raises(Conflict, match="Nobody has asked"):
        playing.do(Refuse(1))


def test_who_is_not_asked_cannot_refuse() -> None:
    playing = nim(4).resigned(3)
    playing.play(2).do(Ask(0, 5))
    with pytest.raises(Conflict, match="not concern"):
        playing.do(Refuse(3))


def test_a_move_ends_a_request() -> None:
    playing = nim(2)
    start = playing.match.version
    playing.play(2).do(Ask(0, start))
    assert request_of(playing.play()) is None
    with pytest.raises(NotYourTurn):
        playing.do(Ask(1, start))


def test_who_asks_too_often_must_wait_for_another_move() -> None:
    playing = nim(2)
    start = playing.match.version
    playing.play(2)
    for _ in range(3):
        playing.do(Ask(0, start))
        playing.do(Refuse(1))
    with pytest.raises(Conflict, match="3 times"):
        playing.do(Ask(0, start))
    playing.play(2).do(Ask(0, playing.match.version - 2))
    assert request_of(playing)


def test_taking_back_alone_counts_as_asking() -> None:
    playing = nim(2)
    for _ in range(3):
        playing.play().do(Ask(0, playing.match.version - 1))
    playing.play()
    with pytest.raises(Conflict, match="3 times"):
        playing.do(Ask(0, playing.match.version - 1))


def test_what_cannot_be_asked_is_refused() -> None:
    playing = nim(2)
    start = playing.match.version
    for to in (start, start + 1, 0, -300):
        with pytest.raises(InvalidMove, match="earlier"):
            playing.do(Ask(0, to))
    playing.play(4)
    with pytest.raises(InvalidMove, match="after the start"):
        playing.do(Ask(0, start - 1))
    with pytest.raises(NotYourTurn):
        playing.do(Ask(0, start + 1))
    with pytest.raises(UndoRefused, match="last turn"):
        playing.do(Ask(0, start))
    playing.do(Ask(0, start + 2))
    for seat, to in ((0, start + 2), (1, start + 3), (1, start)):
        with pytest.raises(Conflict, match="Another request"):
            playing.do(Ask(seat, to))
    playing.do(Ask(1, start + 2))
    with pytest.raises(UndoRefused, match="Only moves"):
        playing.do(Ask(0, start + 2))
    playing.do(Resign(1))
    with pytest.raises(MatchNotActive):
        playing.do(Ask(0, start + 2))


def test_what_is_too_far_back_is_not_even_read() -> None:
    playing = table_of(NIM, 1, options=Options(300)).play(201)
    with pytest.raises(UndoRefused, match="last turn"):
        asks_for(NIM, playing.match, Ask(0, 1))
    assert asks_for(NIM, playing.match, Ask(0, 2)) == 2


def test_a_seat_that_has_resigned_is_not_asked_and_its_moves_stay() -> None:
    playing = nim(3).resigned(2)
    start = playing.match.version
    playing.play().do(Ask(0, start))
    assert playing.match.state == State(100, 3, 0)
    now = playing.match.version
    playing.play(2)
    with pytest.raises(UndoRefused, match="The server"):
        playing.do(Ask(0, now))


def test_a_match_of_never_takes_nothing_back() -> None:
    playing = nim(2, undo=UndoMode.NEVER).play()
    with pytest.raises(UndoRefused, match="In this match"):
        playing.do(Ask(0, playing.match.version - 1))


def test_only_a_card_that_all_have_seen_is_put_back() -> None:
    playing = table_of(LOST_CITIES, 2)
    for draw, allowed in (("*", False), ("*", False), (None, True)):
        match: Any = playing.match
        seat = match.state.turn
        legal: Any = LOST_CITIES.rules.legal_moves(match.state, seat)
        discards = [each for each in legal if each.place == "discard"]
        move = next(each for each in discards if (each.draw == "*") == (draw == "*"))
        playing.do(Move(seat, reading(move)))
        if allowed:
            playing.do(Ask(seat, match.version))
            assert playing.match.state == match.state
        else:
            with pytest.raises(UndoRefused, match="hidden"):
                playing.do(Ask(seat, match.version))


def test_luck_cannot_be_tried_again() -> None:
    """What is drawn after taking back is what would have been drawn without it."""
    playing = livingstone()
    taken = playing.legal(0)
    dig = Move(0, lambda game: game.rules.parse("dig"))
    playing.do(taken)
    at_first = playing.decided(dig).versions[-1].state
    for _ in range(3):
        playing.do(Ask(0, playing.match.version - 1))
        playing.do(taken)
    assert playing.decided(dig).versions[-1].state == at_first
    playing.do(dig)
    with pytest.raises(Conflict):
        playing.do(Ask(0, playing.match.version - 1))


def test_luck_that_was_asked_cannot_be_taken_back() -> None:
    playing = livingstone().play()
    playing.do(Move(0, lambda game: game.rules.parse("dig")))
    with pytest.raises(UndoRefused, match="luck"):
        playing.do(Ask(0, playing.match.version - 1))


@pytest.mark.parametrize(
    "options",
    [
        ClockOptions(per_move_ms=10_000),
        ClockOptions(bank_ms=10_000, increment_ms=500),
    ],
    ids=["per move", "bank"],
)
def test_nobody_gains_time(options: ClockOptions) -> None:
    playing = nim(2, clock=options)
    start = playing.match.version
    playing.do(playing.legal(0), 4_000)
    playing.do(Ask(0, start), 1_000)
    playing.do(Ask(1, start), 0)
    assert playing.match.left_ms[0] == 6_000
    assert clock.deadline(NIM, playing.match) == playing.now_ms + 6_000


def test_who_has_thought_on_its_own_time_must_agree() -> None:
    playing = nim(3, clock=BANK)
    start = playing.match.version
    playing.do(playing.legal(0), 0)
    playing.do(Ask(0, start), 4 * SECOND_MS)
    assert request_of(playing) == UndoRequest(0, start, (), (1, 2))
    assert playing.match.left_ms == (20_000, 16_000, 20_000)


def test_under_a_clock_who_is_still_to_move_needs_nobody() -> None:
    playing = livingstone(clock=BANK)
    start = playing.match
    playing.do(playing.legal(0), 0)
    playing.do(Ask(0, start.version), 0)
    assert playing.match.state == start.state


@pytest.mark.parametrize(("seconds", "allowed"), [(15, True), (16, False)])
def test_nobody_is_put_back_to_a_deadline_that_is_near(seconds: int, allowed: bool) -> None:
    playing = nim(2, clock=BANK)
    start = playing.match.version
    playing.do(playing.legal(0), seconds * SECOND_MS)
    if allowed:
        playing.do(Ask(0, start), 0)
        assert request_of(playing)
    else:
        with pytest.raises(UndoRefused, match="less than 5 s"):
            playing.do(Ask(0, start), 0)


def test_what_was_tried_holds_for_that_version_and_request_alone() -> None:
    playing = nim(2).play(1)
    command = Ask(0, playing.match.version - 1)
    found = at_once(tried(NIM, playing.past[command.to - 1 :], 0, playing.chance))
    later = nim(2).play(3)
    for match, seat, to in (
        (playing.match, 0, command.to - 1),
        (playing.match, 1, command.to),
        (later.match, 0, command.to),
    ):
        with pytest.raises(Conflict, match="tried"):
            decide(NIM, match, Ask(seat, to, found), playing.now, playing.chance)
    with pytest.raises(Conflict, match="tried"):
        decide(NIM, playing.match, command, playing.now, playing.chance)
    (entry,) = decide(
        NIM, playing.match, Ask(0, command.to, found), playing.now, playing.chance
    ).entries
    assert entry.kind == Kind.UNDONE
