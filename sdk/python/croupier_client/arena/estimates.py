"""What the units of a run say: means with intervals over units, Elo, and the sequential test.

Matches of one deal are not independent, units are: all intervals are over units.
"""

import random
from collections.abc import Iterable, Sequence
from math import inf, log10, sqrt
from statistics import fmean, variance
from typing import NamedTuple

from croupier_client.arena.contest import Record

Z = 1.96
"""An interval of 95 % has so many standard errors to each side."""
RESAMPLES = 2_000
BOUND = 3.3
"""The logarithm of the ratio of likelihoods at which the test decides.

Wald's is log(0.95 / 0.05) = 2.94, for errors of 5 % each way; the spread that must be estimated
takes a little more, by 2,000 simulated runs.
"""
FEWEST = 50
"""The test says nothing before so many units, as the spread is not known yet."""


class Estimate(NamedTuple):
    """A value with its interval of 95 %."""

    value: float
    low: float
    high: float


class Side:
    """What the units say of one side: a player, or several that are the same one.

    A unit that was lost by a failure counts as the largest difference, so that nobody gains by
    failing when behind. Those without an end are left out.
    """

    def __init__(self, records: Iterable[Record], players: Sequence[int], seats: int) -> None:
        self.players, self.seats = players, seats
        self.ahead: list[float] = []
        """The points a match by which it is ahead of all others, of each unit, as it was counted:
        a failure by the largest difference up to then."""
        self.won: list[float] = []
        """Its share of the victories of each unit, for each of its seats."""
        self._largest = 0.0
        self._failed: dict[int, int] = {}  # by place in `ahead`: -1 if its own, 1 if another's
        for record in records:
            self.add(record)

    def add(self, record: Record) -> None:
        """Count a unit."""
        failed = record.get("failed")
        if not failed:
            ahead = fmean(_ahead(points, self.players) for points in record["points"])
            shares = (shares[player] for shares in record["won"] for player in self.players)
            self.ahead.append(ahead)
            self.won.append(fmean(shares))
            self._largest = max(self._largest, abs(ahead))
        elif failed["player"] is not None:
            lost = failed["player"] in self.players
            self._failed[len(self.ahead)] = sign = -1 if lost else 1
            self.ahead.append(sign * self._largest)
            self.won.append((len(self.players) - lost) / len(self.players) / (self.seats - 1))

    @property
    def settled(self) -> Sequence[float]:
        """What it is ahead by, failures by the largest difference of all: early ones as well."""
        failed = {place: sign * self._largest for place, sign in self._failed.items()}
        return [failed.get(place, ahead) for place, ahead in enumerate(self.ahead)]


def _ahead(points: Sequence[float], players: Sequence[int]) -> float:
    others = [each for player, each in enumerate(points) if player not in players]
    return fmean(points[player] for player in players) - fmean(others)


def mean(values: Sequence[float]) -> Estimate:
    """Return the mean, by a bootstrap over units: the same values give the same interval."""
    dice, count = random.Random(0), len(values)
    means = sorted(fmean(dice.choices(values, k=count)) for _ in range(RESAMPLES))
    return Estimate(fmean(values), means[int(0.025 * RESAMPLES)], means[int(0.975 * RESAMPLES)])


def running(values: Sequence[float]) -> Sequence[Estimate]:
    """Return the mean after each unit but the first, by its standard error."""
    found, total, squares = [], 0.0, 0.0
    for count, value in enumerate(values, 1):
        total, squares = total + value, squares + value * value
        if count > 1:
            middle = total / count
            spread = max(0.0, squares / count - middle * middle) * count / (count - 1)
            error = Z * sqrt(spread / count)
            found.append(Estimate(middle, middle - error, middle + error))
    return found


def share(values: Sequence[float]) -> Estimate:
    """Return the mean of shares from 0 to 1, by Wilson's interval.

    It is for as many independent matches as would spread like these units; where all units are
    alike, for as many as there are units.
    """
    middle, count = fmean(values), float(len(values))
    error2 = variance(values) / count if len(values) > 1 else 0.0
    if error2 and 0 < middle < 1:
        count = middle * (1 - middle) / error2
    centre = (middle + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z / (1 + Z * Z / count) * sqrt(middle * (1 - middle) / count + Z * Z / (4 * count**2))
    return Estimate(middle, max(0.0, centre - half), min(1.0, centre + half))


def elo(won: Estimate) -> Estimate:
    """Return the difference in Elo that the shares of one of two players stand for."""
    return Estimate(*map(_elo, won))


def _elo(part: float) -> float:
    if part in (0, 1):
        return inf if part else -inf
    return -400 * log10(1 / part - 1)


def pentanomial(won: Sequence[float]) -> Sequence[int]:
    """Return how many pairs were worth 0, 0.5, 1, 1.5 and 2 victories."""
    counts = [0] * 5
    for each in won:
        counts[round(4 * each)] += 1
    return counts


class Sprt:
    """The sequential test, by the ratio of the likelihoods: is it `low` points, or `high`?

    Both are judged by the spread of the units about their own mean, so that the test is the sooner
    over the clearer the lead is.
    """

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high
        self.ratio = 0.0
        self._count, self._total, self._squares = 0, 0.0, 0.0

    def add(self, value: float) -> str:
        """Count a unit. Return "low" or "high" once that is decided, "" before."""
        self._count += 1
        self._total += value
        self._squares += value * value
        middle = self._total / self._count
        spread = self._squares / self._count - middle * middle
        if self._count < FEWEST or spread <= 0:
            return ""
        beyond = 2 * middle - self.low - self.high  # positive if `high` is nearer
        self.ratio = self._count * (self.high - self.low) * beyond / (2 * spread)
        return "high" if self.ratio >= BOUND else "low" if self.ratio <= -BOUND else ""

    def add_all(self, values: Iterable[float]) -> str:
        """Count units until it is decided, and return what."""
        return next(filter(None, map(self.add, values)), "")
