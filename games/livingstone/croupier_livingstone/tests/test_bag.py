"""Livingstone: the bag, and gems."""

import pytest

from croupier_livingstone.rules import scores
from croupier_livingstone.tests.positions import after, events_of, position, stones, total
from croupier_livingstone.types import MARKET, THREE_STONES, CardPlayed, GemsSold, StonesDrawn

# The bag


def test_vector_07_dig() -> None:
    state = position(die=3)
    dug, events = events_of(state, "dig", stones(state, "black clear red"))
    assert dug.gems[0] == (1, 0, 1)
    assert dug.aside == (1, 0, 0, 0)
    assert sum(dug.bag) + 1 == 57
    assert (dug.die, events) == (0, (StonesDrawn(0, (1, 1, 0, 1), False),))


def test_vector_08_white_stone_sends_everything_back() -> None:
    held = ((3, 0, 0), (0, 4, 0), (0, 0, 1))
    state = position(die=4, bag=(24, 10, 6, 4), aside=(5, 2, 0, 0), gems=held)
    assert total(state) == 60
    dug, events = events_of(state, "dig", stones(state, "red white black blue"))
    assert (dug.gems, dug.aside) == (held, (0, 0, 0, 0))
    assert sum(dug.bag) + 1 == 52
    assert dug.bag == (29, 12, 6, 4)
    assert events == (StonesDrawn(0, (1, 0, 1, 1), True),)


@pytest.mark.parametrize("text", ["dig", "play THREE_STONES"])
def test_bag_with_fewer_stones_is_drawn_empty_and_so_filled_again(text: str) -> None:
    state = position(die=3, hands=("THREE_STONES",), bag=(0, 0, 1, 0), aside=(29, 15, 9, 5))
    dug, events = events_of(state, text, stones(state, "blue white"))
    assert (dug.bag, dug.aside, dug.gems[0]) == ((29, 15, 10, 5), (0, 0, 0, 0), (0, 0, 0))
    assert events[-1] == StonesDrawn(0, (0, 0, 1, 0), True)
    assert total(dug) == total(state)


def test_white_stone_alone_in_the_bag() -> None:
    state = after(position(die=1, bag=(0, 0, 0, 0), aside=(29, 15, 10, 5)), "dig")
    assert state.bag == (29, 15, 10, 5)


def test_sold_gems_come_back_with_the_white_stone() -> None:
    state = position(die=1, gems=((2, 0, 0),), bag=(29, 13, 10, 5))
    sold = after(state, "sell 2c")
    assert sold.aside == (0, 2, 0, 0)
    assert after(sold, "dig", luck=stones(sold, "white")).bag == (29, 15, 10, 5)


def test_three_stones_need_no_die() -> None:
    state = position(hands=("THREE_STONES",))
    dug, events = events_of(state, "play THREE_STONES", stones(state, "clear blue blue"))
    assert (dug.gems[0], dug.owed) == ((1, 2, 0), 1)
    assert events == (CardPlayed(0, THREE_STONES), StonesDrawn(0, (0, 1, 2, 0), False))


# Gems


def test_vector_09_sale() -> None:
    state, events = events_of(position(gems=((2, 1, 1),)), "sell 2c 1b")
    assert (state.coins[0], state.aside, state.gems[0]) == (3 + 5, (0, 2, 1, 0), (0, 0, 1))
    assert events == (GemsSold(0, (2, 1, 0), 5, 0),)
    state = after(state, "sell 1r")
    assert (state.coins[0], state.aside) == (3 + 5 + 5, (0, 2, 1, 1))
    assert scores(state) == (0, 0, 0)


def test_vector_20_market() -> None:
    state = position(hands=("MARKET",), gems=((2, 1, 1),))
    sold, events = events_of(state, "play MARKET 2c 1b 1r")
    assert (sold.coins[0], sold.points[0], sum(sold.aside)) == (3 + 7, 7, 4)
    assert (sold.hands[0], sold.discard, sold.gems[0]) == ((), (MARKET,), (0, 0, 0))
    assert events == (CardPlayed(0, MARKET), GemsSold(0, (2, 1, 1), 7, 7))
    plain = after(state, "sell 2c 1b 1r")
    assert (plain.coins[0], plain.points[0]) == (3 + 10, 0)


def test_market_takes_any_part_of_the_gems() -> None:
    state = after(position(hands=("MARKET",), gems=((2, 1, 1),)), "play MARKET 1b")
    assert (state.coins[0], state.points[0], state.gems[0]) == (5, 2, (2, 0, 1))
