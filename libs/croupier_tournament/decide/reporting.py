"""Results: what the end of a match, or its lack, means for the tournament."""

from collections.abc import Sequence

from croupier_tournament import ids
from croupier_tournament.commands import Report
from croupier_tournament.decide.rule import Keys, Rules, check_running, head
from croupier_tournament.entries import Entry, Reason, Resulted
from croupier_tournament.refusals import InvalidSettings, NotFound
from croupier_tournament.tournament import Presence, Tournament

OF_MATCHES = frozenset(Reason) - {Reason.WITHDREW, Reason.OVERDUE, Reason.HELD}
"""The reasons that a match can have by itself."""


def reported(it: Tournament, command: Report, at: int, keys: Keys) -> Entry | None:
    check_running(it)
    place = (command.round, command.table)
    if not 1 <= command.round <= len(it.rounds):
        raise NotFound("There is no such round.")
    if not 1 <= command.table <= len(it.round(command.round).tables):
        raise NotFound("There is no such table.")
    if command.reason not in OF_MATCHES:
        raise InvalidSettings("No match ends so.")
    if command.table not in it.round(command.round).open_tables:
        return None  # it has its result, of another origin perhaps
    table = it.round(command.round).table(command.table)
    if command.leg != table.leg:
        return None
    ranks, absent, reason = _judged(it, command, len(table.players), at)
    return _result(it, place, at, ranks, absent, reason, command)


def _judged(
    it: Tournament, command: Report, seats: int, at: int
) -> tuple[tuple[int, ...], tuple[int, ...], Reason]:
    """The ranks, who was absent, and why."""
    if not 0 <= command.ended <= at:
        raise InvalidSettings("The match has to have ended.")
    if command.reason is Reason.NO_SHOW:
        return _without(command.absent, seats), command.absent, command.reason
    if command.absent or not _are_ranks(command.ranks, seats):
        raise InvalidSettings("ranks has to have the rank of each seat, and 0 the best.")
    level = (0,) * seats
    if command.reason is Reason.TIMEOUT and _was_held(it, command.ended):
        return level, (), Reason.HELD
    return level if command.reason is Reason.ABORTED else command.ranks, (), command.reason


def _are_ranks(ranks: Sequence[int], seats: int) -> bool:
    return len(ranks) == seats and {*ranks} == {*range(len({*ranks}))}


def _without(absent: Sequence[int], seats: int) -> tuple[int, ...]:
    """The ranks if some did not come: the others share the best. Raise InvalidSettings."""
    if not absent or [*absent] != sorted({*absent}) or not 0 <= absent[0] <= absent[-1] < seats:
        raise InvalidSettings("absent has to name seats of the table, ascending.")
    anybody_came = len(absent) < seats
    return tuple(int(anybody_came and seat in absent) for seat in range(seats))


def _was_held(it: Tournament, moment: int) -> bool:
    return any(began <= moment and (to is None or moment < to) for began, to in it.holds)


def without_match(it: Tournament, place: tuple[int, int], reason: Reason, at: int) -> Entry:
    """The result of an open table that no match has ended: of one whose round is overdue, or at
    which somebody who has withdrawn would sit."""
    players = it.round(place[0]).table(place[1]).players
    absent = tuple(
        seat
        for seat, player in enumerate(players)
        if reason is Reason.WITHDREW and it.players[player].presence is not Presence.PLAYING
    )
    ranks = _without(absent, len(players)) if absent else (0,) * len(players)
    return _result(it, place, at, ranks, absent, reason)


def _result(
    it: Tournament,
    place: tuple[int, int],
    at: int,
    ranks: tuple[int, ...],
    absent: tuple[int, ...],
    reason: Reason,
    command: Report | None = None,
) -> Entry:
    leg = it.round(place[0]).table(place[1]).leg
    return Resulted(
        *head(it, at),
        *place,
        leg,
        ids.match_id(it.id, *place, leg),
        ranks,
        absent,
        reason,
        command.ended if command else at,
        command.log_head if command else "",
    )


REPORTING: Rules = {Report: reported}
