"""Many requests at once, through two gateways and four engines: one effect, one answer."""

import asyncio
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from engine.verify import verify

from tests.support.live import Live
from tests.support.players import Client, Json, key, ok, register, start_match
from tests.support.raw_http import Connection, Reply, at_once, connected, get, post
from tests.support.seeds import SEEDS

SEED = 20261122
CROWD = 64
REPEATS = 16
ROUNDS = 8
"""How often a race is run."""
MATCHES = 2 * len(SEEDS)
PLAYED_OUT = 3
"""How many of the matches are played to the end; the others are given up sooner or later."""


@pytest.fixture(scope="module")
def urls(live: Live, redis_url: str) -> Iterator[list[str]]:
    """Two gateways, each with two engines of its own, over one Redis."""
    with Live(redis_url, engines=2) as other:
        yield [live.url, other.url]


def race(urls: Sequence[str], requests: Sequence[bytes]) -> list[Reply]:
    """What requests are answered that are made at once, by turns through each gateway."""
    places = [urls[index % len(urls)] for index in range(len(requests))]

    async def run() -> list[Reply]:
        async with connected(places) as connections:
            return await at_once(connections, requests)

    return asyncio.run(run())


def said(replies: Sequence[Reply]) -> Counter[str]:
    """How often which answer was given: ok, replayed, or a code."""
    return Counter(_word(reply) for reply in replies)


def _word(reply: Reply) -> str:
    if reply.status >= 400:
        return str(reply.json()["code"])
    return "replayed" if reply.headers.get("idempotency-replayed") == "true" else "ok"


def mover(match_id: str, seats: Sequence[Client]) -> Client:
    (seat,) = seats[0].see(match_id)["toMove"]
    return seats[int(seat)]


@pytest.mark.parametrize("expected", [True, False])
def test_of_many_moves_at_one_version_one_is_made(urls: list[str], expected: bool) -> None:
    dice = random.Random(SEED)
    match_id, seats = start_match(urls[0])
    ann = mover(match_id, seats)
    version = ann.see(match_id)["version"]
    moves = ann.legal_moves(match_id)
    condition = {"expectedVersion": version} if expected else {}
    wishes = [{"move": dice.choice(moves)["move"], **condition} for _ in range(CROWD)]
    replies = race(urls, [post(f"/v1/matches/{match_id}/moves", ann.token, w) for w in wishes])
    refusal = "version_mismatch" if expected else "not_your_turn"
    assert said(replies) == {"ok": 1, refusal: CROWD - 1}, SEED
    assert ann.see(match_id)["version"] == version + 1
    made = next(wish for wish, reply in zip(wishes, replies, strict=True) if reply.status == 200)
    assert history(ann, match_id)[-1]["move"] == made["move"]


def test_a_move_repeated_at_once_is_made_once(urls: list[str]) -> None:
    match_id, seats = start_match(urls[0])
    ann = mover(match_id, seats)
    move = ann.legal_moves(match_id)[0]["move"]
    request = post(f"/v1/matches/{match_id}/moves", ann.token, {"move": move}, **key())
    check_one_effect(race(urls, [request] * REPEATS))
    assert ann.see(match_id)["version"] == 3


@pytest.mark.parametrize("verb", ["join", "start", "leave", "resign", "rematch"])
def test_an_act_repeated_at_once_is_done_once(urls: list[str], verb: str) -> None:
    ann, bob = register(urls[0]), register(urls[0])
    match_id = ann.create(start="manual")["id"]
    for before in {"join": "", "rematch": "join start resign"}.get(verb, "join").split():
        (bob if before == "join" else ann).act(match_id, before)
    if verb == "resign":
        ann.act(match_id, "start")
    version = ann.see(match_id)["version"]
    actor = ann if verb == "start" else bob
    request = post(f"/v1/matches/{match_id}/{verb}", actor.token, {}, **key())
    check_one_effect(race(urls, [request] * REPEATS))
    assert ann.see(match_id)["version"] == version + (verb != "rematch")


def test_a_match_created_repeatedly_at_once_is_one(urls: list[str]) -> None:
    ann = register(urls[0])
    request = post("/v1/matches", ann.token, {"game": "lost-cities"}, **key())
    replies = race(urls, [request] * REPEATS)
    check_one_effect(replies, 201)
    listed = ok(ann.get("/v1/matches", player="me"))["matches"]
    assert [match["id"] for match in listed] == [replies[0].json()["id"]]


def test_a_token_made_repeatedly_at_once_is_one(urls: list[str]) -> None:
    ann = register(urls[0])
    request = post("/v1/players/me/tokens", ann.token, {"name": "phone"}, **key())
    check_one_effect(race(urls, [request] * REPEATS), 201)
    assert len(ok(ann.get("/v1/players/me/tokens"))["tokens"]) == 2


def check_one_effect(replies: Sequence[Reply], status: int = 200) -> None:
    """One did it, and all say the same."""
    assert said(replies) == {"ok": 1, "replayed": len(replies) - 1}
    assert {reply.status for reply in replies} == {status}
    assert all(reply.json() == replies[0].json() for reply in replies)


@pytest.mark.parametrize("stored", [True, False])
def test_a_move_whose_answer_was_lost_is_made_once(urls: list[str], stored: bool) -> None:
    """`stored`: the connection breaks after the move was made, and else right away."""
    match_id, seats = start_match(urls[0])
    for version in range(2, 2 + ROUNDS):
        player = mover(match_id, seats)
        move = player.legal_moves(match_id)[0]["move"]
        request = post(f"/v1/matches/{match_id}/moves", player.token, {"move": move}, **key())
        asyncio.run(lose_an_answer(urls, request, match_id, version + stored))
        (again,) = race(urls[1:], [request])
        (twice,) = race(urls[:1], [request])
        assert said([again, twice])["replayed"] >= 1 + stored
        assert again.json() == twice.json()
        assert again.json()["version"] == version + 1
        entries = history(player, match_id)
        assert [entry["version"] for entry in entries] == [*range(1, version + 2)]
        assert entries[-1]["move"] == move
        assert entries[-1]["events"] == again.json()["events"]


async def lose_an_answer(urls: Sequence[str], request: bytes, match_id: str, version: int) -> None:
    """Send a request, and hang up once the match has this version."""
    async with connected(urls) as (line, watching):
        await line.send(request)
        while (await watching.ask(get(f"/v1/matches/{match_id}"))).json()["version"] < version:
            pass


def test_of_two_who_take_the_last_seat_one_sits(urls: list[str]) -> None:
    ann, bob, eve = (register(urls[0], name) for name in ("Ann", "Bob", "Eve"))
    for _ in range(ROUNDS):
        match_id = ann.create()["id"]
        wishes = [post(f"/v1/matches/{match_id}/join", who.token) for who in (bob, eve)]
        replies = race(urls, wishes)
        assert said(replies) == {"ok": 1, "match_full": 1}
        sits = (bob, eve)[replies[1].status == 200]
        match = ann.see(match_id)
        assert (match["version"], match["status"]) == (2, "active")
        assert match["seats"][1]["player"]["id"] == sits.id


@pytest.mark.parametrize(
    ("status", "verbs", "outcomes"),
    [
        ("full", ("start", "leave"), {"active": "match_active", "waiting": "conflict"}),
        ("full", ("start", "start"), {"active": "match_active"}),
        ("waiting", ("leave", "join"), {"aborted": "match_not_active", "active": "match_active"}),
        ("active", ("resign", "resign"), {"finished": "match_not_active"}),
    ],
)
def test_of_two_acts_that_exclude_each_other_one_is_done(
    urls: list[str], status: str, verbs: tuple[str, str], outcomes: dict[str, str]
) -> None:
    """`outcomes`: the status that the winner leaves behind, and what the other is told."""
    ann, bob = register(urls[0], "Ann"), register(urls[0], "Bob")
    for _ in range(ROUNDS):
        match_id = ann.create(start="manual" if status == "full" else "auto")["id"]
        if status != "waiting":
            bob.join(match_id)
        version = ann.see(match_id)["version"]
        second = ann if verbs == ("start", "start") else bob
        requests = [
            post(f"/v1/matches/{match_id}/{verb}", who.token)
            for verb, who in zip(verbs, (ann, second), strict=True)
        ]
        replies = race(urls, requests)
        match = ann.see(match_id)
        assert match["version"] == version + 1
        assert said(replies) == {"ok": 1, outcomes[match["status"]]: 1}


def test_matches_played_in_a_crowd_never_fork(urls: list[str]) -> None:
    """Bots post each move several times, otherwise too, and resign in between: all at once."""
    sys.stdout.write(f"seed {SEED}\n")
    tables = [start_match(urls[index % 2], options={"rounds": 1}) for index in range(MATCHES)]

    async def play_all() -> None:
        async with asyncio.TaskGroup() as group:
            for number, (match_id, seats) in enumerate(tables):
                dice = random.Random(f"{SEED} {number}")
                patience = 1_000 if number < PLAYED_OUT else dice.randrange(15)
                group.create_task(Bots(urls, match_id, seats, dice, patience).play())

    asyncio.run(play_all())
    for match_id, seats in tables:
        check_whole(urls, match_id, seats)


class Bots:
    """All players of a match; one of them resigns after `patience` turns."""

    def __init__(
        self,
        urls: Sequence[str],
        match_id: str,
        seats: Sequence[Client],
        dice: random.Random,
        patience: int,
    ) -> None:
        self._path = f"/v1/matches/{match_id}"
        self._seats, self._dice, self._patience = seats, dice, patience
        self._urls = urls
        self._version = 2

    async def play(self) -> None:
        async with connected([*self._urls] * 2) as connections:
            seat = 0
            for turn in range(1_000):
                seat, moves = await self._turn(connections[0], seat)
                if not moves:
                    return
                requests = self._requests(seat, moves, resign=turn >= self._patience)
                chosen = self._dice.sample(connections, len(requests))
                replies = await at_once(chosen, requests)
                self._version += said(replies)["ok"]
                assert max(reply.json().get("version", 0) for reply in replies) <= self._version

    async def _turn(self, connection: Connection, last: int) -> tuple[int, list[Json]]:
        """Who is to move, most likely not the last one, and what can be done; [] at the end."""
        for seat in (1 - last, last):
            token = self._seats[seat].token
            legal = (await connection.ask(get(f"{self._path}/legal-moves", token))).json()
            assert legal["version"] == self._version
            if legal["moves"]:
                return seat, legal["moves"]
        return 0, []

    def _requests(self, seat: int, moves: Sequence[Json], resign: bool) -> list[bytes]:
        """A move twice under one key; another in its place; and what the patience says."""
        dice, token = self._dice, self._seats[seat].token
        forward = [move for move in moves if move["move"]["draw"] == "DECK"] or moves
        once, path = key(), f"{self._path}/moves?view=none"
        body = {"move": dice.choice(forward)["move"], "expectedVersion": self._version}
        other = {"move": dice.choice(moves)["move"], "expectedVersion": self._version}
        requests = [post(path, token, body, **once)] * 2
        if dice.random() < 0.5:
            requests.append(post(path, token, other, **key()))
        if resign:
            requests.append(post(f"{self._path}/resign", dice.choice(self._seats).token))
        return requests


def check_whole(urls: Sequence[str], match_id: str, seats: Sequence[Client]) -> None:
    """The match is its log, from the first entry to the last, wherever one looks."""
    replay = ok(seats[0].get(f"/v1/matches/{match_id}/replay"))
    version = replay["match"]["version"]
    assert [entry["version"] for entry in replay["log"]] == [*range(1, version + 1)]
    verify(replay)
    for token in ("", seats[0].token, seats[1].token):
        shown = [Client(url, token).see(match_id) for url in urls]
        assert shown[0] == shown[1]
        assert shown[0]["version"] == version


def history(player: Client, match_id: str) -> list[Any]:
    entries: list[Any] = ok(player.get(f"/v1/matches/{match_id}/moves", pageSize=100))["moves"]
    return entries
