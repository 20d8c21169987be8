"""Matches that have left Redis for PostgreSQL: every answer is the same, byte by byte."""

import re
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest
from engine.domain.match import Access, Player
from engine.domain.reducer import AnyMatch
from engine.domain.registry import GAMES
from engine.store.archive.archived_matches import UNARCHIVED_MS
from engine.store.matches import MatchStore
from redis.asyncio import Redis

from tests.support.archives import Worker, ended
from tests.support.live import TTL, Live
from tests.support.players import Client, register
from tools.postgres_server import PostgresServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]

FIXED = {"X-Request-Id": "archive"}
TEXT = {**FIXED, "Accept": "text/plain"}
NDJSON = {**FIXED, "Accept": "application/x-ndjson"}
OF_THE_MOMENT = re.compile("date|x-time|ratelimit.*")
PING = re.compile(rb"event: ping\ndata: .*\n\n")


@pytest.fixture(scope="module")
def stage(redis_url: str, postgres: PostgresServer) -> Iterator[Live]:
    with Live(redis_url, archive_url=postgres.url) as live:
        yield live


@pytest.fixture(scope="module")
def people(stage: Live) -> list[Client]:
    """The players of the matches, and a stranger."""
    return [register(stage.url, name) for name in ("Ann", "Bob", "Eve")]


@pytest.fixture
def store(redis: Redis) -> MatchStore:
    """A store with matches that are to be archived."""
    return MatchStore(redis, replace(TTL, unarchived=UNARCHIVED_MS))


def seated(people: list[Client]) -> list[Player]:
    return [Player(each.id, each.player["displayName"], "human") for each in people[:2]]


def questions(eyes: Client, match: AnyMatch) -> Iterator[tuple[str, httpx.Response]]:
    """All that can be asked about a match that has ended, and what it answers."""
    path, middle = f"/v1/matches/{match.id}", match.version // 2
    yield "match", eyes.get(path, FIXED)
    yield "text", eyes.get(path, TEXT)
    yield "unchanged", eyes.get(path, {**FIXED, "If-None-Match": f'"{match.version}"'})
    for version in (1, middle, match.version):
        yield f"at {version}", eyes.get(path, FIXED, atVersion=version)
    for whose in ("0", "1", "spectator"):
        yield f"as {whose}", eyes.get(path, FIXED, **{"as": whose})
        yield f"history as {whose}", eyes.get(f"{path}/moves", FIXED, **{"as": whose})
    yield "with legal moves", eyes.get(path, FIXED, include="legalMoves")
    yield "legal moves", eyes.get(f"{path}/legal-moves", FIXED)
    yield "history", eyes.get(f"{path}/moves", FIXED, after=middle, pageSize=100)
    yield "replay", eyes.get(f"{path}/replay", FIXED)
    yield "replay in lines", eyes.get(f"{path}/replay", NDJSON)
    yield "stream", eyes.get(f"{path}/events", FIXED)
    yield "stream from a version", eyes.get(f"{path}/events", {**FIXED, "Last-Event-ID": "2"})
    for status in ("", "finished", "active"):
        wanted = {"status": status} if status else {}
        for player in ("me", match.seats[0].player.id if match.seats[0].player else ""):
            yield f"list {status} {player}", eyes.get("/v1/matches", FIXED, player=player, **wanted)
    for verb in ("join", "leave", "resign", "start"):
        yield verb, eyes.post(f"{path}/{verb}", {}, FIXED)
    yield "move", eyes.post(f"{path}/moves", {"notation": "x"}, FIXED)
    yield (
        "moves",
        eyes.post("/v1/moves", {"moves": [{"matchId": match.id, "notation": "x"}]}, FIXED),
    )


def answers(eyes: Client, match: AnyMatch) -> dict[str, tuple[int, list[tuple[str, str]], bytes]]:
    return {
        name: (
            answer.status_code,
            [pair for pair in answer.headers.items() if not OF_THE_MOMENT.fullmatch(pair[0])],
            PING.sub(b"", answer.content),
        )
        for name, answer in questions(eyes, match)
    }


@pytest.mark.parametrize(
    ("game_id", "access"),
    [*((game_id, Access.PUBLIC) for game_id in GAMES), ("just4fun", Access.PRIVATE)],
)
async def test_every_answer_to_every_viewer_is_the_same(
    stage: Live,
    store: MatchStore,
    worker: Worker,
    people: list[Client],
    game_id: str,
    access: Access,
) -> None:
    match = await ended(store, game_id, seated(people), access)
    viewers = [people[0], Client(stage.url)] if access == Access.PUBLIC else people[1:]
    before = [answers(eyes, match) for eyes in viewers]
    await worker.work()
    for eyes, expected in zip(viewers, before, strict=True):
        await worker.forget(match.id)  # what the one before has brought back
        for name, answer in answers(eyes, match).items():
            assert answer == expected[name], (name, eyes.player)
    shown = before[0]["replay"]
    assert shown[0] == (200 if access == Access.PUBLIC or viewers[0] is people[1] else 404)
