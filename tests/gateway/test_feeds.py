"""What keeps streams whole when notices are lost, readers are slow, or many come and go."""

import asyncio
import os
import random
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from typing import Any

import pytest
import redis as sync_redis
from gateway import feeds, lobby, streams
from gateway.feeds import Inbox, Item, item
from gateway.streams import NDJSON, EventStream, Streams
from gateway.watch import Watch
from starlette.types import Message

from tests.gateway.following import following
from tests.gateway.test_streams import path, play_some, versions
from tests.live import Live
from tests.patience import until
from tests.players import Client, start_match

SEED = 20261121
LOST = 0.1
"""The share of notices that never arrive."""


def test_lost_notices_lose_nothing(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One in ten is dropped, and still every version comes once, in order."""
    dice, hear = random.Random(SEED), Watch._hear
    dropped: list[Any] = []

    def deaf(self: Watch, message: dict[str, Any]) -> None:
        if message["type"] == "message" and dice.random() < LOST:
            dropped.append(message)
        else:
            hear(self, message)

    monkeypatch.setattr(Watch, "_hear", deaf)
    monkeypatch.setattr(feeds, "SWEEP_S", 0.2)
    monkeypatch.setattr(lobby, "RESYNC_S", 0.2)
    with Live(redis_url) as live, ExitStack() as stack:
        match_id, seats = start_match(live.url)
        readers = [
            stack.enter_context(following(viewer, path(match_id)))
            for viewer in (*seats, Client(live.url))
        ]
        turns = stack.enter_context(following(seats[0], "/v1/events"))
        play_some(match_id, seats, 60, random.Random(SEED))
        seats[0].act(match_id, "resign")
        for reader in readers:
            assert versions(reader.rest()) == [*range(3, 64)], f"seed {SEED}"
        until(lambda: [*turns.told.queue][-1].event == "matchFinished")
    assert dropped, "or nothing was proven"


def test_a_notice_that_overtakes_an_answer_is_not_forgotten(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be made up for by the sweep, which does not come here."""
    monkeypatch.setattr(feeds, "SWEEP_S", 1e6)
    changes = feeds.Feeds.changes

    async def slow(self: feeds.Feeds, match_id: str, player: Any, after: int) -> Any:
        """The answer is on its way while the match goes on."""
        page = await changes(self, match_id, player, after)
        await asyncio.sleep(0.02)
        return page

    monkeypatch.setattr(feeds.Feeds, "changes", slow)
    with Live(redis_url) as live:
        match_id, seats = start_match(live.url)
        with following(seats[0], path(match_id)) as reader:
            for last in range(5, 35, 3):
                play_some(match_id, seats, 3, random.Random(SEED))
                while reader.next().version != last:
                    pass


def test_readers_with_the_same_eyes_share_one_look(
    live: Live, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []
    changes = feeds.Feeds.changes

    async def counted(self: feeds.Feeds, match_id: str, *more: Any) -> Any:
        looks.append(match_id)
        return await changes(self, match_id, *more)

    match_id, seats = start_match(live.url)
    with ExitStack() as stack:
        crowd = [
            stack.enter_context(following(Client(live.url), path(match_id))) for _ in range(20)
        ]
        for reader in crowd:
            reader.next("snapshot")
        monkeypatch.setattr(feeds.Feeds, "changes", counted)
        play_some(match_id, seats, 5, random.Random(SEED))
        for reader in crowd:
            assert versions([reader.next() for _ in range(5)]) == [*range(3, 8)]
    assert 1 <= looks.count(match_id) <= 5


def test_streams_that_are_cut_leave_nothing_behind(live: Live, redis_url: str) -> None:
    """Neither a subscription nor a file descriptor."""
    match_id, seats = start_match(live.url)
    with sync_redis.Redis.from_url(redis_url) as channels:

        def listened_to() -> int:
            return int(dict(channels.pubsub_numsub(f"match:{{{match_id}}}")).popitem()[1])

        with following(seats[0], path(match_id)) as reader:
            reader.next("snapshot")
        until(lambda: listened_to() == 0)
        before = open_files()
        for number in range(100):
            with following(seats[number % 2], path(match_id)):
                pass
        until(lambda: listened_to() == 0)
        until(lambda: open_files() <= before + 3)


def open_files() -> int:
    """How many file descriptors this process has, in which the service runs too."""
    return len(os.listdir("/dev/fd"))


# Slow readers


def some(number: int, size: int = 1000) -> Item:
    return item("change", {"version": number, "filling": "x" * size}, number)


def test_who_reads_too_slowly_is_sent_away() -> None:
    inbox = Inbox()
    for number in range(1, 70):
        inbox.put(some(number))
    assert inbox.closed
    assert next_of(inbox).event == "goodbye"
    assert inbox.over


def test_one_item_fits_however_large_it_is() -> None:
    inbox = Inbox()
    inbox.put(some(1, size=1_000_000))
    assert not inbox.closed
    assert next_of(inbox).version == 1


def test_what_was_read_makes_room() -> None:
    inbox = Inbox()
    for number in range(1, 500):
        inbox.put(some(number))
        assert next_of(inbox).version == number
    assert not inbox.closed


def test_a_nudge_is_not_lost() -> None:
    inbox = Inbox()
    inbox.nudge()
    assert asyncio.run(inbox.get(10.0)) is None
    inbox.put(some(1))
    assert next_of(inbox).version == 1


def next_of(inbox: Inbox) -> Item:
    found = asyncio.run(inbox.get(1.0))
    assert found
    return found


@pytest.mark.anyio
async def test_a_reader_who_takes_nothing_at_all_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "STUCK_S", 0.05)
    cut = asyncio.Event()
    sent: list[Message] = []

    @asynccontextmanager
    async def begin(inbox: Inbox) -> AsyncIterator[AsyncIterator[Item]]:
        yield each([some(1), some(2)])

    async def each(items: list[Item]) -> AsyncIterator[Item]:
        for one in items:
            yield one

    async def send(message: Message) -> None:
        sent.append(message)
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def valid() -> None:
        return None

    stream = EventStream(Streams(), begin, valid, NDJSON)
    abort: dict[str, Callable[[], None]] = {"abort": cut.set}
    scope = {"type": "http", "extensions": {"croupier.abort": abort}}
    await stream(scope, receive, send)
    assert cut.is_set()
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
