"""Answers that show matches as text to their viewers: to looks, to reads, and to changes."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, repeat

from croupier.v1 import engine_service_pb2 as pb
from croupier_match import admission
from croupier_match.refusals import NotFound, RosterChanged
from telemetry.redaction import error_location
from telemetry.tracing import trace_id

from engine.rpc import decode, status
from engine.rpc.match_text import OUTLINES, WITH_MOVES, MatchText, events
from engine.service.changes import Change
from engine.service.queries import unreadable
from engine.service.queries.batched_looks import Looks, Wanted
from engine.service.queries.batched_reads import Found, Reads
from engine.store.matches import MatchStore

MOST_BYTES = 2 * 1024 * 1024
"""What is shown in one message, half of what a gateway accepts; the rest is not shown."""
HIDDEN = pb.Text()
NOTHING = pb.Shown()

log = logging.getLogger("engine")


class TextAnswers:
    """Answers to looks and changes, and by `reads` to reads.

    The matches that were shown last are kept, each version made into text once.
    """

    def __init__(self, store: MatchStore) -> None:
        self._store = store
        self._looks = Looks(store, MatchText)
        self.reads = ReadAnswers(store, self._looks)

    async def answer(self, looks: Sequence[pb.Look]) -> list[pb.Shown]:
        """What is shown to the viewers of each look, in their order; never raises."""
        try:
            found = await self._looks.find(
                [Wanted(each.match_id, each.version, each.head) for each in looks]
            )
        except Exception as error:  # the stream has other callers' looks, too: it must go on
            log.error("looks failed: %s", error_location(error))
            found = [None] * len(looks)
        return _bounded(
            self._seen(shown, look) if shown else NOTHING
            for shown, look in zip(found, looks, strict=True)
        )

    def _seen(self, shown: MatchText, look: pb.Look) -> pb.Shown:
        """What is shown to the viewers; empty if that fails, as the stream must go on."""
        return unreadable.shown(self._store, look.match_id, partial(_seen, shown, look)) or NOTHING

    def change(self, change: Change, form: pb.Form.ValueType = pb.FORM_MATCH) -> pb.Change:
        """A stored change, as the player of its seat may see it."""
        text = self._events(change, form) if form in OUTLINES else self._match(change, form)
        return pb.Change(version=change.match.version, text=text, replayed=change.replayed)

    def _events(self, change: Change, form: pb.Form.ValueType) -> pb.Text:
        """The events of all versions that a change has added, and the legal moves after it."""
        text = pb.Text(events=events(change.match, change.events, change.seat))
        if form in WITH_MOVES:
            text.legal_moves = MatchText(change.match).legal_moves(change.seat)
        return text

    def _match(self, change: Change, form: pb.Form.ValueType) -> pb.Text:
        """The match after a change, with the events of all versions that it has added.

        It is kept: those who follow it are likely to ask for it next.
        """
        match = change.match
        # That of a repeat may be long past.
        shown = MatchText(match) if change.replayed else self._looks.show(match)
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


def _seen(shown: MatchText, look: pb.Look) -> pb.Shown:
    return shown.shown(*(_text(shown, viewer, form) for viewer, form in _viewers(look)))


def _viewers(look: pb.Look) -> Iterator[tuple[pb.Caller, pb.Form.ValueType]]:
    """Each viewer, and what it asks for."""
    return zip(look.viewers, chain(look.forms, repeat(pb.FORM_MATCH)), strict=False)


def _text(shown: MatchText, viewer: pb.Caller, form: pb.Form.ValueType) -> pb.Text:
    """What the viewer may see: its seat is checked as it is for every read."""
    try:
        return shown.text(admission.viewing_seat(shown.match, decode.caller(viewer)), form)
    except (NotFound, RosterChanged):
        return HIDDEN


class ReadAnswers:
    """Answers reads of the matches in a store."""

    def __init__(self, store: MatchStore, looks: Looks[MatchText]) -> None:
        """Text is taken from those that `looks` keeps, or made and kept there."""
        self._reads = Reads(store, looks)

    async def answer(self, reads: Sequence[pb.Read]) -> list[pb.ReadResult]:
        """What each caller is told, in their order; never raises."""
        found: Sequence[Found[MatchText] | Exception]
        try:
            found = await self._reads.find(
                [(each.match_id, decode.caller(each.caller)) for each in reads]
            )
        except Exception as error:  # the stream has other callers' reads, too: it must go on
            found = [error] * len(reads)
        return [*map(_result, reads, found)]


def _result(read: pb.Read, found: Found[MatchText] | Exception) -> pb.ReadResult:
    """The view or the refusal; a view that cannot be made fails alone, not the batch."""
    if isinstance(found, Exception):
        return _refusal(read, found)
    try:
        result = pb.ReadResult()
        _fill(result.shown, found, read.known)
        return result
    except Exception as error:
        return _refusal(read, error)


def _refusal(read: pb.Read, error: Exception) -> pb.ReadResult:
    fields = {"match_id": read.match_id, "trace_id": trace_id(read.traceparent)}
    return pb.ReadResult(refusal=status.refusal(error, "GetMatch", read.request_id, **fields))


def _fill(shown: pb.Shown, found: Found[MatchText], known: int) -> None:
    """Make the answer in its place: protobuf copies a message that is put into another one."""
    match = found.shown.match
    shown.version = match.version
    if match.version != known:
        shown.texts.add().match = found.shown.text(found.seat).match
        shown.ended = match.ended
