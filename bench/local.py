"""`python -m bench.local`: turns per second of matches without a service, beside the rules alone.

A turn is what a strategy is given, with view, events and legal moves, and the move that it makes:
here any of the legal ones. The two take turns in short rounds, of which the best count, since
others may use the machine.
"""

import random
import sys
from collections.abc import Callable
from functools import cache
from time import process_time

from croupier_client import Choice, Turn
from croupier_client.local import LocalMatch, play
from croupier_game.game import Rules
from croupier_game.installed import find
from croupier_game.seeded import SeededChance

ROUNDS = 15
ROUND_S = 0.2
SEEDS = 1000
"""So many apart are the seeds of two rounds."""
GAMES = (
    ("just4fun", 2),
    ("just4fun", 4),
    ("lost-cities", 2),
    ("livingstone", 2),
    ("livingstone", 5),
)


class Percy:
    """Any of the legal moves."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)

    def choose(self, turn: Turn) -> Choice:
        return self._dice.choice(turn.moves)


def local(game: str, seats: int, seed: int) -> int:
    """Play a match as a strategy does; return how many turns it had."""
    return play(LocalMatch(game, seats, seed=seed), [Percy(seed)] * seats).version - 1


def alone(game: str, seats: int, seed: int) -> int:
    """Play a match by the rules alone; return how many turns it had."""
    rules, dice = rules_of(game), random.Random(seed)
    key, turns = seed.to_bytes(32), 0
    state, _ = rules.new_game(rules.Options(), seats, SeededChance(key, 1))
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


def rate(played: Callable[[str, int, int], int], game: str, seats: int, seed: int) -> float:
    """Return the turns per second of processor time, in matches until the round is over."""
    began, turns = process_time(), 0
    while (took := process_time() - began) < ROUND_S:
        turns += played(game, seats, seed)
        seed += 1
    return turns / took


def main() -> int:
    """Print a row for each game and number of seats; return the exit code."""
    print("turns/s              with views  rules alone  ratio")
    for game, seats in GAMES:
        best = dict.fromkeys((local, alone), 0.0)
        for seed in range(0, ROUNDS * SEEDS, SEEDS):
            for played in best:
                best[played] = max(best[played], rate(played, game, seats, seed))
        row = f"{best[local]:10,.0f}  {best[alone]:11,.0f}  {best[local] / best[alone]:5.2f}"
        print(f"{game:11} {seats} seats {row}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
