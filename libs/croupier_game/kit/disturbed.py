"""Whether a choice makes others choose anew that are still to choose at the same time."""

from dataclasses import fields
from typing import Any

from croupier_match.decisions import choices_of, undisturbed
from croupier_match.entries import Moved
from croupier_match.games import Game

from croupier_game.game import view_of

REMEDY = (
    "If nobody chooses by them, give the rules a function decision_view(view), which returns what "
    "of its view a seat chooses by; else let it return the whole view. See the section on choices "
    "at the same time of docs/adding-a-game.md."
)


def disturbed(game: Game, before: Any, entry: Moved[Any], after: Any) -> str:
    """Return which seat has to choose anew though its legal moves are the same, by which members
    of its view, and what to do; "" if none has, or if the game says by what its seats choose.

    `before` and `after` are the states around the entry.
    """
    rules = game.rules
    if hasattr(rules.module, "decision_view"):
        return ""
    still = {*rules.to_move(after)}
    seats = [seat for seat in rules.to_move(before) if seat in still and seat != entry.seat]
    anew = {*seats} - {*undisturbed(rules, before, after, seats)}
    for seat in sorted(anew):
        if choices_of(rules, before, seat) == choices_of(rules, after, seat):
            members = ", ".join(_changed(game, before, after, seat))
            return (
                f"Seat {entry.seat} has chosen, and seat {seat} has to choose anew, as its view is "
                f"another: {members}. {REMEDY}"
            )
    return ""


def _changed(game: Game, before: Any, after: Any, seat: int) -> list[str]:
    """Return the members of the seat's view that differ."""
    old, new = (view_of(game.rules, state, seat) for state in (before, after))
    return [
        f"{part}.{member.name}"
        for part in ("public", "private")
        for member in fields(getattr(old, part))
        if getattr(getattr(old, part), member.name) != getattr(getattr(new, part), member.name)
    ]
