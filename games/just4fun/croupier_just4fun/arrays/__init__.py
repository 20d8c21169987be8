"""Just4Fun over arrays: the rules of many matches at once; see `croupier_game.arrays`."""

from croupier_just4fun.arrays.rules import ArrayRules

__all__ = ["ArrayRules"]
