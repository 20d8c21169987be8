"""The real processes: engines that crash or stop, a gateway that stops, and what the logs tell."""

import itertools
import random
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from engine.verify import verify
from redis import Redis

from tests.support.patience import PATIENT
from tests.support.players import Client, Json, key, ok, refused, register, start_match
from tests.support.waiting import until
from tools.stack import Process, Stack

pytestmark = pytest.mark.full

SEED = 20261123
CRASHES = 4
MOVES = 6
"""How many moves follow each crash."""

CARD = re.compile(r"\b[RWYBGP](?:x|[2-9]|10)\b")
TOKEN = re.compile(r"crp_[\w-]{22}")
HEX = re.compile(r"\b[0-9a-f]{64}\b")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("stack")


@pytest.fixture(scope="module")
def stack(data: Path) -> Iterator[Stack]:
    """Redis, two engines and a gateway."""
    with Stack(data, engines=2, **PATIENT) as stack:
        yield stack


@pytest.fixture
def table(stack: Stack) -> "Table":
    return Table(*start_match(stack.url))


class Table:
    """A match and its players; each makes the first legal move."""

    def __init__(self, match_id: str, seats: Sequence[Client]) -> None:
        self.match_id = match_id
        self.seats = seats

    def wish(self) -> tuple[Client, Json]:
        """The player to move, and a move."""
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

    @property
    def is_active(self) -> bool:
        return bool(self.seats[0].see(self.match_id)["status"] == "active")


def bring_back(stack: Stack, engine: Process, table: Table) -> None:
    """Start an engine again, and wait until it knows Redis, and the gateway is connected to it.

    A gateway that has just lost an engine tries it again after a second or so. If the other one
    were stopped before, there would be none.
    """
    assert stack.redis
    address = stack.engine_addresses[stack.engines.index(engine)]
    with Redis.from_url(stack.redis.url) as redis:
        before = clients(redis)
        engine.start()
        engine.wait()
        until(lambda: table.version and clients(redis) - before and is_called(address))


def is_called(address: str) -> bool:
    """Whether a client is connected to this port of this machine, where Linux tells."""
    port, told = int(address.rpartition(":")[2]), [*Path("/proc/net").glob("tcp*")]
    rows = [line.split() for file in told for line in file.read_text().splitlines()[1:]]
    connected = any(own.endswith(f":{port:04X}") and state == "01" for _, own, _, state, *_ in rows)
    return connected or not told


def clients(redis: Redis) -> set[str]:
    return {client["id"] for client in redis.client_list()}


def test_an_engine_that_crashes_is_not_noticed(stack: Stack, table: Table) -> None:
    """No move fails, though the players send each only once."""
    engine = stack.engines[0]
    for crash in range(CRASHES):
        assert ok(table.post())["version"] == 3 + crash * (MOVES + 1)
        engine.kill()
        assert [ended.splitlines()[0] for ended in stack.failures()]
        for _ in range(MOVES):
            assert table.post().status_code == 200
        bring_back(stack, engine, table)
    assert not [*stack.failures()]


def more_than(tries: Sequence[int], count: int) -> bool:
    return len(tries) > count


@contextmanager
def under_load(tables: Sequence[Table], pause_s: float = 0.0) -> Iterator[list[int]]:
    """All tables play until the end of the block; how many tries each request took: 1 or 2.

    With a pause after each move, short matches last until then, however quick the machine is.
    """
    tries: list[int] = []
    enough = threading.Event()

    def play(table: Table) -> None:
        seats = [Persistent(each.url, each.token, each.player, tries) for each in table.seats]
        persistent = Table(table.match_id, seats)
        for version in itertools.count(3):
            match = ok(persistent.post(key()))["match"]
            assert match["version"] == version
            if match["status"] != "active" or enough.wait(pause_s):
                return

    with ThreadPoolExecutor(len(tables)) as pool:
        playing = [pool.submit(play, table) for table in tables]
        try:
            yield tries
        finally:
            enough.set()
            for each in playing:
                each.result()


class Persistent(Client):
    """A client that asks a second time if the service was away at first."""

    def __init__(self, url: str, token: str, player: Json, tries: list[int]) -> None:
        super().__init__(url, token, player)
        self._tries = tries

    def get(self, path: str, headers: Json | None = None, **query: Any) -> httpx.Response:
        return self._twice(lambda: super(Persistent, self).get(path, headers, **query))

    def post(
        self, path: str, body: Any = None, headers: Json | None = None, **query: Any
    ) -> httpx.Response:
        return self._twice(lambda: super(Persistent, self).post(path, body, headers, **query))

    def _twice(self, ask: Callable[[], httpx.Response]) -> httpx.Response:
        answer = ask()
        again = answer.status_code == 503
        self._tries.append(1 + again)
        return ask() if again else answer


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
    """Refusals that might make a program log what was sent."""
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
    told = refused(Client(stack.url).get("/readyz"), 503, "unavailable")
    assert told["detail"] == "No engine can be reached, or none can store."
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
