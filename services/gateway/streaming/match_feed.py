"""The feed of one match for one viewer: one source for every kind of stream.

Notifications say only that there is a new version. A feed then asks the engine for the
changes after the last version that it has published, so its readers get every version once
and in order, however many notifications are lost, repeated or late.
"""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from croupier.v1 import engine_service_pb2 as pb
from redislink.channels import match_channel

from gateway.auth.players import Player
from gateway.contract import serializers
from gateway.errors import Problem, unavailable
from gateway.pubsub import Subscriber
from gateway.streaming.event_queue import EventQueue, StreamEvent, goodbye, stream_event
from gateway.streaming.match_source import ENDED, MatchSource
from gateway.tasks import cancel_and_wait

RETRY_S = 0.5
ROOM_S = 1.0
"""How long a reader may take for the events that wait, when many more are to come."""
WARNING = timedelta(seconds=30)
WARNING_SHARE = 0.2
"""A warning comes this long before a deadline, or in the last fifth of the time if that is less."""

FeedKey: TypeAlias = tuple[str, str]
"""The ids of a match and of its viewer; "" stands for any spectator."""


class MatchFeed:
    """One match as one viewer sees it, for all readers of that view."""

    def __init__(
        self, key: FeedKey, viewer: Player | None, source: MatchSource, subscriber: Subscriber
    ) -> None:
        self.key = key
        self.match = pb.Match()
        self.readers: set[EventQueue] = set()
        self.users = 0
        self.gone = False
        self._viewer = viewer
        self._source = source
        self._subscriber = subscriber
        self._refreshing: asyncio.Task[Problem | None] | None = None
        self._stale = False
        self._catching_up: asyncio.Task[None] | None = None
        self._warning: asyncio.TimerHandle | None = None

    @property
    def match_id(self) -> str:
        return self.key[0]

    @property
    def version(self) -> int:
        """The last version that readers were given; 0 before the first refresh."""
        return self.match.version

    @property
    def ended(self) -> bool:
        return self.match.status in ENDED

    async def refresh(self) -> None:
        """Catch up with the engine, and pass every new change to all readers.

        Concurrent callers share one refresh, which may have begun just before the call. Raise
        its Problem, which is one that a GET of the match raises.
        """
        if self._refreshing is None or self._refreshing.done():
            self._refreshing = asyncio.create_task(self._refresh_once())
        # Shielded, since a caller that is cancelled must not end what others wait for.
        if refusal := await asyncio.shield(self._refreshing):
            raise refusal

    async def close(self) -> None:
        """Stop listening and end all tasks of this feed."""
        self.gone = True
        try:
            await cancel_and_wait(self._catching_up, self._refreshing)
        finally:
            self._subscriber.remove(match_channel(self.match_id), self.wake)
            if self._warning:
                self._warning.cancel()

    def wake(self, notification: str | None = None) -> None:
        """Refresh in the background, unless readers have the notified version already.

        Calls during a refresh lead to one more.
        """
        if self.gone or (notification is not None and int(notification) <= self.version):
            return
        self._stale = True
        if self._catching_up is None or self._catching_up.done():
            self._catching_up = asyncio.create_task(self._until_current())

    def snapshot(self) -> StreamEvent:
        """Return the event that begins a stream: the whole match."""
        return stream_event("snapshot", serializers.match(self.match), self.version)

    def finished(self) -> StreamEvent:
        """Return the event that ends every stream of a match that has ended."""
        return stream_event("finished", {"version": self.version})

    async def _until_current(self) -> None:
        """Refresh until there was no notification since the last refresh began."""
        while self._stale and not self.gone:
            # A refresh under way may have read the match before this notification's change.
            while self._refreshing and not self._refreshing.done():
                await asyncio.wait([self._refreshing])
            self._stale = False
            try:
                await self.refresh()
            except Problem:
                self._stale = True
                await asyncio.sleep(RETRY_S)

    async def _refresh_once(self) -> Problem | None:
        """Refresh; return a Problem instead of raising it, for all waiting callers to raise."""
        try:
            await (self._catch_up() if self.version else self._begin())
        except Problem as refusal:
            if refusal.code == "malformed":
                # The engine does not know our version: Redis was restored from a backup.
                self._end(goodbye("version_mismatch"))
                return unavailable()
            if refusal.code == "not_found":
                self._end(goodbye("not_found"))
            return refusal
        return None

    async def _begin(self) -> None:
        # Listen first, so that a change made while the match is read is not missed.
        self._subscriber.add(match_channel(self.match_id), self.wake)
        self.match = await self._source.see(self.match_id, self._viewer)
        self._set_warning()

    async def _catch_up(self) -> None:
        current = self.version + 1
        while self.version < current:
            page = await self._source.changes(self.match_id, self._viewer, self.version)
            current = page.version
            for change in page.changes:
                self._publish(change)
                if self.version < current:
                    await self._wait_for_readers()

    async def _wait_for_readers(self) -> None:
        """Wait up to ROOM_S for crowded readers, and disconnect those that stay crowded."""
        await asyncio.gather(
            *(reader.wait_for_room(ROOM_S) for reader in self.readers if reader.crowded)
        )

    def _publish(self, change: pb.Change) -> None:
        self.match = change.match
        event = change_event(change)
        for reader in self.readers:
            reader.put(event)
        if self.ended:
            self._close_readers(self.finished())
        self._set_warning()

    def _end(self, last: StreamEvent) -> None:
        """End all streams of this feed for good; the registry opens another for later readers."""
        self.gone = True
        self._close_readers(last)

    def _close_readers(self, last: StreamEvent) -> None:
        for reader in self.readers:
            reader.close(last)

    def _set_warning(self) -> None:
        """Time the warning before the deadline of this version, if it has one."""
        if self._warning:
            self._warning.cancel()
        if delay := seconds_to_warning(self.match):
            loop = asyncio.get_running_loop()
            self._warning = loop.call_later(delay, self._warn)

    def _warn(self) -> None:
        to_move, deadline = list(self.match.to_move), self.match.clock.deadline
        warning = {"version": self.version, "toMove": to_move, "deadline": deadline}
        for reader in self.readers:
            reader.put(stream_event("clockWarning", warning))


def change_event(change: pb.Change) -> StreamEvent:
    """Return the event of one version, as the viewer of the change may see it."""
    return stream_event("change", serializers.change(change), change.version)


def seconds_to_warning(match: pb.Match) -> float | None:
    """Return the delay of a clock warning; None without a deadline, or when it has passed."""
    if not match.clock.deadline:
        return None
    deadline = datetime.fromisoformat(match.clock.deadline)
    whole = deadline - datetime.fromisoformat(match.update_time)
    due = deadline - min(WARNING, whole * WARNING_SHARE) - datetime.now(UTC)
    # At least a moment: 0 would read as "no warning".
    return max(due.total_seconds(), 0.001) if deadline > datetime.now(UTC) else None
