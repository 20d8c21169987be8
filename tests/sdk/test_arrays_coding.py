"""Over arrays, actions and observations are those of the learners' coding, number by number.

So a policy that was trained on one plays with the other, and online.
"""

import random
from collections.abc import Mapping
from typing import Any

import pytest
from croupier_client.envs.coding import coding_of
from croupier_client.local import LocalMatch
from croupier_game.arrays import NUMPY, array_rules
from croupier_game.installed import find
from croupier_game.kit.seeds import SEEDS

MOVES = 300
"""The most of a match."""
MANY_TENTS = {"noCostTent": 12, "anyRowTent": 9, "scoredRowTent": 9, "boatBack": 9, "mineCrash": 4}
MATCHES: Mapping[str, tuple[str, int, Mapping[str, Any]]] = {
    "just4fun": ("just4fun", 2, {}),
    "just4fun of three": ("just4fun", 3, {"layout": "RANDOM", "startSeat": 2}),
    "just4fun of four": ("just4fun", 4, {"ownLocked": False}),
    "lost-cities": ("lost-cities", 2, {"rounds": 1}),
    "lost-cities of three rounds": ("lost-cities", 2, {"maxTurnsWithoutDeckDraw": 3}),
    "lost-cities of six colours": (
        "lost-cities",
        2,
        {"colors": 6, "rounds": 2, "carriedScores": [7, -12], "maxTurnsWithoutDeckDraw": 5},
    ),
    "livingstone": ("livingstone", 2, {}),
    "livingstone of three": ("livingstone", 3, {"mineCrashDraw": "LOSERS", "allowPass": True}),
    "livingstone of five": ("livingstone", 5, {"coinsPublic": True, "startSeat": 3}),
    "livingstone of many tents": (
        "livingstone",
        2,
        {"river": [0] * 10, "cardCounts": MANY_TENTS, "rowBonus": [100, 0, 8, 7, 5, 3]},
    ),
}
RULES = {package.rules.ID: package.rules for package in find().games}


@pytest.mark.parametrize("name", MATCHES)
@pytest.mark.parametrize("seed", SEEDS)
def test_actions_and_observations_are_those_of_the_coding(name: str, seed: int) -> None:
    game, seats, options = MATCHES[name]
    match, dice = LocalMatch(game, seats, options, seed=seed), random.Random(seed)
    rules = RULES[game]
    arrays = array_rules(rules.module, match._state.options, seats)
    coding, xp = coding_of(game, seats, match.options), NUMPY.xp
    assert (arrays.actions, arrays.size) == (coding.actions, coding.size)
    for _ in range(MOVES):
        state = match._state
        tables = arrays.from_states([state])
        for seat in range(seats):
            seen = arrays.observe(tables, xp.asarray([seat], dtype=xp.int8))
            assert seen.dtype == xp.float32
            there = coding.observation(match.view(seat), seat)
            assert seen[0].tolist() == there.tolist(), f"seat {seat}, version {match.version}"
        if match.over:
            break
        turn = match.turn()
        choices: Mapping[int, Any] = coding.choices(turn)
        (ids,) = arrays.legal(tables)[0].nonzero()
        assert ids.tolist() == sorted(choices)
        for number, choice in choices.items():
            written = choice if isinstance(choice, str) else getattr(choice, "notation", None)
            assert rules.notation(arrays.move(number, state)) == written
        match.move(choices[dice.choice(sorted(choices))])
