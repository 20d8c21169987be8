"""Ratings order players by their skill, after so many matches as people play."""

import random

import pytest
from croupier_rating import recipe
from croupier_rating.recipe import START, UNIT

PLAYERS, MATCHES = 600, 30
LUCK = 1.0
"""The deviation of luck in a match, as large as that of skill among the players."""


def order_of_skill(seats: int, seed: int) -> float:
    """Spearman's correlation of ratings and skill; opponents are of near rating, as by tickets."""
    dice = random.Random(seed)
    skill = [dice.gauss(0, 1) for _ in range(PLAYERS)]
    strengths = [START] * PLAYERS
    for _ in range(MATCHES):
        near = {player: strengths[player].mu / UNIT + dice.gauss(0, 2) for player in range(PLAYERS)}
        order = sorted(near, key=near.__getitem__)
        for first in range(0, PLAYERS, seats):
            table = order[first : first + seats]
            result = [skill[player] + dice.gauss(0, LUCK) for player in table]
            places = sorted(result, reverse=True)
            before = [strengths[player] for player in table]
            after = recipe.rated(before, [*map(places.index, result)])
            for player, strength in zip(table, after, strict=True):
                strengths[player] = strength
    return spearman(skill, [mu for mu, _ in strengths])


def spearman(one: list[float], other: list[int]) -> float:
    places = (sorted(range(PLAYERS), key=each.__getitem__) for each in (one, other))
    ranks = [{player: rank for rank, player in enumerate(place)} for place in places]
    squares = sum((ranks[0][player] - ranks[1][player]) ** 2 for player in range(PLAYERS))
    return 1 - 6 * squares / (PLAYERS * (PLAYERS**2 - 1))


@pytest.mark.service
@pytest.mark.parametrize(("seats", "least"), [(2, 0.93), (4, 0.95)])
def test_players_are_ordered_by_skill(seats: int, least: float) -> None:
    found = [order_of_skill(seats, seed) for seed in range(1, 4)]
    assert sum(found) / len(found) >= least, found
