"""Rules over arrays: a thousand tables of a game at once, for search, analysis and learning.

A game's package may have a module `arrays` beside its rules, with a class `ArrayRules`: the same
rules once more, as pure functions over struct of arrays. It is written to the Python array API
standard, so that one text runs on NumPy and on JAX. `croupier test-game` proves it move by move.

It needs `pip install croupier-game[arrays]`; `croupier_game` alone imports no array library.
"""

from croupier_game.arrays.choosing import any_legal
from croupier_game.arrays.finding import NoArrayRules, array_rules, array_rules_class
from croupier_game.arrays.libraries import NUMPY, Library, jax, on
from croupier_game.arrays.luck import below, uniform
from croupier_game.arrays.protocol import (
    NONE,
    WHOLE,
    Array,
    ArrayRules,
    Drawn,
    OutOfBounds,
    Plays,
    Tables,
    held,
    repeated,
)

__all__ = [
    "NONE",
    "NUMPY",
    "WHOLE",
    "Array",
    "ArrayRules",
    "Drawn",
    "Library",
    "NoArrayRules",
    "OutOfBounds",
    "Plays",
    "Tables",
    "any_legal",
    "array_rules",
    "array_rules_class",
    "below",
    "held",
    "jax",
    "on",
    "repeated",
    "uniform",
]
