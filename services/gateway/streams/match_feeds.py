"""The registry of match feeds: one for each match, viewer and form, as long as it has readers."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TypeAlias

from croupier.v1 import engine_service_pb2 as pb
from redislink.pubsub import Subscriber
from redislink.tasks import cancel_and_wait

from gateway.errors import Problem
from gateway.players.hearing import Hearing
from gateway.players.player import Player
from gateway.streams.event_queue import EventQueue, StreamEvent
from gateway.streams.match_feed import FeedKey, MatchFeed
from gateway.streams.match_source import MatchSource
from gateway.streams.notices import Notices
from gateway.streams.shown_match import ShownMatch
from gateway.streams.table_presence import TablePresence

SWEEP_S = 10.0
"""How long a lost notice may stay unnoticed."""
SWEEP_BATCH = 1000
"""The most matches whose versions the engine tells at once."""

Pace: TypeAlias = Callable[[int], Awaitable[None]]
"""Waits until the reader may have so many changes of the past."""


class MatchFeeds:
    """All match feeds of this process, between `start` and `stop`."""

    def __init__(
        self, source: MatchSource, subscriber: Subscriber, tables: TablePresence, hearing: Hearing
    ) -> None:
        """`tables` tells those who have a seat who is here; `hearing`, who hears whose emotes."""
        self._source = source
        self._tables = tables
        self._feeds: dict[FeedKey, MatchFeed] = {}
        self._notices = Notices(source, subscriber, hearing)
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._sweeper = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        await cancel_and_wait(self._sweeper)
        for feed in [*self._feeds.values()]:
            await self._close(feed)

    @contextlib.asynccontextmanager
    async def follow(
        self,
        match_id: str,
        viewer: Player | None,
        after: int | None,
        queue: EventQueue,
        pace: Pace | None = None,
        form: pb.Form.ValueType = pb.FORM_MATCH,
    ) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        """Yield the events that a stream begins with, while the queue is filled with the rest.

        All are in this form. Without `after`, the stream begins with a snapshot, else with the
        changes after that version, as fast as `pace` allows. Raise the Problems of a GET of the
        match, and malformed if there is no version `after` yet.
        """
        feed = await self._enter(match_id, viewer, form)
        queue.listener = viewer.id if viewer else ""
        try:
            await feed.refresh()
            if after is not None and after > feed.version:
                await feed.refresh()  # the first may have begun before the caller knew `after`
            now = feed.version
            if after is not None and after > now:
                raise Problem("malformed", f"after, or Last-Event-ID, must be at most {now}.")
            # No await between reading `now` and joining the readers, or a version may be missed.
            begin = [feed.shown.snapshot()] if after is None else []
            feed.readers.add(queue)
            if feed.ended:
                feed.close_at_end(queue)
            since = now if after is None else after
            between = self._between(match_id, viewer, since, now, pace, form)
            rated = [feed.shown.rated()] if feed.shown.ratings and after is not None else []
            yield _chain(begin, between, self._tables.first(feed, queue), _each(rated))
        finally:
            feed.readers.discard(queue)
            await self._leave(feed)

    async def _between(
        self,
        match_id: str,
        viewer: Player | None,
        after: int,
        last: int,
        pace: Pace | None,
        form: pb.Form.ValueType,
    ) -> AsyncIterator[StreamEvent]:
        """Yield the changes after one version, up to another."""
        while after < last:
            changes = (await self._source.changes(match_id, viewer, after, form)).changes
            if pace:
                await pace(len(changes))
            for change in changes:
                after = change.version
                if after <= last:
                    yield ShownMatch.of(change).change()

    async def _enter(
        self, match_id: str, viewer: Player | None, form: pb.Form.ValueType
    ) -> MatchFeed:
        """Return the viewer's feed, new if there is none; call `_leave` once it is not used.

        Spectators share one feed once the roster is settled: until then, any of them may
        still take a seat.
        """
        roster = await self._source.roster(match_id, viewer)
        if roster.settled and viewer and viewer.id not in roster.player_ids:
            viewer = None
        key = (match_id, viewer.id if viewer else "", form)
        # No await from here to `users`, or the feed could be closed in between.
        feed = self._feeds.get(key)
        if feed is None or feed.gone:
            feed = self._feeds[key] = MatchFeed(key, viewer, self._source)
            # Listen first, so that a change made while the match is read is not missed.
            self._notices.join(feed)
        feed.users += 1
        self._tables.join(feed, roster)
        feed.invited = roster.invited
        return feed

    async def _leave(self, feed: MatchFeed) -> None:
        """Close the feed if this was its last user."""
        feed.users -= 1
        if feed.users:
            return
        if self._feeds.get(feed.key) is feed:
            del self._feeds[feed.key]
        await self._close(feed)

    async def _close(self, feed: MatchFeed) -> None:
        self._notices.leave(feed)
        self._tables.leave(feed)
        await feed.close()

    async def _sweep(self) -> None:
        """Wake the feeds that have missed a notice, every SWEEP_S.

        Those of invited viewers, too: no version tells of the end of an invitation.
        """
        while True:
            await asyncio.sleep(SWEEP_S)
            feeds = [feed for feed in self._feeds.values() if feed.version and not feed.gone]
            for start in range(0, len(feeds), SWEEP_BATCH):
                with contextlib.suppress(Problem):
                    await self._wake_outdated(feeds[start : start + SWEEP_BATCH])

    async def _wake_outdated(self, feeds: list[MatchFeed]) -> None:
        versions = await self._source.versions(feed.match_id for feed in feeds)
        for feed, version in zip(feeds, versions, strict=True):
            # A lower one counts, too: Redis was restored, and the feed must end.
            if version != feed.version or feed.invited:
                feed.wake()


async def _each(events: Sequence[StreamEvent]) -> AsyncIterator[StreamEvent]:
    for event in events:
        yield event


async def _chain(
    first: list[StreamEvent], *others: AsyncIterator[StreamEvent]
) -> AsyncIterator[StreamEvent]:
    """Yield all of these; the first are taken out, or they would be kept as long as the stream."""
    while first:
        yield first.pop(0)
    for then in others:
        async for event in then:
            yield event
