"""What a `MatchStore` is given to store, and what it returns besides matches."""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from croupier_game.records import dataclass
from croupier_match.entries import Entry, Undone
from croupier_match.match import AnyMatch, Status
from croupier_match.sealing import Given

from engine.domain import due
from engine.store.idempotency import Answer, IdempotencyKey


class Stamp(NamedTuple):
    """What tells a stored match from all that it was before, and from other histories of it.

    `gone` has the players whose names were taken out of it, and `ratings` what is known of those
    that it has changed: neither makes a new version.
    """

    version: int
    head: str
    gone: bytes
    ratings: bytes = b""


@dataclass(frozen=True, slots=True)
class Saving:
    """`after` and its new `log` entries, to be stored over `before`; None creates.

    With a `key`, `answer` is recorded for repeats of the request. `snapshots` are the match at
    those of the new versions of which there is one; see engine.store.snapshots.
    """

    before: AnyMatch | None
    after: AnyMatch
    log: Sequence[Entry]
    key: IdempotencyKey | None
    answer: Answer
    snapshots: Sequence[AnyMatch] = ()

    @property
    def changes_indexes(self) -> bool:
        """Whether status, seats, phase or a deadline have changed: lists must be updated then."""
        # By identity: a change of a seat makes a new tuple of seats, a move keeps the old one.
        return (
            self.before is None
            or self.before.status != self.after.status
            or self.before.seats is not self.after.seats
            or self.before.reveal_by != self.after.reveal_by
            or self.after.phase_left_ms is not None
            or any(isinstance(entry, Undone) for entry in self.log)
        )


@dataclass(frozen=True, slots=True)
class Ttl:
    """Milliseconds after which a match is deleted, or a ticket expires.

    For a match they count from its last change; for one that waits for players, also from the
    last visit of one of its own.
    """

    finished: int
    abandoned: int
    ticket: int = 600_000
    waiting: int = 86_400_000
    unarchived: int = 0
    """For a match that was dealt, has ended and is not archived yet; 0 without an archive."""

    @classmethod
    def of(
        cls,
        finished: timedelta,
        abandoned: timedelta,
        ticket: timedelta = timedelta(minutes=10),
        waiting: timedelta = timedelta(days=1),
        unarchived: timedelta = timedelta(0),
    ) -> "Ttl":
        millisecond = timedelta(milliseconds=1)
        given = (finished, abandoned, ticket, waiting, unarchived)
        return cls(*(each // millisecond for each in given))

    def life_ms(self, match: AnyMatch) -> int:
        """How long the match is kept unless it changes: it must outlive every deadline."""
        if match.ended:
            return (self.unarchived if match.was_dealt else 0) or self.finished
        kept = self.waiting if match.status == Status.WAITING else self.abandoned
        return kept + due.ahead_ms(match)


@dataclass(frozen=True, slots=True)
class RematchRequests:
    """Requests for a rematch: the seats to answer with, and all requests by seat.

    `by_seat` says whether the seat would keep the score, `given` what it gives to the deal.
    `asked` is what the request was answered with at first, if it is a repeat (`replayed`), and
    otherwise all seats so far.
    """

    asked: tuple[int, ...]
    by_seat: dict[int, bool]
    replayed: bool
    given: dict[int, Given]
