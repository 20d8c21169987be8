"""How long who may still think: pure functions over a match and its log.

Everything follows from the times in the log, so a replay gives the same. Times
are milliseconds since the epoch here. Each change charges those who were
thinking for the time since the change before, so the deadline of who thinks on
stays where it is, whatever else happens.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

from engine.domain.match import ClockOptions, Entry, Kind, Match, Status
from engine.domain.registry import GAMES
from engine.games.errors import InvalidOptions

AnyMatch: TypeAlias = Match[Any, Any, Any]
AnyEntry: TypeAlias = Entry[Any]

SECOND_MS = 1000
DAY_MS = 24 * 60 * 60 * SECOND_MS
LEAST_MS, MOST_MS = SECOND_MS, 30 * DAY_MS
MOST_INCREMENT_MS = DAY_MS

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def check_options(clock: ClockOptions) -> None:
    """Raise InvalidOptions if nobody can play by this clock."""
    if clock.per_move_ms and clock.bank_ms:
        raise InvalidOptions("A clock has either perMove or bank.")
    if not LEAST_MS <= clock.full_ms <= MOST_MS:
        raise InvalidOptions("clock: perMove or bank must be 1 s to 30 days.")
    if clock.increment_ms > MOST_INCREMENT_MS or (clock.increment_ms and not clock.bank_ms):
        raise InvalidOptions("clock: increment must be up to a day, and needs a bank.")


def left(before: AnyMatch, after: AnyMatch, entry: AnyEntry) -> tuple[int, ...]:
    """What each seat has left after `entry`, which led from `before` to `after`."""
    clock = after.clock
    if clock is None or after.state is None:
        return ()
    if before.status != Status.ACTIVE:
        return (clock.full_ms,) * len(after.seats)
    charged = _charged(before, _ms(entry.time))
    if clock.bank_ms:
        return _paid(charged, clock.increment_ms, entry)
    thinking_on = {*_deciders(before)} & {*_deciders(after)} - {_mover(entry)}
    return tuple(
        rest if seat in thinking_on else clock.per_move_ms for seat, rest in enumerate(charged)
    )


def deadline(match: AnyMatch) -> int | None:
    """When the time of who is to move runs out; None if nobody's does."""
    due = _deciders(match) if match.clock and match.late is None else ()
    if not due:
        return None
    return _ms(match.update_time) + min(match.left_ms[seat] for seat in due)


def overdue(match: AnyMatch, time: str) -> bool:
    """Whether somebody's time has run out by then; at the deadline it has."""
    due = deadline(match)
    return due is not None and _ms(time) >= due


def late_seat(match: AnyMatch) -> int:
    """Whose time runs out first, of those who are to move."""
    return min(_deciders(match), key=lambda seat: match.left_ms[seat])


def banks(match: AnyMatch) -> tuple[int, ...]:
    """What each seat has in its bank as of the last change; () without banks."""
    if match.clock is None or not match.clock.bank_ms:
        return ()
    return match.left_ms or (match.clock.bank_ms,) * len(match.seats)


def thinking_ms(match: AnyMatch) -> int:
    """How long after its last change the match may still stand still; 0 without a clock."""
    due = deadline(match)
    return 0 if due is None else due - _ms(match.update_time)


def next_look(match: AnyMatch, now_ms: int) -> int | None:
    """When somebody must look whether the deadline has passed; None is never more.

    Nobody tells of later changes. None made from now on sets a deadline before
    this: whoever comes to think then has as much left as now.
    """
    if match.clock is None or match.ended:
        return None
    deciders, due = _deciders(match), deadline(match)
    looks = [
        now_ms + rest
        for seat, rest in enumerate(match.left_ms)
        if not match.seats[seat].resigned and seat not in deciders
    ]
    return min(looks if due is None else [*looks, due], default=now_ms)


def moment(ms: int) -> str:
    """RFC 3339 in UTC with milliseconds."""
    time = EPOCH + ms * MILLISECOND
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def in_ms(time: datetime) -> int:
    """Milliseconds since the epoch."""
    return (time - EPOCH) // MILLISECOND


def _ms(time: str) -> int:
    return in_ms(datetime.fromisoformat(time))


def _deciders(match: AnyMatch) -> Sequence[int]:
    """Who is to move and thinks about it: the server moves for the others at once."""
    if match.status != Status.ACTIVE:
        return ()
    due = GAMES[match.game].rules.to_move(match.state)
    return [seat for seat in due if not match.seats[seat].resigned]


def _mover(entry: AnyEntry) -> int | None:
    return entry.seat if entry.kind == Kind.MOVE else None


def _charged(match: AnyMatch, until_ms: int) -> tuple[int, ...]:
    """What is left when those who think have thought until then."""
    passed, due = until_ms - _ms(match.update_time), _deciders(match)
    return tuple(
        max(0, rest - passed) if seat in due else rest for seat, rest in enumerate(match.left_ms)
    )


def _paid(banks: Sequence[int], increment_ms: int, entry: AnyEntry) -> tuple[int, ...]:
    mover = _mover(entry)
    return tuple(bank + increment_ms * (seat == mover) for seat, bank in enumerate(banks))
