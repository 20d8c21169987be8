"""What the last 24 hours of a ledger say: who has met whom, and who has left too early.

Times are those of the ledger's clock, which never goes back, so what is older is never needed
again. What is kept lies under the names of two players, or of one.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from croupier_rating.moments import DAY
from croupier_rating.recipe import FULL

Key: TypeAlias = str
"""Two players who have met, or one who has left early, with a blank between them."""

WEIGHTS = (FULL, FULL, FULL, 50, 50, 50)
"""The weights, in percent, of the first, second, ... match of a pair within 24 hours."""
NOTHING = 0
"""The weight of all later ones."""
FREE = 2
"""So many times within 24 hours somebody may leave early; from then on it is a loss."""


class Mark(NamedTuple):
    """Something that happened at a moment of the ledger's clock, as the entry `seq` says."""

    at: int
    seq: int


Recent: TypeAlias = Mapping[Key, tuple[Mark, ...]]


def pairs(players: Iterable[str]) -> list[Key]:
    return [" ".join(pair) for pair in combinations(sorted(players), 2)]


def keys(players: Sequence[str], short: Iterable[int] | None) -> list[Key]:
    """All that is looked up for a match of these players."""
    return [*pairs(players), *(players[seat] for seat in short or ())]


def within(recent: Recent, key: Key, clock: int) -> tuple[Mark, ...]:
    """What has happened less than 24 hours ago."""
    return tuple(mark for mark in recent.get(key, ()) if mark.at > clock - DAY)


def weight(recent: Recent, players: Iterable[str], clock: int) -> int:
    """The weight of a match: that of the two players in it who have met most."""
    met = max(len(within(recent, pair, clock)) for pair in pairs(players))
    return WEIGHTS[met] if met < len(WEIGHTS) else NOTHING


def patience_lost(
    recent: Recent, players: Sequence[str], short: Iterable[int], clock: int
) -> frozenset[int]:
    """Of the seats that left early, those who have done so too often."""
    return frozenset(seat for seat in short if len(within(recent, players[seat], clock)) >= FREE)
