"""Lost Cities over arrays; see `croupier_game.arrays`."""

from croupier_lost_cities.arrays.rules import ArrayRules, Drawn
from croupier_lost_cities.arrays.states import Tables

__all__ = ["ArrayRules", "Drawn", "Tables"]
