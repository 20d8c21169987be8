"""The feed of all matches of one player: started, your turn, finished, asked for a rematch.

A notification in a player's channel names a match and a version. What that means for the
player is found by reading the match as the player may see it.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from cachetools import FIFOCache
from croupier.v1 import engine_service_pb2 as pb
from redislink.channels import player_channel

from gateway.auth.players import Player
from gateway.engine_client.client import EngineClient
from gateway.errors import Problem
from gateway.pubsub import Subscriber
from gateway.streaming.event_queue import EventQueue, StreamEvent, stream_event
from gateway.streaming.match_source import ENDED, MatchSource
from gateway.tasks import cancel_and_wait
from gateway.visibility import caller

RESYNC_S = 15.0
"""How long a lost notification may stay unnoticed."""
REMEMBERED_ENDS = 1000
"""Matches whose end was reported: notifications of their last changes may come after it."""
RETRY_S = 0.5
PAGE = 100
RESYNC = ""
"""Stands in the queue of notifications for any that may have been lost."""


class PlayerFeeds:
    """Opens the feed of a player's matches, one for each reader."""

    def __init__(self, engine: EngineClient, source: MatchSource, subscriber: Subscriber) -> None:
        self._engine = engine
        self._source = source
        self._subscriber = subscriber

    @contextlib.asynccontextmanager
    async def follow(
        self, player: Player, queue: EventQueue
    ) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        """Yield a `yourTurn` for each match that waits for the player, while the queue is
        filled with what follows. Raise Problem if the matches cannot be listed."""
        feed = PlayerFeed(player, queue, self._engine, self._source)
        # Listen first, so that a change made while the matches are listed is not missed.
        self._subscriber.add(player_channel(player.id), feed.wake)
        try:
            begin = [event for match in await feed.running() for event in feed.first_events(match)]
            work = asyncio.create_task(feed.run())
            try:
                yield _iterate(begin)
            finally:
                await cancel_and_wait(work)
        finally:
            self._subscriber.remove(player_channel(player.id), feed.wake)


class PlayerFeed:
    """A player's matches, as far as one reader has been told of them."""

    def __init__(
        self, player: Player, queue: EventQueue, engine: EngineClient, source: MatchSource
    ) -> None:
        self._player = player
        self._queue = queue
        self._engine = engine
        self._source = source
        self._notifications: asyncio.Queue[str] = asyncio.Queue()
        self._running: dict[str, int] = {}
        self._ended: FIFOCache[str, None] = FIFOCache(REMEMBERED_ENDS)

    def wake(self, notification: str | None) -> None:
        """Take a notification of the player's channel; None if some may have been lost."""
        if notification == "revoked":
            self._queue.wake()
        else:
            self._notifications.put_nowait(notification or RESYNC)

    async def run(self) -> None:
        """Follow notifications, and resync every RESYNC_S however many there are. Never ends."""
        clock = asyncio.get_running_loop()
        due = clock.time() + RESYNC_S
        while True:
            notification = await self._next(due - clock.time())
            if notification == RESYNC:
                due = clock.time() + RESYNC_S
            try:
                await self._handle(notification)
            except Problem:
                await asyncio.sleep(RETRY_S)
                self.wake(notification or None)

    async def _next(self, seconds: float) -> str:
        """Return the next notification, or RESYNC if there is none within `seconds`."""
        if seconds > 0:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    return await self._notifications.get()
        return RESYNC

    async def running(self) -> list[pb.Match]:
        """Return all active matches of the player, as the player may see them."""
        request = pb.ListMatchesRequest(
            viewer_id=self._player.id,
            player_id=self._player.id,
            status=pb.MATCH_STATUS_ACTIVE,
            page_size=PAGE,
        )
        found: list[pb.Match] = []
        while True:
            page = await self._engine.list_matches(request)
            items = [
                pb.BatchGetMatchesRequest.Item(
                    match_id=roster.match_id, caller=caller(roster, self._player)
                )
                for roster in page.rosters
            ]
            batch = await self._engine.batch_get_matches(pb.BatchGetMatchesRequest(items=items))
            # A match may have ended since it was listed.
            found += [match for match in batch.matches if match.status == pb.MATCH_STATUS_ACTIVE]
            request.page_token = page.next_page_token
            if not page.next_page_token:
                return found

    def first_events(self, match: pb.Match) -> list[StreamEvent]:
        """Return the events for a match that was active when the stream was opened."""
        self._running[match.id] = match.version
        return [_match_event("yourTurn", match)] if _may_decide(match) else []

    async def _handle(self, notification: str) -> None:
        if notification == RESYNC:
            await self._resync()
            return
        match_id, version, *rematch = notification.split()
        if rematch:
            self._queue.put(
                stream_event("rematchOffered", {"matchId": match_id, "version": int(version)})
            )
        elif match_id not in self._ended and int(version) > self._running.get(match_id, 0):
            await self._refresh(match_id)

    async def _resync(self) -> None:
        running = {match.id: match for match in await self.running()}
        # What runs no more has ended or expired, and its reader was not told yet.
        for match_id in self._running.keys() - running.keys():
            await self._refresh(match_id)
        for match in running.values():
            self._report(match)

    async def _refresh(self, match_id: str) -> None:
        try:
            self._report(await self._source.see(match_id, self._player))
        except Problem as refusal:
            if refusal.code != "not_found":
                raise
            self._running.pop(match_id, None)

    def _report(self, match: pb.Match) -> None:
        """Queue the events that are new to this reader; the end of a match is its last."""
        known = self._running.get(match.id)
        if match.id in self._ended:
            return
        if match.status in ENDED:
            self._running.pop(match.id, None)
            self._ended[match.id] = None
            self._queue.put(_match_event("matchFinished", match))
        elif match.status == pb.MATCH_STATUS_ACTIVE and (known or 0) < match.version:
            self._running[match.id] = match.version
            if known is None:
                self._queue.put(_match_event("matchStarted", match))
            if _may_decide(match):
                self._queue.put(_match_event("yourTurn", match))


def _may_decide(match: pb.Match) -> bool:
    return match.HasField("your_seat") and match.your_seat in match.to_move


def _match_event(event: str, match: pb.Match) -> StreamEvent:
    return stream_event(event, {"matchId": match.id, "version": match.version})


async def _iterate(events: list[StreamEvent]) -> AsyncIterator[StreamEvent]:
    for event in events:
        yield event
