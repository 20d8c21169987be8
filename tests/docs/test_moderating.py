"""What `docs/moderation.md` and `docs/operations/ratings.md` have to run is run, and prints what is
shown."""

import asyncio
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest
from croupier_match import clock
from engine.store import keys
from engine.store.compression import pack
from redis.asyncio import Redis
from redislink.reports import OPEN, RECORDS, Report

from tests.docs.session import Session, blocks_of
from tests.redis.servers import Server
from tests.support.ended_matches import BEGIN, Over
from tests.support.live import Live
from tests.support.matches import fresh_id
from tests.support.players import start_match
from tests.support.rated_pools import lately, rate

pytestmark = pytest.mark.full

DOCS = Path(__file__).parents[2] / "docs"
GAME = "lost-cities"
OUTAGE = clock.ms("2026-11-20T18:00:00.000Z") - BEGIN
MINUTE = 60_000
NAMES = [fresh_id() for _ in range(6)]


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    server = Server(tmp_path)
    server.start()
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    monkeypatch.setenv("ENGINE_REDIS_URL", server.address)
    yield server
    server.close()


def play(server: Server, page: str, folder: Path, *names: tuple[str, str]) -> None:
    """The session of a page, at a service in which a match goes on."""
    folder.mkdir()
    with Live(server.address) as live:
        match_id, seats = start_match(live.url, options={"startSeat": 0})
        report = asyncio.run(reported(server, match_id, seats[0].id, seats[1].id))
        ids = {"MATCH": match_id, "PLAYER": seats[0].id, "REPORT": report, **dict(names)}
        settings = " ".join(f"{name}={value}" for name, value in ids.items())
        with Session(live.url, folder) as session:
            session.play([("bash", f"{settings}\n"), *blocks_of(DOCS / page)])


async def reported(server: Server, match_id: str, player: str, by: str) -> str:
    """A report of the player by another one, as a gateway stores it."""
    text = "Waits until the last second of each move."
    report = Report(fresh_id(), 1_795_000_000_000, by, player, "stalling", match_id, text)
    client: Any = Redis.from_url(server.address)
    async with client:
        await client.hset(RECORDS, report.id, report.dump())
        await client.zadd(OPEN, {report.id: report.at})
    return report.id


async def enter(server: Server, matches: Sequence[Over], by_time: Sequence[Over] = ()) -> None:
    """Rate these matches, of which some have ended by time."""
    client: Any = Redis.from_url(server.address)
    async with client:
        await rate(client, matches)
        for over in by_time:
            outcome = {**over.match["outcome"], "reason": "timeout"}
            stored = pack(orjson.dumps({**over.match, "outcome": outcome}))
            await client.hset(keys.match(over.id), "match", stored)


def week() -> list[Over]:
    """Matches of some days, in which each signal is once."""
    ann, ben, cleo, dan, eve, fay = NAMES
    pairs: list[dict[str, Any]] = [{"players": [ann, ben], "ranks": [0, 1]}] * 6
    pairs += [{"players": [cleo, dan], "ranks": [0, 0]}] * 4
    left = {"ranks": [0, 1], "moves": 1, "leaves": [1]}
    pairs += [{"players": [each, eve], **left} for each in (fay, dan, fay)]
    latest = lately(1, 1)[0].after
    hours = 8 * 60 * MINUTE
    return [
        Over(**each, game=GAME, after=latest - (len(pairs) - place) * hours)
        for place, each in enumerate(pairs)
    ]


def test_every_command_of_a_club_prints_what_is_shown(server: Server, tmp_path: Path) -> None:
    asyncio.run(enter(server, week()))
    play(server, "moderation.md", tmp_path / "session")


def test_every_command_about_ratings_prints_what_is_shown(server: Server, tmp_path: Path) -> None:
    matches = [
        replace(each, game=GAME, after=OUTAGE + (place - 20) * 6 * MINUTE, moves=2, leaves=[])
        for place, each in enumerate(lately(7, 42))
    ]
    asyncio.run(enter(server, matches, [matches[20], matches[22], matches[40]]))
    play(server, "operations/ratings.md", tmp_path / "session", ("MATCH", matches[6].id))
