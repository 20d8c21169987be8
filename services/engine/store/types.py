"""What the store is given and what it tells, besides matches: keys, changes, wishes."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from engine.domain.reducer import AnyEntry, AnyMatch

DIGEST = 32
"""Hex digits."""


@dataclass(frozen=True, slots=True)
class Key:
    """An idempotency key of one player for one match, and what it was used for.

    A key that `creates` a match is not one for the match: the player may use
    the same again inside of it.
    """

    player_id: str
    key: str
    fingerprint: str
    creates: bool = False

    @property
    def field(self) -> str:
        """What stands for player and key: 128 bits, so that nobody finds two of the same."""
        named = f"{'create ' if self.creates else ''}{self.player_id} {self.key}"
        return hashlib.sha256(named.encode()).hexdigest()[:DIGEST]

    @property
    def mark(self) -> str:
        """The fingerprint in 128 bits."""
        return self.fingerprint[:DIGEST]


@dataclass(frozen=True, slots=True)
class Answer:
    """Where an answer came from: the versions after `after` up to `version`, seen from `seat`.

    A match at a version never changes, so this is all that it takes to give
    the same answer again.
    """

    after: int
    version: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class Saving:
    """`after` and its new `log` entries, to be stored over `before`; None creates."""

    before: AnyMatch | None
    after: AnyMatch
    log: Sequence[AnyEntry]
    key: Key | None
    answer: Answer

    @property
    def changes_indexes(self) -> bool:
        """Whether lists or deadlines have to know of it."""
        return (
            self.before is None
            or self.before.status != self.after.status
            or self.before.seats is not self.after.seats
        )


@dataclass(frozen=True, slots=True)
class Ttl:
    """Milliseconds without a change after which a match is forgotten, or a ticket expires."""

    finished: int
    abandoned: int
    ticket: int = 600_000

    @classmethod
    def of(
        cls,
        finished: timedelta,
        abandoned: timedelta,
        ticket: timedelta = timedelta(minutes=10),
    ) -> "Ttl":
        millisecond = timedelta(milliseconds=1)
        return cls(finished // millisecond, abandoned // millisecond, ticket // millisecond)


@dataclass(frozen=True, slots=True)
class RematchRequests:
    """Who wants a rematch: the seats to answer with, and all wishes by seat (keep the score?)."""

    asked: tuple[int, ...]
    by_seat: dict[int, bool]
    replayed: bool


class AlreadyDone(Exception):
    """The idempotency key has been used for this very request."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
