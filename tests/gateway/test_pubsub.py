"""How the gateway hears of changes: over one connection, which is lost and made anew."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from gateway.pubsub import Subscriber
from gateway.streaming import match_feeds
from redis import Redis as SyncRedis
from redis.asyncio import Redis

from tests.support.live import Live
from tests.support.players import Client, play_some
from tests.support.raw_http import at_once, connected, get
from tests.support.raw_streams import connect, cut_at_the_end, dial
from tests.support.requests import table
from tests.support.stream_reader import events_path
from tests.support.waiting import until
from tools.redis_server import DURABLE, RedisServer

SEED = 20261121
SOON_S = 0.5
OUTAGES = 5
TABLES, COMERS = 12, 16
CROWD = 100
"""More than the gateway has connections to Redis."""


@pytest.fixture
def own_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A Redis that a test may kill."""
    server = RedisServer(tmp_path_factory.mktemp("watch") / "redis", *DURABLE)
    server.start()
    yield server
    server.close()


def restart(redis: RedisServer) -> None:
    assert redis.process
    redis.process.kill()
    redis.process.wait()
    redis.start()


def listeners(url: str) -> int:
    """Connections on which somebody listens."""
    with SyncRedis.from_url(url) as client:
        return len(client.client_list(_type="pubsub"))


# --- the gateway as a whole


@dataclass
class Comers:
    """Those who open streams and leave at once, again and again; what they are answered."""

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
async def test_after_every_outage_all_is_heard_and_nothing_is_left_behind(
    own_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While Redis is killed again and again, and streams are opened all the time."""
    monkeypatch.setattr(match_feeds, "SWEEP_S", 1e6)  # it would make up for whatever is not heard
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
            assert {each.status for each in await at_once(lines, [asking] * CROWD)} == {200}
        assert listeners(own_redis.url) == 1


class Heard:
    """The last version that was told of each match."""

    def __init__(self) -> None:
        self.versions: dict[str, int] = {}

    def of(self, match_id: str) -> Callable[[str, bytes], None]:
        def hear(name: str, line: bytes) -> None:
            if name in ("snapshot", "change"):
                self.versions[match_id] = json.loads(line)["version"]

        return hear


async def check_heard(heard: Heard, match_id: str, seats: list[Client]) -> None:
    """A move is told of soon after it was answered."""
    made = await asyncio.to_thread(play_some, match_id, seats, 1, random.Random(SEED))
    await asyncio.to_thread(until, lambda: heard.versions[match_id] >= made["version"], SOON_S)


def ready(url: str) -> bool:
    return Client(url).get("/readyz").status_code == 200


# --- the connection by itself


class Ear:
    """Hears one channel."""

    def __init__(self) -> None:
        self.notices: list[str | None] = []

    def wake(self, notice: str | None) -> None:
        self.notices.append(notice)


@pytest.fixture
async def watch(redis: Redis) -> AsyncIterator[Subscriber]:
    listening = Subscriber(redis)
    listening.start()
    yield listening
    await listening.stop()


async def listened(ear: Ear) -> None:
    await asyncio.to_thread(until, lambda: None in ear.notices)


async def hears(redis: Redis, channel: str, ear: Ear) -> bool:
    """Whether it is told what is published now, within some time."""
    await redis.publish(channel, "news")
    try:
        await asyncio.to_thread(until, lambda: "news" in ear.notices, SOON_S)
    except AssertionError:
        return False
    return True


@pytest.mark.anyio
async def test_who_comes_while_it_connects_is_heard(redis: Redis) -> None:
    for number in range(20):
        watch, ears = Subscriber(redis), {f"{number}:{each}": Ear() for each in range(10)}
        early, late = list(ears.items())[:8], list(ears.items())[8:]
        for channel, ear in early:
            watch.add(channel, ear.wake)
        watch.start()
        await asyncio.sleep(0)
        for channel, ear in late:
            watch.add(channel, ear.wake)
        for channel, ear in ears.items():
            await listened(ear)
            assert await hears(redis, channel, ear)
        await watch.stop()


@pytest.mark.anyio
async def test_none_is_told_when_listening_has_begun_and_not_before(
    redis: Redis, watch: Subscriber
) -> None:
    first, second = Ear(), Ear()
    watch.add("begun", first.wake)
    assert first.notices == []
    await listened(first)
    watch.add("begun", second.wake)
    assert second.notices == [None]
    assert await hears(redis, "begun", second)
    assert first.notices == [None, "news"]


@pytest.mark.anyio
async def test_who_comes_back_at_once_is_heard(redis: Redis, watch: Subscriber) -> None:
    """However coming and going meet what is said to Redis."""
    dice, ear = random.Random(SEED), Ear()
    for _ in range(300):
        watch.add("back", ear.wake)
        await turns(dice.randrange(5))
        watch.remove("back", ear.wake)
        await turns(dice.randrange(5))
    watch.add("back", ear.wake)
    while "news" not in ear.notices:
        await redis.publish("back", "news")
    watch.remove("back", ear.wake)
    while dict(await redis.pubsub_numsub("back"))[b"back"]:
        pass


async def turns(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)
