"""Presets: the tables of a game at which matches can be rated."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from croupier_game.errors import BadGame


@dataclass(frozen=True, slots=True)
class Preset:
    """The options and the number of seats of a table; `name`, if it has one, is for people.

    All players of a game are rated alike, whatever the preset: it is for tables that are as good a
    test of skill as others, and the fewer there are, the sooner players find each other.
    """

    options: Any
    seats: int
    name: str = ""


def check(rated: Sequence[Preset], options: type[Any], seats: range) -> None:
    """Raise BadGame unless these are presets with such options, and seats, that are all others."""
    if not isinstance(rated, tuple) or not all(isinstance(each, Preset) for each in rated):
        raise BadGame("has RATED that is no tuple of Preset: make it one")
    for each in rated:
        if not isinstance(each.options, options) or type(each.seats) is not int:
            raise BadGame(
                "has a preset in RATED that is not Preset(Options(...), SEATS): write it so"
            )
        if each.seats not in seats:
            raise BadGame(f"has a preset of {each.seats} seats in RATED: no match has so many")
        if not isinstance(each.name, str):
            raise BadGame("has a preset in RATED whose name is no text: write one")
    if len({(repr(each.options), each.seats) for each in rated}) < len(rated):
        raise BadGame("has two presets in RATED of the same table: remove one")
