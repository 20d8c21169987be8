"""What a move was worth against the best one, by what its seat knew when it was made.

A decision is judged in two steps. First all moves that the game's guide names are tried in a few
worlds, to find the rival of the move that was made. Then these two are tried in many new worlds,
both in the same ones: what was chosen by chance would look better than it is in the old ones.
"""

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from croupier_game.game import Rules
from croupier_game.search import CANDIDATES, Arm, Position, Search, is_guided, search_of

VERSION = 2
"""Of the strategy. Whoever changes what is said of a move, changes it."""
ROLLOUTS = 600
"""Rollouts for a decision: some 0.6 seconds of a core in Lost Cities, 0.3 to 0.8 in Just4Fun."""
SCREENED = 0.4
"""The share of them that goes to finding the rival."""
SURE = 2.0
"""By so many standard errors a move must be worse than its rival, to have cost anything."""


class Worth(NamedTuple):
    """What is to be expected of a move, in the unit of the guide, and its standard error."""

    notation: str
    expected: float
    error: float


class Judged(NamedTuple):
    """A decision.

    `loss` is what the move cost against the best one: 0 if it is the best one itself, None if
    that cannot be told. It lies between `low` and `high` with 95 %, which are of all moves that
    were tried.
    """

    played: Worth
    best: Worth
    loss: float | None
    low: float
    high: float


def is_judged(game: str) -> bool:
    """Whether the moves of a game can be judged: its guide says what it counts."""
    return is_guided(game) and hasattr(search_of(game).guide, "UNIT")


def unit_of(game: str) -> str:
    """Return what is counted, POINTS or VICTORY. Raise CannotSearch, or AttributeError."""
    guide: Any = search_of(game).guide
    return str(guide.UNIT)


def part_of(rules: Rules, state: Any) -> int:
    """Return the part of the match that a state is in, such as a round. Raise CannotSearch."""
    part = getattr(search_of(rules.ID, rules.VERSION).guide, "part", None)
    return int(part(state)) if part else 0


def judge(
    game: str, position: Position, played: str, seed: int, rollouts: int = ROLLOUTS
) -> Judged:
    """Judge a move by its notation. Raise CannotSearch if nobody knows how the game is played."""
    dice = Random(seed)  # noqa: S311 - it is no secret
    search = search_of(game, position.rules_version)
    return _Judging(search, position, played, dice).judged(rollouts)


class _Judging:
    def __init__(self, search: Search, position: Position, played: str, dice: Random) -> None:
        self._search, self._seat, self._dice = search, position.seat, dice
        self._world = search.worlds_of(position, dice)
        named = search.guide.candidates(self._world(), position.seat, CANDIDATES)
        move = search.rules.parse(played)
        self._played = Arm(0.0, move)
        self._rivals = [Arm(value, each) for value, each in named if each != move]

    def judged(self, rollouts: int) -> Judged:
        screening = int(rollouts * SCREENED)
        rivals = self._screened(screening)
        if not rivals:
            (alone,) = self._tried(rollouts, self._played.move)
            return Judged(self._worth(alone), self._worth(alone), 0.0, 0.0, 0.0)
        best = rivals[0]
        most = max([_gain(self._played, each).most for each in rivals[1:]], default=0.0)
        played, rival = self._tried((rollouts - screening) // 2, self._played.move, best.move)
        gain = _gain(played, rival)
        loss = gain.mean if gain.least > 0 else None if gain.mean > 0 else 0.0
        better = played if gain.mean <= 0 else rival
        high = max(0.0, gain.most, most)
        return Judged(self._worth(played), self._worth(better), loss, max(0.0, gain.least), high)

    def _screened(self, rollouts: int) -> Sequence[Arm]:
        """Return the rivals, the best one first, after half of them was dropped again and again."""
        left, dropped = self._rivals, list[Arm]()
        rounds = max(1, len(left).bit_length() - 1)
        while len(left) > 1:
            for _ in range(max(2, rollouts // rounds // (len(left) + 1))):
                self._search.try_all(self._world(), self._seat, (self._played, *left), self._dice)
            left = sorted(left, key=lambda each: each.worth, reverse=True)
            half = len(left) // 2
            left, dropped = left[:half], [*left[half:], *dropped]
        return [*left, *dropped]

    def _tried(self, worlds: int, *moves: object) -> Sequence[Arm]:
        """Return the moves as they fare in new worlds."""
        arms = [Arm(0.0, move) for move in moves]
        for _ in range(worlds):
            self._search.try_all(self._world(), self._seat, arms, self._dice)
        return arms

    def _worth(self, arm: Arm) -> Worth:
        mean, error = _mean(arm.brought)
        return Worth(self._search.rules.notation(arm.move), mean, error)


class _Gain(NamedTuple):
    """By how much a move is better than another one, and what that may be at least and most."""

    mean: float
    least: float
    most: float


def _gain(played: Arm, rival: Arm) -> _Gain:
    pairs = list(zip(rival.brought, played.brought, strict=False))
    if not pairs:  # the only rival there is, which was not screened
        return _Gain(0.0, 0.0, 0.0)
    mean, error = _mean([its - own for its, own in pairs])
    # What has not happened in n worlds may still happen in one of n: by as much as a world makes.
    _, unseen = _mean(played.brought[: len(pairs)])
    error = sqrt(error**2 + unseen**2 / len(pairs))
    return _Gain(mean, mean - SURE * error, mean + SURE * error)


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean, and its standard error."""
    mean = sum(values) / len(values)
    squares = sum((value - mean) ** 2 for value in values)
    return mean, sqrt(squares / max(1, len(values) - 1) / len(values))
