"""A unit: one deal, played once for each rotation of the seats, so that its luck is everybody's."""

from collections.abc import Sequence

from croupier_client.arena.contest import Contest, Record
from croupier_client.arena.here import play_here
from croupier_client.arena.remote import play_there
from croupier_client.arena.seating import Ended
from croupier_client.arena.watch import Failure, Watch, Watched

Spent = Sequence[tuple[int, float]]
"""For each player the moves that it has made, and the seconds that it took for them."""


def play_unit(contest: Contest, unit: int, watch: Watch) -> tuple[Record, Spent]:
    """Return the line of the unit, and what it took. Raise BadContest."""
    players: list[Watched] = []
    ends: list[Ended] = []
    failed: Record | None = None
    try:
        if contest.url:
            ends.append(play_there(contest, unit, watch, players))
        else:
            for rotation in range(contest.seats):
                ends.append(play_here(contest, unit, rotation, watch, players))
    except Failure as failure:
        failed = failure.record
    return record(unit, ends, failed), [_spent(players, i) for i in range(contest.seats)]


def _spent(players: Sequence[Watched], number: int) -> tuple[int, float]:
    mine = [each for each in players if each.player == number]
    return sum(each.moves for each in mine), sum(each.seconds for each in mine)


def record(unit: int, ends: Sequence[Ended], failed: Record | None = None) -> Record:
    """Return the line of a unit. One that a player has lost by a failure has no results."""
    if failed:
        return {"unit": unit, "failed": failed}
    return {
        "unit": unit,
        "points": [list(each.points) for each in ends],
        "won": [list(each.won) for each in ends],
    }
