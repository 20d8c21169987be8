"""Deadlines of a match: when time runs out, for a move or for revealing, and what happens then.

Times are milliseconds since the epoch, unless they are texts of the log.
"""

from croupier_match import clock
from croupier_match.games import Game
from croupier_match.match import AnyMatch, Status


def deadline(game: Game, match: AnyMatch) -> int | None:
    """When time runs out for a seat; None if for none."""
    return clock.ms(match.reveal_by) if match.reveal_by else clock.deadline(game, match)


def earliest(match: AnyMatch) -> int:
    """A time before which no deadline passes, of which the rules are not asked."""
    if match.reveal_by:
        return clock.ms(match.reveal_by)
    seats = zip(match.seats, match.left_ms, strict=False)
    rest = min((rest for seat, rest in seats if not seat.resigned), default=0)
    return clock.ms(match.update_time) + min(rest, match.phase_left_ms or rest)


def overdue(game: Game, match: AnyMatch, time: str) -> bool:
    """Whether the deadline has passed at `time`; at the very millisecond it has."""
    due = deadline(game, match)
    return due is not None and clock.ms(time) >= due


def next_check(game: Game, match: AnyMatch, now_ms: int) -> int | None:
    """The latest time for the next check of the deadline; None if none will be necessary."""
    return deadline(game, match) if match.reveal_by else clock.next_check(game, match, now_ms)


def is_set(match: AnyMatch) -> bool:
    """Whether time runs out at all, unless every seat that is to move has resigned: then there is
    no deadline either."""
    runs = match.clock is not None and match.status == Status.ACTIVE and not match.late
    return runs or bool(match.reveal_by)


def may_have(match: AnyMatch) -> bool:
    """Whether there is, or will be, a deadline."""
    return not match.ended and bool(match.clock or match.reveal_by)


def ahead_ms(game: Game, match: AnyMatch) -> int:
    """The time from the last change to the deadline; 0 without a deadline."""
    due = deadline(game, match)
    return 0 if due is None else due - clock.ms(match.update_time)
