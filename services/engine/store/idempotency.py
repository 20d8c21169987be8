"""Idempotency records: what was done under a key, and where its answer can be read again.

A record is a JSON list: the fingerprint of the request, and what its answer follows from. For
a change these are the versions it made and the seat it was answered to, for a request of a
rematch the seats that had asked by then. Records lie beside their match, in match:{ID}:keys.
"""

import hashlib
import json
from typing import Any

from croupier_game.records import dataclass

from engine.domain.errors import IdempotencyMismatch

DIGEST_LENGTH = 32
"""Hex digits: 128 bits, so that two requests or two keys with the same digest cannot be found."""


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
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
        """The field of the record: a digest of player and key."""
        named = f"{'create ' if self.creates else ''}{self.player_id} {self.key}"
        return hashlib.sha256(named.encode()).hexdigest()[:DIGEST_LENGTH]

    @property
    def mark(self) -> str:
        """The fingerprint, shortened, as the record has it."""
        return self.fingerprint[:DIGEST_LENGTH]


@dataclass(frozen=True, slots=True)
class Answer:
    """Where an answer came from: the versions after `after` up to `version`, seen from `seat`.

    A match at a version never changes, so this is all that it takes to give
    the same answer again.
    """

    after: int
    version: int
    seat: int | None


class AlreadyDone(Exception):
    """The idempotency key was used before, for this very request."""

    def __init__(self, answer: Answer) -> None:
        super().__init__("The request was carried out before.")
        self.answer = answer


def record_of_change(key: IdempotencyKey, answer: Answer) -> str:
    """The record to store along with a change; save_matches.lua stores both or neither."""
    return json.dumps([key.mark, answer.after, answer.version, answer.seat])


def outcome_of_change(record: bytes, key: IdempotencyKey) -> Exception:
    """AlreadyDone with the recorded answer, or IdempotencyMismatch."""
    try:
        after, version, seat = recorded(record, key)
    except IdempotencyMismatch as mismatch:
        return mismatch
    return AlreadyDone(Answer(after, version, seat))


def seats_recorded(record: bytes, key: IdempotencyKey) -> tuple[int, ...]:
    """The seats that had asked for a rematch by then. Raise IdempotencyMismatch."""
    (seats,) = recorded(record, key)
    return tuple(sorted(map(int, seats)))


def recorded(record: bytes | str, key: IdempotencyKey) -> list[Any]:
    """The record without its fingerprint. Raise IdempotencyMismatch if that is another's."""
    rest: list[Any]
    # The rest differs by the kind of request; equal fingerprints mean the same kind.
    fingerprint, *rest = json.loads(record)
    if fingerprint != key.mark:
        raise IdempotencyMismatch("This Idempotency-Key was used for another request.")
    return rest
