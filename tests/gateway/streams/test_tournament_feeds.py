"""Feeds of tournaments: what followers are told, and that they share one reading."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import orjson
import pytest
from croupier_tournament import System, commands, match_id
from croupier_tournament.settings import Settings
from gateway.engine_client.client import EngineClient
from gateway.engine_client.group import Way
from gateway.errors import Problem
from gateway.streams import own_tournaments, tournament_feeds
from gateway.streams.event_queue import EventQueue, StreamEvent
from gateway.streams.own_tournaments import OwnTournaments
from gateway.streams.tournament_feeds import Happening, TournamentFeeds
from gateway.tournaments.lists import Lists
from gateway.tournaments.reading import Reading
from redis.asyncio import Redis
from redislink import tournaments
from redislink.pubsub import Subscriber
from redislink.tournament_logs import Known

from tests.croupier_tournament.playing import player
from tests.support.tournaments import Stored, settings
from tests.support.waiting import happens
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]

WAIT_S = 30.0
SPECTATOR = ""


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told once a second is told sooner."""
    monkeypatch.setattr(tournament_feeds, "TICK_S", 0.05)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A Redis that no engine has: its director would go on with what these tests play."""
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.close()


@pytest.fixture
async def redis(server: RedisServer) -> AsyncIterator[Redis]:
    async with Redis.from_url(server.url) as client:
        yield client


class Counting(Reading):
    """Counts the readings of logs."""

    count = 0

    async def _read(self, tournament_id: str) -> Any:
        self.count += 1
        return await super()._read(tournament_id)


@asynccontextmanager
async def followed(redis: Redis) -> AsyncIterator[tuple[TournamentFeeds, Counting]]:
    subscriber = Subscriber(redis)
    subscriber.start()
    reading = Counting(redis, EngineClient("ipv4:127.0.0.1:9", Way(1.0)))
    try:
        yield TournamentFeeds(reading, subscriber), reading
    finally:
        await subscriber.stop()


class Reader:
    """Who follows a tournament, with all that it is told."""

    def __init__(self, queue: EventQueue, begin: Sequence[StreamEvent]) -> None:
        self.queue, self.told = queue, [*begin]

    async def next(self) -> StreamEvent:
        async with asyncio.timeout(WAIT_S):
            while not (event := await self.queue.get(WAIT_S)):
                pass
        return event

    async def until(self, *names: str) -> Any:
        """The data of the next event of these names, and all others before it."""
        async with asyncio.timeout(WAIT_S):
            while not self.told or self.told[-1].event not in names:
                self.told.append(await self.next())
        return orjson.loads(self.told[-1].data)

    @property
    def names(self) -> list[str]:
        return [each.event for each in self.told]


@asynccontextmanager
async def follower(
    feeds: TournamentFeeds, of: Stored, who: str = SPECTATOR, after: int | None = None
) -> AsyncIterator[Reader]:
    queue = EventQueue()
    async with feeds.follow(of.id, who, after, queue) as begin:
        yield Reader(queue, [each async for each in begin])


async def begun(redis: Redis, wish: Settings | None = None, first: int = 0) -> Stored:
    """A tournament whose registration is open, with four players from the `first` on."""
    stored = Stored.of(redis, wish or settings(rounds=2, break_ms=0))
    stored.playing.register(range(first, first + 4))
    return await stored.save()


def nobody() -> int:
    """A player who is in no other tournament."""
    return random.randrange(10**6, 10**15)


async def paired(stored: Stored) -> None:
    stored.playing.check_in()
    stored.playing.pair()
    await stored.save()


async def test_a_player_is_told_of_an_evening(redis: Redis) -> None:
    stored, ann = await begun(redis), player(0)
    async with followed(redis) as (feeds, _), follower(feeds, stored, ann) as reader:
        assert reader.names == ["registered"]
        await paired(stored)
        seat = await reader.until("roundPaired")
        assert reader.names[-3:] == ["checkInOpened", "started", "roundPaired"]
        table = seat["table"]
        assert ann in stored.playing.it.round(1).table(table).players
        assert seat["matchId"] == match_id(stored.id, 1, table)
        assert seat["version"] == reader.told[-1].version == stored.playing.it.version
        stored.playing.play()
        await stored.save()
        over = await reader.until("finished")
        assert over["reason"] == "completed"
        rounds = [orjson.loads(each.data) for each in reader.told if each.event == "result"]
        assert [each["round"] for each in rounds] == [1, 2]
        assert reader.names[-2:] == ["standings", "finished"]
        assert reader.queue.exhausted


async def test_a_spectator_is_told_of_rounds_and_of_no_table(redis: Redis) -> None:
    stored = await begun(redis)
    async with followed(redis) as (feeds, _), follower(feeds, stored) as reader:
        await paired(stored)
        seat = await reader.until("roundPaired")
        assert (seat["round"], seat["table"], seat["matchId"]) == (1, None, None)
        assert not seat["bye"]
        stored.playing.play()
        await stored.save()
        await reader.until("finished")
        assert "result" not in reader.names


async def test_the_second_match_of_a_pairing_is_told_of(redis: Redis) -> None:
    stored, ann = await begun(redis, settings(rounds=1, legs=2)), player(0)
    await paired(stored)
    (place,) = stored.playing.it.players[ann].tables
    async with followed(redis) as (feeds, _), follower(feeds, stored, ann) as reader:
        assert orjson.loads(reader.told[-1].data)["leg"] == 1
        stored.playing.report(*place, [0, 1])
        await stored.save()
        assert (await reader.until("result"))["leg"] == 1
        seat = await reader.until("roundPaired")
        assert (seat["leg"], seat["matchId"]) == (2, match_id(stored.id, *place, 2))


async def test_who_has_a_bye_is_told_so(redis: Redis) -> None:
    stored = Stored.of(redis, settings(rounds=1))
    stored.playing.register(range(3))
    await stored.save()
    async with followed(redis) as (feeds, _), AsyncExitStack() as stack:
        readers = {
            each: await stack.enter_async_context(follower(feeds, stored, each))
            for each in map(player, range(3))
        }
        await paired(stored)
        byes = {each for each in readers if (await readers[each].until("roundPaired"))["bye"]}
    assert byes == {*stored.playing.it.round(1).byes}


async def test_who_comes_back_is_told_what_is_so_unless_it_knows(redis: Redis) -> None:
    stored, ann = await begun(redis), player(0)
    await paired(stored)
    version = stored.playing.it.version
    async with followed(redis) as (feeds, _):
        async with follower(feeds, stored, ann, after=version) as reader:
            assert not reader.told
        async with follower(feeds, stored, ann, after=version - 1) as reader:
            assert reader.names == ["started", "standings", "roundPaired"]
        with pytest.raises(Problem, match="no version"):
            async with follower(feeds, stored, ann, after=version + 1):
                pass
        assert not feeds._feeds


async def test_one_that_is_over_says_so_and_ends(redis: Redis) -> None:
    stored = await begun(redis)
    stored.playing.do(commands.Abort("It rains."))
    await stored.save()
    async with followed(redis) as (feeds, _):
        for after in (None, stored.playing.it.version):
            async with follower(feeds, stored, after=after) as reader:
                assert (await reader.until("aborted"))["reason"] == "It rains."
                assert reader.queue.exhausted


async def test_a_pause_is_told(redis: Redis) -> None:
    stored = await begun(redis)
    await paired(stored)
    async with followed(redis) as (feeds, _), follower(feeds, stored) as reader:
        for command, is_paused in ((commands.Pause(), True), (commands.Resume("paused"), False)):
            stored.playing.do(command)
            await stored.save()
            reader.told.clear()
            assert (await reader.until("halted"))["paused"] == is_paused


async def test_all_followers_share_one_reading(redis: Redis) -> None:
    stored = await begun(redis)
    async with followed(redis) as (feeds, reading), AsyncExitStack() as stack:
        readers = [
            await stack.enter_async_context(follower(feeds, stored, player(number)))
            for number in range(200)
        ]
        before = reading.count
        await paired(stored)
        for each in readers:
            await each.until("roundPaired")
        # One for a message, and some more on a machine so slow that feeds look by themselves.
        assert reading.count - before < len(readers) / 10
        assert len(feeds._feeds) == 1
    assert not feeds._feeds


async def test_what_happens_often_is_told_seldom(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament_feeds, "TICK_S", 1.0)
    stored = await begun(redis)
    async with followed(redis) as (feeds, _), follower(feeds, stored) as reader:
        reader.told.clear()
        began = time.monotonic()
        for number in range(4, 24):
            stored.playing.register([number])
            await stored.save()
        while (await reader.until("registered"))["players"] < 24:
            reader.told.append(await reader.next())
        assert {*reader.names} == {"registered"}
        assert len(reader.told) <= 1 + (time.monotonic() - began)


async def test_streams_end_when_an_older_log_was_restored(redis: Redis) -> None:
    stored = await begun(redis)
    async with followed(redis) as (feeds, _), follower(feeds, stored) as reader:
        key, log = tournaments.tournament(stored.id), tournaments.log(stored.id)
        client: Any = redis
        await client.delete(log)
        for each in stored.playing.entries[:3]:
            await client.xadd(log, {"line": each.line}, f"{each.version}-0")
        await client.hset(key, mapping={"version": 3, "head": stored.playing.entries[3].prev})
        await client.publish(key, 3)
        assert (await reader.until("goodbye"))["reason"] == "version_mismatch"


@asynccontextmanager
async def own(
    redis: Redis, who: str, tell: Callable[[StreamEvent], None]
) -> AsyncIterator[OwnTournaments]:
    async with followed(redis) as (feeds, reading):
        of = OwnTournaments(who, Lists(redis), reading, feeds, tell)
        yield of
        await of.close()
        assert not feeds._feeds


async def test_a_players_feed_tells_of_its_own_tournaments(redis: Redis) -> None:
    number, told = nobody(), EventQueue()
    stored, ann = await begun(redis, settings(System.KNOCKOUT), number), player(number)
    stored.playing.do(commands.OpenCheckIn())
    await stored.save()
    async with own(redis, ann, told.put) as of:
        reader = Reader(told, await of.first())
        (first,) = reader.told
        assert first.event == "checkInOpened"
        assert orjson.loads(first.data)["tournamentId"] == stored.id
        await paired(stored)
        seat = await reader.until("roundPaired")
        assert (seat["tournamentId"], seat["round"]) == (stored.id, 1)
        assert "version" not in seat
        (again,) = await of.first()
        assert orjson.loads(again.data) == seat
        stored.playing.play()
        await stored.save()
        assert (await reader.until("tournamentFinished"))["status"] == "finished"
        await of.look()
        assert stored.id not in of._followed


async def test_a_player_is_told_nothing_of_others(redis: Redis) -> None:
    number, told = nobody(), list[StreamEvent]()
    stored = await begun(redis, first=number)
    async with own(redis, player(number), told.append) as of:
        await of.look()
        await paired(stored)
        stored.playing.do(commands.Withdraw(player(number + 1)))
        await stored.save()
        await happens(lambda: has_two(told))
    assert [each.event for each in told] == ["checkInOpened", "roundPaired"]


async def test_a_damaged_tournament_takes_nothing_else_from_its_players_feed(redis: Redis) -> None:
    number, told = nobody(), list[StreamEvent]()
    damaged, whole = [await begun(redis, first=number) for _ in range(2)]
    await redis.xdel(tournaments.log(damaged.id), "2-0")
    async with own(redis, player(number), told.append) as of:
        assert await of.first() == []
        assert of._followed.keys() == {whole.id}
        whole.playing.do(commands.OpenCheckIn())
        await whole.save()
        await happens(lambda: has_one(told))
        await of.look()
    assert orjson.loads(told[0].data)["tournamentId"] == whole.id


async def has_one(told: list[StreamEvent]) -> bool:
    return len(told) == 1


async def has_two(told: list[StreamEvent]) -> bool:
    return len(told) == 2


async def test_a_log_that_could_not_be_read_is_read_again(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament_feeds, "RETRY_S", 0.01)
    stored = await begun(redis)
    async with followed(redis) as (feeds, reading), follower(feeds, stored) as reader:
        known, failures = reading.known, [KeyError("log")]

        async def fails_once(tournament_id: str) -> Known:
            if failures:
                raise failures.pop()
            return await known(tournament_id)

        monkeypatch.setattr(reading, "known", fails_once)
        await paired(stored)
        await reader.until("roundPaired")
        assert not failures


class Failing:
    """A follower who cannot be told anything."""

    player_id = SPECTATOR

    def take(self, happening: Happening) -> None:
        raise KeyError(happening.name)

    def end(self, last: StreamEvent) -> None:
        raise KeyError(last.event)


async def test_a_feed_goes_on_after_a_follower_who_failed(redis: Redis) -> None:
    stored = await begun(redis)
    async with followed(redis) as (feeds, _), follower(feeds, stored) as reader:
        async with feeds.entered(stored.id) as feed:
            with feed.following(Failing(), stored.playing.it.version):
                stored.playing.do(commands.OpenCheckIn())
                await stored.save()
                await reader.until("checkInOpened")
        stored.playing.do(commands.Abort("rain"))
        await stored.save()
        await reader.until("aborted")


async def test_a_league_is_followed_behind_many_that_are_over(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_tournaments, "FOLLOWED", 1)
    number, told = nobody(), list[StreamEvent]()
    league = await begun(redis, first=number)
    for _ in range(3):
        later = {"createTime": "2029-01-01T00:00:00Z"}
        over = Stored.of(redis, settings(rounds=2), made=later)
        over.playing.register([number])
        over.playing.do(commands.Abort("rain"))
        await over.save()
    async with own(redis, player(number), told.append) as of:
        await of.look()
        assert of._followed.keys() == {league.id}
