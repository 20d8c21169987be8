"""What happens in matches, for those who follow them: one source for every kind of stream.

A feed is a match in the eyes of one seat, or of the spectators. It hears only
that there is a new version, asks the engine for the changes after the last one it
has given, and gives them to all who look through these eyes. So a lost notice is
made up for by the next one, or by `_sweep`.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from croupier.v1 import engine_service_pb2 as pb
from redislink.channels import match_channel

from gateway.auth.players import Player
from gateway.contract import serializers
from gateway.engine_client.client import EngineClient
from gateway.errors import Problem, unavailable
from gateway.pubsub import Subscriber
from gateway.streaming.event_queue import EventQueue, StreamEvent, goodbye, stream_event
from gateway.tasks import cancel_and_wait
from gateway.visibility import Visibility

PAGE = 50
"""Changes that are fetched at once."""
SWEEP_S = 10.0
"""How long a lost notice may go unnoticed."""
SWEPT = 1000
RETRY_S = 0.5
ROOM_S = 1.0
"""How long a reader may take for what it has, when there is much more to come."""
WARNING = timedelta(seconds=30)
WARNING_SHARE = 0.2
"""A warning comes so long before a deadline, or in the last fifth of the time, if that is less."""

ENDED = (pb.MATCH_STATUS_FINISHED, pb.MATCH_STATUS_ABORTED)
FeedKey: TypeAlias = tuple[str, str]
"""A match, and the player who looks; "" is any spectator."""


class MatchFeed:
    """One match through one pair of eyes, for as long as somebody reads."""

    def __init__(self, eyes: FeedKey, player: Player | None, feeds: "MatchFeeds") -> None:
        self.eyes = eyes
        self.match = pb.Match()
        self.readers: set[EventQueue] = set()
        self.users = 0
        self.gone = False
        self._player = player
        self._feeds = feeds
        self._look: asyncio.Task[Problem | None] | None = None
        self._noticed = False
        self._task: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def match_id(self) -> str:
        return self.eyes[0]

    @property
    def version(self) -> int:
        """Up to where its readers know the match; 0 before the first look."""
        return self.match.version

    @property
    def ended(self) -> bool:
        return self.match.status in ENDED

    async def refresh(self) -> None:
        """Be as new as the engine; what is new goes to all readers.

        Who comes while somebody looks shares that look, which may have begun a moment
        before; and its Problem, which is one that a GET of the match raises.
        """
        if self._look is None or self._look.done():
            self._look = asyncio.create_task(self._look_once())
        if refusal := await asyncio.shield(self._look):
            raise refusal

    async def close(self) -> None:
        self.gone = True
        try:
            await cancel_and_wait(self._task, self._look)
        finally:
            self._feeds.watch.remove(match_channel(self.match_id), self.wake)
            if self._alarm:
                self._alarm.cancel()

    def wake(self, notice: str | None = None) -> None:
        """There may be something new; several calls at once are one look."""
        if self.gone or (notice is not None and int(notice) <= self.version):
            return
        self._noticed = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._until_current())

    def snapshot(self) -> StreamEvent:
        return stream_event("snapshot", serializers.match(self.match), self.version)

    def last_word(self) -> StreamEvent:
        """What ends every stream of the match, once it has ended."""
        return stream_event("finished", {"version": self.version})

    async def _until_current(self) -> None:
        """Look until nothing has been noticed since; a notice may overtake the answer to a look."""
        while self._noticed and not self.gone:
            while self._look and not self._look.done():
                await asyncio.wait([self._look])
            self._noticed = False
            try:
                await self.refresh()
            except Problem:
                self._noticed = True
                await asyncio.sleep(RETRY_S)

    async def _look_once(self) -> Problem | None:
        try:
            await (self._catch_up() if self.version else self._begin())
        except Problem as refusal:
            if refusal.code == "malformed":  # the store has gone back to before our version
                self._give_up(goodbye("version_mismatch"))
                return unavailable()
            if refusal.code == "not_found":
                self._give_up(goodbye("not_found"))
            return refusal
        return None

    async def _begin(self) -> None:
        self._feeds.watch.add(match_channel(self.match_id), self.wake)
        self.match = await self._feeds.see(self.match_id, self._player)
        self._set_alarm()

    async def _catch_up(self) -> None:
        current = self.version + 1
        while self.version < current:
            page = await self._feeds.changes(self.match_id, self._player, self.version)
            current = page.version
            for change in page.changes:
                self._give(change)
                if self.version < current:
                    await self._make_room()

    async def _make_room(self) -> None:
        """Let readers take what they have before there is more. Who does not is sent away, so
        nobody has to wait for it again."""
        await asyncio.gather(*(reader.room(ROOM_S) for reader in self.readers if reader.crowded))

    def _give(self, change: pb.Change) -> None:
        self.match = change.match
        new = changed(change)
        for reader in self.readers:
            reader.put(new)
        if self.ended:
            self._dismiss(self.last_word())
        self._set_alarm()

    def _give_up(self, last: StreamEvent) -> None:
        """There is nothing to be seen any more through what is known here."""
        self.gone = True
        self._feeds.forget(self)
        self._dismiss(last)

    def _dismiss(self, last: StreamEvent) -> None:
        for reader in self.readers:
            reader.close(last)

    def _set_alarm(self) -> None:
        """Warn before the deadline of this version, if it has one."""
        if self._alarm:
            self._alarm.cancel()
        if delay := seconds_to_warning(self.match):
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(delay, self._warn)

    def _warn(self) -> None:
        to_move, deadline = list(self.match.to_move), self.match.clock.deadline
        warning = {"version": self.version, "toMove": to_move, "deadline": deadline}
        for reader in self.readers:
            reader.put(stream_event("clockWarning", warning))


class MatchFeeds:
    """All feeds of this process, between `start` and `stop`."""

    def __init__(self, engine: EngineClient, visibility: Visibility, watch: Subscriber) -> None:
        self.watch = watch
        self._engine = engine
        self._visibility = visibility
        self._feeds: dict[FeedKey, MatchFeed] = {}
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._sweeper = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        await cancel_and_wait(self._sweeper)
        for feed in [*self._feeds.values()]:
            await feed.close()

    @contextlib.asynccontextmanager
    async def follow(
        self, match_id: str, player: Player | None, after: int | None, inbox: EventQueue
    ) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        """What to begin a stream with, while all that follows is put into the inbox.

        Without `after` that is a snapshot, else the changes after it. Raise
        Problem as a GET of the match does, and malformed if `after` is to come yet.
        """
        feed = await self._enter(match_id, player)
        try:
            await feed.refresh()
            if after is not None and after > feed.version:
                await feed.refresh()  # that look may have begun before the caller came
            now = feed.version
            if after is not None and after > now:
                raise Problem("malformed", f"The match is at version {now} only.")
            begin = [feed.snapshot()] if after is None else []
            feed.readers.add(inbox)
            if feed.ended:
                inbox.close(feed.last_word())
            yield _begin(
                begin, self._between(match_id, player, now if after is None else after, now)
            )
        finally:
            feed.readers.discard(inbox)
            await self._leave(feed)

    def forget(self, feed: MatchFeed) -> None:
        """Let nobody else use it; who comes now gets a new one."""
        if self._feeds.get(feed.eyes) is feed:
            del self._feeds[feed.eyes]

    async def see(self, match_id: str, player: Player | None) -> pb.Match:
        """The match as the player may see it."""
        view = await self._visibility.through(
            match_id,
            player,
            lambda seen_by: self._engine.get_match(
                pb.GetMatchRequest(match_id=match_id, caller=seen_by)
            ),
        )
        return view.match

    async def changes(
        self, match_id: str, player: Player | None, after: int
    ) -> pb.ListChangesResponse:
        """Some changes after a version, as the player may see them."""
        return await self._visibility.through(
            match_id,
            player,
            lambda seen_by: self._engine.list_changes(
                pb.ListChangesRequest(match_id=match_id, caller=seen_by, after=after, limit=PAGE)
            ),
        )

    async def _between(
        self, match_id: str, player: Player | None, after: int, last: int
    ) -> AsyncIterator[StreamEvent]:
        """The changes after one version, up to another."""
        while after < last:
            for change in (await self.changes(match_id, player, after)).changes:
                after = change.version
                if after <= last:
                    yield changed(change)

    async def _enter(self, match_id: str, player: Player | None) -> MatchFeed:
        """The feed for these eyes. Spectators share one, once nobody can sit down any more."""
        roster = await self._visibility.roster(match_id)
        if roster.settled and player and player.id not in roster.player_ids:
            player = None
        eyes = (match_id, player.id if player else "")
        feed = self._feeds.setdefault(eyes, MatchFeed(eyes, player, self))
        feed.users += 1
        return feed

    async def _leave(self, feed: MatchFeed) -> None:
        """Close the feed, unless somebody else uses it."""
        feed.users -= 1
        if not feed.users:
            self.forget(feed)
            await feed.close()

    async def _sweep(self) -> None:
        """Wake the feeds that have missed a notice."""
        while True:
            await asyncio.sleep(SWEEP_S)
            feeds = [feed for feed in self._feeds.values() if feed.version]
            for start in range(0, len(feeds), SWEPT):
                with contextlib.suppress(Problem):
                    await self._wake_late(feeds[start : start + SWEPT])

    async def _wake_late(self, feeds: list[MatchFeed]) -> None:
        request = pb.GetVersionsRequest(match_ids=[feed.match_id for feed in feeds])
        versions = (await self._engine.get_versions(request)).versions
        for feed, version in zip(feeds, versions, strict=True):
            if version != feed.version:
                feed.wake()


def changed(change: pb.Change) -> StreamEvent:
    """One version, as whoever asked for it may see it."""
    return stream_event("change", serializers.change(change), change.version)


def seconds_to_warning(match: pb.Match) -> float | None:
    """How long to wait before a warning; None if there is nothing to warn of any more."""
    if not match.clock.deadline:
        return None
    deadline = datetime.fromisoformat(match.clock.deadline)
    whole = deadline - datetime.fromisoformat(match.update_time)
    due = deadline - min(WARNING, whole * WARNING_SHARE) - datetime.now(UTC)
    return max(due.total_seconds(), 0.001) if deadline > datetime.now(UTC) else None


async def _begin(
    first: Iterable[StreamEvent], then: AsyncIterator[StreamEvent]
) -> AsyncIterator[StreamEvent]:
    for each in first:
        yield each
    async for each in then:
        yield each
