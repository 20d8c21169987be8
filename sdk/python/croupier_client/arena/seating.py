"""Players at their seats, and how a match has ended for each."""

from collections.abc import Sequence
from typing import NamedTuple

from croupier_client.arena.contest import Contest
from croupier_client.arena.players import maker
from croupier_client.arena.watch import Watch, Watched
from croupier_client.turns import Strategy


class Ended(NamedTuple):
    """How a match has ended, for each player: its points, and its share of the victory."""

    points: Sequence[int]
    won: Sequence[float]


def seated(contest: Contest, unit: int, player: int, seat: int, watch: Watch) -> Watched:
    """Return the player at its seat, made anew for this match."""

    def make() -> Strategy:  # under the watch, as its module is run when it is imported
        return maker(contest.players[player], contest.game)(contest.dice(unit, seat))

    return Watched(player, watch, make)


def ended(seats: Sequence[int], scores: Sequence[int], winners: Sequence[int]) -> Ended:
    """Return the end of a match by players. Without winners, all share the victory."""
    first = winners or seats
    shares = [(seat in first) / len(first) for seat in seats]
    return Ended([scores[seat] for seat in seats], shares)
