"""Who of a table is here: told to those who follow a match from a seat of it.

A gateway asks for the players of all matches that are followed from a seat, every LOOK_S, and tells
readers what has changed. During an outage nothing is told.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress

from croupier.v1 import engine_service_pb2 as pb
from redislink.tasks import cancel_and_wait
from telemetry.redaction import error_location

from gateway.contract.serializers import Json
from gateway.errors import Problem
from gateway.http import times
from gateway.http.parameters import parse_id
from gateway.players.player import Player
from gateway.players.presence import Presence
from gateway.players.visibility import Visibility
from gateway.streams.event_queue import EventQueue, StreamEvent, stream_event
from gateway.streams.match_feed import MatchFeed
from gateway.streams.match_source import MatchSource

LOOK_S = 3.0
"""How often it is asked who is here."""
AT_ONCE = 250
"""Feeds whose players are asked for at once."""
KNOWN_WITHIN_S = 0.5
"""How long a request that can do without it waits to learn who is away."""

log = logging.getLogger("gateway")


class TablePresence:
    """The feeds whose readers are told who is here, between `start` and `stop`."""

    def __init__(self, source: MatchSource, presence: Presence) -> None:
        self._source, self._presence = source, presence
        self._rosters: dict[MatchFeed, pb.Roster] = {}
        self._read: dict[MatchFeed, int] = {}
        """The version at which the roster of a match that waits was read."""
        self._told: dict[MatchFeed, StreamEvent] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        await cancel_and_wait(self._task)

    def join(self, feed: MatchFeed, roster: pb.Roster) -> None:
        """Tell the feed's readers who is here, whenever that changes, until `leave`."""
        if feed.viewer:  # others have no seat
            self._rosters[feed] = roster

    def leave(self, feed: MatchFeed) -> None:
        for known in (self._rosters, self._read, self._told):
            known.pop(feed, None)

    async def first(self, feed: MatchFeed, reader: EventQueue) -> AsyncIterator[StreamEvent]:
        """Yield the event that tells a new reader who is here, if the viewer has a seat."""
        before = self._told.get(feed)
        try:
            event = (await self._events([feed])).get(feed)
        except Problem:
            return  # the next look tells
        # If a look has told all readers meanwhile, this one must not hear what is older after it.
        if event and self._told.get(feed) is before:
            self._tell(feed, event, reader)
            yield event

    async def look(self) -> None:
        """Tell all readers what has changed. Raise Problem."""
        feeds = [feed for feed in self._rosters if feed.version and not feed.ended]
        for start in range(0, len(feeds), AT_ONCE):
            for feed, event in (await self._events(feeds[start : start + AT_ONCE])).items():
                self._tell(feed, event)

    def _tell(self, feed: MatchFeed, event: StreamEvent, besides: EventQueue | None = None) -> None:
        """Tell the readers of the feed, but one, what they do not know yet."""
        if feed in self._rosters and self._is_news(feed, event):
            self._told[feed] = event
            feed.tell(event, besides)

    def _is_news(self, feed: MatchFeed, event: StreamEvent) -> bool:
        told = self._told.get(feed)
        return told is None or told.data != event.data

    async def _events(self, feeds: list[MatchFeed]) -> dict[MatchFeed, StreamEvent]:
        """Return what to tell the readers of those feeds whose viewer has a seat."""
        rosters = {}
        for feed in feeds:
            with suppress(Problem):  # of this match: others are told all the same
                if roster := await self._roster(feed):
                    rosters[feed] = roster
        ids = {each for roster in rosters.values() for each in roster.player_ids if each}
        away = await self._presence.away(ids) if ids else {}
        now_ms = self._presence.now_ms()
        events = {}
        for feed, roster in rosters.items():
            event = stream_event("presence", told(roster, away, now_ms))
            if self._is_news(feed, event) and away.keys() & {*roster.player_ids}:
                # Who is away now may have no account any more.
                known = await self._read_anew(feed, roster)
                event = stream_event("presence", told(known, away, now_ms))
            events[feed] = event
        return events

    async def _read_anew(self, feed: MatchFeed, known: pb.Roster) -> pb.Roster:
        if not known.settled:
            return known  # it was, for this version
        try:
            roster = await self._source.roster(feed.match_id, feed.viewer, anew=True)
        except Problem:  # what is known is told
            return known
        if feed in self._rosters:  # it may have been left meanwhile
            self._rosters[feed] = roster
        return roster

    async def _roster(self, feed: MatchFeed) -> pb.Roster | None:
        """Return the players of the match; None if the viewer is none of them, or it has ended."""
        known = self._rosters.get(feed)
        if known is None or feed.viewer is None or feed.ended:
            return None
        if not known.settled and self._read.get(feed) != feed.version:
            read = feed.version
            known = await self._source.roster(feed.match_id, feed.viewer)
            if feed not in self._rosters:  # it was left meanwhile
                return None
            self._rosters[feed], self._read[feed] = known, read
        return known if feed.viewer.id in known.player_ids else None

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                await self.look()
            except Problem:
                pass  # nobody is told anything that is not known
            except Exception as error:  # or nobody would be told any more
                log.error("presence was not told: %s", error_location(error))


def told(roster: pb.Roster, away: Mapping[str, int], now_ms: int) -> Json:
    """Return who of the match is here, as players of it are told."""
    return {
        "seats": [
            _seat(seat, away.get(player_id), roster.gone_after_ms, now_ms)
            for seat, player_id in enumerate(roster.player_ids)
            if player_id and seat not in roster.deleted
        ]
    }


async def absences_of(
    match_id: str, player: Player | None, visibility: Visibility, presence: Presence
) -> list[pb.Absence]:
    """Return who of the player's match is away. Raise Problem, unavailable if nobody knows."""
    roster = await visibility.roster(parse_id(match_id, "match"), player)
    away = await presence.away(filter(None, roster.player_ids))
    return _absences(roster, away, presence.now_ms())


async def absences_or_none(
    match_id: str, player: Player | None, visibility: Visibility, presence: Presence
) -> list[pb.Absence]:
    """Return who of the player's match is away; nobody while it is not known. Raise Problem."""
    try:
        # What is asked for after this has its own time to fail in, if Redis does not answer.
        async with asyncio.timeout(KNOWN_WITHIN_S):
            return await absences_of(match_id, player, visibility, presence)
    except TimeoutError:
        return []
    except Problem as problem:
        if problem.code != "unavailable":
            raise
        return []


def _absences(roster: pb.Roster, away: Mapping[str, int], now_ms: int) -> list[pb.Absence]:
    """Return the seats whose players are away, for an engine."""
    return [
        pb.Absence(seat=seat, for_ms=max(now_ms - away[player_id], 0))
        for seat, player_id in enumerate(roster.player_ids)
        if player_id in away
    ]


def _seat(seat: int, since_ms: int | None, gone_after_ms: int, now_ms: int) -> Json:
    if since_ms is None:
        return {"seat": seat, "presence": "here", "since": None}
    gone = gone_after_ms and now_ms >= since_ms + gone_after_ms
    presence = "gone" if gone else "away"
    return {"seat": seat, "presence": presence, "since": times.of_ms(since_ms)}
