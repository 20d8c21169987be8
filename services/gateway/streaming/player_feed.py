"""What happens in all matches of one player: begun, your turn, over, asked for a rematch.

A player's channel names a match and a version. What that means for the player is
found out by looking at the match through the player's eyes.
"""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator

from croupier.v1 import engine_service_pb2 as pb
from redislink.channels import player_channel

from gateway.auth.players import Player
from gateway.engine_client.client import EngineClient
from gateway.errors import Problem
from gateway.pubsub import Subscriber
from gateway.streaming.event_queue import EventQueue, StreamEvent, stream_event
from gateway.streaming.match_feeds import ENDED, MatchFeeds
from gateway.tasks import cancel_and_wait
from gateway.visibility import caller

RESYNC_S = 15.0
"""How long a lost notice may go unnoticed."""
REMEMBERED = 1000
"""Matches that have ended and were told so: of their last changes, more notices may come."""
RETRY_S = 0.5
PAGE = 100
LOOK_AGAIN = ""
"""Stands among the notices for one that nobody may have heard."""


class PlayerFeeds:
    """The matches of all players, each for whoever follows its own."""

    def __init__(self, engine: EngineClient, feeds: MatchFeeds, watch: Subscriber) -> None:
        self._engine = engine
        self._feeds = feeds
        self._watch = watch

    @contextlib.asynccontextmanager
    async def follow(
        self, player: Player, inbox: EventQueue
    ) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        """First the matches where it is the player's turn; all that follows goes to the inbox."""
        overview = PlayerFeed(player, inbox, self._engine, self._feeds)
        self._watch.add(player_channel(player.id), overview.wake)
        try:
            begin = [new for match in await overview.running() for new in overview.first(match)]
            work = asyncio.create_task(overview.run())
            try:
                yield _each(begin)
            finally:
                await cancel_and_wait(work)
        finally:
            self._watch.remove(player_channel(player.id), overview.wake)


class PlayerFeed:
    """What one reader has been told of a player's matches."""

    def __init__(
        self, player: Player, inbox: EventQueue, engine: EngineClient, feeds: MatchFeeds
    ) -> None:
        self._player = player
        self._inbox = inbox
        self._engine = engine
        self._feeds = feeds
        self._notices: asyncio.Queue[str] = asyncio.Queue()
        self._running: dict[str, int] = {}
        self._over: OrderedDict[str, None] = OrderedDict()

    def wake(self, notice: str | None) -> None:
        if notice == "revoked":
            self._inbox.nudge()
        else:
            self._notices.put_nowait(notice or LOOK_AGAIN)

    async def run(self) -> None:
        """Look at what is noticed, and now and then for what was not, whatever else there is."""
        clock = asyncio.get_running_loop()
        due = clock.time() + RESYNC_S
        while True:
            notice = await self._next(due - clock.time())
            if notice == LOOK_AGAIN:
                due = clock.time() + RESYNC_S
            try:
                await self._look(notice)
            except Problem:
                await asyncio.sleep(RETRY_S)
                self.wake(notice or None)

    async def _next(self, seconds: float) -> str:
        """The next notice, LOOK_AGAIN if there is none in time or the time is over."""
        if seconds > 0:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    return await self._notices.get()
        return LOOK_AGAIN

    async def running(self) -> list[pb.Match]:
        """All running matches of the player, as it may see them."""
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
            found += [match for match in batch.matches if match.status == pb.MATCH_STATUS_ACTIVE]
            request.page_token = page.next_page_token
            if not page.next_page_token:
                return found

    def first(self, match: pb.Match) -> list[StreamEvent]:
        """What to say of a match that was running before anybody looked."""
        self._running[match.id] = match.version
        return [_told("yourTurn", match)] if _may_decide(match) else []

    async def _look(self, notice: str) -> None:
        if notice == LOOK_AGAIN:
            await self._resync()
            return
        match_id, version, *rematch = notice.split()
        if rematch:
            self._inbox.put(
                stream_event("rematchOffered", {"matchId": match_id, "version": int(version)})
            )
        elif match_id not in self._over and int(version) > self._running.get(match_id, 0):
            await self._see(match_id)

    async def _resync(self) -> None:
        running = {match.id: match for match in await self.running()}
        for match_id in self._running.keys() - running.keys():
            await self._see(match_id)
        for match in running.values():
            self._tell(match)

    async def _see(self, match_id: str) -> None:
        try:
            self._tell(await self._feeds.see(match_id, self._player))
        except Problem as refusal:
            if refusal.code != "not_found":
                raise
            self._running.pop(match_id, None)

    def _tell(self, match: pb.Match) -> None:
        """What is new of the match to this reader; an end is the last that is told of it."""
        known = self._running.get(match.id)
        if match.id in self._over:
            return
        if match.status in ENDED:
            self._running.pop(match.id, None)
            self._remember_end(match.id)
            self._inbox.put(_told("matchFinished", match))
        elif match.status == pb.MATCH_STATUS_ACTIVE and (known or 0) < match.version:
            self._running[match.id] = match.version
            if known is None:
                self._inbox.put(_told("matchStarted", match))
            if _may_decide(match):
                self._inbox.put(_told("yourTurn", match))

    def _remember_end(self, match_id: str) -> None:
        self._over[match_id] = None
        if len(self._over) > REMEMBERED:
            self._over.popitem(last=False)


def _may_decide(match: pb.Match) -> bool:
    return match.HasField("your_seat") and match.your_seat in match.to_move


def _told(event: str, match: pb.Match) -> StreamEvent:
    return stream_event(event, {"matchId": match.id, "version": match.version})


async def _each(items: list[StreamEvent]) -> AsyncIterator[StreamEvent]:
    for each in items:
        yield each
