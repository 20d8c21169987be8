"""`python -m tests.soak.arrays`: play each game by its rules and over arrays, and compare all.

For each number of seats and set of options of the game's spec; see `croupier_game.kit.arrays`.
"""

import argparse
import secrets
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

from croupier_game.kit import arrays
from croupier_game.kit.games import ORACLES, has_module, tables

MATCHES = 128
"""At once."""


class Lot(NamedTuple):
    """What one process plays: the options by their place in the spec."""

    game: str
    seats: int
    options: int


class Played(NamedTuple):
    lot: Lot
    moves: int
    seconds: float


def lots(games: Sequence[str]) -> Sequence[Lot]:
    """Return all numbers of seats and sets of options of these games."""
    return [
        Lot(game, seats, number)
        for game, seats in tables()
        if game in games
        for number in range(len(ORACLES[game].options))
    ]


def play(moves: int, seed: int, lot: Lot) -> Played:
    """Play so many moves of a lot. Raise AssertionError at the first difference."""
    began = time.process_time()
    options = ORACLES[lot.game].options[lot.options]
    subject = arrays.subject(lot.game, options, lot.seats)
    made = arrays.play_beside(subject, MATCHES, moves, f"{seed} {lot}")
    return Played(lot, made, time.process_time() - began)


def main(arguments: Sequence[str] | None = None) -> None:
    with_arrays = [game for game in ORACLES if has_module(game, "arrays")]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=1_000_000, help="of each game")
    parser.add_argument("--game", choices=with_arrays, help="by default all")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    given = parser.parse_args(arguments)
    sys.stdout.write(f"seed {given.seed}\n")
    with ProcessPoolExecutor() as processors:
        for game in [given.game] if given.game else with_arrays:
            chosen = lots([game])
            each = -(-given.moves // len(chosen))
            played = [*processors.map(partial(play, each, given.seed), chosen)]
            moves, seconds = (sum(column) for column in list(zip(*played, strict=True))[1:])
            sys.stdout.write(f"{game:12} {moves} moves, 0 differences, {seconds:.0f} s of CPU\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
