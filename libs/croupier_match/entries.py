"""Entries of the log, one maker for each kind, with the members that it has."""

from collections.abc import Callable
from typing import Any, TypeAlias

from croupier_match.match import AnyEntry, Entry, Kind

Maker: TypeAlias = Callable[..., AnyEntry]


def _of(kind: Kind, *members: str) -> Maker:
    def make(version: int, seat: int, time: str, *values: Any, **more: Any) -> AnyEntry:
        return Entry(version, kind, seat, time, **dict(zip(members, values, strict=False)), **more)

    return make


Created = _of(Kind.CREATED, "player", "entropy", "seal")
Joined = _of(Kind.JOINED, "player", "entropy", "seal")
Left = _of(Kind.LEFT)
Started = _of(Kind.STARTED)
Revealed = _of(Kind.REVEALED, "entropy")
Moved = _of(Kind.MOVE, "move")
Resigned = _of(Kind.RESIGNED)
TimedOut = _of(Kind.TIMEOUT)
Aborted = _of(Kind.ABORTED, "note", "withheld", "gone")
Claimed = _of(Kind.CLAIMED, "gone")
Asked = _of(Kind.ASKED, "to", "needs")
Agreed = _of(Kind.AGREED)
Refused = _of(Kind.REFUSED)
Undone = _of(Kind.UNDONE, "to", "restored")
