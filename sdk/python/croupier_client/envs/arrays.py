"""What the coding of each game is made of: arrays of numbers."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier_client.turns import Choice
from croupier_client.types import Turn

Floats: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.int8]


class Coding(Protocol):
    """The arrays and numbers of a game, for one number of seats and one set of options.

    Each class says in which order the numbers of an observation come. They are as they are on the
    table, not scaled; what holds or does not is 1 or 0. "By seat" begins with the viewer's own,
    and goes on by the numbers of the seats, after the last one with seat 0.
    """

    actions: int
    """How many actions there are; the legal ones are some of them."""
    size: int
    """How many numbers an observation has."""

    def observation(self, state: Any, seat: int) -> Floats:
        """Return what the seat sees, of the `state` that it is shown: float32, in one dimension."""

    def choices(self, turn: Turn) -> Mapping[int, Choice]:
        """Return the legal moves of a turn by their actions; there is always one."""


def mask(actions: int, choices: Iterable[int]) -> Mask:
    """Return 1 for each legal action, and 0 for all others: int8, in one dimension."""
    made = bytearray(actions)
    for action in choices:
        made[action] = 1
    return np.frombuffer(made, np.int8)


def by_seat(each: Sequence[Any], seat: int) -> list[Any]:
    """Return what each seat has, the viewer's own first."""
    return [*each[seat:], *each[:seat]]


def joined(small: bytes | bytearray, others: Sequence[float]) -> Floats:
    """Return an observation of numbers from 0 to 255, and of others after them."""
    seen: Floats = np.empty(len(small) + len(others), np.float32)
    seen[: len(small)] = np.frombuffer(small, np.uint8)
    seen[len(small) :] = others
    return seen


def stacked(past: Sequence[Floats], now: Floats, count: int) -> Floats:
    """Return the last `count` observations, the oldest first; before there were any, zeros."""
    made: Floats = np.zeros((count, len(now)), np.float32)
    for place, seen in enumerate([now, *reversed(past)][:count]):
        made[-1 - place] = seen
    return made
