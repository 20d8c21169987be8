"""Matches on their way into the archive, and out of it."""

from collections.abc import Sequence
from datetime import datetime

from croupier_game.records import dataclass


@dataclass(frozen=True, slots=True)
class Kept:
    """What the keys of a match held: hashes are names and values in turn."""

    fields: Sequence[bytes]
    log: Sequence[bytes]
    requests: Sequence[bytes]
    snapshots: Sequence[bytes]


@dataclass(frozen=True, slots=True)
class Period:
    """Matches of a game, or of all if it is "", that ended at `since` or later, before `until`."""

    game: str
    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Row:
    """A match to be stored: `lists` of the index have it as `member`; `touched` counts what has
    changed since its end."""

    id: str
    created: str
    ended: datetime
    game: str
    touched: int
    kept: Kept
    lists: Sequence[str]
    member: str
