"""Worlds fit what their seat has seen: at every version of random matches, for every seat."""

import random
from importlib import import_module
from typing import Any

import pytest
from croupier_match.match import AnyMatch

from croupier_game.game import package_of, view_json, view_of
from croupier_game.kit.differences import difference
from croupier_game.kit.games import GAMES, ORACLES, has_module, tables
from croupier_game.kit.random_matches import random_match
from croupier_game.kit.seeds import SEEDS
from croupier_game.kit.twins import Dealer

pytestmark = pytest.mark.service  # it needs none, but takes longer than fast tests may

VERSIONS = 400
"""The most versions of a match."""
LOOKED_AT = 0.2
"""The share of them of which a world is made; all are seen."""


WITH_WORLDS = [(game, seats) for game, seats in tables() if has_module(game, "worlds")]


@pytest.mark.parametrize(("game_id", "seats"), WITH_WORLDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_world_looks_to_its_seat_as_the_match_does(game_id: str, seats: int, seed: int) -> None:
    game, oracle = GAMES[game_id], ORACLES[game_id]
    dice = random.Random(f"worlds {seed}")
    options = dice.choice(oracle.options)
    played = random_match(game_id, options, seats, seed, VERSIONS)
    agreed = game.wire.options_json(options)
    makers = [
        import_module(f"{package_of(game.rules.module)}.worlds").Worlds(agreed, seats, seat)
        for seat in range(seats)
    ]
    for match in played.dealt:
        for seat, worlds in enumerate(makers):
            shown = (game.rules.event_view(each, seat) for each in match.events)
            worlds.see([*map(game.wire.event_json, shown)])
            if dice.random() < LOOKED_AT:
                view = view_json(game, match.state, seat)
                luck = Dealer((), f"{seed} {match.version}")
                _fits(match, worlds.world(view, game.rules.to_move(match.state), luck), seat)


def _fits(match: AnyMatch, world: Any, seat: int) -> None:
    """Compare a world with the match, as far as the seat may see it, and what follows from it."""
    game, oracle = GAMES[match.game], ORACLES[match.game]
    rules = game.rules
    wrong = difference(view_of(rules, match.state, seat), view_of(rules, world, seat))
    assert not wrong, f"version {match.version}, seat {seat}: {wrong}"
    assert rules.to_move(world) == rules.to_move(match.state)
    assert rules.scores(world) == rules.scores(match.state)
    assert sorted(oracle.pieces(world)) == sorted(oracle.pieces(match.state))
    for each in rules.to_move(world):
        if each == seat:
            assert rules.legal_moves(world, seat) == rules.legal_moves(match.state, seat)
        else:
            move = rules.legal_moves(world, each)[0]
            rules.apply(world, each, move, Dealer((), "any"))
