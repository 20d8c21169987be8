"""Matches without a service: a turn of LocalMatch, a step of PettingZoo's, and the rules alone.

A turn is what a strategy is given, with view, events and legal moves, and the move that it makes:
here any of the legal ones. Each step is a whole match, with its deal, by the turns that it has.
"""

from collections.abc import AsyncIterator, Callable
from functools import cache
from random import Random
from typing import TypeAlias

import numpy as np
from croupier_client import Choice, Turn
from croupier_client.envs.pettingzoo import TableEnv
from croupier_client.local import LocalMatch, play
from croupier_game.game import Rules
from croupier_game.installed import find
from croupier_game.seeded import SeededChance

from bench.steps.step import GAMES, Step

SEATS, SEED = 2, 1

Play: TypeAlias = Callable[[str], int]
"""Plays a match of a game; returns how many turns it had."""


async def steps() -> AsyncIterator[Step]:
    """Yield the steps of each game."""
    for game in GAMES:
        yield _step(f"{game} turn", by_strategies, game)
        yield _step(f"{game} step of PettingZoo", by_actions, game)
        yield _step(f"{game} turn of the rules alone", by_rules, game)


def _step(name: str, play_one: Play, game: str) -> Step:
    turns = play_one(game)

    async def answer() -> None:
        assert play_one(game) == turns

    return Step(name, turns, answer)


class Percy:
    """Any of the legal moves."""

    def __init__(self) -> None:
        self._dice = Random(SEED)

    def choose(self, turn: Turn) -> Choice:
        return self._dice.choice(turn.moves)


def by_strategies(game: str) -> int:
    return play(LocalMatch(game, SEATS, seed=SEED), [Percy()] * SEATS).version - 1


def by_actions(game: str) -> int:
    env, dice, turns = TableEnv(game, game, False, SEATS, {}), Random(SEED), 0
    env.reset(SEED)
    for _ in env.agent_iter():
        seen, _, over, _, _ = env.last()
        env.step(None if over else dice.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        turns += not over
    return turns


def by_rules(game: str) -> int:
    rules, dice = rules_of(game), Random(SEED)
    key, turns = SEED.to_bytes(32), 0
    state, _ = rules.new_game(rules.Options(), SEATS, SeededChance(key, 1))
    while to_move := rules.to_move(state):
        turns += 1
        move = dice.choice(rules.legal_moves(state, to_move[0]))
        state, _ = rules.apply(state, to_move[0], move, SeededChance(key, turns + 1))
    return turns


@cache
def rules_of(game: str) -> Rules:
    """Return the rules of an installed game."""
    (package,) = find({game}).games
    return package.rules
