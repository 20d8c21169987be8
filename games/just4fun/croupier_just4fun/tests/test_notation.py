"""Just4Fun: moves in writing."""

import pytest
from croupier_game.errors import InvalidMove

from croupier_just4fun.rules import check, notation, parse
from croupier_just4fun.tests.positions import NO_CARD, ONE_TO_FOUR, Y, position
from croupier_just4fun.types import Move


@pytest.mark.parametrize(
    ("text", "cards"),
    [("5", (5,)), ("5+11+13", (5, 11, 13)), ("1+1+1+1", (1, 1, 1, 1)), ("exchange", ())],
)
def test_notation(text: str, cards: tuple[int, ...]) -> None:
    assert notation(Move(cards)) == text
    assert parse(text) == Move(cards)


@pytest.mark.parametrize("text", ["13+5+11", "11+13+5", "13+11+5"])
def test_cards_may_be_written_in_any_order(text: str) -> None:
    assert parse(text) == Move((5, 11, 13))


UNREADABLE = [
    "", "+", "5+", "+5", "5++6", "5 + 6", " 5", "5 ", "5\n", "5,6", "5-6", "-5", "05", "0", "123",
    "5+123", "5=5", "five", "Exchange", "exchange ", "exchange\n", "exchange+5", "\uff15",
    "5+\u0665",
]  # fmt: skip


@pytest.mark.parametrize("text", UNREADABLE)
def test_bad_notation(text: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        parse(text)
    assert str(refused.value) == (
        "A move is written like 5+11+13: one to four cards from the hand; "
        "or it is the word exchange."
    )


def test_notation_of_cards_that_do_not_exist_is_refused_by_the_check() -> None:
    for text, sentence in (("20", NO_CARD), ("1+1+1+1+1", ONE_TO_FOUR)):
        with pytest.raises(InvalidMove) as refused:
            check(position("1 1 1 1"), Y, parse(text))
        assert str(refused.value) == sentence
