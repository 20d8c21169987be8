"""The tournaments of one player, as the feed of the player tells of them."""

import logging
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

from telemetry.redaction import error_location

from gateway.errors import Problem
from gateway.streams.event_queue import StreamEvent, stream_event
from gateway.streams.tournament_feeds import Happening, TournamentFeeds, own_check_in, own_seats
from gateway.tournaments.lists import Lists
from gateway.tournaments.reading import Reading

FOLLOWED = 100
"""The newest of a player's tournaments that go on: 50 may be joined at a time, and the others are
those that it only directs."""
Tell = Callable[[StreamEvent], None]

log = logging.getLogger("gateway")


class OwnTournaments:
    """A follower of all tournaments of a player that go on. Methods may raise Problem unavailable.

    What concerns all, or somebody else, it is told and does not tell.
    """

    def __init__(
        self, player_id: str, lists: Lists, reading: Reading, feeds: TournamentFeeds, tell: Tell
    ) -> None:
        self.player_id = player_id
        self._lists, self._reading, self._feeds = lists, reading, feeds
        self._tell = tell
        self._followed: dict[str, AsyncExitStack] = {}
        self._over: set[str] = set()

    async def first(self) -> list[StreamEvent]:
        """Return what waits for the player, or where it plays by now."""
        await self.look()
        events: list[StreamEvent] = []
        for tournament_id in self._followed:
            it = (await self._reading.known(tournament_id)).tournament
            waiting = [*own_check_in(it, self.player_id), *own_seats(it, self.player_id)]
            events += [event for each in waiting if (event := _own_event(each))]
        return events

    async def look(self) -> None:
        """Follow what has been joined meanwhile, and no longer what is over."""
        for tournament_id in [*self._followed.keys() & self._over]:
            await self._followed.pop(tournament_id).aclose()
        ids = await self._lists.going_on(self.player_id, FOLLOWED)
        self._over.intersection_update(ids)
        for each in ids:
            await self.follow(each)

    async def follow(self, tournament_id: str) -> None:
        """Follow a tournament, unless it is over, cannot be read, or is followed already."""
        if tournament_id in self._followed or tournament_id in self._over:
            return
        try:
            known = await self._reading.known(tournament_id)
        except Problem as refusal:
            if refusal.code != "not_found":
                raise
            self._over.add(tournament_id)
            return
        except Exception as error:  # the player's matches and other tournaments must not suffer
            place, extra = error_location(error), {"tournament_id": tournament_id}
            log.error("a tournament is not followed, it cannot be read: %s", place, extra=extra)
            self._over.add(tournament_id)
            return
        if known.tournament.is_over:
            self._over.add(tournament_id)
            return
        async with AsyncExitStack() as stack:
            feed = await stack.enter_async_context(self._feeds.entered(tournament_id))
            stack.enter_context(feed.following(self, known.tournament.version))
            self._followed[tournament_id] = stack.pop_all()

    async def close(self) -> None:
        """Follow nothing any more."""
        while self._followed:
            _, stack = self._followed.popitem()
            await stack.aclose()

    def take(self, happening: Happening) -> None:
        """Tell the player what concerns it."""
        if happening.is_end:
            self._over.add(happening.tournament_id)
        if event := _own_event(happening):
            self._tell(event)

    def end(self, last: StreamEvent) -> None:
        """The feed goes on: what it has told was a hint."""


def _own_event(of: Happening) -> StreamEvent | None:
    """Return what a player's feed says of a happening; None for nothing."""
    told: dict[str, Any] = {"tournamentId": of.tournament_id}
    if of.is_end:
        return stream_event("tournamentFinished", {**told, "status": of.name})
    seated = of.name == "roundPaired" and (of.data["table"] or of.data["bye"])
    if seated or of.name == "checkInOpened":
        return stream_event(of.name, {**told, **of.data})
    return None
