"""Rules over arrays are the rules: side by side, move by move, for every game that has them."""

import random
from typing import Any

import pytest

from croupier_game.kit.games import ORACLES, has_module, tables
from croupier_game.kit.seeds import SEEDS

pytestmark = pytest.mark.service  # it needs none, but takes seconds

GAMES = [(game, seats) for game, seats in tables() if has_module(game, "arrays")]
SEARCHED = list[tuple[str, int]]()
if GAMES:  # who has none does without croupier-game[arrays]
    from croupier_game.kit import arrays

    SEARCHED = [(game, seats) for game, seats in GAMES if arrays.has_worlds(game)]

FEWEST = dict(reversed(GAMES))
"""Seats by game."""
BY_TURNS = [
    pytest.param(game, seats, marks=() if seats == FEWEST[game] else pytest.mark.full)
    for game, seats in GAMES
]
"""All tables, for what takes long."""
MATCHES, MOVES = 24, 1500
"""At once, and in all of them together."""
LONGEST = 150
"""Moves of a match of which worlds are looked at."""
LOOKED_AT = 0.1
"""The share of its positions."""
SIZES = (64, pytest.param(1, marks=pytest.mark.full))
"""Batches: compiled code differs by their size."""


def _any(game_id: str, seats: int, seed: int) -> Any:
    options = ORACLES[game_id].options
    return arrays.subject(game_id, options[seed % len(options)], seats)


each_game = pytest.mark.parametrize(("game_id", "seats"), GAMES)
each_seed = pytest.mark.parametrize("seed", SEEDS)


@each_game
@each_seed
def test_moves_over_arrays_are_those_of_the_rules(game_id: str, seats: int, seed: int) -> None:
    arrays.play_beside(_any(game_id, seats, seed), MATCHES, MOVES, seed)


@pytest.mark.parametrize(("game_id", "seats"), SEARCHED)
@each_seed
def test_nothing_hidden_shows_and_worlds_fit(game_id: str, seats: int, seed: int) -> None:
    arrays.check_worlds(_any(game_id, seats, seed), seed, LONGEST, LOOKED_AT)


@pytest.mark.parametrize(("game_id", "seats"), BY_TURNS)
def test_chance_over_arrays_is_that_of_the_rules(game_id: str, seats: int) -> None:
    arrays.check_luck(_any(game_id, seats, seats), seats, LONGEST)


@pytest.mark.parametrize(("game_id", "seats"), BY_TURNS)
@pytest.mark.parametrize("size", SIZES)
def test_all_libraries_agree_bit_for_bit(game_id: str, seats: int, size: int) -> None:
    options = ORACLES[game_id].options[0]
    every = [arrays.subject(game_id, options, seats, each) for each in arrays.libraries()]
    arrays.check_libraries(every, size)


@each_game
def test_what_arrays_cannot_hold_is_refused(game_id: str, seats: int) -> None:
    for number in range(len(ORACLES[game_id].options)):
        subject = _any(game_id, seats, number)
        positions = [each.state for each in arrays.watched(subject, number, LONGEST)]
        for state in random.Random(number).sample(positions, min(3, len(positions))):
            arrays.check_bounds(subject, state)


@each_game
def test_a_batch_may_be_empty(game_id: str, seats: int) -> None:
    for number in range(len(ORACLES[game_id].options)):
        arrays.check_no_tables(_any(game_id, seats, number))
