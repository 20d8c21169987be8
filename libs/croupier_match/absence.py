"""Absence: after how long a player who follows nothing counts as gone.

Who is here only the gateways know; an engine is told who is away, and for how long: their clocks
may differ. Times are milliseconds since the epoch.
"""

from collections.abc import Iterable

from croupier_game.errors import InvalidOptions
from croupier_game.records import dataclass

from croupier_match import clock
from croupier_match.clock import DAY_MS, SECOND_MS
from croupier_match.games import Game
from croupier_match.match import Access, AnyMatch, ClockOptions, Status
from croupier_match.refusals import Conflict

MIN_MS, MAX_MS = 60 * SECOND_MS, DAY_MS
"""The limits of `gone_after_ms`, unless it is 0."""
LIVE_MS = 60 * 60 * SECOND_MS
"""The slowest clock that is live: its players stay at the table."""
LIVE_GONE_MS, PUBLIC_GONE_MS, PRIVATE_GONE_MS = 120 * SECOND_MS, 600 * SECOND_MS, 3600 * SECOND_MS


@dataclass(frozen=True, slots=True)
class Absence:
    """A seat whose player is not here, and for how long."""

    seat: int
    for_ms: int


def default_ms(time: ClockOptions | None, access: Access) -> int:
    """After how long a player is gone, unless the creator says so; 0 for never."""
    if time:
        # A clock of days has its deadlines, and nobody waits at the table.
        return LIVE_GONE_MS if time.full_ms <= LIVE_MS else 0
    return PUBLIC_GONE_MS if access == Access.PUBLIC else PRIVATE_GONE_MS


def check_options(gone_after_ms: int) -> None:
    """Raise InvalidOptions if no match can have this time."""
    if gone_after_ms and not MIN_MS <= gone_after_ms <= MAX_MS:
        raise InvalidOptions("goneAfter must be null, or 60 s to a day.")


def shown(gone_after_ms: int) -> str | None:
    """The time as the public contract and the terms of a match write it."""
    return clock.duration(gone_after_ms) if gone_after_ms else None


def gone(match: AnyMatch, away: Iterable[Absence]) -> frozenset[int]:
    """The seats, of those away, whose players are gone; none in a match that has no such time."""
    if not match.gone_after_ms:
        return frozenset()
    return frozenset(each.seat for each in away if each.for_ms >= match.gone_after_ms)


def claimable(
    game: Game, match: AnyMatch, seat: int, away: Iterable[Absence], time: str
) -> tuple[int, ...]:
    """The seats that the player of `seat` may claim to be gone at `time`, ascending.

    They are to move, and since the last entry of the log as much time has passed, too. Raise
    Conflict, which says who is here or when there is one.
    """
    if not match.gone_after_ms:
        raise Conflict("In this match nobody is ever gone.")
    if match.seats[seat].resigned:
        raise Conflict("You have resigned.")
    due = others_to_move(game, match, seat)
    if not due:
        raise Conflict("Only who is to move can be claimed to be gone.")
    from_ms = _claimable_from(match, due, away, clock.ms(time))
    if not from_ms:
        raise Conflict(f"{_named(due)} {'is' if len(due) == 1 else 'are'} here.")
    found = tuple(each for each in due if each in from_ms and clock.ms(time) >= from_ms[each])
    if not found:
        first = min(from_ms, key=lambda each: from_ms[each])
        raise Conflict(f"{_named([first])} is gone from {clock.rfc3339_of(from_ms[first])} on.")
    return found


def others_to_move(game: Game, match: AnyMatch, seat: int) -> list[int]:
    """The seats that are to move, ascending, without the resigned ones and `seat`."""
    if match.status != Status.ACTIVE:
        return []
    due = game.rules.to_move(match.state, len(match.seats))
    return sorted(each for each in due if each != seat and not match.seats[each].resigned)


def others_left(match: AnyMatch, seat: int) -> tuple[int, ...]:
    """The seats that have not resigned, ascending, without `seat`."""
    seats = enumerate(match.seats)
    return tuple(index for index, each in seats if index != seat and not each.resigned)


def _claimable_from(
    match: AnyMatch, due: Iterable[int], away: Iterable[Absence], now_ms: int
) -> dict[int, int]:
    """From when on each of those who are away can be claimed to be gone."""
    last_ms = clock.ms(match.update_time)
    return {
        each.seat: max(now_ms - each.for_ms, last_ms) + match.gone_after_ms
        for each in away
        if each.seat in due
    }


def _named(seats: Iterable[int]) -> str:
    return "Seat " + " and seat ".join(map(str, seats))
