"""Recipe 1: how the ranks of a match change the numbers of its players.

It is Plackett-Luce of Weng and Lin with gamma 1. Numbers are integers of millionths, rounded
half-even once after each match, so that no error adds up. docs/ratings.md has it in words.
"""

from collections.abc import Sequence
from math import exp, sqrt
from typing import NamedTuple

RECIPE = 1
"""Named by each entry of a ledger: another way to rate is another number."""
UNIT = 1_000_000
START_MU, START_SIGMA = 25_000_000, 8_333_333
"""A newcomer. Nobody's sigma is ever larger."""
MOST_MU = 800_000_000
"""The bound of mu, up and down, by which it fits where it is stored; no play comes near it."""
BETA_SQUARED = (25 / 6) ** 2
"""The variance of one performance: how much of a match is luck."""
TAU_SQUARED = (25 / 300) ** 2
"""What a match adds to the variance, so that no rating ever stands still."""
KAPPA = 1e-4
"""The least share of the variance that a match leaves."""
IDLE_WEEK = 562_500_000_000
"""What a whole week without play adds to the variance: 0.75 squared, in square millionths."""
NEW_SEASON = 9_000_000_000_000
"""What the beginning of a season adds to it: 3 squared."""
FULL = 100
"""The weight, in percent, of a match that counts in full."""


class Strength(NamedTuple):
    """What is known of a player: the expected strength and its deviation, in millionths."""

    mu: int
    sigma: int


START = Strength(START_MU, START_SIGMA)


def rated(before: Sequence[Strength], ranks: Sequence[int], weight: int = FULL) -> list[Strength]:
    """The players after a match. Of `ranks`, 0 is the best, and equal ones are a tie."""
    pairs = [(mu / UNIT, sigma / UNIT) for mu, sigma in before]
    after = plackett_luce(pairs, ranks)
    if weight != FULL:
        share = weight / FULL
        after = [
            (mu + share * (new_mu - mu), sigma * sigma + share * (variance - sigma * sigma))
            for (mu, sigma), (new_mu, variance) in zip(pairs, after, strict=True)
        ]
    return [_bounded(round(mu * UNIT), sqrt(variance) * UNIT) for mu, variance in after]


def plackett_luce(
    before: Sequence[tuple[float, float]], ranks: Sequence[int]
) -> list[tuple[float, float]]:
    """Mu and variance of each player after a match, from their mu and sigma before.

    Sums are made in an order that the players give, not their seats: it makes no difference which
    seat somebody has, to the last bit.
    """
    variances = [sigma * sigma + TAU_SQUARED for _, sigma in before]
    order = sorted(range(len(before)), key=lambda seat: (ranks[seat], before[seat]))
    total = 0.0
    for seat in order:
        total += variances[seat]  # sum() has another rounding from Python 3.12 on
    spread = sqrt(total + len(before) * BETA_SQUARED)
    best = max(mu for mu, _ in before)
    strengths = [exp((mu - best) / spread) for mu, _ in before]
    rivals, tied = _rivals(order, strengths, ranks)
    places = sorted(rivals)
    after = []
    for (mu, _), variance, strength, rank in zip(before, variances, strengths, ranks, strict=True):
        gain, known = 1 / tied[rank], 0.0
        for place in places:
            if place > rank:
                break
            # As good as drawing the winner of this rank from all who are not ranked above it.
            chance = strength / rivals[place]
            gain -= chance
            known += chance * (1 - chance)
        left = max(1 - variance / (spread * spread) * known, KAPPA)
        after.append((mu + variance / spread * gain, variance * left))
    return after


def _rivals(
    order: Sequence[int], strengths: Sequence[float], ranks: Sequence[int]
) -> tuple[dict[int, float], dict[int, int]]:
    """For each rank, the strength of all who have it or a worse one, and how many have it."""
    rivals: dict[int, float] = {}
    tied: dict[int, int] = {}
    running = 0.0
    for seat in reversed(order):
        rank = ranks[seat]
        running += strengths[seat]
        rivals[rank] = running
        tied[rank] = tied.get(rank, 0) + 1
    return rivals, tied


def idle(before: Strength, weeks: int) -> Strength:
    """The player after so many whole weeks without a match that counted."""
    return _widened(before, weeks * IDLE_WEEK) if weeks else before


def next_season(before: Strength) -> Strength:
    """What a player brings into the next season: a quarter of the way back to a newcomer."""
    mu = round((3 * before.mu + START_MU) / 4)
    return _widened(Strength(mu, before.sigma), NEW_SEASON)


def undone(now: Strength, before: Strength, after: Strength) -> Strength:
    """The player without a match that led from `before` to `after`, however much came since."""
    mu = now.mu + before.mu - after.mu
    return _widened(Strength(mu, now.sigma), before.sigma**2 - after.sigma**2)


def _widened(before: Strength, variance: int) -> Strength:
    """Add to the variance. Squares of millionths are integers below 2^53, so this is exact."""
    return _bounded(before.mu, sqrt(max(before.sigma**2 + variance, 1)))


def _bounded(mu: int, sigma: float) -> Strength:
    return Strength(max(-MOST_MU, min(mu, MOST_MU)), min(max(round(sigma), 1), START_SIGMA))
