"""Points, as integers of 48ths: so halves, thirds and quarters are exact, and half of them, too."""

from collections.abc import Collection, Sequence

POINT = 48
"""A won match."""
WON, DREW, LOST = 2, 1, 0
"""How a seat fared against another one, in halves."""


def of_match(ranks: Sequence[int], absent: Collection[int] = ()) -> list[int]:
    """The points of each seat: 1 for the best down to 0 in even steps; equal ranks share theirs.

    Who was absent gets none.
    """
    step = POINT // (len(ranks) - 1)
    return [0 if seat in absent else step * _beaten(ranks, seat) // 2 for seat in range(len(ranks))]


def _beaten(ranks: Sequence[int], seat: int) -> int:
    """How the seat fared against all others, in halves."""
    return sum(against(ranks, seat, other) for other in range(len(ranks)) if other != seat)


def against(ranks: Sequence[int], seat: int, other: int) -> int:
    """How the seat fared against the other one, in halves."""
    if ranks[seat] == ranks[other]:
        return DREW
    return WON if ranks[seat] < ranks[other] else LOST
