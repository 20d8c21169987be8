"""What the end of a match is to its tournament, read from the JSON that the API shows.

So no rules of any game are needed, and an end is judged the same whoever reads it.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

from croupier_tournament.commands import Report
from croupier_tournament.entries import Reason
from croupier_tournament.tournament import Tournament

Json: TypeAlias = Mapping[str, Any]
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MS = timedelta(milliseconds=1)


class NotOfTheTable(Exception):
    """This is no ended match of these players."""


def report_of(
    tournament: Tournament, place: tuple[int, int, int], match: Json, log: Sequence[Json]
) -> Report:
    """The report on the match of a replay, which has the members `match` and `log`.

    `place` is its round, table and leg. Raise NotOfTheTable.
    """
    round_number, table, _ = place
    players = tournament.round(round_number).table(table).players
    seats = _seats(players, match)
    reason, ranks, absent = _judged(match, log)
    return Report(
        *place,
        reason,
        (datetime.fromisoformat(match["updateTime"]) - EPOCH) // MS,
        tuple(ranks[seat] for seat in seats) if ranks else (),
        tuple(at for at, seat in enumerate(seats) if seat in absent),
        match["fairness"]["logHead"],
    )


def _seats(players: Sequence[str], match: Json) -> list[int]:
    """Where each player of the table sat: in a second leg, elsewhere than in the first."""
    sat = [(seat["player"] or {}).get("id") for seat in match["seats"]]
    if match["outcome"] is None or sorted(map(str, sat)) != sorted(players):
        raise NotOfTheTable("no ended match of these players")
    return [sat.index(player) for player in players]


def _judged(match: Json, log: Sequence[Json]) -> tuple[Reason, list[int], Sequence[int]]:
    """Why it ended, the ranks of its seats, or else those that were absent."""
    outcome, last, seats = match["outcome"], log[-1], len(match["seats"])
    if outcome["reason"] != "aborted":
        ranks = {seat: rank for rank, group in enumerate(outcome["ranking"]) for seat in group}
        return Reason(outcome["reason"]), [ranks[seat] for seat in range(seats)], ()
    if withheld := last.get("withheld"):
        return Reason.NO_SHOW, [], withheld
    if "note" in last:
        return Reason.ABORTED, [0] * seats, ()
    if gone := last.get("gone"):
        return Reason.CLAIMED, _behind(gone, seats), ()
    return Reason.LEFT, _behind([last["seat"]], seats), ()


def _behind(losers: Sequence[int], seats: int) -> list[int]:
    """Ranks in which some have lost, and all others share the first."""
    return [int(seat in losers) for seat in range(seats)]
