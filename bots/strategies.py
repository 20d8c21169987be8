"""The strategy of each game."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from bots import just4fun, livingstone, lost_cities

Json = dict[str, Any]
Choose = Callable[[Json, Sequence[Json], random.Random], Json]
"""A strategy: the match as the bot sees it, its legal moves, its dice; returns one of the moves."""

STRATEGIES: dict[str, Choose] = {
    "lost-cities": lost_cities.choose,
    "livingstone": livingstone.choose,
    "just4fun": just4fun.choose,
}
"""By game. Bots play other games at random."""
