"""What happens in matches, for those who follow them: one source for every kind of stream.

A feed is a match in the eyes of one seat, or of the spectators. It hears only
that there is a new version, asks the engine for the changes after the last one it
has given, and gives them to all who look through these eyes. So a lost notice is
made up for by the next one, or by `_sweep`.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import TypeAlias

import orjson
from croupier.v1 import engine_service_pb2 as pb

from gateway import render
from gateway.engine import EngineClient
from gateway.errors import Problem
from gateway.identity import Player
from gateway.visibility import Visibility
from gateway.watch import Watch, match_channel

BUFFER_BYTES = 64 * 1024
"""What may wait for a slow reader before it is sent away."""
PAGE = 50
"""Changes that are fetched at once."""
SWEEP_S = 10.0
"""How long a lost notice may go unnoticed."""
SWEPT = 1000
RETRY_S = 0.5
WARNING = timedelta(seconds=30)
WARNING_SHARE = 0.2
"""A warning comes so long before a deadline, or in the last fifth of the time, if that is less."""

ENDED = (pb.MATCH_STATUS_FINISHED, pb.MATCH_STATUS_ABORTED)
Eyes: TypeAlias = tuple[str, str]
"""A match, and the player who looks; "" is any spectator."""


@dataclass(frozen=True)
class Item:
    """Something for a reader; `version` only where a reader can go on from. `data` is JSON."""

    event: str
    data: bytes
    version: int | None = None

    @cached_property
    def sse(self) -> bytes:
        number = b"" if self.version is None else b"id: %d\n" % self.version
        return b"event: %s\n%sdata: %s\n\n" % (self.event.encode(), number, self.data)

    @cached_property
    def ndjson(self) -> bytes:
        version = b"null" if self.version is None else b"%d" % self.version
        return b'{"event":"%s","version":%s,"data":%s}\n' % (
            self.event.encode(),
            version,
            self.data,
        )


def item(event: str, data: object, version: int | None = None) -> Item:
    return Item(event, orjson.dumps(data), version)


def goodbye(reason: str, retry_after: int = 1) -> Item:
    """The last word to a reader who is sent away, and after how many seconds to come back."""
    return item("goodbye", {"reason": reason, "retryAfter": retry_after})


class Inbox:
    """What waits for one reader. It is closed by its last item, whoever puts that there."""

    def __init__(self) -> None:
        self._items: deque[Item] = deque()
        self._bytes = 0
        self._news = asyncio.Event()
        self._nudged = False
        self.closed = False

    def put(self, new: Item, last: bool = False) -> None:
        """Add an item; a reader who is too slow for it loses all and gets a goodbye."""
        if self.closed:
            return
        if self._bytes + len(new.data) > BUFFER_BYTES and self._items:
            self._items.clear()
            new, last = goodbye("slow_reader"), True
        self._items.append(new)
        self._bytes += len(new.data)
        self.closed = last
        self._news.set()

    def close(self, last: Item) -> None:
        self.put(last, last=True)

    def hang_up(self) -> None:
        """The reader has gone."""
        self._items.clear()
        self.closed = True
        self._news.set()

    def nudge(self) -> None:
        """Let `get` return None once, so that its reader looks up."""
        self._nudged = True
        self._news.set()

    async def get(self, timeout_s: float) -> Item | None:
        """The next item; None if nothing comes in time, after a nudge, or if nothing will come."""
        if not (self._items or self.closed or self._nudged):
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(timeout_s):
                    await self._news.wait()
        if not self._items or self._nudged:
            self._nudged = False
            return None
        first = self._items.popleft()
        self._bytes -= len(first.data)
        return first

    @property
    def over(self) -> bool:
        """Whether nothing will come any more."""
        return self.closed and not self._items


class Feed:
    """One match through one pair of eyes, for as long as somebody reads."""

    def __init__(self, eyes: Eyes, player: Player | None, feeds: "Feeds") -> None:
        self.eyes = eyes
        self.match = pb.Match()
        self.readers: set[Inbox] = set()
        self.users = 0
        self._player = player
        self._feeds = feeds
        self._lock = asyncio.Lock()
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

        Raise Problem as a GET of the match does.
        """
        async with self._lock:
            if not self.version:
                await self._feeds.watch.add(match_channel(self.match_id), self.wake)
                self.match = await self._feeds.see(self.match_id, self._player)
                self._set_alarm()
                return
            current = self.version + 1
            while self.version < current:
                page = await self._feeds.changes(self.match_id, self._player, self.version)
                for change in page.changes:
                    self._give(change)
                current = page.version

    async def close(self) -> None:
        await self._feeds.watch.remove(match_channel(self.match_id), self.wake)
        for timer in (self._alarm, self._task):
            if timer:
                timer.cancel()

    def wake(self, notice: str | None = None) -> None:
        """There may be something new; several calls at once are one look."""
        if notice is not None and int(notice) <= self.version:
            return
        self._noticed = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._until_current())

    def snapshot(self) -> Item:
        return item("snapshot", render.match(self.match), self.version)

    def last_word(self) -> Item:
        """What ends every stream of the match, once it has ended."""
        return item("finished", {"version": self.version})

    async def _until_current(self) -> None:
        """Look until nothing has been noticed since; a notice may overtake the answer to a look."""
        while self._noticed:
            self._noticed = False
            try:
                await self.refresh()
            except Problem as refusal:
                if refusal.code == "not_found":
                    self._dismiss(goodbye("not_found"))
                    return
                self._noticed = True
                await asyncio.sleep(RETRY_S)

    def _give(self, change: pb.Change) -> None:
        self.match = change.match
        new = changed(change)
        for reader in self.readers:
            reader.put(new)
        if self.ended:
            self._dismiss(self.last_word())
        self._set_alarm()

    def _dismiss(self, last: Item) -> None:
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
            reader.put(item("clockWarning", warning))


class Feeds:
    """All feeds of this process, between `start` and `stop`."""

    def __init__(self, engine: EngineClient, visibility: Visibility, watch: Watch) -> None:
        self.watch = watch
        self._engine = engine
        self._visibility = visibility
        self._feeds: dict[Eyes, Feed] = {}
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._sweeper = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        if self._sweeper:
            self._sweeper.cancel()
        for feed in [*self._feeds.values()]:
            await feed.close()

    @contextlib.asynccontextmanager
    async def follow(
        self, match_id: str, player: Player | None, after: int | None, inbox: Inbox
    ) -> AsyncIterator[AsyncIterator[Item]]:
        """What to begin a stream with, while all that follows is put into the inbox.

        Without `after` that is a snapshot, else the changes after it. Raise
        Problem as a GET of the match does, and malformed if `after` is to come yet.
        """
        feed = await self._enter(match_id, player)
        try:
            await feed.refresh()
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
    ) -> AsyncIterator[Item]:
        """The changes after one version, up to another."""
        while after < last:
            for change in (await self.changes(match_id, player, after)).changes:
                after = change.version
                if after <= last:
                    yield changed(change)

    async def _enter(self, match_id: str, player: Player | None) -> Feed:
        """The feed for these eyes. Spectators share one, once nobody can sit down any more."""
        roster = await self._visibility.roster(match_id)
        if roster.settled and player and player.id not in roster.player_ids:
            player = None
        eyes = (match_id, player.id if player else "")
        feed = self._feeds.setdefault(eyes, Feed(eyes, player, self))
        feed.users += 1
        return feed

    async def _leave(self, feed: Feed) -> None:
        """Close the feed, unless somebody else uses it."""
        feed.users -= 1
        if not feed.users:
            del self._feeds[feed.eyes]
            await feed.close()

    async def _sweep(self) -> None:
        """Wake the feeds that have missed a notice."""
        while True:
            await asyncio.sleep(SWEEP_S)
            feeds = [feed for feed in self._feeds.values() if feed.version]
            for start in range(0, len(feeds), SWEPT):
                with contextlib.suppress(Problem):
                    await self._wake_late(feeds[start : start + SWEPT])

    async def _wake_late(self, feeds: list[Feed]) -> None:
        request = pb.GetVersionsRequest(match_ids=[feed.match_id for feed in feeds])
        versions = (await self._engine.get_versions(request)).versions
        for feed, version in zip(feeds, versions, strict=True):
            if version != feed.version:
                feed.wake()


def changed(change: pb.Change) -> Item:
    """One version, as whoever asked for it may see it."""
    return item("change", render.change(change), change.version)


def seconds_to_warning(match: pb.Match) -> float | None:
    """How long to wait before a warning; None if there is nothing to warn of any more."""
    if not match.clock.deadline:
        return None
    deadline = datetime.fromisoformat(match.clock.deadline)
    whole = deadline - datetime.fromisoformat(match.update_time)
    due = deadline - min(WARNING, whole * WARNING_SHARE) - datetime.now(UTC)
    return max(due.total_seconds(), 0.001) if deadline > datetime.now(UTC) else None


async def _begin(first: Iterable[Item], then: AsyncIterator[Item]) -> AsyncIterator[Item]:
    for each in first:
        yield each
    async for each in then:
        yield each
