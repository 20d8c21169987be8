"""Absence: after how long a player who follows nothing counts as gone.

Who is here only the gateways know; an engine is told who is away, and since when. Times are
milliseconds since the epoch.
"""

from collections.abc import Iterable
from typing import Any, TypeAlias

from croupier_game.errors import InvalidOptions
from croupier_game.records import dataclass

from engine.domain import clock
from engine.domain.clock import DAY_MS, SECOND_MS
from engine.domain.match import Access, ClockOptions, Match

AnyMatch: TypeAlias = Match[Any, Any, Any]

MIN_MS, MAX_MS = 60 * SECOND_MS, DAY_MS
"""The limits of `gone_after_ms`, unless it is 0."""
LIVE_MS = 60 * 60 * SECOND_MS
"""The slowest clock that is live: its players stay at the table."""
LIVE_GONE_MS, PUBLIC_GONE_MS, PRIVATE_GONE_MS = 120 * SECOND_MS, 600 * SECOND_MS, DAY_MS


@dataclass(frozen=True, slots=True)
class Absence:
    """A seat whose player is not here, and since when."""

    seat: int
    since_ms: int


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


def gone(match: AnyMatch, away: Iterable[Absence], now_ms: int) -> frozenset[int]:
    """The seats, of those away, whose players are gone; none in a match that has no such time."""
    if not match.gone_after_ms:
        return frozenset()
    return frozenset(each.seat for each in away if now_ms >= each.since_ms + match.gone_after_ms)
