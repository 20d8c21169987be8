"""Just4Fun: refused moves, each with a sentence to the player."""

import pytest
from croupier_game.errors import InvalidMove

from croupier_just4fun.rules import check, legal_moves, notation
from croupier_just4fun.tests.positions import (
    MUST_PLAY,
    NO_CARD,
    ONE_TO_FOUR,
    OWN_LOCKED,
    SHUT,
    Y,
    legal,
    position,
    refusal,
)
from croupier_just4fun.types import Move, State

NOT_IN_HAND = "A card must be in your hand to be played."

TOO_HIGH = "The cards must add up to a field: 36 at most."

BARRED = "A field is barred to you while another player has two stones more there than you."


@pytest.mark.parametrize(
    ("play", "sentence"),
    [
        ("8", NOT_IN_HAND),
        ("5+5", NOT_IN_HAND),
        ("5+6+7+8", NOT_IN_HAND),
        ("12+18+7", TOO_HIGH),
        ("5", BARRED),
        ("7", OWN_LOCKED),
        ("exchange", MUST_PLAY),
    ],
)
def test_refused_move(play: str, sentence: str) -> None:
    def state() -> State:
        return position("5 7 12 18", {5: (0, 2), 7: (2, 0)}, options=SHUT)

    before = state()
    assert refusal(before, play) == sentence
    assert not legal(before, play)
    assert before == state()


def test_card_held_twice_may_be_played_twice_only() -> None:
    state = position("5 5 6 7")
    assert legal(state, "5+5")
    assert refusal(state, "5+5+5") == NOT_IN_HAND


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Move((1, 1, 1, 1, 1)), ONE_TO_FOUR),
        (Move((0,)), NO_CARD),
        (Move((20,)), NO_CARD),
        (Move((5, -1)), NO_CARD),
        (Move((0, 0, 0, 0, 0)), ONE_TO_FOUR),
    ],
)
def test_move_that_makes_no_sense_anywhere(move: Move, sentence: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        check(position("1 1 1 5"), Y, move)
    assert str(refused.value) == sentence


def test_equal_cards_are_one_move() -> None:
    moves = [notation(move) for move in legal_moves(position("5 5 6 6"), Y)]
    assert moves == ["5", "6", "5+5", "5+6", "6+6", "5+5+6", "5+6+6", "5+5+6+6"]
