"""Answers that show matches as text to their viewers: to looks, and to changes."""

from collections.abc import Iterable, Sequence
from itertools import chain, repeat

from croupier.v1 import engine_service_pb2 as pb
from croupier_match.refusals import NotFound, Refusal, RosterChanged
from telemetry.tracing import trace_id

from engine.domain.errors import Malformed, StoreUnavailable
from engine.rpc import decode, status
from engine.rpc.match_views import OUTLINES, WITH_MOVES, MatchViews, events
from engine.service.changes import Change
from engine.service.queries import unreadable
from engine.service.queries.looks import Look, Looks, Shown
from engine.store.matches import MatchStore
from engine.store.types import Stamp

MOST_BYTES = 2 * 1024 * 1024
"""What is shown in one message, half of what a gateway accepts; the rest is not shown."""
HIDDEN = pb.Text()
NOTHING = pb.Shown()
OF_ITSELF = (NotFound, RosterChanged, StoreUnavailable)
"""Why a version is not shown any more, for which nobody is to blame."""


class TextAnswers:
    """The text of matches. What was shown last is kept, each version made into text once."""

    def __init__(self, store: MatchStore) -> None:
        self._store = store
        self._looks = Looks(store, MatchViews)

    async def answer(self, looks: Sequence[pb.Look]) -> list[pb.Shown]:
        """What each look shows, in their order; never raises."""
        found: Sequence[Shown[MatchViews] | Exception]
        try:
            found = await self._looks.find([*map(_asked, looks)])
        except Exception as error:  # the stream has other callers' looks, too: it must go on
            found = [error] * len(looks)
        shown = [*map(self._answer, looks, found)]
        # Of a match as it is now, one viewer is shown one text: those of a batch are not too much.
        return _bounded(shown) if looks[0].version else shown

    def _answer(self, look: pb.Look, found: Shown[MatchViews] | Exception) -> pb.Shown:
        """What is shown, or why not; what cannot be made into text fails alone, not the batch."""
        if isinstance(found, Exception):
            return self._refused(look, found)
        try:
            return _to_followers(look, found) if look.version else _to_one(look, found)
        except Exception as error:
            return self._refused(look, error)

    def _refused(self, look: pb.Look, error: Exception) -> pb.Shown:
        if not look.version:
            fields = {"match_id": look.match_id, "trace_id": trace_id(look.traceparent)}
            refusal = status.refusal(error, "GetMatch", look.request_id, **fields)
            return pb.Shown(refusal=refusal)
        # Each follower asks for itself now, and is told why.
        if not isinstance(error, OF_ITSELF):
            unreadable.leave_out(self._store, look.match_id, error)
        return NOTHING

    def change(self, change: Change, form: pb.Form.ValueType = pb.FORM_MATCH) -> pb.Change:
        """A stored change, as the player of its seat may see it."""
        text = self._events(change, form) if form in OUTLINES else self._match(change, form)
        return pb.Change(version=change.match.version, text=text, replayed=change.replayed)

    def _events(self, change: Change, form: pb.Form.ValueType) -> pb.Text:
        """The events of all versions that a change has added, and the legal moves after it."""
        text = pb.Text(events=events(change.match, change.events, change.seat))
        if form in WITH_MOVES:
            text.legal_moves = MatchViews(change.match).legal_moves(change.seat)
        return text

    def _match(self, change: Change, form: pb.Form.ValueType) -> pb.Text:
        """The match after a change, with the events of all versions that it has added.

        It is kept: those who follow it are likely to ask for it next.
        """
        match = change.match
        # That of a repeat may be long past.
        shown = MatchViews(match) if change.replayed else self._looks.make(match)
        text = shown.text(change.seat, form)
        if len(change.events) == len(match.events):
            return text
        return pb.Text(match=text.match, events=events(match, change.events, change.seat))


def _bounded(all_shown: Iterable[pb.Shown]) -> list[pb.Shown]:
    found, left = [], MOST_BYTES
    for shown in all_shown:
        size = shown.ByteSize()
        found.append(shown if size <= left else NOTHING)
        left -= size if size <= left else 0
    return found


def _asked(look: pb.Look) -> Look:
    notice = Stamp(look.version, look.head, b"") if look.version else None
    return Look(look.match_id, [*map(decode.caller, look.viewers)], notice)


def _to_followers(look: pb.Look, found: Shown[MatchViews]) -> pb.Shown:
    """The version to each viewer, as its form asks for it; nothing to those who may not see it."""
    made = found.made
    viewers = zip(found.seats, chain(look.forms, repeat(pb.FORM_MATCH)), strict=False)
    return made.shown(
        *(HIDDEN if isinstance(seat, Refusal) else made.text(seat, form) for seat, form in viewers)
    )


def _to_one(look: pb.Look, found: Shown[MatchViews]) -> pb.Shown:
    """The match as it is now, to its only viewer; not if it knows the version."""
    if len(found.seats) != 1:
        raise Malformed("A look at the current version has one viewer.")
    shown, match, (seat,) = pb.Shown(), found.made.match, found.seats
    if isinstance(seat, Refusal):
        raise seat
    shown.version = match.version
    shown.ratings = match.ratings.encode()
    # Who knows the version may not know yet what it has changed of ratings.
    if match.version != look.known or match.ratings:
        # In its place: protobuf copies a message that is put into another one.
        shown.texts.add().match = found.made.text(seat).match
        shown.ended = match.ended
    return shown
