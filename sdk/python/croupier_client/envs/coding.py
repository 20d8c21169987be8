"""How positions and moves look to a learner: arrays and numbers.

An observation is made from what a seat is shown and nothing else, here and over the API alike. So a
policy that was trained here plays there unchanged: `Trained` is a strategy.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier_client.turns import Choice
from croupier_client.types import Turn

Floats: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.int8]
Policy: TypeAlias = Callable[[Floats, Mask], int]
"""Chooses an action by an observation and the mask of the legal ones."""


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


def coding_of(game: str, seats: int, options: Any) -> Coding:
    """Return the coding of a game. Raise LookupError for a game that has none."""
    from croupier_client.envs import just4fun, livingstone, lost_cities

    codings: Mapping[str, Callable[[int, Any], Coding]] = {
        "just4fun": just4fun.Just4FunCoding,
        "livingstone": livingstone.LivingstoneCoding,
        "lost-cities": lost_cities.LostCitiesCoding,
    }
    if game not in codings:
        raise LookupError(f"{game!r} has no coding; text_v0 plays it.")
    return codings[game](seats, options)


class Trained:
    """The strategy of a policy, for `LocalMatch`, for `Bot` and for the arena."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def choose(self, turn: Turn) -> Choice:
        """Return the move that the policy chooses."""
        shown: Any = turn
        coding = coding_of(shown.game, turn.seats, shown.options)
        choices = coding.choices(turn)
        seen = coding.observation(shown.state, turn.seat)
        return choices[int(self._policy(seen, mask(coding.actions, choices)))]


def rewards(scores: Sequence[int]) -> Sequence[float]:
    """Return for each seat its points less the mean of the others': their sum is 0."""
    total = sum(scores)
    return [points - (total - points) / (len(scores) - 1) for points in scores]
