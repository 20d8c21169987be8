"""A strategy for My Game: the own pile is safe, so take from the heap while there is one."""

import random
from collections.abc import Sequence
from typing import Any

Json = dict[str, Any]


def choose(match: Json, moves: Sequence[Json], dice: random.Random) -> Json:
    """One of the legal moves: the most from the heap, else the least from the own pile."""
    heap = [each for each in moves if "heap" in each["move"]]
    return heap[-1] if heap else moves[0]
