"""The first perfect pairing, beside one that tries all of them."""

import random

import pytest
from croupier_game.kit.seeds import SEEDS
from croupier_tournament.pairing.first import first_pairing

from tests.croupier_tournament.pairing import oracle
from tests.croupier_tournament.pairing.test_matching import graph

NOBODY: list[set[int]] = [set() for _ in range(8)]
LEVEL = [0] * 8


def test_a_group_is_folded() -> None:
    """The first half against the second, in order."""
    assert first_pairing([2] * 8, LEVEL, NOBODY) == [(0, 4), (1, 5), (2, 6), (3, 7)]


def test_of_an_odd_group_the_last_floats_to_the_head_of_the_next() -> None:
    assert first_pairing([2] * 3 + [1] * 5, LEVEL, NOBODY) == [(0, 1), (2, 5), (3, 6), (4, 7)]


def test_whom_one_has_met_is_passed_over() -> None:
    barred = [{4}, {5}, set(), set(), {0}, {1}, set(), set()]
    assert first_pairing([2] * 8, LEVEL, barred) == [(0, 5), (1, 6), (2, 7), (3, 4)]


def test_nobody_is_taken_without_whom_others_cannot_be_paired() -> None:
    """The last two may meet nobody but each other and the first two."""
    barred = [set[int]() for _ in range(4)]
    barred[2], barred[3] = {3}, {2}
    assert first_pairing([2] * 4, [0] * 4, barred) == [(0, 2), (1, 3)]
    barred[0], barred[2] = {3, 1}, {3, 1}
    barred[1], barred[3] = {0, 2}, {0, 2}
    assert first_pairing([3, 2, 1, 0], [0] * 4, barred) == [(0, 2), (1, 3)]


def test_seats_come_out_even_where_they_can() -> None:
    """Two who have both sat first more often do not meet if there is another one."""
    balances = [1, 1, 1, -1]
    assert first_pairing([2] * 4, balances, NOBODY[:4]) == [(0, 3), (1, 2)]


@pytest.mark.parametrize("seed", SEEDS)
def test_it_is_that_of_the_page(seed: int) -> None:
    dice = random.Random(f"first {seed}")
    compared = 0
    while compared < 150:
        count = dice.choice([4, 6, 8, 10])
        barred = graph(dice, count, dice.uniform(0, 0.7))
        if not oracle.can_all_be_paired(range(count), barred):
            continue
        points = sorted((dice.randrange(4) for _ in range(count)), reverse=True)
        balances = [dice.randrange(-2, 3) for _ in range(count)]
        given = first_pairing(points, balances, barred)
        assert given == oracle.first_pairing(points, balances, barred), (points, balances, barred)
        compared += 1
