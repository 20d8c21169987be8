"""A match at one version as one viewer sees it: JSON that is ready to send, and what feeds need."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple, Self

from croupier.v1 import engine_service_pb2 as pb

from gateway.streams.event_queue import StreamEvent

ENDED = (pb.MATCH_STATUS_FINISHED, pb.MATCH_STATUS_ABORTED)
WARNING = timedelta(seconds=30)
WARNING_SHARE = 0.2
"""A warning comes this long before a deadline, or in the last fifth of the time if that is less."""


class ShownMatch(NamedTuple):
    """`text` is the JSON of the match, or of its outline, which has the `events` in it. `head` has
    the digits of the log's head that tell the version from others of the same number; `deadline`
    is "" if there is none. `ratings` is the JSON of what a rated match has changed of ratings, b""
    before that is known; whether it is about to be, `awaits_ratings` says."""

    version: int
    game: str
    head: str
    status: int
    to_move: Sequence[int]
    update_time: str
    deadline: str
    text: bytes
    events: bytes
    ratings: bytes
    awaits_ratings: bool

    @classmethod
    def of(cls, shown: pb.Shown, text: pb.Text | None = None) -> Self:
        """Return what an engine has shown of a version: this text, or that of its only viewer.

        Nothing of the messages is kept, since a part of one holds the memory of the whole.
        """
        text = shown.texts[0] if text is None else text
        return cls(
            shown.version,
            shown.game,
            shown.head,
            shown.status,
            list(shown.to_move),
            shown.update_time,
            shown.deadline,
            text.match,
            text.events,
            shown.ratings,
            shown.awaits_ratings,
        )

    @property
    def ended(self) -> bool:
        return self.status in ENDED

    def change(self) -> StreamEvent:
        """Return the event of this version; an outline is that by itself."""
        data = self.text
        if self.events:
            game = self.game.encode()
            data = b'{"version":%d,"game":"%s","events":%s,"match":%s}' % (
                self.version,
                game,
                self.events,
                data,
            )
        return StreamEvent("change", data, self.version)

    def snapshot(self) -> StreamEvent:
        """Return the event that begins a stream: the whole match, or its outline."""
        return StreamEvent("snapshot", self.text, self.version)

    def rated(self) -> StreamEvent:
        """Return the event that tells what the match has changed of ratings."""
        data = b'{"version":%d,"ratings":%b}' % (self.version, self.ratings)
        return StreamEvent("ratings", data)

    def seconds_to_warning(self) -> float | None:
        """Return the delay of a clock warning; None without a deadline, or when it has passed."""
        if not self.deadline:
            return None
        deadline, now = datetime.fromisoformat(self.deadline), datetime.now(UTC)
        whole = deadline - datetime.fromisoformat(self.update_time)
        due = deadline - min(WARNING, whole * WARNING_SHARE) - now
        # At least a moment: 0 would read as "no warning".
        return max(due.total_seconds(), 0.001) if deadline > now else None


UNSEEN = ShownMatch(0, "", "", pb.MATCH_STATUS_UNSPECIFIED, (), "", "", b"null", b"", b"", False)
"""What a feed has before it has read the match."""
