"""The table of Nim as text."""

from collections.abc import Sequence

from engine.games.nim import rules


def render(view: rules.View, names: Sequence[str], seat: int | None) -> str:
    """The heap, the viewer's pile, and a line per player with what was taken."""
    lines = [f"heap       {view.heap}"]
    lines += [] if view.own is None else [f"your pile  {view.own}"]
    lines += [f"{name}: {taken} taken" for name, taken in zip(names, view.taken, strict=True)]
    return "".join(f"{line}\n" for line in lines)
