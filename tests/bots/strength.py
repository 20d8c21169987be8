"""`make strength`: how often Hugo with the strategies beats Rosa, a player at random.

The rules are in this process, so this takes no server. Seats are exchanged from match to match.
"""

import argparse
import sys
from math import sqrt

from engine.domain.registry import GAMES

from bots.strategies import STRATEGIES
from tests.bots.test_strategies import played


def wins(game_id: str, seats: int, matches: int, seed: int) -> int:
    """In how many matches Hugo alone is first, against Rosa at all other seats."""
    rules, won = GAMES[game_id].rules, 0
    for number in range(matches):
        hugo = number % seats
        state = played(GAMES[game_id], seats, {hugo}, seed + number)
        won += rules.ranking(state)[0] == (hugo,) and hugo not in rules.eliminated(state)
    return won


def main() -> int:
    """Print a line for each game of two; return 1 if Hugo surely wins less than 95 % of one."""
    parser = argparse.ArgumentParser("python -m tests.bots.strength")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    weak = False
    for game_id in STRATEGIES:
        share = wins(game_id, 2, options.matches, options.seed) / options.matches
        error = 1.96 * sqrt(share * (1 - share) / options.matches)
        sys.stdout.write(f"{game_id:12} {share:6.1%} +- {error:.1%}\n")
        weak |= share + error < 0.95
    return int(weak)


if __name__ == "__main__":
    sys.exit(main())
