"""Who is to be paired, and what comes of it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from croupier_tournament.lots import Lot


class Entrant(NamedTuple):
    """A player as the recipe sees one.

    `met` has the rounds of all meetings with each opponent, ascending. `balance` says how much
    more often the player has had a seat before the others than one after them, and `free` how many
    points came without a match: byes, and matches for which nobody else came.
    """

    id: str
    points: int
    lot: Lot
    met: Mapping[str, Sequence[int]]
    balance: int
    free: int


class Pairing(NamedTuple):
    """The tables of a round, the best one first, each with its players in the order of their seats.

    `repeats` are the numbers of those tables, from 1 on, whose two players had met before.
    """

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()
    repeats: tuple[int, ...] = ()


def seated(players: Sequence[Entrant]) -> tuple[str, ...]:
    """The players of a table by their seats: first whoever has sat there least, then by lot."""
    return tuple(each.id for each in sorted(players, key=lambda each: (each.balance, each.lot)))


def balances(seats: int) -> range:
    """What each seat of a table adds to the balance of its player: 1 and -1 at one of two."""
    return range(seats - 1, -seats, -2)
