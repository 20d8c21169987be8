"""A match at one version as one viewer sees it: JSON that is ready to send, and what feeds need."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple, Self

from croupier.v1 import engine_service_pb2 as pb

from gateway.contract import serializers
from gateway.streams.event_queue import StreamEvent
from gateway.streams.match_source import ENDED
from gateway.streams.view_form import MATCH, ViewForm

WARNING = timedelta(seconds=30)
WARNING_SHARE = 0.2
"""A warning comes this long before a deadline, or in the last fifth of the time if that is less."""


class RenderedMatch(NamedTuple):
    """`text` is the JSON of what `form` asks for. `head` has the digits of the log's head that tell
    the version from others of the same number; `deadline` is "" if there is none."""

    version: int
    game: str
    head: str
    status: int
    to_move: Sequence[int]
    update_time: str
    deadline: str
    text: bytes
    form: ViewForm = MATCH

    @classmethod
    def of(cls, summary: pb.Summary, sight: pb.Sight, form: ViewForm = MATCH) -> Self:
        """Return what an engine has shown of a version in this form.

        Nothing of the messages is kept, since a part of one holds the memory of the whole.
        """
        return cls(
            summary.version,
            summary.game,
            summary.head,
            summary.status,
            list(summary.to_move),
            summary.update_time,
            summary.deadline,
            serializers.shown(sight),
            form,
        )

    @property
    def ended(self) -> bool:
        return self.status in ENDED

    def change(self, events: bytes) -> StreamEvent:
        """Return the event of this version, given its events as JSON; an outline has them."""
        data = self.text
        if not self.form.omit_match:
            game = self.game.encode()
            data = b'{"version":%d,"game":"%s","events":%s,"match":%s}' % (
                self.version,
                game,
                events,
                data,
            )
        return StreamEvent("change", data, self.version)

    def snapshot(self) -> StreamEvent:
        """Return the event that begins a stream: the whole match, or its outline."""
        return StreamEvent("snapshot", self.text, self.version)

    def seconds_to_warning(self) -> float | None:
        """Return the delay of a clock warning; None without a deadline, or when it has passed."""
        if not self.deadline:
            return None
        deadline, now = datetime.fromisoformat(self.deadline), datetime.now(UTC)
        whole = deadline - datetime.fromisoformat(self.update_time)
        due = deadline - min(WARNING, whole * WARNING_SHARE) - now
        # At least a moment: 0 would read as "no warning".
        return max(due.total_seconds(), 0.001) if deadline > now else None


UNSEEN = RenderedMatch(0, "", "", pb.MATCH_STATUS_UNSPECIFIED, (), "", "", b"null")
"""What a feed has before it has read the match."""


def rendered_after(change: pb.Shown, form: ViewForm) -> RenderedMatch:
    """Return the match after a change, which has been shown to one viewer."""
    return RenderedMatch.of(change.summary, change.sights[0], form)


def change_event(change: pb.Shown, form: ViewForm) -> StreamEvent:
    """Return the event of a change that has been shown to one viewer."""
    return rendered_after(change, form).change(change.sights[0].events)
