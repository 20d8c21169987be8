"""The feed of one match for one viewer: one source for every kind of stream.

A notice tells of each new version, which is shown to the feeds that have the version before (see
gateway.streams.notices). It wakes the others, each of which asks the engine for the changes
after the last version that it has published. So readers get every version once and in order,
however many notices are lost, repeated or late.
"""

import asyncio
import math
from collections.abc import Collection
from contextlib import suppress
from typing import TypeAlias

from croupier.v1 import engine_service_pb2 as pb
from redislink.channels import Notice
from redislink.tasks import cancel_and_wait

from gateway.errors import Problem, unavailable
from gateway.players.player import Player
from gateway.streams.event_queue import EventQueue, StreamEvent, goodbye, stream_event
from gateway.streams.match_source import MatchSource
from gateway.streams.shown_match import UNSEEN, ShownMatch

RETRY_S = 0.5
RATINGS_S = 10.0
"""How long the streams of a rated match stay open after its end to tell what that has changed."""
RATINGS_LOOK_S = 2.0
"""When to look for that without being told: a message may be lost."""
ROOM_S = 1.0
"""How long a reader may take for the events that wait, when many more are to come."""
UNKNOWN = math.inf
"""The version to catch up with when notices may have been missed."""

FeedKey: TypeAlias = tuple[str, str, pb.Form.ValueType]
"""The ids of a match and of its viewer, "" for any spectator, and what readers are shown."""


class MatchFeed:
    """One match as one viewer sees it, for all readers of that view."""

    def __init__(self, key: FeedKey, viewer: Player | None, source: MatchSource) -> None:
        self.key = key
        self.match_id, _, self.form = key
        self.shown = UNSEEN
        self.readers: set[EventQueue] = set()
        self.users = 0
        self.gone = False
        self.invited = False
        """Whether the viewer sees the match by an invitation only, which may end at any time."""
        self.viewer = viewer
        self._source = source
        self._refreshing: asyncio.Task[Problem | None] | None = None
        self._wanted = 0.0
        self._catching_up: asyncio.Task[None] | None = None
        self._warning: asyncio.TimerHandle | None = None
        self._rating: asyncio.Task[None] | None = None
        self._rated = asyncio.Event()

    @property
    def version(self) -> int:
        """The last version that readers were given; 0 before the first refresh."""
        return self.shown.version

    @property
    def ended(self) -> bool:
        return self.shown.ended

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
        """End all tasks of this feed."""
        self.gone = True
        try:
            await cancel_and_wait(self._catching_up, self._refreshing, self._rating)
        finally:
            if self._warning:
                self._warning.cancel()

    def wake(self, version: float = UNKNOWN) -> None:
        """Refresh in the background, unless readers have this version already.

        Calls during a refresh lead to one more, unless that one brings what they are about.
        """
        if self.gone or version <= self.shown.version:
            return
        self._wanted = max(self._wanted, version)
        if self._catching_up is None or self._catching_up.done():
            self._catching_up = asyncio.create_task(self._until_current())

    def awaits(self, notice: Notice) -> bool:
        """Return whether this feed can be shown the version next, and no refresh brings it.

        A feed ends whose own version has another head than the one that the next was made from:
        Redis was restored, and the readers' history is lost.
        """
        own = self.shown
        if self.gone or notice.before != own.version or notice.version != notice.before + 1:
            return False
        if own.head and own.head != notice.head_before:
            self._end(goodbye("version_mismatch"))
            return False
        return bool(own.head) and not (self._refreshing and not self._refreshing.done())

    def close_at_end(self, reader: EventQueue) -> None:
        """Close the stream of a reader who has the last version, at the latest after RATINGS_S."""
        if not self.shown.awaits_ratings:
            reader.close(self.finished())
        elif self._rating is None:
            self._rating = asyncio.create_task(self._until_rated())

    def on_rated(self) -> None:
        """Look what the match has changed of ratings, now that this is known."""
        self._rated.set()

    async def _until_rated(self) -> None:
        """Tell what the match has changed of ratings once that is known, and close the streams."""
        loop = asyncio.get_running_loop()
        end = loop.time() + RATINGS_S
        while self.shown.awaits_ratings and loop.time() < end:
            with suppress(TimeoutError):
                async with asyncio.timeout(RATINGS_LOOK_S):
                    await self._rated.wait()
            self._rated.clear()
            with suppress(Problem):
                seen = await self._source.see(self.match_id, self.viewer, self.form)
                self.shown = ShownMatch.of(seen)
        if self.shown.ratings:
            self.tell(self.shown.rated())
        self.shown = self.shown._replace(awaits_ratings=False)
        self._close_readers(self.finished())

    def finished(self) -> StreamEvent:
        """Return the event that ends every stream of a match that has ended."""
        return stream_event("finished", {"version": self.version})

    async def _until_current(self) -> None:
        """Refresh until readers have the version of the last notice."""
        while not self.gone:
            # A refresh under way may have read the match before this notice's change.
            while self._refreshing and not self._refreshing.done():
                await asyncio.wait([self._refreshing])
            if self._wanted <= self.version:
                return
            # None of them is waited for once more: it may have been wrong.
            wanted, self._wanted = self._wanted, 0.0
            try:
                await self.refresh()
            except Problem:
                self._wanted = max(self._wanted, wanted)
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
        self.shown = ShownMatch.of(await self._source.see(self.match_id, self.viewer, self.form))
        self._set_warning()

    async def _catch_up(self) -> None:
        current = self.version + 1
        while self.version < current:
            page = await self._source.changes(self.match_id, self.viewer, self.version, self.form)
            current = page.version
            for change in page.changes:
                self.publish(ShownMatch.of(change))
                if self.version < current:
                    await self._wait_for_readers()

    async def _wait_for_readers(self) -> None:
        """Wait up to ROOM_S for crowded readers, and disconnect those that stay crowded."""
        await asyncio.gather(
            *(reader.wait_for_room(ROOM_S) for reader in self.readers if reader.crowded)
        )

    def publish(self, shown: ShownMatch) -> None:
        """Pass a version on to all readers, unless they have it."""
        if shown.version <= self.shown.version:
            return
        self.shown = shown
        event = shown.change()
        for reader in self.readers:
            reader.put(event)
        if shown.ended:
            for reader in self.readers:
                self.close_at_end(reader)
        self._set_warning()

    def tell(self, event: StreamEvent, besides: EventQueue | None = None) -> None:
        """Pass an event that is no version on to all readers, besides one that has it."""
        for reader in [*self.readers]:
            if reader is not besides:
                reader.put(event)

    def say(self, event: StreamEvent, deaf: Collection[str]) -> None:
        """Pass an event on to all readers but those of these players."""
        for reader in [*self.readers]:
            if reader.listener not in deaf:
                reader.put(event)

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
        if delay := self.shown.seconds_to_warning():
            loop = asyncio.get_running_loop()
            self._warning = loop.call_later(delay, self._warn)

    def _warn(self) -> None:
        now = self.shown
        warning = {"version": now.version, "toMove": now.to_move, "deadline": now.deadline}
        self.tell(stream_event("clockWarning", warning))
