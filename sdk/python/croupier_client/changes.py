"""The versions of a match, as streams and sockets tell of them."""

import msgspec

from croupier_client.errors import decoded
from croupier_client.stream import Line, farewell
from croupier_client.types import Match
from croupier_client.types.known import MATCH


class Change(msgspec.Struct):
    """A version of a match, as its player sees it. `match.last_events` says what happened."""

    match: Match

    @property
    def version(self) -> int:
        return self.match.version


class Reset(Change):
    """The service has lost versions that it had told of: the match goes on from an earlier one."""


class Seen:
    """The last version that a stream has told of, and what its next line means."""

    def __init__(self, version: int | None) -> None:
        self.version = version
        self._reset = False

    def lose(self) -> None:
        """Begin anew with a snapshot: the service has lost the version."""
        self.version, self._reset = None, True

    def goodbye(self, line: Line) -> float:
        """After how many seconds to come again. Raise Refused if there is no use in it."""
        goodbye = farewell(line)
        if goodbye.reason == "version_mismatch":
            self.lose()
        return goodbye.retry_after

    def is_end(self, line: Line) -> bool:
        """Whether the match has ended, and all of it has been told."""
        return line.event == "finished" and told(line) == self.version

    def misses(self, line: Line) -> bool:
        """Whether a version before this line has not come."""
        return line.event in ("change", "finished") and told(line) > (self.version or 0)

    def change(self, line: Line) -> Change | None:
        """The version that the line tells of, unless it is known, or not the next one."""
        if line.event == "snapshot":
            match = decoded(MATCH, line.data)
        elif line.event == "change" and told(line) == (self.version or 0) + 1:
            match = decoded(MATCH, decoded(CHANGE, line.data).match)
        else:
            return None
        kind, self.version, self._reset = Reset if self._reset else Change, match.version, False
        return kind(match)


class Changed(msgspec.Struct):
    """The data of a change; the match is still as JSON."""

    match: msgspec.Raw


CHANGE = msgspec.json.Decoder(Changed)


class Told(msgspec.Struct):
    version: int


def told(line: Line) -> int:
    """The version of a line, which all but goodbyes have."""
    return msgspec.json.decode(line.data, type=Told).version
