"""What a rated match has changed: told to all who follow it within moments of its end."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import anyio.to_thread
import pytest
from croupier_client import MatchRatings
from croupier_client.aio import AsyncCroupier
from croupier_match.match import ClockOptions
from engine.service.matches import Matches
from engine.store.matches import MatchStore
from gateway.streams import match_feed
from redis.asyncio import Redis
from redislink.client import connect

from tests.engine.conftest import PATIENT_S, TTL
from tests.support.ended_matches import rated
from tests.support.live import Live
from tests.support.matches import Table, full_table
from tests.support.players import Client, ok
from tests.support.requests import look
from tests.support.socket_client import talking
from tests.support.stream_reader import NDJSON, SSE, following
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]

POOL = "lost-cities.live.human.0"


@pytest.fixture
async def matches(redis_url: str) -> AsyncIterator[Matches]:
    """Another engine, which does not tally."""
    async with connect(redis_url, PATIENT_S) as client:
        yield Matches(MatchStore(client, TTL))


async def rated_table(matches: Matches, redis: Redis, moves: int = 8) -> Table:
    """A rated match. What it takes to be one is not looked at here, nor by who tallies it."""
    table = await full_table(matches)
    await rated(redis, table.match_id)
    await table.play(moves)
    return table


def events(table: Table) -> str:
    return f"/v1/matches/{table.match_id}/events"


async def seen(viewer: Client, table: Table, *headers: tuple[str, str]) -> Any:
    """The match once its ratings are known."""
    while True:
        answer = await anyio.to_thread.run_sync(look, viewer, table.match_id, *headers)
        if ok(answer)["ratings"]:
            return answer


@pytest.mark.parametrize("form", [SSE, NDJSON])
async def test_a_stream_tells_it_before_it_ends(
    live: Live, matches: Matches, redis: Redis, form: str
) -> None:
    table = await rated_table(matches, redis)
    viewer = Client(live.url)
    with following(viewer, events(table), media_type=form) as reader:
        first = reader.next("snapshot")
        assert first.data["rated"] is True
        assert first.data["ratings"] is None
        await table.resign(1)
        change, told, finished = await asyncio.to_thread(reader.rest)
    assert change.data["match"]["ratings"] is None
    assert (told.event, told.version, finished.event) == ("ratings", None, "finished")
    version = change.version
    assert told.data["version"] == finished.data["version"] == version
    now = ok(look(viewer, table.match_id))
    assert now["ratings"] == told.data["ratings"]
    assert now["ratings"]["pool"] == POOL
    assert [each["seat"] for each in now["ratings"]["changes"]] == [0, 1]
    # Who comes later, and knows the last version, is told as well.
    with following(viewer, events(table), after=version, media_type=form) as late:
        again, last = await asyncio.to_thread(late.rest)
    assert (again, last) == (told, finished)
    with following(viewer, events(table), media_type=form) as late:
        snapshot, last = await asyncio.to_thread(late.rest)
    assert snapshot.data["ratings"] == told.data["ratings"]


async def test_a_socket_tells_it_before_the_end(live: Live, matches: Matches, redis: Redis) -> None:
    table = await rated_table(matches, redis)
    viewer = Client(live.url)
    with talking(viewer) as talk:
        subscribed = talk.ask("subscribe", matchId=table.match_id)["match"]
        assert (subscribed["rated"], subscribed["ratings"]) == (True, None)
        await table.resign(1)
        pushes = await asyncio.to_thread(talk.until, table.match_id, "finished")
        assert [each["event"] for each in pushes] == ["change", "ratings", "finished"]
        told, now = pushes[1]["data"], ok(look(viewer, table.match_id))
        assert told == {"version": now["version"], "ratings": now["ratings"]}
        assert told["ratings"]["pool"] == POOL
    # Who subscribes later, and knows the last version, is told as well.
    with talking(viewer) as late:
        late.ask("subscribe", matchId=table.match_id, after=now["version"])
        again = await asyncio.to_thread(late.until, table.match_id, "finished")
        assert again == pushes[1:]


async def test_the_client_in_python_tells_it(live: Live, matches: Matches, redis: Redis) -> None:
    table = await rated_table(matches, redis)
    followed, watched = list[MatchRatings](), list[tuple[str, MatchRatings]]()
    async with AsyncCroupier(live.url) as me:
        match = await me.matches.get(table.match_id)
        changes = match.follow(on_ratings=followed.append)
        versions = me.watch([match.id], on_ratings=lambda *said: watched.append(said))
        await anext(changes), await anext(versions)
        await table.resign(1)
        assert [each.match.ratings async for each in changes] == [None]
        assert [each.match.ratings async for each in versions] == [None]
        told = (await me.matches.get(match.id)).now.ratings
        assert told
        assert followed == [match.now.ratings] == [told]
        assert watched == [(match.id, told)]


async def test_who_waits_for_the_match_is_told(live: Live, matches: Matches, redis: Redis) -> None:
    table = await rated_table(matches, redis)
    await table.resign(1)
    version = (await table.match()).version
    viewer = Client(live.url)
    waiting = (("If-None-Match", f'"{version}"'), ("Prefer", "wait=30"))
    answer = await seen(viewer, table, *waiting)
    tag = answer.headers["etag"]
    assert tag == f'"{version}-rated"'
    assert ok(answer)["version"] == version
    assert look(viewer, table.match_id, ("If-None-Match", tag)).status_code == 304
    assert (
        look(viewer, table.match_id, ("If-None-Match", f'"{version}-rated-gzip"')).status_code
        == 304
    )
    # HEAD and text have the same tag.
    text = look(viewer, table.match_id, ("Accept", "text/plain"))
    assert text.headers["etag"] == tag


async def test_a_short_match_says_why_it_does_not_count(
    live: Live, matches: Matches, redis: Redis
) -> None:
    table = await rated_table(matches, redis, moves=0)
    await table.resign(1)
    answer = await seen(Client(live.url), table)
    ratings = ok(answer)["ratings"]
    assert (ratings["counted"], ratings["reason"], ratings["weight"]) == (False, "tooShort", 0)
    assert [each["before"] == each["after"] for each in ratings["changes"]] == [True, True]


async def test_one_that_is_not_rated_ends_its_streams_at_once(live: Live, matches: Matches) -> None:
    table = await full_table(matches, clock=ClockOptions(bank_ms=600_000))
    viewer = Client(live.url)
    with following(viewer, events(table)) as reader:
        assert "ratings" not in reader.next("snapshot").data
        await table.resign(1)
        change, finished = await asyncio.to_thread(reader.rest)
    assert (change.event, finished.event) == ("change", "finished")


async def test_a_stream_does_not_wait_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No engine tallies here. Who is not told asks for the match later."""
    monkeypatch.setattr(match_feed, "RATINGS_S", 0.2)
    monkeypatch.setattr(match_feed, "RATINGS_LOOK_S", 0.1)
    server = RedisServer(tmp_path / "redis")
    server.start()
    try:
        async with connect(server.url, PATIENT_S) as client:
            table = await rated_table(Matches(MatchStore(client, TTL)), client)
            with Live(server.url, ticking=False) as alone:
                viewer = Client(alone.url)
                with following(viewer, events(table)) as reader:
                    reader.next("snapshot")
                    await table.resign(1)
                    change, finished = await asyncio.to_thread(reader.rest)
                assert (change.event, finished.event) == ("change", "finished")
                assert ok(look(viewer, table.match_id))["ratings"] is None
    finally:
        server.close()
