"""Deadlines of a match: when time runs out, for a move or for revealing, and what happens then.

Times are milliseconds since the epoch, unless they are texts of the log.
"""

from engine.domain import clock, sealing
from engine.domain.match import CREATOR, Entry, Kind
from engine.domain.reducer import AnyEntry, AnyMatch


def deadline(match: AnyMatch) -> int | None:
    """When time runs out for a seat; None if for none."""
    return clock.ms(match.reveal_by) if match.reveal_by else clock.deadline(match)


def earliest(match: AnyMatch) -> int:
    """A time before which no deadline passes, of which the rules are not asked."""
    if match.reveal_by:
        return clock.ms(match.reveal_by)
    seats = zip(match.seats, match.left_ms, strict=False)
    rest = min((rest for seat, rest in seats if not seat.resigned), default=0)
    return clock.ms(match.update_time) + rest


def overdue(match: AnyMatch, time: str) -> bool:
    """Whether the deadline has passed at `time`; at the very millisecond it has."""
    due = deadline(match)
    return due is not None and clock.ms(time) >= due


def entry(match: AnyMatch, time: str) -> AnyEntry:
    """The entry for a deadline that has passed: a time-out, or the end of a sealed deal that
    names who has not revealed."""
    version = match.version + 1
    if match.reveal_by:
        withheld = sealing.to_reveal(match)
        return Entry(version, Kind.ABORTED, CREATOR, time, withheld=withheld)
    return Entry(version, Kind.TIMEOUT, clock.overdue_seat(match), time)


def next_check(match: AnyMatch, now_ms: int) -> int | None:
    """The latest time for the next check of the deadline; None if none will be necessary."""
    return deadline(match) if match.reveal_by else clock.next_check(match, now_ms)


def may_have(match: AnyMatch) -> bool:
    """Whether there is, or will be, a deadline."""
    return not match.ended and bool(match.clock or match.reveal_by)


def ahead_ms(match: AnyMatch) -> int:
    """The time from the last change to the deadline; 0 without a deadline."""
    due = deadline(match)
    return 0 if due is None else due - clock.ms(match.update_time)
