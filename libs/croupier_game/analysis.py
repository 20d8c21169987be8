"""What a move was worth against the best one, by what its seat knew when it was made.

A decision is judged in two steps. First all moves that are worth a try are tried in a few worlds,
to find the rival of the move that was made. Then these two are tried in many new worlds, both in
the same ones: what was chosen by chance would look better than it is in the old ones. Decisions
are judged in one lot: with rules over arrays, they are all played on at once.
"""

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from croupier_game.game import Rules
from croupier_game.search import Arm, Begun, Position, Search, Trial, for_seats
from croupier_game.searches import is_guided, search_of

VERSION = 3
"""Of the strategy. Whoever changes what is said of a move, changes it."""
ROLLOUTS = 2000
"""Rollouts for a decision: with rules over arrays, some 0.15 seconds of a core in Lost Cities.
They are of two seats; with more there are fewer."""
SCREENED = 0.4
"""The share of them that goes to finding the rival."""
SURE = 2.0
"""By so many standard errors a move must be worse than its rival, to have cost anything."""


class NotJudged(LookupError):
    """A game does not say what its search counts, so its moves cannot be judged."""


class Worth(NamedTuple):
    """What is to be expected of a move, in the unit of the search, and its standard error."""

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


class Asked(NamedTuple):
    """A move by its notation that is to be judged, in the position in which it was made."""

    position: Position
    played: str
    seed: int


def is_judged(game: str) -> bool:
    """Whether the moves of a game can be judged: it is said what is counted."""
    return is_guided(game) and search_of(game).unit is not None


def unit_of(game: str) -> str:
    """Return what is counted, POINTS or VICTORY. Raise CannotSearch, or NotJudged."""
    if not (unit := search_of(game).unit):
        raise NotJudged(f"{game!r} does not say what its search counts.")
    return unit


def part_of(rules: Rules, state: Any) -> int:
    """Return the part of the match that a state is in, such as a round. Raise CannotSearch."""
    return search_of(rules.ID, rules.VERSION).part(state)


def judge(
    game: str, position: Position, played: str, seed: int, rollouts: int = ROLLOUTS
) -> Judged:
    """Judge a move by its notation. Raise CannotSearch if nobody knows how the game is played."""
    return judge_all(game, [Asked(position, played, seed)], rollouts)[0]


def judge_all(
    game: str, asked: Sequence[Asked], rollouts: int = ROLLOUTS, library: str = "numpy"
) -> Sequence[Judged]:
    """Judge moves of a match, each as if it were alone, with so many rollouts each, of two seats.

    Raise CannotSearch if nobody knows how the game is played.
    """
    if not asked:
        return []
    search = search_of(game, asked[0].position.rules_version, library)
    judging = [_Judging(search, each, rollouts) for each in asked]
    while screened := [(each, trial) for each in judging if (trial := each.screening())]:
        found = search.brought([trial for _, trial in screened])
        for (each, _), brought in zip(screened, found, strict=True):
            each.screened(brought)
    found = search.brought([each.final() for each in judging])
    return [each.judged(brought) for each, brought in zip(judging, found, strict=True)]


class _Judging:
    """A decision while it is judged."""

    def __init__(self, search: Search, asked: Asked, rollouts: int) -> None:
        dice = Random(asked.seed)  # noqa: S311 - it is no secret
        self._notation = search.rules.notation
        self._begun: Begun = search.begin(asked.position, dice)
        self._rollouts = for_seats(rollouts, asked.position.seats)
        self._screening = int(self._rollouts * SCREENED)
        self._played = Arm(0.0, search.rules.parse(asked.played))
        named = self._begun.named
        self._left = [Arm(value, move) for value, move in named if move != self._played.move]
        self._dropped = list[Arm]()
        self._rounds = max(1, len(self._left).bit_length() - 1)

    def screening(self) -> Trial | None:
        """Return what is to be tried to find the rival; None if it is found."""
        if len(self._left) <= 1:
            return None
        moves = [self._played.move, *(each.move for each in self._left)]
        return Trial(self._begun, moves, max(2, self._screening // self._rounds // len(moves)))

    def screened(self, brought: Sequence[Sequence[float]]) -> None:
        """Note what that has brought, and drop the worse half of the rivals."""
        for arm, values in zip([self._played, *self._left], brought, strict=True):
            arm.brought += values
        left = sorted(self._left, key=lambda each: each.worth, reverse=True)
        half = len(left) // 2
        self._left, self._dropped = left[:half], [*left[half:], *self._dropped]

    def final(self) -> Trial:
        """Return the trial of the move and its rival in new worlds; of it alone, without one."""
        if not self._left:
            return Trial(self._begun, [self._played.move], self._rollouts)
        worlds = max(2, (self._rollouts - self._screening) // 2)
        return Trial(self._begun, [self._played.move, self._left[0].move], worlds)

    def judged(self, brought: Sequence[Sequence[float]]) -> Judged:
        """Return what is said of the move, by what the last trial has brought."""
        if not self._left:
            alone = self._worth(self._played.move, brought[0])
            return Judged(alone, alone, 0.0, 0.0, 0.0)
        played, rival = brought
        gain, others = _gain(played, rival), self._dropped
        most = max([_gain(self._played.brought, each.brought).most for each in others], default=0.0)
        loss = gain.mean if gain.least > 0 else None if gain.mean > 0 else 0.0
        made = self._worth(self._played.move, played)
        better = made if gain.mean <= 0 else self._worth(self._left[0].move, rival)
        return Judged(made, better, loss, max(0.0, gain.least), max(0.0, gain.most, most))

    def _worth(self, move: Any, brought: Sequence[float]) -> Worth:
        return Worth(self._notation(move), *_mean(brought))


class _Gain(NamedTuple):
    """By how much a move is better than another one, and what that may be at least and most."""

    mean: float
    least: float
    most: float


def _gain(played: Sequence[float], rival: Sequence[float]) -> _Gain:
    """Return by how much the rival is better, in the worlds that both have had."""
    shared = min(len(played), len(rival))
    mean, error = _mean([its - own for its, own in zip(rival, played[:shared], strict=True)])
    # What has not happened in n worlds may still happen in one of n: by as much as a world makes.
    _, unseen = _mean(played[:shared])
    error = sqrt(error**2 + unseen**2 / shared)
    return _Gain(mean, mean - SURE * error, mean + SURE * error)


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean, and its standard error."""
    mean = sum(values) / len(values)
    squares = sum((value - mean) ** 2 for value in values)
    return mean, sqrt(squares / max(1, len(values) - 1) / len(values))
