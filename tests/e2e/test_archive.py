"""Matches that have left Redis for PostgreSQL: every answer is the same, byte by byte.

And a name that has left both.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from secrets import token_hex

import httpx
import pytest
from croupier_match.match import Access, AnyMatch, Player
from engine.domain.registry import GAMES
from engine.store.archive.archived_matches import UNARCHIVED_MS
from engine.store.matches import MatchStore
from redis.asyncio import Redis

from tests.support.archives import Worker, ended
from tests.support.live import TTL, Live
from tests.support.opponents import invite, offer
from tests.support.players import Client, ok, register
from tests.support.requests import DELETE_ME, RENAME, Route, call, send
from tests.support.whole_store import keys_with, rows_with
from tools.postgres_server import PostgresServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]

FIXED = {"X-Request-Id": "archive"}
TEXT = {**FIXED, "Accept": "text/plain"}
NDJSON = {**FIXED, "Accept": "application/x-ndjson"}
OF_THE_MOMENT = re.compile("date|x-time|ratelimit.*")
KEY = "long-enough-for-a-repeat"
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


def once(
    caller: Client, path: str, body: object, key: str = KEY, status: int = 201
) -> dict[str, object]:
    """Do something under an Idempotency-Key, and repeat it."""
    answers = [ok(caller.post(path, body, {"Idempotency-Key": key}), status) for _ in range(2)]
    assert answers[0] == answers[1]
    return answers[1]


def devices(ann: Client, mark: str) -> None:
    """Tokens with her name in theirs, also one of a code that is good still."""
    once(ann, "/v1/players/me/tokens", {"name": f"{mark} phone"})
    code = once(ann, "/v1/players/me/pairing", {}, f"{KEY}-code")["code"]
    once(Client(ann.url), "/v1/pairings", {"code": code, "name": f"{mark} tablet"})
    ok(ann.post("/v1/players/me/pairing"), 201)


def tickets(ann: Client, bob: Client) -> None:
    """One of each kind of ticket: it searches, was cancelled, was matched, and was of a repeat."""
    searching = {"game": "lost-cities", "clock": {"bank": f"{int(token_hex(2), 16) + 100}s"}}
    ok(ann.post("/v1/tickets", searching), 201)
    ok(ann.post("/v1/tickets", {**searching, "listed": False}), 201)
    cancelled = once(ann, "/v1/tickets", {**searching, "undo": "never"}, f"{KEY}-cancelled")
    assert send(ann, "DELETE", f"/v1/tickets/{cancelled['id']}").status_code == 204
    met = {**searching, "options": {"rounds": 2}}
    once(ann, "/v1/tickets", met, f"{KEY}-met")
    assert ok(bob.post("/v1/tickets", met), 201)["status"] == "matched"


def matches(ann: Client, bob: Client) -> list[str]:
    """A match that waits, one that runs and has been played, and one that has ended."""
    waiting = ann.create(access="private")
    once(bob, "/v1/invitations", {"code": waiting["inviteCode"]}, f"{KEY}-code", 200)
    invite(ann, waiting["id"], bob)
    guest = bob.create(start="manual")
    invite(bob, guest["id"], ann)
    ann.join(guest["id"])
    both = ("running", {"game": "lost-cities"}), ("over", {"game": "lost-cities", "seats": 2})
    running, over = (str(once(ann, "/v1/matches", body, f"{KEY}-{at}")["id"]) for at, body in both)
    for match_id in (running, over):
        bob.join(match_id)
        mover = ann if 0 in bob.see(match_id)["toMove"] else bob
        mover.move(match_id, mover.legal_moves(match_id)[0]["notation"])
    assert ann.post(f"/v1/matches/{running}/emotes", {"emote": "hello"}).status_code == 204
    bob.act(over, "resign")
    ann.act(over, "rematch")
    return [running, over]


async def test_after_a_deletion_nothing_that_is_stored_has_the_name(
    stage: Live, redis: Redis, worker: Worker
) -> None:
    mark = f"Zelda {token_hex(4)}"
    ann, bob = register(stage.url, mark), register(stage.url, "Bob")
    offer(ann, description=f"{mark} plays at random.")
    devices(ann, mark)
    tickets(ann, bob)
    running, over = matches(ann, bob)
    ok(call(ann, Route("PATCH", RENAME.path, {"displayName": f"{mark} II"})))
    await worker.work()
    assert await keys_with(redis, mark.encode())
    assert f"croupier_matches {over}" in await rows_with(worker.url, mark.encode())
    assert call(ann, DELETE_ME).status_code == 204
    assert await keys_with(redis, mark.encode()) == []
    await worker.work()
    assert await rows_with(worker.url, mark.encode()) == []
    names = [seat["player"]["displayName"] for seat in bob.see(running)["seats"]]
    assert sorted(names) == ["Bob", "gone"]
