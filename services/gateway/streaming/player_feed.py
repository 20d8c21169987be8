"""The feed of all matches of one player: invited, started, your turn, entropy needed, finished,
asked for a rematch, something said after the end.

A notification in a player's channel names a match and a version. What that means for the
player is found by reading the match as the player may see it.

A player may have any number of matches. A feed lists the newest FOLLOWED, without their states,
as it opens; from then on it reads those of which it is notified, or whose version has changed.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from cachetools import FIFOCache
from croupier.v1 import engine_service_pb2 as pb
from redislink.channels import player_channel

from gateway.auth import emotes
from gateway.auth.invited import Invited
from gateway.auth.players import Player
from gateway.engine_client.client import EngineClient
from gateway.errors import UNREADABLE, Problem
from gateway.pubsub import Subscriber
from gateway.streaming.event_queue import EventQueue, StreamEvent, stream_event
from gateway.streaming.match_source import ENDED, MatchSource
from gateway.tasks import cancel_and_wait

RESYNC_S = 15.0
"""How long a lost notification may stay unnoticed."""
REMEMBERED_ENDS = 1000
"""Matches whose end was reported, those for which entropy was asked, and invitations: other
notifications may come after that."""
RETRY_S = 0.5
PAGE = 100
"""The most matches of which the engine lists more than the ids."""
FOLLOWED = 1000
"""The matches that are listed as a feed opens, and whose versions a resync compares. Of others a
reader hears by their notifications only."""
WAITING = 200
"""The matches that are listed to find those which wait for entropy: a player creates no more."""
RESYNC = ""
"""Stands in the queue of notifications for any that may have been lost."""


class PlayerFeeds:
    """Opens the feed of a player's matches, one for each reader."""

    def __init__(
        self,
        engine: EngineClient,
        source: MatchSource,
        subscriber: Subscriber,
        invited: Invited,
    ) -> None:
        self._engine = engine
        self._source = source
        self._subscriber = subscriber
        self._invited = invited

    @contextlib.asynccontextmanager
    async def follow(
        self, player: Player, queue: EventQueue
    ) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        """Yield an `invited` for each invitation and a `yourTurn` for each match that waits for the
        player, while the queue is filled with what follows. Raise Problem if the matches cannot be
        listed."""
        feed = PlayerFeed(player, queue, self._engine, self._source, self._invited)
        # Listen first, so that a change made while the matches are listed is not missed.
        self._subscriber.add(player_channel(player.id), feed.wake)
        try:
            begin = await feed.first_events()
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
        self,
        player: Player,
        queue: EventQueue,
        engine: EngineClient,
        source: MatchSource,
        invited: Invited,
    ) -> None:
        self._player = player
        self._queue = queue
        self._engine = engine
        self._source = source
        self._notifications: asyncio.Queue[str] = asyncio.Queue()
        self._running: dict[str, int] = {}
        self._ended: FIFOCache[str, None] = FIFOCache(REMEMBERED_ENDS)
        self._asked: FIFOCache[str, None] = FIFOCache(REMEMBERED_ENDS)
        self._offered: FIFOCache[str, int] = FIFOCache(REMEMBERED_ENDS)
        self._invited = invited
        self._told: FIFOCache[str, None] = FIFOCache(REMEMBERED_ENDS)

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

    async def first_events(self) -> list[StreamEvent]:
        """Return an `invited` for each invitation that is pending, then a `yourTurn` for each
        active match that waits for the player, and then an `entropyNeeded` for each that waits for
        the player's entropy."""
        events = list[StreamEvent]()
        # Engines of an earlier release know no invitations: a resync looks for them again.
        with contextlib.suppress(Problem):
            events += await self._invitations()
        request = self._own(pb.MATCH_STATUS_ACTIVE, PAGE)
        for _ in range(FOLLOWED // PAGE):
            page = await self._engine.list_matches(request)
            for listed in page.rosters:
                self._running[listed.match_id] = listed.version
                if self._player.id in (listed.player_ids[seat] for seat in listed.to_move):
                    events.append(_match_event("yourTurn", listed.match_id, listed.version))
            request.page_token = page.next_page_token
            if not page.next_page_token:
                break
        return events + [event async for event in self._entropy_needed()]

    async def _entropy_needed(self) -> AsyncIterator[StreamEvent]:
        """Yield an `entropyNeeded` for each match that newly waits for the player's entropy."""
        request = self._own(pb.MATCH_STATUS_WAITING, PAGE)
        for _ in range(WAITING // PAGE):
            page = await self._engine.list_matches(request)
            for listed in page.rosters:
                if self._player.id in (listed.player_ids[seat] for seat in listed.to_reveal):
                    for event in self._ask(listed.match_id, listed.version):
                        yield event
            request.page_token = page.next_page_token
            if not page.next_page_token:
                break

    def _ask(self, match_id: str, version: int) -> list[StreamEvent]:
        """Return an `entropyNeeded`, unless this reader has had one for the match."""
        if match_id in self._asked:
            return []
        self._asked[match_id] = None
        return [_match_event("entropyNeeded", match_id, version)]

    async def _invitations(self) -> list[StreamEvent]:
        """Return an `invited` for each pending invitation that this reader was not told of."""
        noted = await self._invited.to(self._player.id)
        return await self._invited_to(noted) if noted else []

    async def _invited_to(self, match_ids: list[str]) -> list[StreamEvent]:
        """Return the same for the invitations to these matches."""
        request = pb.FindInvitationsRequest(player_id=self._player.id, match_ids=match_ids)
        found = (await self._engine.find_invitations(request)).invitations
        new = [each for each in found if each.id not in self._told]
        for each in new:
            self._told[each.id] = None
        return [_invited_event(each) for each in new]

    def _own(
        self, status: pb.MatchStatus.ValueType, size: int, ids_only: bool = False
    ) -> pb.ListMatchesRequest:
        return pb.ListMatchesRequest(
            viewer_id=self._player.id,
            player_id=self._player.id,
            status=status,
            page_size=size,
            ids_only=ids_only,
        )

    async def _handle(self, notification: str) -> None:
        if notification == RESYNC:
            await self._resync()
            return
        match_id, version, *rematch = notification.split()
        if int(version) < 0:
            self._hear(match_id, -int(version))
        elif rematch:
            self._queue.put(
                stream_event("rematchOffered", {"matchId": match_id, "version": int(version)})
            )
        elif match_id not in self._ended and int(version) > self._running.get(match_id, 0):
            await self._refresh(match_id)

    def _hear(self, match_id: str, number: int) -> None:
        """Queue an emote after the end of a match; one of a later release is overlooked."""
        if said := emotes.named(number):
            seat, emote = said
            told = {"matchId": match_id, "seat": seat, "emote": emote}
            self._queue.put(stream_event("emote", told))

    async def _resync(self) -> None:
        """Compare the newest active matches, and those that were active, with the engine's; look
        for waiting ones that need the player's entropy."""
        active = self._own(pb.MATCH_STATUS_ACTIVE, FOLLOWED, ids_only=True)
        page = await self._engine.list_matches(active)
        listed = [each.match_id for each in page.rosters if each.match_id not in self._ended]
        await self._compare(listed)
        await self._compare([*(self._running.keys() - {*listed})][:FOLLOWED])
        async for event in self._entropy_needed():
            self._queue.put(event)
        for event in await self._invitations():
            self._queue.put(event)

    async def _compare(self, match_ids: list[str]) -> None:
        """Read the given matches that have another version than the one reported last."""
        versions = await self._source.versions(match_ids) if match_ids else []
        for match_id, version in zip(match_ids, versions, strict=True):
            if version != self._running.get(match_id, 0):
                await self._refresh(match_id, started=match_id not in self._running)

    async def _refresh(self, match_id: str, started: bool = False) -> None:
        """Read a match and report what is new; `started` if it is a match not reported so far."""
        try:
            match = (await self._source.see(match_id, self._player)).match
            if started and match.status in ENDED:
                self._ended[match_id] = None  # without a word: it was over before it was noticed
            elif match.status == pb.MATCH_STATUS_WAITING and not match.HasField("your_seat"):
                for event in await self._invited_to([match_id]):
                    self._queue.put(event)
            else:
                self._report(match)
        except Problem as refusal:
            # One match that cannot be read must not keep the others from being compared.
            if refusal.code not in UNREADABLE:
                raise
            self._running.pop(match_id, None)

    def _report(self, match: pb.Match) -> None:
        """Queue the events that are new to this reader; the end of a match is its last."""
        known = self._running.get(match.id)
        if match.id in self._ended:
            return
        if match.HasField("your_seat") and match.your_seat in match.fairness.to_reveal:
            for event in self._ask(match.id, match.version):
                self._queue.put(event)
        if match.status in ENDED:
            self._running.pop(match.id, None)
            self._ended[match.id] = None
            self._queue.put(_match_event("matchFinished", match.id, match.version))
        elif match.status == pb.MATCH_STATUS_ACTIVE and (known or 0) < match.version:
            self._running[match.id] = match.version
            if known is None:
                self._queue.put(_match_event("matchStarted", match.id, match.version))
            self._offer(match)
            if _may_decide(match):
                self._queue.put(_match_event("yourTurn", match.id, match.version))

    def _offer(self, match: pb.Match) -> None:
        """Queue an `undoOffered`, unless this reader has had one for the request."""
        asked = _asked_at(match)
        if asked and self._offered.get(match.id) != asked:
            self._offered[match.id] = asked
            self._queue.put(_match_event("undoOffered", match.id, match.version))


def _asked_at(match: pb.Match) -> int:
    """Return the version in which another player asked the viewer to take moves back; else 0."""
    if not match.HasField("your_seat") or match.your_seat not in match.undo.needs:
        return 0
    # Since then, each version was an agreement: any other entry ends a request.
    return match.version - len(match.undo.agreed)


def _may_decide(match: pb.Match) -> bool:
    return match.HasField("your_seat") and match.your_seat in match.to_move


def _invited_event(invitation: pb.Invitation) -> StreamEvent:
    told = {"matchId": invitation.match_id, "version": invitation.version}
    return stream_event("invited", {**told, "invitationId": invitation.id})


def _match_event(event: str, match_id: str, version: int) -> StreamEvent:
    return stream_event(event, {"matchId": match_id, "version": version})


async def _iterate(events: list[StreamEvent]) -> AsyncIterator[StreamEvent]:
    for event in events:
        yield event
