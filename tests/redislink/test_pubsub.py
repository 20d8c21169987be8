"""Pub/sub: listeners, and the one connection to Redis, which is lost and made anew."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from gateway.streams import match_feeds
from redis import Redis as SyncRedis
from redis.asyncio import Redis
from redislink.pubsub import Subscriber

from tests.support.live import Live
from tests.support.notifications import publish, unconnected_subscriber
from tests.support.players import Client, play_some
from tests.support.raw_http import Connection, at_once, connected, get
from tests.support.raw_streams import connect, cut_at_the_end, dial
from tests.support.requests import table
from tests.support.stream_reader import events_path
from tests.support.waiting import happens, until
from tools.redis_server import DURABLE, RedisServer

SEED = 20261121
SOON_S = 0.5
OUTAGES = 2
TABLES, COMERS = 12, 16
CROWD = 100
"""More than the gateway has connections to Redis."""


@pytest.fixture
def own_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A Redis that a test may kill."""
    server = RedisServer(tmp_path_factory.mktemp("pubsub") / "redis", *DURABLE)
    server.start()
    yield server
    server.close()


def restart(redis: RedisServer) -> None:
    assert redis.process
    redis.process.kill()
    redis.process.wait()
    redis.start()


def listeners(url: str) -> int:
    """Return the number of connections that have subscribed to a channel."""
    with SyncRedis.from_url(url) as client:
        return len(client.client_list(_type="pubsub"))


# --- the gateway as a whole


@dataclass
class Comers:
    """Readers that open streams and leave at once, again and again, and the statuses they get."""

    url: str
    paths: list[str]
    answers: Counter[int] = field(default_factory=Counter)

    async def come_and_go(self, dice: random.Random) -> None:
        while True:
            stream = await dial(self.url, dice.choice(self.paths))
            if dice.random() < 0.8:
                await stream.touched
                self.answers[stream.status] += 1
            stream.cut()
            await stream.ended


@asynccontextmanager
async def coming_and_going(comers: Comers) -> AsyncIterator[None]:
    tasks = [
        asyncio.create_task(comers.come_and_go(random.Random(SEED + number)))
        for number in range(COMERS)
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        assert {type(each) for each in ended} == {asyncio.CancelledError}


@pytest.mark.anyio
async def test_after_every_outage_all_messages_arrive_and_one_connection_is_left(
    own_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While Redis is killed again and again, and streams are opened all the time."""
    monkeypatch.setattr(match_feeds, "SWEEP_S", 1e6)  # it would make up for messages that are lost
    with Live(own_redis.url, hurried=True) as live:
        tables = [await asyncio.to_thread(table, live.url) for _ in range(TABLES)]
        others = [await asyncio.to_thread(table, live.url) for _ in range(COMERS)]
        heard = Heard()
        streams = [
            await connect(live.url, events_path(match_id), hear=heard.of(match_id))
            for match_id, _ in tables
        ]
        comers = Comers(live.url, [events_path(match_id) for match_id, _ in (*tables, *others)])
        async with cut_at_the_end(streams):
            async with coming_and_going(comers):
                for _ in range(OUTAGES):
                    answered = comers.answers.total()
                    await asyncio.to_thread(restart, own_redis)
                    await asyncio.to_thread(until, lambda: ready(live.url))
                    await asyncio.to_thread(
                        until,
                        lambda: comers.answers.total() > answered + 4 * COMERS,  # noqa: B023
                    )
            await asyncio.to_thread(until, lambda: listeners(own_redis.url) == 1)
            for match_id, seats in tables:
                await check_heard(heard, match_id, seats)
            assert not any(stream.ended.done() for stream in streams)
        assert set(comers.answers) <= {200, 503}, comers.answers
        asking = get(f"/v1/players/{tables[0][1][0].id}")
        async with connected([live.url] * CROWD) as lines:
            await happens(lambda: all_served(lines, asking))
        assert listeners(own_redis.url) == 1


async def all_served(lines: list[Connection], asking: bytes) -> bool:
    """Ask over all lines at once. On a busy machine, one of them may not be served in time."""
    statuses = {each.status for each in await at_once(lines, [asking] * CROWD)}
    assert statuses <= {200, 503}
    return statuses == {200}


class Heard:
    """The last version of each match that its stream has told."""

    def __init__(self) -> None:
        self.versions: dict[str, int] = {}

    def of(self, match_id: str) -> Callable[[str, bytes], None]:
        def hear(name: str, line: bytes) -> None:
            if name in ("snapshot", "change"):
                self.versions[match_id] = json.loads(line)["version"]

        return hear


async def check_heard(heard: Heard, match_id: str, seats: list[Client]) -> None:
    """Make a move, and assert that its stream tells of it soon."""
    made = await asyncio.to_thread(play_some, match_id, seats, 1, random.Random(SEED))
    await asyncio.to_thread(until, lambda: heard.versions[match_id] >= made["version"], SOON_S)


def ready(url: str) -> bool:
    return Client(url).get("/readyz").status_code == 200


# --- listeners, without a connection


class Recorder:
    """A listener that keeps its messages."""

    def __init__(self) -> None:
        self.messages: list[str | None] = []

    def __call__(self, message: str | None) -> None:
        self.messages.append(message)


def confirm(subscriber: Subscriber, channel: str) -> None:
    """Have Redis confirm a subscription."""
    subscriber._on_push(b"subscribe", channel.encode(), 1)


def test_a_message_goes_to_all_listeners_of_its_channel() -> None:
    subscriber, listeners = unconnected_subscriber(), [Recorder() for _ in range(3)]
    for listener, channel in zip(listeners, ("a", "a", "b"), strict=True):
        subscriber.add(channel, listener)
    publish(subscriber, "a", "news")
    assert [listener.messages for listener in listeners] == [["news"], ["news"], []]


def test_a_listener_that_was_removed_gets_no_more() -> None:
    subscriber, gone, kept = unconnected_subscriber(), Recorder(), Recorder()
    for listener in (gone, kept):
        subscriber.add("a", listener)
    subscriber.remove("a", gone)
    subscriber.remove("a", gone)
    publish(subscriber, "a", "news")
    assert (gone.messages, kept.messages) == ([], ["news"])


def test_a_listener_may_remove_itself_while_it_is_called() -> None:
    subscriber, other = unconnected_subscriber(), Recorder()

    def once(_: str | None) -> None:
        subscriber.remove("a", once)

    for listener in (once, other):
        subscriber.add("a", listener)
    publish(subscriber, "a", "news")
    assert other.messages == ["news"]


def test_a_listener_is_called_with_none_once_its_subscription_is_confirmed() -> None:
    subscriber, first, second = unconnected_subscriber(), Recorder(), Recorder()
    subscriber.add("a", first)
    assert first.messages == []
    confirm(subscriber, "a")
    assert first.messages == [None]
    subscriber.add("a", second)
    assert (first.messages, second.messages) == ([None], [None])


def test_an_event_is_set_by_messages_as_long_as_its_block_lasts() -> None:
    subscriber = unconnected_subscriber()
    with subscriber.listen("a") as event:
        assert not event.is_set()
        publish(subscriber, "a", "news")
        assert event.is_set()
        event.clear()
    publish(subscriber, "a", "news")
    assert not event.is_set()
    assert not subscriber._listeners


def test_a_release_wakes_all_listeners() -> None:
    subscriber, listeners = unconnected_subscriber(), [Recorder() for _ in range(2)]
    for channel, listener in zip("ab", listeners, strict=True):
        subscriber.add(channel, listener)
    subscriber.release()
    assert subscriber.stopping
    assert [listener.messages for listener in listeners] == [[None], [None]]


# --- the connection by itself


@pytest.fixture
async def subscriber(redis: Redis) -> AsyncIterator[Subscriber]:
    found = Subscriber(redis)
    found.start()
    yield found
    await found.stop()


async def subscribed(listener: Recorder) -> None:
    await asyncio.to_thread(until, lambda: None in listener.messages)


async def receives(redis: Redis, channel: str, listener: Recorder) -> bool:
    """Return whether the listener soon gets a message that is published now."""
    await redis.publish(channel, "news")
    try:
        await asyncio.to_thread(until, lambda: "news" in listener.messages, SOON_S)
    except AssertionError:
        return False
    return True


@pytest.mark.anyio
async def test_listeners_that_come_while_it_connects_get_their_messages(redis: Redis) -> None:
    for number in range(20):
        subscriber = Subscriber(redis)
        listeners = {f"{number}:{each}": Recorder() for each in range(10)}
        early, late = list(listeners.items())[:8], list(listeners.items())[8:]
        for channel, listener in early:
            subscriber.add(channel, listener)
        subscriber.start()
        await asyncio.sleep(0)
        for channel, listener in late:
            subscriber.add(channel, listener)
        for channel, listener in listeners.items():
            await subscribed(listener)
            assert await receives(redis, channel, listener)
        await subscriber.stop()


@pytest.mark.anyio
async def test_a_listener_that_comes_back_at_once_gets_its_messages(
    redis: Redis, subscriber: Subscriber
) -> None:
    """However coming and going meet what is being sent to Redis."""
    dice, listener = random.Random(SEED), Recorder()
    for _ in range(300):
        subscriber.add("back", listener)
        await turns(dice.randrange(5))
        subscriber.remove("back", listener)
        await turns(dice.randrange(5))
    subscriber.add("back", listener)
    while "news" not in listener.messages:
        await redis.publish("back", "news")
    subscriber.remove("back", listener)
    while dict(await redis.pubsub_numsub("back"))[b"back"]:
        pass


async def turns(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)
