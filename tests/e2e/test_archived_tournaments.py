"""Tournaments that have left Redis for PostgreSQL: every answer is the same, byte by byte.

And a name that has left both.
"""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import httpx
import pytest
from croupier_match.clock import epoch_ms
from engine.domain.steady_clock import utc_now
from engine.service.workers.tournament_archiver import TournamentArchiver
from engine.store.archive.tournament_queue import TournamentQueue
from redis.asyncio import Redis
from redislink import tournaments
from redislink.commands import run

from tests.croupier_tournament.playing import Playing, player
from tests.support.archives import WEEK, Worker
from tests.support.live import Live
from tests.support.matches import fresh_id
from tests.support.players import Client, register
from tests.support.tournaments import Stored, settings
from tools.postgres_server import PostgresServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]

FIXED = {"X-Request-Id": "archive"}
NDJSON = {**FIXED, "Accept": "application/x-ndjson"}
PING = re.compile(rb'\{"event":"ping".*\n')
DAY = timedelta(days=1)
TERMS = {"options": {"rounds": 1}, "clock": {"bank": "300s", "increment": "2s"}, "rated": False}
"""What the log says of the matches."""


@pytest.fixture(scope="module")
def stage(redis_url: str, postgres: PostgresServer) -> Iterator[Live]:
    with Live(redis_url, archive_url=postgres.url) as live:
        yield live


@pytest.fixture(scope="module")
def eyes(stage: Live) -> Client:
    return register(stage.url, "Eve")


async def over(redis: Redis, access: str) -> Stored:
    """A tournament that is over by now, and due to be archived."""
    start = epoch_ms(utc_now()) - 24 * 60 * 60 * 1000
    wish = settings(rounds=2, start=start + 60 * 60 * 1000, match=TERMS)
    it = Playing(wish, fresh_id(), fresh_id(), now=start)
    stored = Stored(redis, it, made={"access": access, "inviteCode": "c0de" * 5})
    it.started(5).play()
    await stored.save()
    await redis.zrem(tournaments.DUE, stored.id)  # nobody directs what is over
    await run(redis, [tournaments.over(stored.id, it.it.at)])
    return stored


async def archive(redis: Redis, worker: Worker, stored: Stored) -> None:
    """Archive it, and remove from Redis what expires."""
    queue = TournamentQueue(redis, worker.archive, WEEK)
    await redis.zadd(tournaments.SWEEP, {"all": 10**15})
    await TournamentArchiver(queue, worker.archive, now=lambda: utc_now() + DAY).tick()
    assert await redis.hget(tournaments.tournament(stored.id), tournaments.ARCHIVED)
    await leave(redis, stored)


async def leave(redis: Redis, stored: Stored) -> None:
    await redis.unlink(tournaments.log(stored.id), tournaments.players(stored.id))


def questions(eyes: Client, stored: Stored) -> dict[str, Callable[[], httpx.Response]]:
    """All that can be asked about a tournament that is over."""
    path = f"/v1/tournaments/{stored.id}"
    asked: dict[str, tuple[str, dict[str, str], dict[str, Any]]] = {
        "tournament": ("", FIXED, {}),
        "standings": ("/standings", FIXED, {"pageSize": 3}),
        "around": ("/standings", FIXED, {"around": player(3)}),
        "round": ("/rounds/2", FIXED, {}),
        "players": ("/players", FIXED, {}),
        "log": ("/log", FIXED, {}),
        "rest of the log": ("/log", FIXED, {"after": 7}),
        "events": ("/events", NDJSON, {}),
        "no such round": ("/rounds/9", FIXED, {}),
    }
    return {
        name: partial(eyes.get, f"{path}{rest}", headers, **members)
        for name, (rest, headers, members) in asked.items()
    }


def said(answer: httpx.Response) -> tuple[int, bytes]:
    """What an answer says, but for the time of the moment."""
    return answer.status_code, PING.sub(b"", answer.content)


@pytest.mark.parametrize("access", ["public", "private"])
async def test_every_answer_is_the_same(
    eyes: Client, redis: Redis, worker: Worker, access: str
) -> None:
    stored = await over(redis, access)
    asked = questions(eyes, stored)
    before = {name: said(ask()) for name, ask in asked.items()}
    assert {status for status, _ in before.values()} == {200, 404}
    await archive(redis, worker, stored)
    for name, ask in asked.items():
        await leave(redis, stored)  # each question brings it back
        assert said(ask()) == before[name], name


async def test_while_the_archive_is_away_it_is_not_said_to_be_missing(
    redis: Redis, redis_url: str, worker: Worker
) -> None:
    stored = await over(redis, "public")
    await archive(redis, worker, stored)
    with Live(redis_url, archive_url="postgresql://localhost:1/none") as live:
        eyes = register(live.url, "Eve")
        answer = eyes.get(f"/v1/tournaments/{stored.id}")
        assert answer.status_code == 503, answer.text
