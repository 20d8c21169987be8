"""A round of a Swiss with tables of three to five."""

from collections.abc import Sequence

from croupier_tournament.pairing.entrants import Entrant, Pairing, seated

NEAR = 3
"""A table is filled from so many times its seats, next in order."""


def larger_tables(order: Sequence[Entrant], seats: int, least: int) -> Pairing:
    """The first in order without a table gets one, and with it, one after the other, those of the
    next in order who have met the fewest at the table."""
    sizes = table_sizes(len(order), seats, least)
    byes = _byes(order, len(order) - sum(sizes))
    left = [each for each in order if each not in byes]
    tables = [_filled(left, size, NEAR * seats) for size in sizes]
    return Pairing(tuple(map(seated, tables)), tuple(each.id for each in byes))


def table_sizes(players: int, seats: int, least: int) -> list[int]:
    """As even as can be, the larger tables first; if one would be too small, whole ones only."""
    count = -(-players // seats)
    small, larger = divmod(players, count)
    if small >= least:
        return [small + 1] * larger + [small] * (count - larger)
    return [seats] * (players // seats)


def _byes(order: Sequence[Entrant], count: int) -> list[Entrant]:
    """The last in order, of those with the fewest free points."""
    last_first = [*reversed(order)]
    last_first.sort(key=lambda each: each.free)
    return last_first[:count]


def _filled(left: list[Entrant], size: int, near: int) -> list[Entrant]:
    """Take the players of the next table from those who are left."""
    table = [left.pop(0)]
    while len(table) < size:
        at = min(range(min(near, len(left))), key=lambda each: _meetings(left[each], table))
        table.append(left.pop(at))
    return table


def _meetings(player: Entrant, table: Sequence[Entrant]) -> int:
    return sum(len(player.met.get(other.id, ())) for other in table)
