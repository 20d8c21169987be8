"""What keeps streams whole when notices are lost, readers are slow, or many come and go."""

import asyncio
import json
import os
import random
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager
from typing import Any

import pytest
import redis as sync_redis
from gateway import tasks
from gateway.pubsub import Subscriber
from gateway.streaming import event_stream, match_feed, match_feeds, match_source, player_feed
from gateway.streaming.event_queue import (
    BUFFER_BYTES,
    EventQueue,
    StreamEvent,
    goodbye,
    stream_event,
)
from gateway.streaming.event_stream import EventStream, EventStreams
from gateway.websocket import connection, subscriptions
from starlette.types import Message

from tests.gateway.streaming.test_event_stream import path, play_some, versions
from tests.support.live import Live
from tests.support.players import Client, refused, start_match
from tests.support.socket_client import talking
from tests.support.stream_reader import NDJSON, SSE, following
from tests.support.waiting import until

SEED = 20261121
LOST = 0.1
"""The share of notices that never arrive."""


def test_lost_notices_lose_nothing(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One in ten is dropped, and still every version comes once, in order."""
    dice, hear = random.Random(SEED), Subscriber._on_push
    dropped: list[Any] = []

    def deaf(self: Subscriber, kind: bytes, *said: Any) -> None:
        if kind == b"message" and dice.random() < LOST:
            dropped.append(said)
        else:
            hear(self, kind, *said)

    monkeypatch.setattr(Subscriber, "_on_push", deaf)
    monkeypatch.setattr(match_feeds, "SWEEP_S", 0.2)
    monkeypatch.setattr(player_feed, "RESYNC_S", 0.2)
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
    monkeypatch.setattr(match_feeds, "SWEEP_S", 1e6)
    changes = match_source.MatchSource.changes

    async def slow(self: match_source.MatchSource, match_id: str, player: Any, after: int) -> Any:
        """The answer is on its way while the match goes on."""
        page = await changes(self, match_id, player, after)
        await asyncio.sleep(0.02)
        return page

    monkeypatch.setattr(match_source.MatchSource, "changes", slow)
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
    changes = match_source.MatchSource.changes

    async def counted(self: match_source.MatchSource, match_id: str, *more: Any) -> Any:
        looks.append(match_id)
        return await changes(self, match_id, *more)

    match_id, seats = start_match(live.url)
    with ExitStack() as stack:
        crowd = [
            stack.enter_context(following(Client(live.url), path(match_id))) for _ in range(20)
        ]
        for reader in crowd:
            reader.next("snapshot")
        monkeypatch.setattr(match_source.MatchSource, "changes", counted)
        play_some(match_id, seats, 5, random.Random(SEED))
        for reader in crowd:
            assert versions([reader.next() for _ in range(5)]) == [*range(3, 8)]
    assert 1 <= looks.count(match_id) <= 5


@pytest.fixture
def noisy(redis_url: str) -> Iterator[sync_redis.Redis]:
    with sync_redis.Redis.from_url(redis_url) as client:
        yield client


@contextmanager
def deaf(monkeypatch: pytest.MonkeyPatch, match_id: str) -> Iterator[None]:
    """No notice about this match arrives."""
    hear = Subscriber._on_push

    def hear_others(self: Subscriber, kind: bytes, channel: bytes, told: Any = None) -> None:
        if kind != b"message" or match_id not in f"{channel!r} {told!r}":
            hear(self, kind, channel, told)

    with monkeypatch.context() as patched:
        patched.setattr(Subscriber, "_on_push", hear_others)
        yield


def test_much_that_comes_at_once_sends_nobody_away_who_reads(
    live: Live, noisy: sync_redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than the buffer holds, through every door."""
    match_id, seats = start_match(live.url)
    with (
        following(seats[0], path(match_id)) as lines,
        following(seats[1], path(match_id), NDJSON) as objects,
        talking(Client(live.url)) as talk,
    ):
        lines.next("snapshot")
        objects.next("snapshot")
        talk.ask("subscribe", matchId=match_id)
        with deaf(monkeypatch, match_id):
            last = play_some(match_id, seats, 49, random.Random(SEED))["version"]
        noisy.publish(f"match:{{{match_id}}}", last)
        expected = [*range(3, last + 1)]
        told = [lines.next("change") for _ in expected]
        assert sum(len(json.dumps(said.data)) for said in told) > BUFFER_BYTES
        assert versions(told) == expected
        assert versions([objects.next("change") for _ in expected]) == expected
        assert [talk.push(match_id)["data"]["version"] for _ in expected] == expected


def test_of_a_match_that_has_ended_nothing_more_is_told(
    live: Live, noisy: sync_redis.Redis
) -> None:
    """Its last notices may come after somebody has looked."""
    match_id, seats = start_match(live.url, options={"startSeat": 1})
    with following(seats[0], "/v1/events") as reader:
        seats[0].act(match_id, "resign")
        assert reader.next().event == "matchFinished"
        for version in (3, 2, 3, 4):
            noisy.publish(f"player:{{{seats[0].id}}}:notices", f"{match_id} {version}")
        noisy.publish(f"player:{{{seats[0].id}}}:notices", f"{match_id} 3 rematch")
        assert reader.next().event == "rematchOffered"


def test_a_lost_notice_is_made_up_for_while_another_match_is_busy(
    live: Live, noisy: sync_redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_feed, "RESYNC_S", 1.0)
    lost, seats = start_match(live.url, options={"startSeat": 1})
    busy = str(seats[0].create()["id"])
    with following(seats[0], "/v1/events") as reader:
        noisy.publish(f"player:{{{seats[0].id}}}:notices", f"{busy} 1 rematch")
        reader.next("rematchOffered")
        with deaf(monkeypatch, lost):
            play_some(lost, seats, 1, random.Random(SEED))

        def told() -> bool:
            noisy.publish(f"player:{{{seats[0].id}}}:notices", f"{busy} 1")
            return reader.told.qsize() > 0

        until(told)
        assert reader.next("yourTurn").data == {"matchId": lost, "version": 3}


def test_a_match_that_has_gone_back_ends_its_streams_which_then_begin_anew(
    redis_url: str, noisy: sync_redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a Redis that was restored from a copy; though somebody is slow to leave."""
    leave, go_on = match_feeds.MatchFeeds._leave, threading.Event()

    async def leave_late(self: match_feeds.MatchFeeds, feed: match_feed.MatchFeed) -> None:
        await asyncio.to_thread(go_on.wait, 10)
        await leave(self, feed)

    monkeypatch.setattr(match_feeds, "SWEEP_S", 0.1)
    monkeypatch.setattr(match_feeds.MatchFeeds, "_leave", leave_late)
    with Live(redis_url) as own:
        match_id, seats = start_match(own.url)
        kept = {key: noisy.dump(key) or b"" for key in noisy.scan_iter(f"*{match_id}*")}
        with following(seats[0], path(match_id)) as reader:
            reader.next("snapshot")
            known = play_some(match_id, seats, 3, random.Random(SEED))["version"]
            assert [reader.next("change").version for _ in range(3)] == [3, 4, known]
            for key, dump in kept.items():
                noisy.restore(key, 0, dump, replace=True)
            (told,) = reader.rest()
            assert told.data == {"reason": "version_mismatch", "retryAfter": 1}
        with following(seats[0], path(match_id)) as reader:
            assert reader.next("snapshot").version == 2
            go_on.set()
        refused(seats[0].get(path(match_id), {"Accept": SSE}, after=known), 400, "malformed")


def test_a_stream_may_begin_where_its_reader_knows_the_match_already(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the look that it shares has begun before that version was made."""
    match_id, seats = start_match(live.url)
    wait_for, come, go_on = match_feed.MatchFeed.refresh, threading.Semaphore(0), threading.Event()
    changes = match_source.MatchSource.changes

    async def slow(self: match_source.MatchSource, *about: Any) -> Any:
        page = await changes(self, *about)
        await asyncio.to_thread(go_on.wait, 10)
        return page

    async def arrive(self: match_feed.MatchFeed) -> None:
        come.release()
        await wait_for(self)

    with following(seats[0], path(match_id)) as reader, ThreadPoolExecutor() as pool:
        reader.next("snapshot")
        monkeypatch.setattr(match_feed.MatchFeed, "refresh", arrive)
        monkeypatch.setattr(match_source.MatchSource, "changes", slow)
        with deaf(monkeypatch, match_id):
            first = pool.submit(begins, seats[0], match_id)
            assert come.acquire(timeout=10)
            known = play_some(match_id, seats, 1, random.Random(SEED))["version"]
            second = pool.submit(begins, seats[0], match_id, after=known)
            assert come.acquire(timeout=10)
            go_on.set()
            assert (first.result(), second.result()) == (True, True)


def begins(viewer: Client, match_id: str, **query: Any) -> bool:
    with following(viewer, path(match_id), **query):
        return True


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


# Tasks that lose a cancellation, as redis-py may


class Forgetful:
    """Work that goes on for ever, and loses two cancellations; how much there is of it."""

    def __init__(self) -> None:
        self.begun = 0
        self.ended = 0
        self._loses = 2

    async def __call__(self) -> None:
        self.begun += 1
        lost = 0
        while lost <= self._loses:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                lost += 1
        self.ended += 1

    def close(self) -> None:
        """Lose no more of them: a test that fails is to end all the same."""
        self._loses = 0


@pytest.fixture
def soon_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "AGAIN_S", 0.05)


@pytest.mark.usefixtures("soon_again")
@pytest.mark.parametrize(
    ("held_by", "name"),
    [
        (match_feed.MatchFeed, "_until_current"),
        (player_feed.PlayerFeed, "run"),
        (connection.Connection, "_check_token"),
        (subscriptions.Subscription, "_run"),
    ],
)
def test_what_loses_a_cancellation_ends_with_its_reader(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, held_by: type, name: str
) -> None:
    work = Forgetful()
    monkeypatch.setattr(held_by, name, lambda _: work())
    with Live(redis_url) as live, closing(work):
        match_id, seats = start_match(live.url)
        with (
            following(seats[0], path(match_id)),
            following(seats[0], "/v1/events"),
            talking(seats[1]) as talk,
        ):
            talk.ask("subscribe", matchId=match_id)
            play_some(match_id, seats, 1, random.Random(SEED))
            until(lambda: work.begun)
            assert not work.ended
        until(lambda: work.ended == work.begun)


@pytest.mark.anyio
@pytest.mark.usefixtures("soon_again")
@pytest.mark.parametrize("held_by", [match_feeds.MatchFeeds, Subscriber])
async def test_what_loses_a_cancellation_ends_with_the_process(
    monkeypatch: pytest.MonkeyPatch, held_by: Callable[..., Any]
) -> None:
    """Neither has anything to do here with what it is given."""
    work = Forgetful()
    monkeypatch.setattr(match_feeds.MatchFeeds, "_sweep", lambda _: work())
    monkeypatch.setattr(Subscriber, "_run", lambda _: work())
    held = held_by(*[None] * (2 if held_by is match_feeds.MatchFeeds else 1))
    with closing(work):
        held.start()
        await asyncio.to_thread(until, lambda: work.begun)
        await held.stop()
        assert (work.begun, work.ended) == (1, 1)


# Slow readers


def some(number: int, size: int = 1000) -> StreamEvent:
    return stream_event("change", {"version": number, "filling": "x" * size}, number)


def test_who_reads_too_slowly_is_sent_away() -> None:
    queue = EventQueue()
    for number in range(1, 70):
        queue.put(some(number))
    assert queue.closed
    assert next_of(queue).event == "goodbye"
    assert queue.exhausted


def test_one_item_fits_however_large_it_is() -> None:
    queue = EventQueue()
    queue.put(some(1, size=1_000_000))
    assert not queue.closed
    assert next_of(queue).version == 1


def test_what_was_read_makes_room() -> None:
    queue = EventQueue()
    for number in range(1, 500):
        queue.put(some(number))
        assert next_of(queue).version == number
    assert not queue.closed


def test_a_nudge_is_not_lost() -> None:
    queue = EventQueue()
    queue.wake()
    assert asyncio.run(queue.get(10.0)) is None
    queue.put(some(1))
    assert next_of(queue).version == 1


def next_of(queue: EventQueue) -> StreamEvent:
    found = asyncio.run(queue.get(1.0))
    assert found
    return found


@pytest.mark.anyio
async def test_room_is_waited_for_but_not_for_ever() -> None:
    queue = EventQueue()
    for number in range(40):
        queue.put(some(number))
    assert queue.crowded
    waiting = asyncio.create_task(queue.wait_for_room(10.0))
    while queue.crowded:
        assert await queue.get(1.0)
    await waiting
    assert not queue.closed
    for number in range(20):
        queue.put(some(number))
    await queue.wait_for_room(0.01)
    last = await queue.get(1.0)
    assert last
    assert json.loads(last.data)["reason"] == "slow_reader"
    assert queue.exhausted


@pytest.mark.anyio
async def test_who_is_sent_away_or_has_gone_makes_room() -> None:
    for leave in (EventQueue.hang_up, lambda queue: queue.close(goodbye("drain"))):
        queue = EventQueue()
        for number in range(40):
            queue.put(some(number))
        waiting = asyncio.create_task(queue.wait_for_room(10.0))
        await asyncio.sleep(0)
        leave(queue)
        await asyncio.wait_for(waiting, 1.0)


@pytest.mark.anyio
async def test_a_ping_comes_in_time_however_much_else_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And the token is looked at, though its stream is never idle."""
    monkeypatch.setattr(event_stream, "PING_S", 0.02)
    looks, pings = [], 0
    queue = EventQueue()

    @asynccontextmanager
    async def begin(given: EventQueue) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        nonlocal queue
        queue = given
        queue.put(some(1))
        yield nothing()

    async def nothing() -> AsyncIterator[StreamEvent]:
        return
        yield  # what makes it an iterator

    async def send(message: Message) -> None:
        nonlocal pings
        await asyncio.sleep(0)
        pings += b'"ping"' in message.get("body", b"")
        if pings < 3:
            queue.put(some(1))
        else:
            queue.hang_up()

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def look() -> None:
        looks.append(pings)

    async with asyncio.timeout(10):
        await EventStream(EventStreams(), begin, look, NDJSON)({"type": "http"}, receive, send)
    assert looks == [0, 1, 2]


@pytest.mark.anyio
async def test_a_reader_who_takes_nothing_at_all_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "STUCK_S", 0.05)
    cut = asyncio.Event()
    sent: list[Message] = []

    @asynccontextmanager
    async def begin(queue: EventQueue) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        yield each([some(1), some(2)])

    async def each(items: list[StreamEvent]) -> AsyncIterator[StreamEvent]:
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

    stream = EventStream(EventStreams(), begin, valid, NDJSON)
    abort: dict[str, Callable[[], None]] = {"abort": cut.set}
    scope = {"type": "http", "extensions": {"croupier.abort": abort}}
    await stream(scope, receive, send)
    assert cut.is_set()
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
