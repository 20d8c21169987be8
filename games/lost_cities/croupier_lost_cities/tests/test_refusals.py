"""Lost Cities: refused moves, each with a sentence to the player."""

import pytest

from croupier_lost_cities.tests.positions import position, refusal

NOT_IN_HAND = "A card must be in your hand to be played."

WAGER_FIRST = "A wager must be played before the first number of its expedition."

RISING = "A number must be higher than the last one of its expedition."

OWN_DISCARD = "The card just discarded may not be drawn in the same turn."

EMPTY_PILE = "A card cannot be drawn from an empty discard pile."


@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        ("G9+*", NOT_IN_HAND),
        ("G9-*", NOT_IN_HAND),
        ("Bx+*", WAGER_FIRST),
        ("B3+*", RISING),
        ("B3-B", OWN_DISCARD),
        ("B3-W", EMPTY_PILE),
        ("B9+W", EMPTY_PILE),
    ],
)
def test_refused_move(turn: str, sentence: str) -> None:
    state = position("B3 B9 Bx", own="B4", discards="B2 R3")
    assert refusal(state, turn) == sentence
    assert state == position("B3 B9 Bx", own="B4", discards="B2 R3")


def test_number_of_the_same_rank_is_not_higher() -> None:
    assert refusal(position("B4", own="B4"), "B4+*") == RISING
