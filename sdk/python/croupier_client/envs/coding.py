"""How positions and moves look to a learner: arrays and numbers.

An observation is made from what a seat is shown and nothing else, here and over the API alike. So a
policy that was trained here plays there unchanged: `Trained` is a strategy.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from croupier_client.envs.arrays import Coding, Floats, Mask, mask
from croupier_client.envs.history import Memory
from croupier_client.envs.just4fun import Just4FunCoding
from croupier_client.envs.livingstone import LivingstoneCoding
from croupier_client.envs.lost_cities import LostCitiesCoding
from croupier_client.turns import Choice
from croupier_client.types import Turn

Policy: TypeAlias = Callable[[Floats, Mask], int]
"""Chooses an action by an observation, [size] or [stack, size], and the mask of the legal ones."""
CODINGS: Mapping[str, Callable[[int, Any], Coding]] = {
    "just4fun": Just4FunCoding,
    "livingstone": LivingstoneCoding,
    "lost-cities": LostCitiesCoding,
}


def coding_of(game: str, seats: int, options: Any) -> Coding:
    """Return the coding of a game. Raise LookupError for a game that has none."""
    if game not in CODINGS:
        raise LookupError(f"{game!r} has no coding; text_v0 plays it.")
    return CODINGS[game](seats, options)


class Trained:
    """The strategy of a policy, for `LocalMatch`, for `Bot` and for the arena."""

    def __init__(self, policy: Policy, stack: int = 1) -> None:
        """With a `stack`, the policy is given so many observations, as environments stack them.

        It remembers what it was shown at its decisions, in each of its matches apart. Of a match
        that it did not play from the start, it knows what it was shown since.
        """
        self._policy = policy
        self._memory = Memory(stack)

    def choose(self, turn: Turn) -> Choice:
        """Return the move that the policy chooses. Raise ValueError if it is none."""
        shown: Any = turn
        coding = coding_of(shown.game, turn.seats, shown.options)
        choices = coding.choices(turn)
        seen = self._memory.stacked(turn, coding.observation(shown.state, turn.seat))
        action = int(self._policy(seen, mask(coding.actions, choices)))
        if action not in choices:
            raise ValueError(f"The policy chose action {action}, which is not legal: see the mask.")
        return choices[action]


def rewards(scores: Sequence[int]) -> Sequence[float]:
    """Return for each seat its points less the mean of the others': their sum is 0."""
    total = sum(scores)
    return [points - (total - points) / (len(scores) - 1) for points in scores]
