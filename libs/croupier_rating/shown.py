"""What players see: the numbers of a rating, made from the strength."""

from itertools import count

from croupier_rating.recipe import START_MU, Strength, idle

BASE = 1500
"""The rating of who is as strong as newcomers are expected to be."""
UNIT = 25_000
"""Millionths of a point: 40 points are 1 of mu."""
MOST_DEVIATION = 160
"""Above it a rating is provisional, and has no place on a board."""
WEEK = 7


def rating(of: Strength) -> int:
    return BASE + round((of.mu - START_MU) / UNIT)


def deviation(of: Strength) -> int:
    return round(of.sigma / UNIT)


def points(of: Strength) -> int:
    """What boards sort by: a rating that the player very likely has at least."""
    return rating(of) - 2 * deviation(of)


def provisional(of: Strength) -> bool:
    return deviation(of) > MOST_DEVIATION


def lapse(of: Strength, counted: int) -> int | None:
    """The day on which a player who does not play becomes provisional; None if that is so already.

    `counted` is the day of the last match that counted, as in Numbers.
    """
    if provisional(of):
        return None
    return counted + WEEK * next(weeks for weeks in count(1) if provisional(idle(of, weeks)))
