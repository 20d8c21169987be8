"""Moves of a description: so many of these, in place of a list of all."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from croupier_client.base import plain
from croupier_client.types.protocol import ChooseMoves


def chosen(choose: ChooseMoves, values: Sequence[Any]) -> dict[str, Any]:
    """Return the move that chooses these of the values in `choose.of`, given in any order.

    It is JSON, which `move` takes. Raise ValueError for a value that is not there, or not so often.
    """
    left = [plain(each) for each in values]
    ordered = list[Any]()
    for thing in choose.of:
        times = min(left.count(thing.value), thing.count)
        ordered += [thing.value] * times
    if len(ordered) < len(left):
        there = ", ".join(f"{each.count} of {each.value!r}" for each in choose.of)
        raise ValueError(f"{left} cannot be chosen: there are {there}.")
    move = deepcopy(choose.move)
    within = move
    *names, last = choose.member.split(".")
    for name in names:
        within = within[name]
    within[last] = ordered
    return move
