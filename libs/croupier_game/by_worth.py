"""The best of several moves by what each is worth, or nearly the best, for careless bots."""

import random
from collections.abc import Callable, Sequence
from math import log
from typing import TypeVar

T = TypeVar("T")


def by_worth(
    moves: Sequence[T], worth: Callable[[T], float], dice: random.Random, heat: float = 0.0
) -> T:
    """Return the best of the moves; with heat, each is as likely as exp(worth / heat) says.

    Dice decide among equals. The heat is in the unit of the worth.
    """

    def found(move: T) -> tuple[float, float]:
        # By this noise, the most worth is what such a draw would find (the Gumbel-max trick).
        noise = -heat * log(dice.expovariate(1)) if heat else 0.0
        return worth(move) + noise, dice.random()

    return max(moves, key=found)
