"""What a stone is worth in each place, for the seat to move, in whole numbers.

A line is worth something to the one seat that leads in it, and nothing once two do. So a stone on
a place without an owner adds to the own lines through it and ends those of others, and one that
makes a tie takes a place from a line. Hugo, who is `bot.py`, does not see that a stone bars a line.

The lines of others count as much as own ones. If they count twice, the play alone wins more against
Hugo; a search by it seemed to win less (docs/decisions/arrays.md).
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from croupier_game.arrays import Array

from croupier_just4fun.arrays.stones import Stones, total
from croupier_just4fun.types import LENGTH

WIN = 500
"""What the whole victory is worth."""
LINE = (0, 5, 20, 80, 2500)
"""The worth of a line by how many of its places are led; of all four it exceeds all else."""
POINT, CARD = 1, 8
"""The worth of a point of a field, and of playing a card more: new ones come for it.

Both are for two seats, and count twice or three times for more: then fewer lines are completed.
"""
OWN = tuple(more - less for less, more in pairwise(LINE))
"""What a place more is worth in a line that the seat leads alone, by how many it leads."""
FIVE = LENGTH + 1


class Values:
    """The worth of stones, for one library and number of seats."""

    def __init__(self, xp: Any, board: Stones, seats: int) -> None:
        self._xp, self._board = xp, board
        self._point = POINT * (seats - 1)
        self.card = CARD * (seats - 1)
        self._taken = xp.asarray(_by_leads(OWN, LINE[:LENGTH]), dtype=xp.int16)
        self._tied = xp.asarray(_by_leads((), (0, *OWN[:-1])), dtype=xp.int16)

    def gains(self, planes: Sequence[Array], fields: Array, turn: Array) -> Array:
        """Return what a stone of the seat to move is worth in each place, int16 [36, n]; from 0 on.

        planes: the stones by seat, as of `Stones.planes`; fields: the numbers of the places,
        [n, 36].
        """
        xp, board = self._xp, self._board
        leads = board.leads(planes)
        counts = [board.in_lines(xp.astype(each > 0, xp.int8)) for each in leads]
        own = board.of(turn, counts)
        others = [each * xp.astype(turn != k, xp.int8) for k, each in enumerate(counts)]
        most = board.most(others)
        index = own + FIVE * most + FIVE**2 * (total(others) - most)
        taken, tied = (
            board.through(xp.reshape(xp.take(worth, xp.reshape(index, (-1,))), index.shape))
            for worth in (self._taken, self._tied)
        )
        points = self._point * xp.astype(xp.permute_dims(fields, (1, 0)), xp.int16)
        free = board.of(turn, leads) == 0
        # One seat leads there, by a single stone.
        ties = (board.most(leads) > 0) & (board.most(planes) - board.of(turn, planes) == 1)
        return xp.astype(free, xp.int16) * (points + taken) + xp.astype(ties, xp.int16) * tied


def _by_leads(own: Sequence[int], other: Sequence[int]) -> Sequence[int]:
    """Return the worth of lines by who leads in them: the seat alone, or another one alone.

    The index is the places that the seat leads, and 5 times those of the strongest other one, and
    25 times those of all others.
    """
    found = [0] * (FIVE**2 * LENGTH + 1)
    for count, worth in enumerate(other):
        found[FIVE * count] = worth
    for count, worth in enumerate(own):
        found[count] = worth
    return found
