"""The registry of player feeds: one for all readers of a player, and none without."""

import asyncio

import pytest
from gateway.streams.event_queue import EventQueue
from gateway.streams.player_feeds import PlayerFeeds
from redislink.pubsub import Subscriber

from tests.gateway.streams.test_player_feed import UNINVITED, ManyMatches
from tests.support.at_peace import ALL_EARS, UNBLOCKED, Tournamentless
from tests.support.memory_matches import ANN, BOB
from tests.support.notifications import unconnected_subscriber

pytestmark = pytest.mark.anyio


def feeds_of(engine: ManyMatches, subscriber: Subscriber) -> PlayerFeeds:
    return PlayerFeeds(
        engine,
        engine,
        subscriber,
        UNINVITED,
        UNBLOCKED,
        ALL_EARS,
        lambda _, tell: Tournamentless(tell),
        60.0,
    )


async def test_readers_of_a_player_share_a_feed_that_keeps_none_who_has_left() -> None:
    subscriber = unconnected_subscriber()
    feeds = feeds_of(ManyMatches(3), subscriber)
    first, second, third = EventQueue(), EventQueue(), EventQueue()
    async with feeds.follow(ANN, first) as events:
        assert [each async for each in events]
        async with feeds.follow(ANN, second), feeds.follow(BOB, third):
            assert len(feeds._feeds) == len(subscriber._listeners) == 2
            feed, _ = feeds._feeds[ANN.id]
            assert feed.readers == {first, second}
        assert feed.readers == {first}
        assert [*feeds._feeds] == [ANN.id]
    assert not feeds._feeds
    assert not subscriber._listeners


async def test_who_leaves_before_the_matches_are_listed_leaves_nothing() -> None:
    engine, subscriber = ManyMatches(1), unconnected_subscriber()
    feeds = feeds_of(engine, subscriber)
    engine.go.clear()

    async def follow() -> None:
        async with feeds.follow(ANN, EventQueue()):
            pytest.fail("The matches are not listed yet.")

    reader = asyncio.create_task(follow())
    await engine.held.acquire()
    reader.cancel()
    await asyncio.wait([reader])
    assert not feeds._feeds
    assert not subscriber._listeners
