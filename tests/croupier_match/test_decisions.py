"""Decisions of seats: since when they stand, and what they are good for."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from croupier_game.game import view_of
from croupier_game.installed import find
from croupier_game.kit.seeds import SEEDS
from croupier_match.admission import Expected, check_expected
from croupier_match.commands import Command, Move, Resign
from croupier_match.decisions import decision_of
from croupier_match.games import Game, Games
from croupier_match.match import Kind, Status
from croupier_match.refusals import VersionMismatch
from croupier_match.undo.asking import Version

from tests.croupier_match.games.rounds import Move as Bid
from tests.croupier_match.playing import NIM, ROUNDS, Playing, reading, table_of
from tests.croupier_match.strolls import stroll

GAMES = {each.rules.ID: each for each in (NIM, ROUNDS, *map(Game.of, find().games))}
STROLLS = 40 * len(SEEDS)


def bidding() -> Playing:
    """A match of four, in which the first has bid."""
    return bid(table_of(ROUNDS, 4), 0)


def bid(it: Playing, seat: int, count: int = 2) -> Playing:
    it.do(Move(seat, reading(Bid(count))))
    return it


def chooses_by(game: Game, version: Version, seat: int) -> Any:
    """All that the seat chooses by; None if it is not to move."""
    match, rules = version[0], game.rules
    if match.status != Status.ACTIVE or seat not in rules.to_move(match.state, len(match.seats)):
        return None
    seen = rules.decision_view(view_of(rules, match.state, seat))
    return tuple(rules.legal_moves(match.state, seat)), seen


def stands_since(game: Game, past: Sequence[Version], seat: int) -> int | None:
    """Look back for the version since which nothing has changed for the seat."""
    *_, last = past
    if chooses_by(game, last, seat) is None:
        return None
    for before, after in reversed([*pairwise(past)]):
        own = after[1].kind == Kind.MOVE and after[1].seat == seat
        if own or chooses_by(game, before, seat) != chooses_by(game, after, seat):
            return after[0].version
    return past[0][0].version


@pytest.mark.parametrize("game_id", GAMES)
def test_a_decision_stands_since_nothing_has_changed_that_the_seat_chooses_by(game_id: str) -> None:
    game, older = GAMES[game_id], 0
    for number in range(STROLLS if game is ROUNDS else 6):
        *_, (it, _, _) = stroll(game, number)
        for end in range(1, len(it.past) + 1):
            match = it.past[end - 1][0]
            found = [decision_of(game, match, seat) for seat in range(len(match.seats))]
            seats = range(len(match.seats))
            assert found == [stands_since(game, it.past[:end], seat) for seat in seats], number
            to_move = game.rules.to_move(match.state) if match.status == Status.ACTIVE else ()
            assert all(each in to_move and at < match.version for each, at in match.decisions)
            older += len(match.decisions)
    assert older, "there was nothing to see"


def test_a_choice_of_another_seat_refuses_no_move() -> None:
    it = bidding()
    for seat in (3, 1, 2):
        expect(it, seat, 4)
        for other in (0, 3, 5, it.match.version):
            with pytest.raises(VersionMismatch) as refused:
                expect(it, seat, other)
            assert refused.value.version == it.match.version
        bid(it, seat)
    with pytest.raises(VersionMismatch):
        expect(it, 2, 4)  # the bids are shown now
    expect(it, 2, 8)


def test_the_own_move_is_a_new_decision_whatever_it_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ROUNDS.rules, "decision_view", lambda view: None)
    it = table_of(ROUNDS, 1)
    for version in (1, 2, 3):
        expect(it, 0, version)
        bid(it, 0)


def test_who_is_not_to_move_has_no_decision() -> None:
    it = bidding()
    for expected in (0, 4, 5):
        with pytest.raises(VersionMismatch):
            expect(it, 0, expected)


def test_if_both_are_expected_both_must_hold() -> None:
    it = bidding()
    check(it, legal(1), Expected(5, 4))
    for wrong in (Expected(4, 4), Expected(5, 5), Expected(4, 5)):
        with pytest.raises(VersionMismatch):
            check(it, legal(1), wrong)


def test_only_a_move_expects_a_decision() -> None:
    check(bidding(), Resign(1), Expected(decision=1))


def test_a_game_is_asked_of_no_seat_but_those_that_stay_to_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where one seat is to move at a time, a move costs no look at the table."""
    asked: list[str] = []
    for name in ("legal_moves", "public_view", "private_view", "decision_view"):
        monkeypatch.setattr(NIM.rules, name, lambda *_, name=name: asked.append(name))
    played = table_of(NIM, 2)
    for seat in (0, 1):
        played.do(Move(seat, reading(NIM.rules.parse("2"))))
    assert asked == []


def legal(seat: int) -> Move:
    return Move(seat, reading(Bid(1)))


def expect(it: Playing, seat: int, decision: int) -> None:
    check(it, legal(seat), Expected(decision=decision))


def check(it: Playing, command: Command, expected: Expected) -> None:
    check_expected(Games([it.game]), it.match, command, expected)
