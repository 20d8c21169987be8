"""The real processes: engines that crash or stop, a gateway that stops, and what the logs tell."""

import asyncio
import itertools
import random
import re
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import httpx
import pytest
from engine.verify import verify
from redis import Redis

from tests.patience import until
from tests.players import Client, Json, key, ok, refused, register, start_match
from tests.wire import Connection, Reply, connected, encode, post
from tools.stack import Process, Stack

SEED = 20261123
CRASHES = 4
MOVES = 6
"""How many moves follow each crash."""
CROWD = 16
MATCHES = 8
STOP_S = 5.0

CARD = re.compile(r"\b[RWYBGP](?:x|[2-9]|10)\b")
TOKEN = re.compile(r"crp_[\w-]{22}")
HEX = re.compile(r"\b[0-9a-f]{64}\b")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("stack")


@pytest.fixture(scope="module")
def stack(data: Path) -> Iterator[Stack]:
    """Redis, two engines and a gateway."""
    stack = Stack(data, engines=2)
    try:
        stack.start()
        yield stack
    finally:
        stack.stop()


@pytest.fixture
def table(stack: Stack) -> "Table":
    return Table(*start_match(stack.url))


class Table:
    """A match and its players, who do not care what they play."""

    def __init__(self, match_id: str, seats: Sequence[Client]) -> None:
        self.match_id = match_id
        self.seats = seats

    def wish(self) -> tuple[Client, Json]:
        """Who is to move, and a move."""
        for player in self.seats:
            if moves := player.legal_moves(self.match_id):
                return player, {"move": moves[0]["move"]}
        raise AssertionError("nobody can move")

    def post(self, headers: Json | None = None) -> httpx.Response:
        player, body = self.wish()
        return player.post(f"/v1/matches/{self.match_id}/moves", body, headers)

    @property
    def version(self) -> int:
        return int(self.seats[0].see(self.match_id)["version"])


def bring_back(stack: Stack, engine: Process, table: Table) -> None:
    """Start an engine again, and wait until the gateway has given it something to do.

    An engine connects to Redis when it has its first request.
    """
    assert stack.redis
    with Redis.from_url(stack.redis.url) as redis:
        before = clients(redis)
        engine.start()
        engine.wait()
        until(lambda: table.version and clients(redis) - before)


def clients(redis: Redis) -> set[str]:
    return {client["id"] for client in redis.client_list()}


def test_an_engine_that_crashes_is_not_noticed(stack: Stack, table: Table) -> None:
    """No move fails, though nobody makes any a second time."""
    engine = stack.engines[0]
    for crash in range(CRASHES):
        assert ok(table.post())["version"] == 3 + crash * (MOVES + 1)
        engine.kill()
        assert [ended.splitlines()[0] for ended in stack.failures()]
        for _ in range(MOVES):
            assert table.post().status_code == 200
        bring_back(stack, engine, table)
    assert not [*stack.failures()]


def test_engines_that_are_replaced_under_load_fail_nobody(stack: Stack, table: Table) -> None:
    """As in a rolling update: one after the other is told to stop, and comes back."""
    with under_load(stack.url) as results:
        for engine in stack.engines:
            until(partial(_more_than, results, len(results) + 50))
            started = time.monotonic()
            assert engine.stop() == 0
            assert time.monotonic() - started < STOP_S
            bring_back(stack, engine, table)
    counted = Counter(results)
    sys.stdout.write(f"{counted}\n")
    assert counted["at once"] > 100


def _more_than(results: Sequence[str], count: int) -> bool:
    return len(results) > count


def persistent(table: Table) -> tuple[Json, str]:
    """A move that is made a second time, with the same key, if it is refused at first."""
    player, body = table.wish()
    path, once = f"/v1/matches/{table.match_id}/moves", key()
    first = player.post(path, body, once)
    if first.status_code == 503:
        return ok(player.post(path, body, once)), "at the second try"
    return ok(first), "at once"


@contextmanager
def under_load(url: str) -> Iterator[list[str]]:
    """Many matches are played until the end of the block; how each of their moves went."""
    results: list[str] = []
    enough = threading.Event()

    def play() -> None:
        while not enough.is_set():
            table = Table(*start_match(url))
            for version in itertools.count(3):
                answer, word = persistent(table)
                results.append(word)
                assert answer["version"] == version
                if enough.is_set() or answer["match"]["status"] != "active":
                    break

    with ThreadPoolExecutor(MATCHES) as pool:
        playing = [pool.submit(play) for _ in range(MATCHES)]
        try:
            yield results
        finally:
            enough.set()
            for each in playing:
                each.result()


def test_a_gateway_that_is_told_to_stop_answers_everyone_first(stack: Stack) -> None:
    tables = [Table(*start_match(stack.url)) for _ in range(CROWD)]
    wishes = [table.wish() for table in tables]
    moves = [
        post(f"/v1/matches/{table.match_id}/moves", player.token, body)
        for table, (player, body) in zip(tables, wishes, strict=True)
    ]
    polls = [
        encode(
            "GET",
            f"/v1/matches/{table.match_id}",
            {"If-None-Match": '"2"', "Prefer": "wait=60"},
        )
        for table in (Table(*start_match(stack.url)) for _ in range(CROWD))
    ]
    moved, polled, seconds = asyncio.run(stop_gateway(stack, moves, polls))
    sys.stdout.write(f"stopped after {seconds:.2f} s\n")
    assert {reply.status for reply in moved} == {200}
    assert {reply.status for reply in polled} == {304}
    assert seconds < STOP_S
    stack.gateway.start()
    stack.gateway.wait()
    assert {table.version for table in tables} == {3}


async def stop_gateway(
    stack: Stack, moves: Sequence[bytes], polls: Sequence[bytes]
) -> tuple[list[Reply], list[Reply], float]:
    """The answers to moves in flight, those to polls, and how long the gateway took to stop.

    Some connections are idle: they must not keep it.
    """
    count = len(moves) + len(polls) + CROWD
    async with connected([stack.url] * count) as connections:
        waiting, moving = connections[: len(polls)], connections[len(polls) :][: len(moves)]
        await send_all(waiting, polls)
        await until_waited_for(stack, len(polls))
        await send_all(moving, moves)
        first = await moving[0].receive()
        started = time.monotonic()
        code = asyncio.create_task(asyncio.to_thread(stack.gateway.stop))
        moved = await asyncio.gather(*(each.receive() for each in moving[1:]))
        polled = await asyncio.gather(*(each.receive() for each in waiting))
        assert await code == 0
        return [first, *moved], polled, time.monotonic() - started


async def send_all(connections: Sequence[Connection], requests: Sequence[bytes]) -> None:
    for connection, request in zip(connections, requests, strict=True):
        await connection.send(request)


async def until_waited_for(stack: Stack, polls: int) -> None:
    """Until so many matches are listened to by the gateway."""
    assert stack.redis
    with Redis.from_url(stack.redis.url) as redis:
        await asyncio.to_thread(until, lambda: len(redis.pubsub_channels("match:*")) >= polls)


def test_no_log_tells_what_nobody_may_know(stack: Stack, data: Path) -> None:
    """Neither after what went well nor after what did not."""
    dice = random.Random(SEED)
    sys.stdout.write(f"seed {SEED}\n")
    table = Table(*start_match(stack.url, options={"rounds": 1}, access="public"))
    refuse_everything(stack, table)
    replay = play_to_the_end(table, dice)
    verify(replay)
    logs = {path: path.read_text() for path in data.rglob("*.log")}
    assert {path.name for path in logs} == {"engine.log", "gateway.log", "redis.log"}
    for path, text in logs.items():
        for secret in (CARD, TOKEN, HEX):
            assert not secret.search(text), (path, secret.search(text))
        for player in table.seats:
            assert player.token.split("_", 2)[2] not in text
        assert "Traceback" not in text


def refuse_everything(stack: Stack, table: Table) -> None:
    """What might make somebody write down what was sent."""
    player, body = table.wish()
    path = f"/v1/matches/{table.match_id}/moves"
    refused(Client(stack.url, player.token + "x").post(path, body), 401, "unauthenticated")
    refused(
        Client(stack.url, player.token[:-1] + "~").get("/v1/players/me"), 401, "unauthenticated"
    )
    refused(register(stack.url).post(path, body), 403, "not_your_match")
    refused(player.post(path, {"move": {**body["move"], "card": "Q1"}}), 422, "invalid_move")
    refused(player.post(path, {**body, "token": player.token}), 400, "malformed")
    refused(player.post(path, body, {"If-Match": '"1"'}), 412, "version_mismatch")
    for engine in stack.engines:
        engine.kill()
    refused(player.post(path, body), 503, "unavailable")
    assert stack.redis
    stack.redis.stop()
    refused(player.post(path, body), 503, "unavailable")
    stack.redis.start()
    for engine in stack.engines:
        engine.start()
    for engine in stack.engines:
        engine.wait()
    until(lambda: Client(stack.url).get("/readyz").is_success)


def play_to_the_end(table: Table, dice: random.Random) -> Json:
    """The replay of the match."""
    match = table.seats[0].see(table.match_id)
    while match["status"] == "active":
        mover = table.seats[match["toMove"][0]]
        move = dice.choice(mover.legal_moves(table.match_id))
        path = f"/v1/matches/{table.match_id}/moves"
        match = ok(mover.post(path, {"move": move["move"]}, key()))["match"]
    return ok(table.seats[0].get(f"/v1/matches/{table.match_id}/replay"))
