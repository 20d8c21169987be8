"""Reports of players by players: what the gateway writes and operators read and close.

    {reports}:records  hash  the id of a report -> its JSON, see `Report`
    {reports}:open     zset  the id of a report that is open -> when it was made, ms since the epoch
    {reports}:cheap    zset  those of the open ones whose reporter had a new account then: they make
                             room when there are too many
    {reports}:closed   zset  the id of one that was closed -> when, ms since the epoch

The reported player is never told, nor does any answer of the API tell of reports.
"""

import json
from dataclasses import asdict, dataclass
from typing import Any

from redislink.commands import Command

RECORDS = "{reports}:records"
OPEN = "{reports}:open"
CHEAP = "{reports}:cheap"
CLOSED = "{reports}:closed"

REASONS = ("cheating", "stalling", "collusion", "name", "emotes", "other")
MAX_TEXT = 500
"""The most characters of a report's text."""
MAX_OPEN = 100_000
"""The most open reports; while there are as many, a further one takes the place of the oldest of
CHEAP, and without any it is refused."""
MS = 1000
KEPT_MS = 90 * 24 * 60 * 60 * MS
"""For how long a closed report is kept."""


@dataclass(frozen=True, slots=True)
class Closing:
    """How an operator has closed a report: by whom, when in ms since the epoch, and why."""

    by: str
    at: int
    reason: str


@dataclass(frozen=True, slots=True)
class Report:
    """A report: `by` and `player` are the ids of who made it and of whom it is about.

    `at` is when it was made, in ms since the epoch; without a match or a text these are "".
    """

    id: str
    at: int
    by: str
    player: str
    reason: str
    match_id: str = ""
    text: str = ""
    closing: Closing | None = None

    @classmethod
    def load(cls, stored: bytes | str) -> "Report":
        """Return the report of its JSON in `RECORDS`. Raise ValueError or TypeError."""
        fields: dict[str, Any] = json.loads(stored)
        closing = fields.pop("closing")
        return cls(**fields, closing=Closing(**closing) if closing else None)

    def dump(self) -> str:
        """Return its JSON in `RECORDS`."""
        return json.dumps(asdict(self), ensure_ascii=False)


def closing(report: Report) -> list[Command]:
    """Return the commands that store a report as closed; `report.closing` says how.

    They do the same again when they are sent twice, and lie in one slot.
    """
    if report.closing is None:
        raise ValueError("the report is open")
    return [
        ("HSET", RECORDS, report.id, report.dump()),
        ("ZADD", CLOSED, report.closing.at, report.id),
        ("ZREM", OPEN, report.id),
        ("ZREM", CHEAP, report.id),
    ]
