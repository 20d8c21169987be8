"""Presence counts players over all gateways, and no stream waits for it."""

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from secrets import token_urlsafe

import pytest
from croupier_match.absence import MAX_MS
from gateway.errors import Problem
from gateway.players.last_asked import AGAIN_MS as ASKED_AGAIN_MS
from gateway.players.last_asked import KEY as ASKED
from gateway.players.player import Player
from gateway.players.presence import (
    AGAIN_MS,
    AT_ONCE,
    KEPT_MS,
    KEPT_S,
    LIFE_MS,
    Here,
    Presence,
)
from redis import Redis
from redislink.client import connect

from tests.support.live import Live
from tests.support.players import Client, Json, ok, register
from tests.support.requests import newcomer
from tests.support.socket_client import dialled
from tests.support.stream_reader import following
from tests.support.waiting import happens, until
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]

NOBODY = Here(0, 0)


class Clock:
    """The time of all gateways of a test."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    """Yield a Redis of this test alone."""
    server = RedisServer(tmp_path / "redis")
    server.start()
    yield server
    server.close()


def somebody(kind: str = "human") -> Player:
    return Player(token_urlsafe(16), "Ann", kind)


async def test_who_follows_over_any_gateway_is_here_once(server: RedisServer) -> None:
    async with connect(server.url, 5) as redis:
        clock, ann, rosa = Clock(), somebody(), somebody("bot")
        one, other = Presence(redis, clock), Presence(redis, clock)
        with one.here(ann), one.here(ann), other.here(ann), other.here(rosa), other.here(rosa):
            await one.note()
            await other.note()
            assert await one.count() == await other.count() == Here(1, 1)


async def test_who_stays_is_noted_again_and_who_has_gone_expires(server: RedisServer) -> None:
    async with connect(server.url, 5) as redis:
        clock, ann, bob = Clock(), somebody(), somebody()
        gateway = Presence(redis, clock)
        with gateway.here(ann):
            with gateway.here(bob):
                await gateway.note()
            for _ in range(LIFE_MS // AGAIN_MS + 1):
                clock.now += AGAIN_MS / 1000
                await gateway.note()
            assert await gateway.count() == Here(1, 0)
        clock.now += LIFE_MS / 1000
        assert await gateway.count() == NOBODY
        assert LIFE_MS < await redis.pttl("{presence}:human") <= KEPT_MS
        clock.now += KEPT_MS / 1000
        with gateway.here(bob):
            await gateway.note()
        assert await redis.zrange("{presence}:human", 0, -1) == [bob.id.encode()]


async def passed(clock: Clock, ms: int, *gateways: Presence) -> None:
    """So much time passes, while all gateways note their players as often as they do."""
    for _ in range(0, ms, AGAIN_MS):
        clock.now += AGAIN_MS / 1000
        for gateway in gateways:
            await gateway.note()


async def test_who_is_away_is_told_of_over_any_gateway_and_since_when(server: RedisServer) -> None:
    async with connect(server.url, 5) as redis:
        clock, ann, bob, never = Clock(), somebody(), somebody("bot"), somebody()
        one, other = Presence(redis, clock), Presence(redis, clock)
        begun_ms = one.now_ms()
        with one.here(ann):
            with other.here(bob):
                await passed(clock, 10 * AGAIN_MS, one, other)
            left_ms = one.now_ms()
            # A page that is loaded anew is back within that.
            clock.now += (LIFE_MS - AGAIN_MS) / 1000
            assert {*await one.away([ann.id, bob.id])} == set()
            await passed(clock, 3 * AGAIN_MS, one, other)
            found = await one.away([ann.id, bob.id, never.id] * AT_ONCE)
            assert found == await other.away([never.id, bob.id])
            assert {*found} == {bob.id, never.id}
            # Never before: who is gone too early loses a match.
            assert left_ms <= found[bob.id] <= left_ms + AGAIN_MS
            assert found[never.id] == begun_ms + AGAIN_MS
            with one.here(bob):
                await one.note()
            assert {*await other.away([bob.id])} == set()


async def test_nobody_was_absent_while_nobody_could_be_noted(server: RedisServer) -> None:
    async with connect(server.url, 5) as redis:
        clock, ann = Clock(), somebody()
        gateway = Presence(redis, clock)
        await passed(clock, 10 * AGAIN_MS, gateway)
        clock.now += 3600
        # It has noted nobody for an hour, and does not know who is here.
        with pytest.raises(Problem) as refused:
            await gateway.away([ann.id])
        assert refused.value.code == "unavailable"
        again = Presence(redis, clock)
        await again.note()
        assert await again.away([ann.id]) == {ann.id: again.now_ms()}
        # As does a Redis that has lost everything.
        await passed(clock, 10 * AGAIN_MS, again)
        await redis.flushall()
        assert await again.away([ann.id]) == {ann.id: again.now_ms()}


async def test_who_asks_is_here_for_a_while_over_any_gateway(server: RedisServer) -> None:
    async with connect(server.url, 5) as redis:
        clock, ann, bob = Clock(), somebody(), somebody("bot")
        one, other = Presence(redis, clock), Presence(redis, clock)
        await passed(clock, AGAIN_MS, one, other)
        one.touch(ann)
        with one.here(bob):
            # Its own gateway knows it, before that is noted.
            assert await one.away([ann.id, bob.id]) == {}
            assert {*await other.away([ann.id, bob.id])} == {ann.id, bob.id}
        await one.note()
        asked_ms = one.now_ms()
        clock.now += AGAIN_MS / 1000 - 1
        one.touch(ann)
        await one.note()
        clock.now += 1
        await one.note()
        assert await other.count() == Here(1, 0)
        # For so long after the last time, and not after it was noted.
        clock.now += LIFE_MS / 1000 - 1 - 0.001
        await other.note()
        assert await other.away([ann.id]) == {}
        clock.now += 0.001
        assert asked_ms <= (await one.away([ann.id]))[ann.id] <= asked_ms + 2 * AGAIN_MS


async def test_it_is_noted_when_people_asked_last_and_beginning_a_stream_is_not_asking(
    server: RedisServer,
) -> None:
    async with connect(server.url, 5) as redis:
        clock, ann, bob, rosa = Clock(), somebody(), somebody(), somebody("bot")
        gateway = Presence(redis, clock)
        gateway.touch(ann)
        gateway.touch(bob, asks=False)
        gateway.touch(rosa)
        await gateway.note()
        first_ms = gateway.now_ms()
        assert await redis.zrange(ASKED, 0, -1, withscores=True) == [(ann.id.encode(), first_ms)]
        clock.now += 1
        gateway.touch(ann)
        again_ms = gateway.now_ms()
        await gateway.note()
        assert await redis.zscore(ASKED, ann.id) == first_ms
        clock.now += ASKED_AGAIN_MS / 1000 - 1
        await gateway.note()
        assert await redis.zscore(ASKED, ann.id) == again_ms
        gateway.touch(ann)
        await gateway.forget(ann.id)
        clock.now += ASKED_AGAIN_MS / 1000
        await gateway.note()
        assert not await redis.exists(ASKED)


async def test_who_is_deleted_is_forgotten_and_not_noted_again(server: RedisServer) -> None:
    async with connect(server.url, 5) as redis:
        ann, bob, eve = somebody(), somebody(), somebody("bot")
        gateway = Presence(redis, Clock())
        for each in (ann, bob):
            gateway.touch(each)
        await gateway.note()
        gateway.touch(ann)  # by the request that deletes it
        gateway.touch(eve)
        await gateway.forget(ann.id)
        gateway.on_revocation(eve.id)  # another gateway deletes it
        await gateway.note()
        assert await redis.zrange("{presence}:human", 0, -1) == [bob.id.encode()]
        assert not await redis.exists("{presence}:bot")
        gateway.touch(eve)
        gateway.on_revocation(None)
        await gateway.note()
        assert not await redis.exists("{presence}:bot")


async def test_who_was_away_for_longer_than_is_kept_is_since_a_full_hour(
    server: RedisServer,
) -> None:
    async with connect(server.url, 5) as redis:
        clock, ann = Clock(), somebody()
        gateway = Presence(redis, clock)
        found = set()
        for _ in range(6):
            await gateway.note()
            await redis.zadd("{presence}:noting", {"since": 0})
            now_ms = gateway.now_ms()
            since_ms = (await gateway.away([ann.id]))[ann.id]
            assert now_ms - KEPT_MS <= since_ms <= now_ms - MAX_MS
            found.add(since_ms)
            clock.now += 600
        assert len(found) == 2  # readers are not told all the time


async def test_the_numbers_are_asked_for_once_in_a_while(server: RedisServer) -> None:
    async with connect(server.url, 5) as redis:
        clock, ann = Clock(), somebody()
        gateway = Presence(redis, clock)
        assert await gateway.count() == NOBODY
        with gateway.here(ann):
            await gateway.note()
            assert await gateway.count() == NOBODY
            clock.now += KEPT_S
            assert await gateway.count() == Here(1, 0)


async def test_without_redis_everybody_follows_and_nobody_is_counted(server: RedisServer) -> None:
    async with connect(server.url, 5) as redis:
        gateway = Presence(redis)
        gateway.start()
        server.stop()
        with gateway.here(somebody()):
            with pytest.raises(Problem) as refused:
                await gateway.count()
            assert refused.value.code == "unavailable"
            server.start()
            await happens(partial(is_alone, gateway))
        await gateway.stop()


async def is_alone(gateway: Presence) -> bool:
    """Whether one person is known to be here, as far as Redis can tell."""
    with suppress(Problem):
        return await gateway.count() == Here(1, 0)
    return False


def test_streams_and_sockets_are_of_somebody_who_is_here(server: RedisServer) -> None:
    with Live(server.url) as live, ExitStack() as opened:
        ann, bob, rosa = newcomer(live.url), newcomer(live.url), register(live.url, kind="bot")
        match_id = ann.create()["id"]
        opened.enter_context(following(ann, "/v1/events"))
        opened.enter_context(following(rosa, f"/v1/matches/{match_id}/events"))
        opened.enter_context(following(Client(live.url), f"/v1/matches/{match_id}/events"))
        opened.enter_context(dialled(live.url)).ask("hello", token=bob.token)
        asked = newcomer(live.url)
        ok(asked.get("/v1/players/me"))
        until(lambda: presence(live) == {"people": 3, "bots": 1})
        with Redis.from_url(server.url) as store:
            noted = {each.decode() for each in store.zrange(ASKED, 0, -1)}
        # Ann has made a match, and Bob has only greeted.
        assert noted == {ann.id, asked.id}


def presence(live: Live) -> Json:
    return ok(Client(live.url).get("/v1/presence"))
