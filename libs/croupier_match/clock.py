"""Clocks: remaining time and deadlines, as pure functions of a match and its log.

Everything follows from the times in the log, so a replay gives the same. Times are
milliseconds since the epoch here. Each change charges the seats that were to move for the
time since the change before, so the deadline of a seat that is still to move stays where it
is, whatever else happens.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from croupier_game.errors import InvalidOptions

from croupier_match.entries import Entry, Moved, TimedOut, Undone
from croupier_match.games import Game
from croupier_match.match import AnyMatch, ClockOptions, OnTimeout, Status

SECOND_MS = 1000
DAY_MS = 24 * 60 * 60 * SECOND_MS
MIN_TIME_MS, MAX_TIME_MS = SECOND_MS, 30 * DAY_MS
"""The limits of `per_move_ms` and `bank_ms`."""
MAX_INCREMENT_MS = DAY_MS

PHASE_LOOK_MS = 10 * SECOND_MS
"""The most between two looks at a match in which phases may begin: the deadline of one enters the
queue with the move that begins it, and may meet there an engine that looks just then."""

CACHED = 1_000
"""Times whose milliseconds are remembered: a change asks for the same two several times."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def check_options(clock: ClockOptions) -> None:
    """Raise InvalidOptions if no match can be played by this clock."""
    if clock.per_move_ms and clock.bank_ms:
        raise InvalidOptions("clock: either perMove or bank must be given, not both.")
    if not MIN_TIME_MS <= clock.full_ms <= MAX_TIME_MS:
        raise InvalidOptions("clock: perMove or bank must be 1 s to 30 days.")
    if clock.increment_ms > MAX_INCREMENT_MS or (clock.increment_ms and not clock.bank_ms):
        raise InvalidOptions("clock: increment must be up to a day, and needs a bank.")


def timeouts(game: Game) -> list[OnTimeout]:
    """What can happen in this game to a seat that runs out of time."""
    return [each for each in OnTimeout if each != OnTimeout.RULES or game.rules.has_on_timeout]


def check_timeout(game: Game, clock: ClockOptions) -> None:
    """Raise InvalidOptions if the game does not say what the clock wants it to say."""
    can = timeouts(game)
    if clock.on_timeout not in can:
        raise InvalidOptions(f"clock: onTimeout must be {' or '.join(can)} in {game.rules.NAME}.")


def shown(clock: ClockOptions) -> dict[str, str | None]:
    """The clock as the public contract and the terms of a match write it."""
    by_bank = bool(clock.bank_ms)
    return {
        "perMove": None if by_bank else duration(clock.per_move_ms),
        "bank": duration(clock.bank_ms) if by_bank else None,
        "increment": duration(clock.increment_ms) if by_bank else None,
        "onTimeout": clock.on_timeout,
    }


def duration(milliseconds: int) -> str:
    """A duration as the public contract writes it: 412300 ms are "412.3s"."""
    whole, part = divmod(milliseconds, 1000)
    return f"{whole}.{part:03}".rstrip("0").rstrip(".") + "s"


def remaining(game: Game, before: AnyMatch, after: AnyMatch, entry: Entry) -> tuple[int, ...]:
    """The time that each seat has left after `entry`, which led from `before` to `after`."""
    clock = after.clock
    if clock is None or after.state is None:
        return ()
    if before.status != Status.ACTIVE:
        return (clock.full_ms,) * len(after.seats)
    left = _running(game, clock, before, after, entry)
    # Nobody gains time by taking back.
    return tuple(map(min, left, entry.restored.left_ms)) if isinstance(entry, Undone) else left


def _running(
    game: Game, clock: ClockOptions, before: AnyMatch, after: AnyMatch, entry: Entry
) -> tuple[int, ...]:
    """The time that each seat has left after an entry of a running match."""
    charged = _charged(game, before, entry)
    if clock.bank_ms:
        # A phase with a time of its own takes nothing from banks, and adds nothing.
        increment_ms = clock.increment_ms if before.phase_left_ms is None else 0
        return _with_increment(charged, increment_ms, entry)
    # Only a seat that was to move before and still is keeps its reduced time; a seat that has
    # just moved, or is to move anew, has the full time of a move.
    still_to_move = {*_deciders(game, before)} & {*_deciders(game, after)} - {_mover(entry)}
    return tuple(
        rest if seat in still_to_move else clock.per_move_ms for seat, rest in enumerate(charged)
    )


def phase_left(game: Game, before: AnyMatch, after: AnyMatch, entry: Entry) -> int | None:
    """The time that is left after `entry` of a phase with a time of its own; None in none such."""
    if after.status != Status.ACTIVE:
        return None
    full_ms, rest_ms = game.rules.phase_ms(after.state), before.phase_left_ms
    if full_ms is None:
        return None
    if rest_ms is not None:
        rest_ms = max(0, rest_ms - ms(entry.time) + ms(before.update_time))
    if isinstance(entry, Undone):
        # Nobody gains time by taking back, neither of this phase nor of the one that comes back.
        both = (rest_ms, entry.restored.phase_left_ms)
        return min((each for each in both if each is not None), default=full_ms)
    same = rest_ms is not None and goes_on(game, before, after.state, _mover(entry))
    return rest_ms if same else full_ms


def goes_on(game: Game, match: AnyMatch, state: Any, mover: int | None) -> bool:
    """Whether the match is still in its phase in the `state` to which a move of `mover` has led.

    Another time is another phase. So it is, if a phase has its own time, when somebody is to move
    who was not, or who has just moved.
    """
    rules, seats = game.rules, len(match.seats)
    full_ms = rules.phase_ms(match.state)
    if rules.phase_ms(state) != full_ms:
        return False
    if full_ms is None:
        return True
    waiting = {*rules.to_move(match.state, seats)} - {mover}
    return waiting.issuperset(rules.to_move(state, seats))


def due(game: Game, match: AnyMatch) -> dict[int, int]:
    """When each of the seats that are to move runs out of time; none without a clock."""
    seats = _deciders(game, match) if match.clock and not match.late else ()
    if not seats:
        return {}
    since, phase_ms = ms(match.update_time), match.phase_left_ms
    return {seat: since + (match.left_ms[seat] if phase_ms is None else phase_ms) for seat in seats}


def deadline(game: Game, match: AnyMatch) -> int | None:
    """When the first of the seats that are to move runs out of time; None if none can."""
    seats = _deciders(game, match) if match.clock and not match.late else ()
    if not seats:
        return None
    if match.phase_left_ms is not None:
        return ms(match.update_time) + match.phase_left_ms
    return ms(match.update_time) + min(match.left_ms[seat] for seat in seats)


def overdue(game: Game, match: AnyMatch, time: str) -> bool:
    """Whether the deadline has passed at `time`; at the very millisecond it has."""
    first = deadline(game, match)
    return first is not None and ms(time) >= first


def overdue_seats(game: Game, match: AnyMatch) -> tuple[int, ...]:
    """The seats that run out of time first, at the same millisecond, of those that are to move."""
    times = due(game, match)
    first = min(times.values())
    return tuple(seat for seat, time in times.items() if time == first)


def banks(match: AnyMatch) -> tuple[int, ...]:
    """The time in each seat's bank as of the last change; () without banks."""
    if match.clock is None or not match.clock.bank_ms:
        return ()
    left_ms = match.left_ms or (match.clock.bank_ms,) * len(match.seats)
    return tuple(max(0, rest) for rest in left_ms)


def next_check(game: Game, match: AnyMatch, now_ms: int) -> int | None:
    """The latest time for the next check of the deadline; None if none will be necessary.

    The deadline queue does not hear of moves. None made from now on sets a deadline before
    this one: a seat whose turn comes then has at least as much time left as it has now.
    """
    if match.clock is None or match.ended:
        return None
    times, phased = due(game, match), game.rules.has_phases
    possible = [
        now_ms + rest
        for seat, rest in enumerate(match.left_ms)
        # After a phase, a seat that is to move in it has its own time again.
        if not match.seats[seat].resigned and (phased or seat not in times)
    ]
    return min([*possible, *times.values(), *[now_ms + PHASE_LOOK_MS] * phased], default=now_ms)


def rfc3339(time: datetime) -> str:
    """The time in UTC with milliseconds, as 2026-11-21T20:15:00.000Z."""
    # Always one form, since times are compared and sorted as texts, in the index for example.
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def rfc3339_of(ms: int) -> str:
    """The same of milliseconds since the epoch."""
    return rfc3339(EPOCH + ms * MILLISECOND)


def epoch_ms(time: datetime) -> int:
    """Milliseconds since the epoch."""
    return (time - EPOCH) // MILLISECOND


def later(time: str, by_ms: int) -> str:
    """The time so many milliseconds after a time of the log."""
    return rfc3339_of(ms(time) + by_ms)


@lru_cache(CACHED)
def ms(time: str) -> int:
    """A time of the log in milliseconds since the epoch."""
    return epoch_ms(datetime.fromisoformat(time))


def _deciders(game: Game, match: AnyMatch) -> Sequence[int]:
    """The seats that are to move without the resigned ones, for which the server moves."""
    if match.status != Status.ACTIVE:
        return ()
    due = game.rules.to_move(match.state, len(match.seats))
    return [seat for seat in due if not match.seats[seat].resigned]


def _mover(entry: Entry) -> int | None:
    return entry.seat if isinstance(entry, Moved) else None


def _charged(game: Game, match: AnyMatch, entry: Entry) -> tuple[int, ...]:
    """The time that each seat has left once those to move are charged up to the entry.

    A time-out is noticed after the deadline. Others may have passed theirs by then, and have less
    than nothing left: each is late from its own moment on.
    """
    if match.phase_left_ms is not None:
        return match.left_ms
    passed, due = ms(entry.time) - ms(match.update_time), _deciders(game, match)
    late = entry.late if isinstance(entry, TimedOut) else ()
    return tuple(
        0 if seat in late else rest - passed if seat in due else rest
        for seat, rest in enumerate(match.left_ms)
    )


def _with_increment(banks: Sequence[int], increment_ms: int, entry: Entry) -> tuple[int, ...]:
    mover = _mover(entry)
    return tuple(bank + increment_ms * (seat == mover) for seat, bank in enumerate(banks))
