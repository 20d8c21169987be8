"""Whether all can be paired is decided as if all pairings were tried."""

import random
from itertools import combinations

import pytest
from croupier_game.kit.seeds import SEEDS
from croupier_tournament.pairing.matching import _Pairs, all_can_be_paired, is_sure

from tests.croupier_tournament.pairing import oracle


def graph(dice: random.Random, players: int, share: float) -> list[set[int]]:
    """Who is barred to whom, by chance."""
    barred: list[set[int]] = [set() for _ in range(players)]
    for one, two in combinations(range(players), 2):
        if dice.random() < share:
            barred[one].add(two)
            barred[two].add(one)
    return barred


def test_of_six_players_whatever_is_barred() -> None:
    """All 32,768 of them."""
    edges = [*combinations(range(6), 2)]
    for bits in range(1 << len(edges)):
        barred: list[set[int]] = [set() for _ in range(6)]
        for at, (one, two) in enumerate(edges):
            if bits >> at & 1:
                barred[one].add(two)
                barred[two].add(one)
        found = _Pairs(range(6), barred).pair_all()
        assert found == oracle.can_all_be_paired(range(6), barred), barred


@pytest.mark.parametrize("seed", SEEDS)
def test_of_more_players(seed: int) -> None:
    dice = random.Random(f"matching {seed}")
    for _ in range(300):
        barred = graph(dice, dice.choice([8, 10, 12]), dice.uniform(0.5, 0.95))
        some = sorted(dice.sample(range(len(barred)), dice.randrange(2, len(barred) + 1)))
        expected = len(some) % 2 == 0 and oracle.can_all_be_paired(some, barred)
        assert all_can_be_paired(some, barred) == expected, (some, barred)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_the_theorem_says_is_so(seed: int) -> None:
    dice = random.Random(f"dirac {seed}")
    sure = 0
    for _ in range(500):
        barred = graph(dice, dice.choice([2, 4, 6, 8, 10]), dice.uniform(0, 0.6))
        if is_sure(len(barred), max(map(len, barred))):
            sure += 1
            assert _Pairs(range(len(barred)), barred).pair_all(), barred
    assert sure > 50


def test_a_blossom() -> None:
    """Three in a circle, each with a tail: whoever never goes around it finds too few pairs."""
    may = {0: {1, 2, 3}, 1: {0, 2, 4}, 2: {0, 1, 5}, 3: {0}, 4: {1}, 5: {2}}
    barred = [{*range(6)} - {at} - may[at] for at in range(6)]
    assert all_can_be_paired(range(6), barred)


def test_an_odd_number_cannot_be_paired() -> None:
    assert not all_can_be_paired(range(3), [set()] * 3)
    assert all_can_be_paired([], [])
