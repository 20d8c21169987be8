"""Stones on many boards at once: who leads where, which places are open, and lines of four.

Stones are by seat here: one array for each, all of the same shape.
"""

from collections.abc import Sequence
from typing import Any

from croupier_game.arrays import Array

from croupier_just4fun.arrays.states import NO_LINE
from croupier_just4fun.board import LINES, LINES_OF
from croupier_just4fun.types import FIELDS, LEAD, LENGTH


class Stones:
    """What follows from stones, for one library and number of seats."""

    def __init__(self, xp: Any, own_locked: bool, seats: int) -> None:
        self._xp, self._own_locked, self._seats = xp, own_locked, range(seats)
        # For each place of a line, and for each line through a place; after the last line comes
        # one of no worth, since fewer lines go through a place at the edge.
        through = [[LINES.index(line) for line in lines] for lines in LINES_OF]
        self._most_lines = max(map(len, through))
        filled = [each + [len(LINES)] * (self._most_lines - len(each)) for each in through]
        self._in_lines = _flat(xp, LINES)
        self._back = xp.arange(len(LINES), 0, -1, dtype=xp.int8)[:, None]
        self._through = _flat(xp, filled)

    def by_seat(self, arrays: Array) -> list[Array]:
        """Return arrays [n, s, ...] by seat."""
        return [arrays[:, seat, ...] for seat in self._seats]

    def planes(self, stones: Array) -> list[Array]:
        """Return stones [n, s, 36] by seat, [36, n]: sums over places and lines are faster so."""
        xp, n = self._xp, stones.shape[0]
        seats = len(self._seats)
        planes = columns(xp, xp.reshape(stones, (n, seats * FIELDS)))
        return [planes[FIELDS * seat : FIELDS * (seat + 1), :] for seat in self._seats]

    def of(self, seat: Array, each: Sequence[Array]) -> Array:
        """Return what belongs to one seat of each table; the arrays are whole numbers."""
        # By products, since NumPy's `where` is many times slower.
        return total([each[k] * self._xp.astype(seat == k, each[k].dtype) for k in self._seats])

    def leads(self, stones: Sequence[Array]) -> list[Array]:
        """Return by seat how many stones more it has than any other."""
        return [
            stones[seat] - self.most([*stones[:seat], *stones[seat + 1 :]]) for seat in self._seats
        ]

    def most(self, stones: Sequence[Array]) -> Array:
        """Return how many stones the seat has that has the most."""
        found = stones[0]
        for each in stones[1:]:
            found = self._xp.maximum(found, each)
        return found

    def owned(self, stones: Array, lead: int = 1) -> Array:
        """Return where each seat leads by so many stones [n, s, 36]."""
        return self._xp.stack([each >= lead for each in self.leads(self.by_seat(stones))], axis=1)

    def takes(self, stones: Sequence[Array], seat: Array) -> Array:
        """Return whether a seat of each table may put a stone there."""
        takes = self.most(stones) - self.of(seat, stones) < LEAD
        if not self._own_locked:
            takes = takes & (self.of(seat, self.leads(stones)) < LEAD)
        return takes

    def going(self, stones: Array, supplies: Array) -> Array:
        """Return which seats have turns to come, bool [n, s]."""
        xp = self._xp
        if self._own_locked:
            return supplies > 0
        each = self.by_seat(stones)
        finds = [xp.any(self.takes(each, xp.asarray([seat])), axis=1) for seat in self._seats]
        return (supplies > 0) & xp.stack(finds, axis=1)

    def line(self, stones: Array, seat: Array) -> Array:
        """Return the first line that a seat of each table has complete, or NO_LINE: int8 [n]."""
        xp = self._xp
        led = self.of(seat, self.leads(self.planes(stones))) > 0
        complete = self.in_lines(xp.astype(led, xp.int8)) == LENGTH
        # From the last line on they count up, so that the first one is the greatest.
        most = xp.max(self._back * xp.astype(complete, xp.int8), axis=0)
        return xp.where(most > 0, len(LINES) - most, NO_LINE)

    def in_lines(self, places: Array) -> Array:
        """Return for each line the sum over its places: from [36, n], [54, n]."""
        xp = self._xp
        found = xp.reshape(
            xp.take(places, self._in_lines, axis=0), (LENGTH, len(LINES), places.shape[1])
        )
        return xp.sum(found, axis=0, dtype=places.dtype)

    def through(self, lines: Array) -> Array:
        """Return for each place the sum over the lines through it: from [54, n], [36, n]."""
        xp, n = self._xp, lines.shape[1]
        more = xp.concat([lines, xp.zeros((1, n), dtype=lines.dtype)])
        found = xp.reshape(xp.take(more, self._through, axis=0), (self._most_lines, FIELDS, n))
        return xp.sum(found, axis=0, dtype=lines.dtype)


def columns(xp: Any, rows: Array) -> Array:
    """Return arrays [n, k] as [k, n], and so in memory, where sums over k are faster."""
    # Made flat it is copied; else it would stay in the order that it has.
    flat = xp.reshape(xp.permute_dims(rows, (1, 0)), (-1,))
    return xp.reshape(flat, (rows.shape[1], rows.shape[0]))


def total(each: Sequence[Array]) -> Array:
    """Return the sum of arrays."""
    found = each[0]
    for more in each[1:]:
        found = found + more
    return found


def _flat(xp: Any, rows: Sequence[Sequence[int]]) -> Array:
    """Return the numbers, first the first one of each row."""
    return xp.reshape(xp.asarray([*zip(*rows, strict=True)], dtype=xp.int32), (-1,))
