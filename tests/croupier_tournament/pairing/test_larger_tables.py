"""Tables of three to five: their sizes, byes, and who sits together."""

import random

import pytest
from croupier_game.kit.seeds import SEEDS
from croupier_tournament.pairing.larger_tables import larger_tables, table_sizes

from tests.croupier_tournament.pairing.entrants import after_rounds, entrant, shown


@pytest.mark.parametrize(
    ("players", "seats", "least", "sizes"),
    [
        (12, 4, 3, [4, 4, 4]),
        (11, 4, 3, [4, 4, 3]),
        (10, 4, 3, [4, 3, 3]),
        (9, 4, 3, [3, 3, 3]),
        (9, 4, 4, [4, 4]),  # and a bye
        (6, 5, 4, [5]),
        (3, 5, 3, [3]),
        (2, 4, 3, []),
    ],
)
def test_sizes_are_as_even_as_can_be(
    players: int, seats: int, least: int, sizes: list[int]
) -> None:
    assert table_sizes(players, seats, least) == sizes


def test_byes_are_the_last_with_the_fewest() -> None:
    order = [entrant("a"), entrant("b"), entrant("c"), entrant("d"), entrant("e", free=1)]
    assert larger_tables(order, 4, 4).byes == ("d",)


def test_those_meet_who_have_met_least() -> None:
    order = after_rounds("abcdefghi", [["abc", "def", "ghi"]])
    assert shown(larger_tables(order, 3, 3).tables) == ["adg", "beh", "cfi"]


def test_a_table_is_filled_from_those_who_are_next_in_order() -> None:
    """`a` has met all of the next ten, and still meets two of these."""
    names = "abcdefghijkl"
    order = after_rounds(names, [[f"a{other}"] for other in names[1:11]])
    assert shown(larger_tables(order, 3, 3).tables)[0] == "abc"


@pytest.mark.parametrize("seed", SEEDS)
def test_everybody_sits_somewhere_once(seed: int) -> None:
    dice = random.Random(f"tables {seed}")
    for _ in range(100):
        seats = dice.randrange(3, 6)
        order = [entrant(f"{at}", free=dice.randrange(3)) for at in range(dice.randrange(2, 40))]
        paired = larger_tables(order, seats, dice.randrange(2, seats + 1))
        named = [*paired.byes, *(each for table in paired.tables for each in table)]
        assert sorted(named) == sorted(each.id for each in order)
