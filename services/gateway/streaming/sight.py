"""A match at one version as one viewer sees it: JSON that is ready to send, and what feeds need."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Self

import orjson
from croupier.v1 import engine_service_pb2 as pb

from gateway.contract import serializers
from gateway.streaming.event_queue import StreamEvent
from gateway.streaming.form import MATCH, Form
from gateway.streaming.match_source import ENDED

HEAD = 16
"""The digits of a log's head that tell one version from others of the same number."""
WARNING = timedelta(seconds=30)
WARNING_SHARE = 0.2
"""A warning comes this long before a deadline, or in the last fifth of the time if that is less."""


@dataclass(frozen=True, slots=True)
class Sight:
    """`text` is the JSON of what `form` asks for; `deadline` is "" if there is none."""

    version: int
    game: str
    head: str
    status: int
    to_move: Sequence[int]
    update_time: str
    deadline: str
    text: bytes
    form: Form = MATCH

    @classmethod
    def of(
        cls,
        match: pb.Match,
        form: Form = MATCH,
        events: Sequence[pb.Event] = (),
        legal_moves: pb.LegalMoves | None = None,
    ) -> Self:
        """Return the sight of a match, and what else its form has, sent as messages."""
        text = serializers.outline(match, events) if form.omit_match else serializers.match(match)
        if form.include_legal_moves and legal_moves is not None:
            text["legalMoves"] = serializers.legal_moves(legal_moves, match.game)
        return cls(
            match.version,
            match.game,
            match.fairness.log_head[:HEAD],
            match.status,
            list(match.to_move),
            match.update_time,
            match.clock.deadline,
            b"%b" % orjson.dumps(text),  # a copy: orjson's own has room for four times as much
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


UNSEEN = Sight(0, "", "", pb.MATCH_STATUS_UNSPECIFIED, (), "", "", b"null")
"""What a feed has before it has read the match."""


def change_event(change: pb.Change, form: Form = MATCH) -> StreamEvent:
    """Return the event of a change that the engine has sent as a message."""
    return sight_after(change, form).change(events_json(change))


def sight_after(change: pb.Change, form: Form) -> Sight:
    """Return the sight of the match after a change."""
    return Sight.of(change.match, form, change.events, change.legal_moves)


def current_sight(view: pb.MatchView, form: Form) -> Sight:
    """Return the sight of a match that was read."""
    return Sight.of(view.match, form, view.match.last_events, view.legal_moves)


def events_json(change: pb.Change) -> bytes:
    """Return the events of the change as JSON."""
    return orjson.dumps(serializers.events(change.events))
