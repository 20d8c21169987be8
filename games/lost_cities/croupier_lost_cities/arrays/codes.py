"""Cards of a colour as one number, and what can be looked up by it.

Such a code has a bit for each number, 1 for the 2 to 256 for the 10, and 512 for each wager. Hands,
expeditions and known cards are kept so: there is no order to them that the code would not tell.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from croupier_game.arrays import Array

RANKS = 10
"""Of a colour: wagers have rank 0, and the numbers 2 to 10 have ranks 1 to 9."""
WAGER = 512
"""A wager in a code; below it are the numbers."""
NUMBERS = WAGER - 1
CODES = 4 * WAGER
"""No colour has more than three wagers."""
WEIGHTS: Sequence[int] = (WAGER, *(1 << rank for rank in range(RANKS - 1)))
"""By rank: what a card adds to a code."""
POINTS: Sequence[int] = (0, *range(2, 11))
"""By rank."""
COST, BONUS, BONUS_CARDS = 20, 20, 8

Rows = Sequence[Sequence[int]]


def numbers(code: int) -> Sequence[int]:
    """Return the ranks of the numbers in a code, in order."""
    return [rank for rank in range(1, RANKS) if code & WEIGHTS[rank]]


def top(code: int) -> int:
    """Return the rank of the last card of an expedition; 0 is a wager or none."""
    return max(numbers(code), default=0)


def counts(code: int) -> Sequence[int]:
    """Return how often each rank is in a code."""
    return [code // WAGER, *(int(bool(code & weight)) for weight in WEIGHTS[1:])]


def allowed(code: int) -> int:
    """Return the code of all cards that may follow in an expedition."""
    last = top(code)
    return sum(WEIGHTS[last + 1 :]) if last else NUMBERS + 3 * WAGER


def total(code: int) -> int:
    """Return the sum of the numbers in a code."""
    return sum(POINTS[rank] for rank in numbers(code))


def score(code: int) -> int:
    """Return what an expedition is worth: (sum - 20) x (1 + wagers), and 20 for eight cards."""
    wagers = code // WAGER
    bonus = BONUS if len(numbers(code)) + wagers >= BONUS_CARDS else 0
    return (total(code) - COST) * (1 + wagers) + bonus if code else 0


class Lookups(NamedTuple):
    """What follows from a code, as arrays of one library.

    weight:  int16 [10], by rank: what a card adds to a code.
    counts:  float32 [2048, 10]: how often each rank is in it.
    holds:   bool [2048, 10]: whether each rank is in it.
    allowed: int16 [2048]: the cards that may follow in an expedition.
    score:   int16 [2048]: what an expedition is worth.
    """

    weight: Array
    counts: Array
    holds: Array
    allowed: Array
    score: Array


@cache
def _lists() -> Sequence[Rows | Sequence[int]]:
    every = range(CODES)
    counted = [counts(code) for code in every]
    held = [[bool(count) for count in each] for each in counted]
    return [WEIGHTS, counted, held, [*map(allowed, every)], [*map(score, every)]]


def lookups(xp: Any) -> Lookups:
    """Return what follows from a code, for a library."""
    kinds = (xp.int16, xp.float32, xp.bool, xp.int16, xp.int16)
    lists = zip(_lists(), kinds, strict=True)
    return Lookups(*(xp.asarray(each, dtype=kind) for each, kind in lists))


def taken(xp: Any, table: Array, index: Array) -> Array:
    """Return the rows of a table by an index of any shape."""
    rows = xp.take(table, xp.reshape(index, (-1,)), axis=0)
    return xp.reshape(rows, (*index.shape, *table.shape[1:]))
