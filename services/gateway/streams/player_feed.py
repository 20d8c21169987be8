"""The feed of all matches of one player: invited, started, your turn, entropy needed, finished,
asked for a rematch, something said after the end; of requests for friendship; and of tournaments.

A notification in a player's channel names a match and a version. What that means for the
player is found by reading the match as the player may see it.

A player may have any number of matches, and any number of readers. A feed lists the newest FOLLOWED
matches, without their states, as a reader joins; from then on it reads those of which it is
notified, or whose version has changed, once for all readers.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass

from cachetools import FIFOCache
from croupier.v1 import engine_service_pb2 as pb
from redislink.channels import TOURNAMENT, Emote, FriendNotice
from telemetry.redaction import error_location

from gateway.engine_client.client import EngineClient
from gateway.errors import GroupAway, Problem, leaves_out, unavailable
from gateway.players.blocks import Blocks
from gateway.players.hearing import Hearing
from gateway.players.pending_invitations import Invited
from gateway.players.player import Player
from gateway.streams.event_queue import EventQueue, StreamEvent, stream_event
from gateway.streams.match_source import MatchSource
from gateway.streams.own_tournaments import OwnTournaments
from gateway.streams.shown_match import ENDED

log = logging.getLogger("gateway")

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
FRIEND_EVENTS = {"asked": "friendAsked", "accepted": "friendAccepted"}
RESYNC = ""
"""Stands in the queue of notifications for any that may have been lost."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The first events of a reader's stream, or the refusal, and when its listing began."""

    began: float
    events: list[StreamEvent]
    refusal: Problem | None = None


class PlayerFeed:
    """A player's matches, as far as all readers of this feed have been told of them.

    One reader more costs its queue: what the feed knows of the matches, it knows once.
    """

    def __init__(
        self,
        player: Player,
        engine: EngineClient,
        source: MatchSource,
        invited: Invited,
        blocks: Blocks,
        hearing: Hearing,
        own_tournaments: Callable[[Callable[[StreamEvent], None]], OwnTournaments],
        join_s: float,
    ) -> None:
        """`own_tournaments` makes what tells of the player's tournaments by the function that it is
        given. `join_s` is how long a reader may wait until the matches are listed."""
        self.player = player
        self.readers: set[EventQueue] = set()
        self._join_s = join_s
        self.users = 0
        self._engine = engine
        self._source = source
        self._notifications: asyncio.Queue[str] = asyncio.Queue()
        self._running: dict[str, int] = {}
        self._ended: FIFOCache[str, None] = FIFOCache(REMEMBERED_ENDS)
        self._asked: FIFOCache[str, None] = FIFOCache(REMEMBERED_ENDS)
        self._offered: FIFOCache[str, int] = FIFOCache(REMEMBERED_ENDS)
        self._invited, self._blocks, self._hearing = invited, blocks, hearing
        self._told: FIFOCache[str, None] = FIFOCache(REMEMBERED_ENDS)
        self._tournaments = own_tournaments(self._tell)
        # A reader joins between two notifications, or it would miss the one that is worked on.
        self._one_at_a_time = asyncio.Lock()
        self._opening: Opening | None = None

    def wake(self, notification: str | None) -> None:
        """Take a notification of the player's channel; None if some may have been lost."""
        self._notifications.put_nowait(notification or RESYNC)

    async def join(self, reader: EventQueue) -> list[StreamEvent]:
        """Add a reader; return the events that its stream begins with. Its queue gets the rest.

        That is an `invited` for each invitation that is pending, then a `yourTurn` for each
        active match that waits for the player, and then an `entropyNeeded` for each that waits for
        the player's entropy, and what waits in tournaments. Those who join at the same time share
        one listing. Raise Problem if the matches cannot be listed.
        """
        try:
            async with asyncio.timeout(self._join_s):
                return await self._join(reader)
        except TimeoutError:
            # It has waited for others, each of whom may wait for the engine as long as one call.
            raise unavailable() from None

    async def _join(self, reader: EventQueue) -> list[StreamEvent]:
        clock = asyncio.get_running_loop()
        arrived = clock.time()
        async with self._one_at_a_time:
            opening = self._opening
            if opening is None or opening.began < arrived:
                opening = self._opening = await self._open(clock.time())
            if opening.refusal:
                raise opening.refusal
            self.readers.add(reader)
            return [*opening.events]

    async def run(self) -> None:
        """Follow notifications, and resync every RESYNC_S however many there are. Never ends."""
        clock = asyncio.get_running_loop()
        due = clock.time() + RESYNC_S
        while True:
            notification = await self._next(due - clock.time())
            if notification == RESYNC:
                due = clock.time() + RESYNC_S
            try:
                async with self._one_at_a_time:
                    self._opening = None  # who joins after this needs another listing
                    await self._handle(notification)
            except Problem:
                await asyncio.sleep(RETRY_S)
                self.wake(notification or None)
            except Exception as error:  # or all streams of the player would be deaf from now on
                log.error("a notification could not be followed: %s", error_location(error))

    async def close(self) -> None:
        """Follow nothing any more; once, when `run` has ended."""
        await self._tournaments.close()

    async def _next(self, seconds: float) -> str:
        """Return the next notification, or RESYNC if there is none within `seconds`."""
        if seconds > 0:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    return await self._notifications.get()
        return RESYNC

    async def _open(self, began: float) -> Opening:
        try:
            return Opening(began, await self._first_events())
        except Problem as refusal:
            return Opening(began, [], refusal)

    async def _first_events(self) -> list[StreamEvent]:
        """Return what a stream begins with now, and tell earlier readers what is new to them."""
        events = await self._invitations()
        request = self._own(pb.MATCH_STATUS_ACTIVE, PAGE)
        for _ in range(FOLLOWED // PAGE):
            page = await self._engine.list_to_move(request)
            events += [event for listed in page.rosters for event in await self._list(listed)]
            request.page_token = page.next_page_token
            if not page.next_page_token:
                break
        return [*events, *await self._entropy_needed(), *await self._tournaments.first()]

    async def _list(self, listed: pb.Roster) -> list[StreamEvent]:
        """Take note of an active match; return a `yourTurn` if it waits for the player."""
        match_id, version = listed.match_id, listed.version
        # After Redis was restored, a match that had ended may go on.
        self._ended.pop(match_id, None)
        known = self._running.get(match_id, 0) if self.readers else version
        if known < version:
            # Earlier readers do not know this version. All are told what is new when it is read.
            self.wake(f"{match_id} {version}")
        else:
            self._running[match_id] = version
        decision = await self._decision(listed)
        if decision is None or known < decision:
            return []
        return [_your_turn(match_id, version, decision)]

    async def _decision(self, listed: pb.Roster) -> int | None:
        """Return the player's decision in an active match; None if it waits for others."""
        if not listed.elsewhere:
            deciding = zip(listed.to_move, listed.decisions, strict=True)
            own = (each for seat, each in deciding if listed.player_ids[seat] == self.player.id)
            return next(own, None)
        try:  # an engine that plays it
            shown = await self._source.see(listed.match_id, self.player, pb.FORM_OUTLINE)
        except Problem as refusal:
            if not leaves_out(refusal):
                raise
            self._running.pop(listed.match_id, None)
            return None
        return shown.your_decision if shown.HasField("your_decision") else None

    async def _entropy_needed(self) -> list[StreamEvent]:
        """Return an `entropyNeeded` for each match that waits for the player's entropy, and tell
        readers of those that are new."""
        events = list[StreamEvent]()
        request = self._own(pb.MATCH_STATUS_WAITING, PAGE)
        for _ in range(WAITING // PAGE):
            page = await self._engine.list_matches(request)
            for listed in page.rosters:
                if self.player.id in (listed.player_ids[seat] for seat in listed.to_reveal):
                    events.append(self._ask(listed.match_id, listed.version))
            request.page_token = page.next_page_token
            if not page.next_page_token:
                break
        return events

    def _ask(self, match_id: str, version: int) -> StreamEvent:
        """Return an `entropyNeeded`, and tell readers, unless they were asked for this match."""
        event = _match_event("entropyNeeded", match_id, version)
        if match_id not in self._asked:
            self._asked[match_id] = None
            self._tell(event)
        return event

    async def _invitations(self, only: str = "") -> list[StreamEvent]:
        """Return an `invited` for each pending invitation, and tell readers of new ones.

        They are those that are noted, of senders whom the player has not blocked; with `only`, that
        to this match.
        """
        senders = await self._invited.senders(self.player.id)
        blocked = await self._blocks.of(self.player.id) if senders else ()
        match_ids = [
            match_id
            for match_id, sender in senders.items()
            if sender not in blocked and only in ("", match_id)
        ]
        if not match_ids:
            return []
        request = pb.FindInvitationsRequest(player_id=self.player.id, match_ids=match_ids)
        events = list[StreamEvent]()
        for found in (await self._engine.find_invitations(request)).invitations:
            events.append(_invited_event(found))
            if found.id not in self._told:
                self._told[found.id] = None
                self._tell(events[-1])
        return events

    def _tell(self, event: StreamEvent) -> None:
        """Queue an event for all readers."""
        for reader in self.readers:
            reader.put(event)

    def _own(
        self, status: pb.MatchStatus.ValueType, size: int, ids_only: bool = False
    ) -> pb.ListMatchesRequest:
        return pb.ListMatchesRequest(
            viewer_id=self.player.id,
            player_id=self.player.id,
            status=status,
            page_size=size,
            ids_only=ids_only,
        )

    async def _handle(self, notification: str) -> None:
        if notification == RESYNC:
            await self._resync()
            return
        if friend := FriendNotice.parse(notification):
            self._tell(stream_event(FRIEND_EVENTS[friend.what], {"playerId": friend.player_id}))
            return
        match_id, _, told = notification.partition(" ")
        if match_id == TOURNAMENT:
            await self._tournaments.follow(told)
            return
        if emote := Emote.parse(told):
            if await self._hearing.deaf_to(emote.player_id, [self.player.id]):
                return
            said = {"matchId": match_id, "seat": emote.seat, "emote": emote.name}
            self._tell(stream_event("emote", said))
            return
        version, *rematch = told.split(" ")
        if rematch:
            self._tell(_rematch_event(match_id, int(version), *rematch))
        elif match_id not in self._ended and int(version) > self._running.get(match_id, 0):
            await self._refresh(match_id)

    async def _resync(self) -> None:
        """Compare the newest active matches, and those that were active, with the engine's; look
        for waiting ones that need the player's entropy."""
        active = self._own(pb.MATCH_STATUS_ACTIVE, FOLLOWED, ids_only=True)
        page = await self._engine.list_matches(active)
        listed = [each.match_id for each in page.rosters]
        await self._compare(listed)
        await self._compare([*(self._running.keys() - {*listed})][:FOLLOWED])
        await self._entropy_needed()
        await self._invitations()
        await self._tournaments.look()

    async def _compare(self, match_ids: list[str]) -> None:
        """Read the given matches that have another version than the one reported last."""
        versions = await self._source.versions(match_ids) if match_ids else []
        for match_id, version in zip(match_ids, versions, strict=True):
            if version != self._running.get(match_id, 0):
                with contextlib.suppress(GroupAway):  # compared again by the next resync
                    await self._refresh(match_id, started=match_id not in self._running)

    async def _refresh(self, match_id: str, started: bool = False) -> None:
        """Read a match and report what is new; `started` if it is a match not reported so far."""
        try:
            shown = await self._source.see(match_id, self.player, pb.FORM_OUTLINE)
            status = shown.status
            if started and status in ENDED:
                self._ended[match_id] = None  # without a word: it was over before it was noticed
            elif status == pb.MATCH_STATUS_WAITING and not shown.HasField("your_seat"):
                await self._invitations(match_id)
            else:
                self._report(match_id, shown)
        except Problem as refusal:
            # One match that cannot be read must not keep the others from being compared.
            if isinstance(refusal, GroupAway) or not leaves_out(refusal):
                raise
            self._running.pop(match_id, None)

    def _report(self, match_id: str, shown: pb.Shown) -> None:
        """Tell readers what is new to them; the end of a match is its last event."""
        known, status, version = self._running.get(match_id), shown.status, shown.version
        if match_id in self._ended:
            if status in ENDED:
                return
            del self._ended[match_id]  # Redis was restored, and it goes on
        if _is_among(shown, shown.to_reveal):
            self._ask(match_id, version)
        if status in ENDED:
            self._running.pop(match_id, None)
            self._ended[match_id] = None
            self._tell(_match_event("matchFinished", match_id, version))
        elif status == pb.MATCH_STATUS_ACTIVE and (known or 0) < version:
            self._running[match_id] = version
            if known is None:
                self._tell(_match_event("matchStarted", match_id, version))
            self._offer(match_id, shown)
            # One that stood at the version before was told then.
            if shown.your_decision > (known or 0):
                self._tell(_your_turn(match_id, version, shown.your_decision))

    def _offer(self, match_id: str, shown: pb.Shown) -> None:
        """Tell of an `undoOffered`, unless readers were told of this request."""
        if _is_among(shown, shown.undo_needs) and self._offered.get(match_id) != shown.undo_asked:
            self._offered[match_id] = shown.undo_asked
            self._tell(_match_event("undoOffered", match_id, shown.version))


def _is_among(shown: pb.Shown, seats: Collection[int]) -> bool:
    """Return whether the viewer has one of the seats."""
    return shown.HasField("your_seat") and shown.your_seat in seats


def _invited_event(invitation: pb.Invitation) -> StreamEvent:
    told = {"matchId": invitation.match_id, "version": invitation.version}
    return stream_event("invited", {**told, "invitationId": invitation.id})


def _rematch_event(match_id: str, version: int, what: str, seat: str = "") -> StreamEvent:
    """Return what is told of a rematch: it is asked for, or the seat has ended that."""
    if not seat:
        return _match_event("rematchOffered", match_id, version)
    ended = {"matchId": match_id, "version": version, "seat": int(seat)}
    return stream_event("rematchEnded", {**ended, "declined": what == "declined"})


def _your_turn(match_id: str, version: int, decision: int) -> StreamEvent:
    told = {"matchId": match_id, "version": version, "decision": decision}
    return stream_event("yourTurn", told)


def _match_event(event: str, match_id: str, version: int) -> StreamEvent:
    return stream_event(event, {"matchId": match_id, "version": version})
