"""Nothing that a caller gets depends on what it may not know, byte by byte, on every path.

For random positions and each viewer, a twin is made (tests/twins.py): the same
match in the viewer's eyes, with other hidden hands, another deck and another
seed. Both are stored under the same id, one after the other, and asked about
over HTTP. The answers must be equal: status, headers and body; only the
commitment and the log's head may differ, since they pin the secrets on purpose.
"""

import json
import random
import re
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime

import httpx
import pytest
from engine.match import Player
from engine.store.redis import Answer, Store
from redis.asyncio import Redis

from tests import twins
from tests.live import TTL, Live
from tests.players import Client, register
from tests.twins import Planted, Position

pytestmark = pytest.mark.anyio

SEED = 20261121
NOW = datetime(2026, 11, 22, tzinfo=UTC)
PINS = re.compile(r'"(commitment|logHead)":"[0-9a-f]{64}"')
FIXED = {"X-Request-Id": "secrecy"}


class Table:
    """A running service in which matches can be planted, and two players who sit in them."""

    def __init__(self, live: Live, planted: Planted, redis: Redis) -> None:
        self.planted = planted
        self.redis = redis
        self.store = Store(redis, TTL)
        self.seats = [register(live.url, "Ann"), register(live.url, "Bob")]
        self.stranger = register(live.url, "Eve")
        self.spectator = Client(live.url)

    @property
    def players(self) -> list[Player]:
        return [Player(seat.id, seat.player["displayName"], "human") for seat in self.seats]

    def eyes(self, viewer: int | None) -> Client:
        return self.spectator if viewer is None else self.seats[viewer]

    async def plant(self, position: Position) -> str:
        """Store the match with its log; its id."""
        match = position.match
        for version, deck in position.decks.items():
            self.planted.decks[match.seed, version] = deck
        answer = Answer(0, match.version, None)
        await self.store.save(None, match, position.log, None, answer)
        return match.id

    async def remove(self, match_id: str) -> None:
        for key in await self.redis.keys(f"match:{{{match_id}}}*"):
            await self.redis.delete(key)


@pytest.fixture
async def table(redis_url: str) -> AsyncIterator[Table]:
    planted = Planted()
    with Live(redis_url, now=lambda: NOW, chance=planted) as live:
        redis = Redis.from_url(redis_url)
        yield Table(live, planted, redis)
        await redis.aclose()


@pytest.mark.parametrize(
    ("viewer", "to_move", "pairs"),
    [(0, True, 100), (0, False, 10), (1, True, 100), (1, False, 10), (None, False, 40)],
)
async def test_no_answer_tells_what_its_caller_may_not_know(
    table: Table, viewer: int | None, to_move: bool, pairs: int
) -> None:
    dice = random.Random(f"{SEED} {viewer} {to_move}")
    changed = 0
    for _ in range(pairs):
        one = position(table, dice, viewer, to_move)
        other = twins.twin(one, viewer, dice)
        changed += one.state != other.state
        for path, (first, second) in (await both(table, one, other, viewer)).items():
            assert first == second, f"seed {SEED}, viewer {viewer}, {path}"
    assert changed >= 0.8 * pairs, "the twins must really differ"


@pytest.mark.parametrize("seat", [0, 1])
async def test_what_a_caller_may_know_shows(table: Table, seat: int) -> None:
    dice = random.Random(f"{SEED} {seat}")
    shown: Counter[str] = Counter()
    for _ in range(10):
        one = position(table, dice)
        other = twins.revealed_twin(one, seat, dice)
        if other is None:
            continue
        for path, (first, second) in (await both(table, one, other, seat)).items():
            shown[path] += first != second
    always = ("match", "text", "all history", "with legal moves", "list own")
    assert min(shown[path] for path in always) >= 8, shown
    assert shown["legal moves"] >= 2, shown


def position(
    table: Table, dice: random.Random, viewer: int | None = None, to_move: bool = False
) -> Position:
    """A random position in which `viewer` is to move, or is not."""
    while True:
        turns = dice.randrange(0, 110)
        found = twins.play(uuid.uuid4().hex[:22], table.players, turns, dice)
        if viewer is None or (found.state.turn == viewer) == to_move:
            return found


async def both(
    table: Table, one: Position, other: Position, viewer: int | None
) -> dict[str, tuple[bytes, bytes]]:
    """What the viewer is told of either match, by path."""
    move = twins.playable_in_both(one, other)
    hidden = twins.hidden_cards(one, viewer or 0)
    told = []
    for each in (one, other):
        await table.plant(each)
        told.append(dict(ask(table, each, viewer, move, f"{hidden[0]}+*")))
        await table.remove(each.match.id)
    assert told[0].keys() == told[1].keys()
    return {path: (told[0][path], told[1][path]) for path in told[0]}


def ask(
    table: Table, position: Position, viewer: int | None, move: str | None, hidden: str
) -> Iterator[tuple[str, bytes]]:
    """Every question that a caller can ask about a running match, with its answer.

    `move` is one that whoever is to move can make in both twins, `hidden` would
    play a card that the viewer does not know the other one to hold.
    """
    eyes, match = table.eyes(viewer), position.match
    for name, answer in reads(eyes, match.id, match.version):
        yield name, whole(answer)
    for name, answer in listings(eyes, table.seats[0].id):
        yield name, whole(answer)
    for name, answer in refusals(eyes, table.stranger, match.id, match.version, hidden):
        yield name, whole(answer)
    if move is None:
        return
    mover = table.seats[position.state.turn]
    for name, answer in moves(mover, match.id, move):
        if mover is eyes:
            yield name, whole(answer)
    for name, answer in latest(eyes, match.id, match.version + 1):
        yield f"{name} after a move", whole(answer)


def reads(eyes: Client, match_id: str, version: int) -> Iterator[tuple[str, httpx.Response]]:
    path, middle = f"/v1/matches/{match_id}", version // 2 + 1
    text = {**FIXED, "Accept": "text/plain"}
    yield from latest(eyes, match_id, version)
    yield "unchanged", eyes.get(path, {**FIXED, "If-None-Match": f'"{version}"'})
    yield "at the start", eyes.get(path, FIXED, atVersion=2)
    yield "at a version", eyes.get(path, FIXED, atVersion=middle)
    yield "text at a version", eyes.get(path, text, atVersion=middle)
    yield "all history", eyes.get(f"{path}/moves", FIXED, pageSize=100)


def latest(eyes: Client, match_id: str, version: int) -> Iterator[tuple[str, httpx.Response]]:
    path = f"/v1/matches/{match_id}"
    yield "match", eyes.get(path, FIXED)
    yield "text", eyes.get(path, {**FIXED, "Accept": "text/plain"})
    yield "with legal moves", eyes.get(path, FIXED, include="legalMoves")
    yield "legal moves", eyes.get(f"{path}/legal-moves", FIXED)
    yield "history", eyes.get(f"{path}/moves", FIXED, after=version - 2)


def listings(eyes: Client, player_id: str) -> Iterator[tuple[str, httpx.Response]]:
    yield "list", eyes.get("/v1/matches", FIXED, player=player_id)
    yield "list active", eyes.get("/v1/matches", FIXED, player=player_id, status="active")
    yield "list own", eyes.get("/v1/matches", FIXED, player="me")


def refusals(
    eyes: Client, stranger: Client, match_id: str, version: int, hidden: str
) -> Iterator[tuple[str, httpx.Response]]:
    path = f"/v1/matches/{match_id}"
    stale = {"notation": hidden, "expectedVersion": version - 1}
    yield "a card not held", eyes.post(f"{path}/moves", {"notation": hidden}, FIXED)
    yield "a dry run of it", eyes.post(f"{path}/moves", {"notation": hidden}, FIXED, dryRun="true")
    yield "no such card", eyes.post(f"{path}/moves", {"notation": "Q1+*"}, FIXED)
    yield "a stale move", eyes.post(f"{path}/moves", stale, FIXED)
    yield "no move", eyes.post(f"{path}/moves", {"move": {"no": 1}}, FIXED)
    yield "replay", eyes.get(f"{path}/replay", FIXED)
    yield "join", eyes.post(f"{path}/join", {}, FIXED)
    yield "leave", eyes.post(f"{path}/leave", {}, FIXED)
    yield "start", eyes.post(f"{path}/start", {}, FIXED)
    yield "rematch", eyes.post(f"{path}/rematch", {}, FIXED)
    yield "a stranger's move", stranger.post(f"{path}/moves", {"notation": hidden}, FIXED)
    yield "a stranger's resignation", stranger.post(f"{path}/resign", {}, FIXED)


def moves(mover: Client, match_id: str, notation: str) -> Iterator[tuple[str, httpx.Response]]:
    path, body = f"/v1/matches/{match_id}/moves", {"notation": notation}
    once = {**FIXED, "Idempotency-Key": "once"}
    yield "a dry run", mover.post(path, body, FIXED, dryRun="true")
    yield "a move", mover.post(path, body, once)
    yield "the move again", mover.post(path, body, once)


def whole(response: httpx.Response) -> bytes:
    """Status, headers and body, without the time of day and what pins the secrets."""
    headers = [(name, value) for name, value in response.headers.items() if name != "date"]
    body = PINS.sub(r'"\1":"pinned"', response.text)
    return f"{response.status_code}\n{json.dumps(headers)}\n{body}".encode()
