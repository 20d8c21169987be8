"""Matches without a service: a turn of LocalMatch, a step of PettingZoo's, and the rules alone.

A turn's strategy reads its legal moves only, and takes any of them; another one reads the table and
the events as well. Each step is the beginning of a match, with its deal, by its turns.
"""

from collections.abc import AsyncIterator, Callable
from functools import cache
from hashlib import sha256
from random import Random

from croupier_client.envs.pettingzoo import TableEnv
from croupier_client.local import LocalMatch
from croupier_client.types import Turn
from croupier_game.game import Rules
from croupier_game.installed import find
from croupier_game.seeded import SeededChance, match_key

from bench.steps.step import GAMES, Step

SEATS, SEED, TURNS = 2, 1, 40


async def steps() -> AsyncIterator[Step]:
    """Yield the steps of each game."""
    for game in GAMES:
        yield _step(f"{game} turn", by_moves, game)
        yield _step(f"{game} turn that is read whole", by_views, game)
        yield _step(f"{game} step of PettingZoo", by_actions, game)
        yield _step(f"{game} turn of the rules alone", by_rules, game)


def _step(name: str, play: Callable[[str], int], game: str) -> Step:
    """Return the step of a function that plays a match, and returns how many turns it has made."""
    turns = play(game)

    async def answer() -> None:
        assert play(game) == turns

    return Step(name, turns, answer)


def by_moves(game: str) -> int:
    return _by(game, lambda turn: None)


def by_views(game: str) -> int:
    return _by(game, lambda turn: (turn.state, turn.events))


def _by(game: str, look: Callable[[Turn], object]) -> int:
    match, dice = LocalMatch(game, SEATS, seed=SEED), Random(SEED)
    while not match.over and match.version <= TURNS:
        turn = match.turn()
        look(turn)
        match.move(dice.choice(turn.moves))
    return match.version - 1


def by_actions(game: str) -> int:
    env, dice, turns = env_of(game), Random(SEED), 0
    env.reset(SEED)
    for _ in env.agent_iter():
        seen, _, over, _, _ = env.last()
        if over or turns == TURNS:
            break
        (legal,) = seen["action_mask"].nonzero()
        env.step(dice.choice(legal))
        turns += 1
    return turns


def by_rules(game: str) -> int:
    """Make the turns of `by_moves`."""
    rules, dice, turns = rules_of(game), Random(SEED), 0
    key = match_key(sha256(str(SEED).encode()).hexdigest(), (), game)
    state, _ = rules.new_game(rules.Options(), SEATS, SeededChance(key, 1))
    while turns < TURNS and (to_move := rules.to_move(state)):
        turns += 1
        move = dice.choice(rules.legal_moves(state, to_move[0]))
        state, _ = rules.apply(state, to_move[0], move, SeededChance(key, turns + 1))
    return turns


@cache
def env_of(game: str) -> TableEnv:
    """Return an environment, which is made once for all matches, as learners do."""
    return TableEnv(game, game, False, SEATS, {})


@cache
def rules_of(game: str) -> Rules:
    """Return the rules of an installed game."""
    (package,) = find({game}).games
    return package.rules
