"""Where the rules over arrays of a game are: in the module `arrays` beside its rules."""

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from croupier_game.arrays.libraries import NUMPY, Library
from croupier_game.arrays.protocol import ArrayRules
from croupier_game.game import Rules, package_of

KEPT = 64
"""How many sets of options are kept: who compiles must not begin anew for each."""


class NoArrayRules(LookupError):
    """The game's package has none, or has those of another version of its rules."""


def array_rules_class(rules: Rules) -> type[ArrayRules]:
    """Return the class `ArrayRules` of a game's package. Raise NoArrayRules."""
    name = f"{package_of(rules.module)}.arrays"
    if not find_spec(name):
        raise NoArrayRules(f"{rules.ID} has no arrays.py beside its rules.")
    found: type[ArrayRules] = import_module(name).ArrayRules
    if found.RULES_VERSION != rules.VERSION:
        raise NoArrayRules(
            f"{name} has version {found.RULES_VERSION} of the rules of {rules.ID}, "
            f"not version {rules.VERSION}."
        )
    return found


@lru_cache(KEPT)
def array_rules(module: Any, options: Any, seats: int, library: Library = NUMPY) -> ArrayRules:
    """Return a game's rules over arrays, by the module of its rules; the same for the same.

    Raise NoArrayRules or OutOfBounds.
    """
    return array_rules_class(Rules(module))(library, options, seats)
