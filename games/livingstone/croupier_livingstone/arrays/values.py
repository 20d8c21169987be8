"""What things are worth in Livingstone, found by letting ways to play compete over arrays."""

from collections.abc import Mapping
from typing import NamedTuple

POINT = 100
"""The worth of a point."""
SCALE = 50 * POINT
"""The worth of the victory."""
SURE = 20 * POINT
"""What is always good to play comes before all else."""
CARD_USED = POINT
"""What it costs to use up a card with a tent."""
TWO_MORE = POINT // 2
"""The worth of TWO_DICE while it can be played."""
FAR = 5
"""A lead of more tents in a row is as good as this one."""


class Values(NamedTuple):
    """In hundredths of a point, and by the column of the river.

    coin, card: what one is worth.
    lead:  percent of a row's bonus that a tent is worth, by how many tents more than the others the
           seat has there already: from -FAR to FAR.
    more:  to leave a die that could be taken after another one.
    again: percent of what the best of these is worth.
    keep:  coins that are kept for the chest; with more than two seats, how many more than the
           poorest other seat owns.
    give:  the column from which on they are donated.
    gem:   what one is worth, if it is not sold.
    """

    coin: tuple[int, ...]
    card: tuple[int, ...]
    lead: tuple[int, ...]
    more: int
    again: int
    keep: tuple[int, ...]
    give: int
    gem: int


OF_TWO = Values(
    coin=(*[65] * 9, 20),
    card=(*[240] * 9, 100),
    lead=(16, 16, 16, 16, 10, 70, 0, 60, 60, 60, 60),
    more=100,
    again=20,
    keep=(0, 0, 0, 0, 2, 0, 0, 10, 15, 19),
    give=9,
    gem=110,
)
OF_MORE = Values(
    coin=(*[80] * 9, 90),
    card=(170,) * 10,
    lead=(20, 20, 20, 20, 40, 80, 50, 40, 30, 30, 30),
    more=50,
    again=15,
    keep=(-100, -100, -100, 0, -4, 2, 6, 10, 10, 8),
    give=9,
    gem=90,
)
VALUES: Mapping[int, Values] = {2: OF_TWO, 3: OF_MORE, 4: OF_MORE, 5: OF_MORE}
"""By the number of seats."""
