"""The table of My Game as text."""

from collections.abc import Sequence

from engine.games.my_game import rules
from engine.games.text import pad

NAME = 24
"""Columns of text that a name takes."""


def render(view: rules.View, names: Sequence[str], seat: int | None) -> str:
    """The table as text, up to 100 columns wide."""
    lines = [f"heap       {view.heap}"]
    lines += [] if view.own is None else [f"your pile  {view.own}"]
    both = zip(names, view.taken, strict=True)
    lines += [f"{pad(name, NAME)}{taken} taken" for name, taken in both]
    return "".join(f"{line}\n" for line in lines)
