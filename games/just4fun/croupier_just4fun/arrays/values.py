"""What a stone is worth in each place, in whole numbers: the values of `bot.py`."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from croupier_game.arrays import Array

from croupier_just4fun import bot
from croupier_just4fun.arrays.stones import Stones
from croupier_just4fun.types import LEAD

SCALE = 20
"""A unit of Hugo's values, in whole numbers."""
ALL = bot.ROW_VALUE
DOWN = (0, *(more - less for less, more in pairwise(ALL)))
UP = DOWN[1:]
BARS = 8
"""What a barred place counts in a line beside those that are led: more than four of them."""


def gains(xp: Any, board: Stones, planes: Sequence[Array], fields: Array, turn: Array) -> Array:
    """Return what a stone of the seat to move changes in each place, int32 [36, n].

    planes: the stones by seat; fields: the numbers of the places, [n, 36].
    """
    whole = xp.int32
    numbers = xp.astype(xp.permute_dims(fields, (1, 0)), whole)
    leads = board.leads(planes)
    own, lead = board.of(turn, planes), board.of(turn, leads)
    locks = lead == LEAD - 1
    counts = [board.in_lines(each) for each in _seen(xp, leads)]
    up = board.through(_valued(xp, board.of(turn, counts), UP))
    found = xp.where(lead == 0, numbers + SCALE * up, 0)
    found = found + round(SCALE * bot.LOCK_VALUE) * xp.astype(locks, whole)
    for seat, count in enumerate(counts):
        lost = board.through(_valued(xp, count, ALL))
        tied = board.through(_valued(xp, count, DOWN))
        ties = (leads[seat] > 0) & (planes[seat] - own == 1)
        loss = xp.where(locks, lost, xp.where(ties, tied, 0))
        found = found + xp.where(turn == seat, 0, round(SCALE * bot.DEFENCE) * loss)
    return found


def _seen(xp: Any, leads: Sequence[Array]) -> Sequence[Array]:
    """Return by seat where it leads, 1, and what others have locked, BARS: int8 [36, n]."""
    locked = [xp.astype(each >= LEAD, xp.int8) for each in leads]
    barred = sum(locked[1:], locked[0])
    return [
        xp.astype(each > 0, xp.int8) + BARS * (barred - own)
        for each, own in zip(leads, locked, strict=True)
    ]


def _valued(xp: Any, counts: Array, values: Sequence[int]) -> Array:
    """Return the values of lines by how many places are led."""
    found = xp.zeros(counts.shape, dtype=xp.int32)
    for count, value in enumerate(values):
        if value:
            found = xp.where(counts == count, value, found)
    return found
