"""The stream of a match that has ended, through the eyes of any seat or of a spectator.

Nothing more will come, so it needs no feed: it is read from the engine page by page.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from croupier.v1 import engine_service_pb2 as pb

from gateway.players.player import Player
from gateway.players.visibility import Eyes
from gateway.streams.event_queue import EventQueue, StreamEvent, stream_event
from gateway.streams.match_feeds import Pace
from gateway.streams.match_source import MatchSource
from gateway.streams.shown_match import ShownMatch


class EndedMatch:
    """The stream of a match that has ended, through `eyes` that `viewer` has asked for."""

    def __init__(
        self,
        source: MatchSource,
        match_id: str,
        viewer: Player | None,
        eyes: Eyes,
        form: pb.Form.ValueType,
    ) -> None:
        self._source = source
        self._match_id = match_id
        self._viewer = viewer
        self._eyes = eyes
        self._form = form

    @asynccontextmanager
    async def follow(
        self, after: int | None, queue: EventQueue, pace: Pace
    ) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        """Yield the snapshot, or the changes after a version; the queue then has the end.

        Raise the Problems of a GET of the match through these eyes, and malformed if there is no
        version `after`.
        """
        if after is None:
            shown = await self._source.see(self._match_id, self._viewer, self._form, self._eyes)
            yield self._snapshot(shown, queue)
        else:
            yield self._rest(await self._changes(after), queue, pace)

    async def _changes(self, after: int) -> pb.ListChangesResponse:
        return await self._source.changes(
            self._match_id, self._viewer, after, self._form, self._eyes
        )

    async def _snapshot(self, shown: pb.Shown, queue: EventQueue) -> AsyncIterator[StreamEvent]:
        yield ShownMatch.of(shown).snapshot()
        queue.close(_finished(shown.version))

    async def _rest(
        self, page: pb.ListChangesResponse, queue: EventQueue, pace: Pace
    ) -> AsyncIterator[StreamEvent]:
        """Yield the changes of this page, and of those that follow it."""
        while page.changes:
            await pace(len(page.changes))
            for change in page.changes:
                yield ShownMatch.of(change).change()
            page = await self._changes(page.changes[-1].version)
        # Not before: a stream that is cut short must not end as if the reader had had all.
        queue.close(_finished(page.version))


def _finished(version: int) -> StreamEvent:
    return stream_event("finished", {"version": version})
