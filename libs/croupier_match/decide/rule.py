"""The parts of what is decided about a command, in their order."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from croupier_match.entries import Entry
from croupier_match.games import Game
from croupier_match.match import AnyMatch

Situation: TypeAlias = Callable[[Game, AnyMatch, Any, str], None]
"""Raises the refusal if the match does not allow such a command at a time."""
Substance: TypeAlias = Callable[[Game, AnyMatch, Any, str], Entry]
"""What it leads to at a time. Raises the refusal if what was sent makes no sense, or is against
the rules of the game."""


class Rule(NamedTuple):
    """What is decided about one class of commands.

    The contract has all refusals of the situation before those of what was sent, so they are two
    functions: `substance` is asked once `situation` has let the command pass. `of_seat` is whether
    it is given by the player at its seat, `is_done` whether one has nothing to change.
    """

    situation: Situation
    substance: Substance
    of_seat: bool = True
    is_done: Callable[[AnyMatch, Any], bool] | None = None
