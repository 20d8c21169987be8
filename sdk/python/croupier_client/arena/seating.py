"""Players at their seats, and how a match has ended for each."""

from collections.abc import Sequence
from typing import NamedTuple

from croupier_client.arena.contest import Contest
from croupier_client.arena.players import maker
from croupier_client.arena.watch import Watch, Watched


class Ended(NamedTuple):
    """How a match has ended, for each player: its points, and its share of the victory."""

    points: Sequence[int]
    won: Sequence[float]


def seated(contest: Contest, unit: int, player: int, seat: int, watch: Watch) -> Watched:
    """Return the player at its seat, made anew for this match."""
    make = maker(contest.players[player], contest.game)
    return Watched(player, watch, lambda: make(contest.dice(unit, seat)))


def ended(seats: Sequence[int], scores: Sequence[int], winners: Sequence[int]) -> Ended:
    """Return the end of a match by players. Without winners, all share the victory."""
    first = winners or seats
    shares = [(seat in first) / len(first) for seat in seats]
    return Ended([scores[seat] for seat in seats], shares)
