"""The registry of player feeds: one for each player, as long as it has readers.

So a caller who opens many streams of many matches costs a gateway one listing at a time, and memory
for each match once.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from functools import partial

from redislink.channels import player_channel
from redislink.pubsub import Subscriber
from redislink.tasks import cancel_and_wait

from gateway.engine_client.client import EngineClient
from gateway.players.blocks import Blocks
from gateway.players.hearing import Hearing
from gateway.players.pending_invitations import Invited
from gateway.players.player import Player
from gateway.streams.event_queue import EventQueue, StreamEvent, iterate
from gateway.streams.match_source import MatchSource
from gateway.streams.own_tournaments import OwnTournaments, Tell
from gateway.streams.player_feed import PlayerFeed

JOINING = 1.25
"""How many times as long as for one call of an engine a reader may wait until it has joined."""


class PlayerFeeds:
    """All player feeds of this process."""

    def __init__(
        self,
        engine: EngineClient,
        source: MatchSource,
        subscriber: Subscriber,
        invited: Invited,
        blocks: Blocks,
        hearing: Hearing,
        own_tournaments: Callable[[str, Tell], OwnTournaments],
        engine_timeout_s: float,
    ) -> None:
        self._own_tournaments = own_tournaments
        self._join_s = engine_timeout_s * JOINING
        self._engine = engine
        self._source = source
        self._subscriber = subscriber
        self._invited, self._blocks, self._hearing = invited, blocks, hearing
        self._feeds: dict[str, tuple[PlayerFeed, asyncio.Task[None]]] = {}

    @contextlib.asynccontextmanager
    async def follow(
        self, player: Player, queue: EventQueue
    ) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        """Yield the events that a stream begins with, while the queue is filled with the rest.

        Raise Problem if the matches cannot be listed.
        """
        feed = self._enter(player)
        try:
            yield iterate(await feed.join(queue))
        finally:
            feed.readers.discard(queue)
            await self._leave(feed)

    def _enter(self, player: Player) -> PlayerFeed:
        """Return the player's feed, new if there is none; call `_leave` once it is not used."""
        if player.id not in self._feeds:
            feed = PlayerFeed(
                player,
                self._engine,
                self._source,
                self._invited,
                self._blocks,
                self._hearing,
                partial(self._own_tournaments, player.id),
                self._join_s,
            )
            # Listen first, so that a change made while the matches are listed is not missed.
            self._subscriber.add(player_channel(player.id), feed.wake)
            self._feeds[player.id] = feed, asyncio.create_task(feed.run())
        feed, _ = self._feeds[player.id]
        feed.users += 1
        return feed

    async def _leave(self, feed: PlayerFeed) -> None:
        """Close the feed if this was its last user."""
        feed.users -= 1
        if feed.users:
            return
        _, work = self._feeds.pop(feed.player.id)
        try:
            await cancel_and_wait(work)
            await feed.close()
        finally:
            self._subscriber.remove(player_channel(feed.player.id), feed.wake)
