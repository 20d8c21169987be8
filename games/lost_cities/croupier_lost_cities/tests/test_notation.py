"""Lost Cities: moves in writing."""

import pytest
from croupier_game.errors import InvalidMove

from croupier_lost_cities.rules import check, notation, parse
from croupier_lost_cities.tests.positions import position
from croupier_lost_cities.types import COLORS, DECK, DISCARD, EXPEDITION, ORDER, Move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("Y7+*", Move("Y7", EXPEDITION, DECK)),
        ("Bx-R", Move("Bx", DISCARD, "R")),
        ("W10+W", Move("W10", EXPEDITION, "W")),
        ("P2-*", Move("P2", DISCARD, DECK)),
    ],
)
def test_notation(text: str, move: Move) -> None:
    assert notation(move) == text
    assert parse(text) == move


def test_notation_and_parse_are_inverse() -> None:
    for card in ORDER:
        for place in (EXPEDITION, DISCARD):
            for pile in (DECK, *COLORS):
                move = Move(card, place, pile)
                assert parse(notation(move)) == move


UNREADABLE = [
    "", "Y", "Y7", "Y7*", "Y+*", "7+*", "Y1+*", "Y11+*", "Y07+*", "y7+*", "YX+*", "Z7+*", "Y7=*",
    "Y7+Z", "Y7+r", "Y7++", "Y7+**", "Y7+*R", "YY7+*", " Y7+*", "Y7+* ", "Y7+*\n", "Y7 + *",
    "Y\uff17+*",
]  # fmt: skip


@pytest.mark.parametrize("text", UNREADABLE)
def test_bad_notation(text: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        parse(text)
    assert str(refused.value) == (
        "A move is written like Y7+*: the card, + (expedition) or - (discard), "
        "then * (deck) or the letter of a discard pile."
    )


@pytest.mark.parametrize(
    "nonsense",
    [Move("Y7", "discard", ""), Move("Y7", "discard", "RW"), Move("Y7", "nowhere", "*")],  # type: ignore[arg-type]
)
def test_places_and_piles_that_do_not_exist_are_invalid(nonsense: Move) -> None:
    with pytest.raises(InvalidMove):
        check(position("Y7"), 0, nonsense)
