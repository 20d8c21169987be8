"""When Redis or the engine is away: quick refusals, no loss, and no help needed afterwards."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import Redis
from redislink import deals

from tests.support import tournament_clients
from tests.support.live import Live
from tests.support.players import Client, Json, key, ok, refused, register, start_match
from tests.support.raw_http import Connection, Reply, at_once, connected, encode, get, post
from tests.support.waiting import Stopwatch, until
from tools.redis_server import DURABLE, RedisServer
from tools.stack import Stack

PATIENCE_S = 2.0
"""How long anyone may wait for the refusal."""
RECOVERY_S = 5.0
"""How long it may take until everything works again."""
ALL_WELL_S = 30.0
ANYWAY = ("/healthz", "/openapi.json", "/docs", "/problems/{code}", "/v1/socket")
"""What needs nobody; a socket has not begun without its handshake."""
REMEMBERED = (
    *("/v1/players/me", "/v1/about"),
    *("/v1/games", "/v1/games/{game}", "/v1/games/{game}/rules"),
    *("/v1/presence", "/.well-known/webauthn"),
    "/v1/leaderboards",
    "/v1/deals",
)
"""What needs Redis for the token only, which is known already if it was used a moment ago; and what
was asked of it a moment ago."""
OF_TOURNAMENT = "/v1/tournaments/{tournament_id}/events"
STREAMS = ("/v1/events", "/v1/matches/{match_id}/events", OF_TOURNAMENT)
"""What does not end, unless it is refused."""
WITHOUT_ENGINE = (
    "/v1/players",
    "/v1/players/me",
    "/v1/players/me/tokens",
    "/v1/players/me/tokens/{token_id}",
    "/v1/players/me/pairing",
    "/v1/pairings",
    *("/v1/sessions", "/v1/sessions/options", "/.well-known/webauthn"),
    *("/v1/players/me/passkeys", "/v1/players/me/passkeys/options"),
    *("/v1/players/me/passkeys/{passkey_id}", "/v1/players/me/recovery-code"),
    *("/v1/players/me/identities", "/v1/players/me/identities/{identity_id}"),
    "/v1/presence",
    "/v1/players/{player_id}",
    "/v1/players/me/availability",
    "/v1/leaderboards",
    "/v1/leaderboards/{pool}",
    "/v1/ratings/{pool}/ledger",
    "/v1/players/{player_id}/ratings/{pool}/history",
    "/v1/players/{player_id}/against/{other_id}",
    "/v1/players/me/friends",
    "/v1/players/me/friends/{player_id}",
    "/v1/players/me/blocks",
    "/v1/about",
    *("/v1/deals/{deal_id}", "/v1/deals/{deal_id}/board"),
    "GET /v1/tournaments",
    "/v1/tournaments/{tournament_id}",
    *(
        f"/v1/tournaments/{{tournament_id}}/{each}"
        for each in ("standings", "rounds/{round}", "players", "log")
    ),
    *("/v1/players/me/push", "/v1/players/me/push/{browser_id}"),
    "/v1/players/me/webhooks",
    *(
        f"/v1/players/me/webhooks/{{webhook_id}}{each}"
        for each in ("", "/test", "/secret", "/deliveries", "/deliveries/{delivery_id}/retry")
    ),
)
NO_BOTS = "/v1/players?available=lost-cities&kind=bot"
"""Of those that are found, the engine would be asked how much they play."""
INVITE = "POST /v1/matches/{match_id}/invitations"
RELATIONS = ("/v1/players/me/friends/{player_id}", "/v1/players/me/blocks/{player_id}")
LAST = "DELETE /v1/players/me"
"""What nobody can do a second time."""
REFUSED = (
    "POST /v1/matches/{match_id}/emotes",
    "POST /v1/analyses",
    "POST /v1/analyses/{match_id}",
    "PUT /v1/players/me/blocks/{player_id}",
    "POST /v1/players/me/identities",
)
"""May be refused without Redis and engine: its player has left the match, who has not the key of
the house is told so, nobody blocks itself, and there are no issuers."""
OPENING = {
    "POST /v1/sessions": 401,
    "POST /v1/players/me/passkeys": 422,
    "POST /v1/players/me/identities": 401,
}
"""How the examples of ways in are refused, since nobody has asked for such challenges, and there
are no issuers."""
OF_HOUSE = "/v1/deals/{deal_id}/try"
"""What cannot be done without the house, whose bot is not here."""
CROWD = 16

Outage = Callable[[RedisServer], Any]


@dataclass(frozen=True)
class Table:
    """A running match, its players by seat, and a request of one of them to every route.

    Those requests are about another match, which will not survive them.
    """

    url: str
    match_id: str
    seats: list[Client]
    requests: Mapping[str, bytes]

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.match_id}"

    def version(self) -> int:
        return int(self.seats[0].see(self.match_id)["version"])

    def move(self, headers: Json | None = None) -> httpx.Response:
        """Make the first move that is legal."""
        for player in self.seats:
            if moves := player.legal_moves(self.match_id):
                body = {"move": moves[0]["move"]}
                return player.post(f"{self.path}/moves", body, headers or key())
        raise AssertionError("nobody can move")


def seat_at_table(url: str) -> Table:
    match_id, seats = start_match(url)
    ids = {"match_id": seats[0].create()["id"], "player_id": seats[1].id, "game": "lost-cities"}
    ids["other_id"] = seats[0].id
    of_players = ("token_id", "passkey_id", "webhook_id", "delivery_id", "browser_id")
    unknown = dict.fromkeys((*of_players, "ticket_id", "invitation_id"), "A" * 22)
    ids["identity_id"] = "0" * 64
    ids["deal_id"] = deals.id_of_day(ids["game"], datetime.now(UTC).date())
    ok(seats[0].get(f"/v1/deals/{ids['deal_id']}"))
    ids["tournament_id"] = tournament_clients.make(seats[0])["id"]
    ids["round"] = "1"
    ids |= {**unknown, "code": "not_found", "seat": "0", "pool": "lost-cities.live.human.0"}
    paths = ok(Client(url).get("/openapi.json"))["paths"]
    requests = {
        f"{method.upper()} {path}": _request(method.upper(), path, operation, ids, seats[0].token)
        for path, operations in paths.items()
        for method, operation in operations.items()
    }
    move = {"matchId": ids["match_id"], "notation": "Y7+*"}
    requests["GET /v1/players"] = get(NO_BOTS, seats[0].token)
    requests["POST /v1/moves"] = post("/v1/moves", seats[0].token, {"moves": [move]})
    invite = f"/v1/matches/{ids['match_id']}/invitations"
    requests[INVITE] = post(invite, seats[0].token, {"playerId": seats[1].id})
    # Of those whom nothing else is about.
    for method, path in product(("PUT", "DELETE"), RELATIONS):
        own = path.format(player_id=register(url).id)
        requests[f"{method} {path}"] = encode(method, own, bearer(seats[0]))
    requests[LAST] = encode("DELETE", path_of(LAST), bearer(register(url)))
    for path in ("/v1/matches", "/v1/matches/{match_id}"):
        requests[f"GET {path} as a spectator"] = get(path.format(**ids))
    return Table(url, match_id, seats, requests)


def _request(method: str, path: str, operation: Json, ids: Mapping[str, str], token: str) -> bytes:
    """The route with its first example."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    bodies = [json.dumps(example["value"]) for example in content.get("examples", {}).values()]
    body = bodies[0].encode() if bodies else b""
    return encode(method, path.format(**ids), {"Authorization": f"Bearer {token}"}, body)


def bearer(player: Client) -> Json:
    return {"Authorization": f"Bearer {player.token}"}


def path_of(name: str) -> str:
    return name.split(" ")[1]


def ask_everything(table: Table, but: tuple[str, ...] = ()) -> dict[str, tuple[Reply, float]]:
    """What each route answers, and after how many seconds; all of them at once."""
    return ask_all(table, [name for name in table.requests if path_of(name) not in but])


def ask_all(table: Table, names: Sequence[str]) -> dict[str, tuple[Reply, float]]:
    """What these routes answer, and after how many seconds; all of them at once."""

    async def ask(connection: Connection, request: bytes) -> tuple[Reply, float]:
        watch = Stopwatch()
        return await connection.ask(request), watch.seconds()

    async def ask_each() -> list[tuple[Reply, float]]:
        async with connected([table.url] * len(names)) as lines:
            pairs = zip(lines, names, strict=True)
            return await asyncio.gather(*(ask(line, table.requests[name]) for line, name in pairs))

    return dict(zip(names, asyncio.run(ask_each()), strict=True))


def check_refusals(table: Table, anyway: tuple[str, ...], but: tuple[str, ...] = ()) -> None:
    """All are refused in time, except for those that do not need what is away; none are asked that
    go on without it."""
    answers = ask_everything(table, but)
    slowest = max((seconds, name) for name, (_, seconds) in answers.items())
    sys.stdout.write(f"{len(answers)} routes; the slowest: {slowest}\n")
    late = []
    for name, (reply, seconds) in answers.items():
        assert seconds < PATIENCE_S, (name, seconds)
        if path_of(name) in REMEMBERED and reply.status == 200:
            continue
        if name in REFUSED and reply.status in (401, 403, 409):
            continue
        goes_on = bool({name, path_of(name)} & {*anyway})
        if goes_on and is_answer(name, reply):
            continue
        if reply.status == 200 and path_of(name) == "/v1/moves":
            (result,) = reply.json()["results"]
            assert result["error"]["code"] == "unavailable"
        else:
            assert (reply.status, reply.json().get("code")) == (503, "unavailable"), (name, reply)
            assert int(reply.headers["retry-after"]) >= 1
            late += [name] * goes_on
    check_answered(table, late)


def is_answer(name: str, reply: Reply) -> bool:
    """Whether the route does what it is for, as far as its example goes."""
    shaken = path_of(name) == "/v1/socket" or (name == LAST and reply.status == 401)
    shaken = shaken or OPENING.get(name) == reply.status
    return shaken or reply.status in (200, 201, 202, 204, 404, 409)


def check_answered(table: Table, late: Sequence[str]) -> None:
    """Check that these are answered soon, each asked alone.

    On a busy machine, some of those that are asked at once take longer than the service waits for
    Redis.
    """

    def answered(name: str) -> bool:
        reply, _ = ask_all(table, [name])[name]
        return is_answer(name, reply)

    for name in late:
        until(partial(answered, name), ALL_WELL_S)


def check_all_well(table: Table) -> None:
    """Check that soon no request is refused for the service's own reasons, on many connections.

    Not at once: on a busy machine single requests take longer than the service waits for Redis.
    """

    async def crowd() -> set[int]:
        async with connected([table.url] * CROWD) as lines:
            replies = await at_once(lines, [get(table.path, table.seats[0].token)] * CROWD)
        return {reply.status for reply in replies}

    until(lambda: not refusals(table), ALL_WELL_S)
    until(lambda: asyncio.run(crowd()) == {200}, ALL_WELL_S)


def refusals(table: Table) -> set[str]:
    """The routes that cannot answer."""
    answers = ask_everything(table, (*STREAMS, OF_HOUSE))
    return {name for name, (reply, _) in answers.items() if reply.status >= 500}


def ready(url: str) -> bool:
    return Client(url).get("/readyz").status_code == 200


@contextmanager
def stopped(redis: RedisServer) -> Iterator[None]:
    redis.stop()
    yield
    redis.start()


@contextmanager
def killed(redis: RedisServer) -> Iterator[None]:
    assert redis.process
    redis.process.kill()
    redis.process.wait()
    yield
    redis.start()


@contextmanager
def paused(redis: RedisServer) -> Iterator[None]:
    assert redis.process
    with paused_process(redis.process.pid):
        yield


@contextmanager
def paused_process(pid: int) -> Iterator[None]:
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


@pytest.fixture(scope="module")
def own_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A Redis that a test may stop, kill and pause."""
    server = RedisServer(tmp_path_factory.mktemp("outage") / "redis", *DURABLE)
    server.start()
    yield server
    server.close()


@pytest.fixture(scope="module")
def own_live(own_redis: RedisServer) -> Iterator[Live]:
    with Live(own_redis.url, engines=2, hurried=True) as live:
        yield live


@pytest.fixture
def table(own_live: Live) -> Table:
    return seat_at_table(own_live.url)


@pytest.mark.parametrize("away", [stopped, killed, paused])
def test_while_redis_is_away_everything_is_refused_in_time(
    own_redis: RedisServer, table: Table, away: Outage
) -> None:
    before = [table.seats[seat].get(table.path).content for seat in (0, 1)]
    with away(own_redis):
        check_refusals(table, (*ANYWAY, "/v1/games without a token"))
        assert Client(table.url).get("/v1/games").status_code == 200
        check_refusals(table, ANYWAY)
    sys.stdout.write(f"ready after {until(lambda: ready(table.url), RECOVERY_S):.3f} s\n")
    assert [table.seats[seat].get(table.path).content for seat in (0, 1)] == before
    check_all_well(table)
    assert ok(table.move())["version"] == 3
    assert register(table.url).get("/v1/players/me").status_code == 200


@pytest.mark.parametrize("away", [stopped, killed, paused])
def test_a_move_during_the_outage_can_be_repeated_until_it_is_made_once(
    own_redis: RedisServer, table: Table, away: Outage
) -> None:
    (seat,) = table.seats[0].see(table.match_id)["toMove"]
    player = table.seats[int(seat)]
    body, once = {"move": player.legal_moves(table.match_id)[0]["move"]}, key()

    def post() -> httpx.Response:
        return player.post(f"{table.path}/moves", body, once)

    with away(own_redis):
        refused(post(), 503, "unavailable")
    until(lambda: post().status_code == 200, RECOVERY_S)
    assert post().headers["Idempotency-Replayed"] == "true"
    assert table.version() == 3


@pytest.mark.parametrize("away", [stopped, killed, paused])
def test_who_waits_for_a_change_hears_of_it_after_the_outage(
    own_redis: RedisServer, table: Table, away: Outage
) -> None:
    tables = [table, *(seat_at_table(table.url) for _ in range(3))]
    with ThreadPoolExecutor(len(tables)) as pool:
        waiting = [pool.submit(wait_for_change, each) for each in tables]
        until(lambda: all(listened_to(own_redis, each) for each in tables))
        with away(own_redis):
            until(lambda: not ready(table.url))
        until(lambda: ready(table.url), RECOVERY_S)
        assert not any(answer.done() for answer in waiting)
        check_wakes(tables, waiting)
        check_wakes(tables, [pool.submit(wait_for_change, each, 3) for each in tables])


def listened_to(redis: RedisServer, table: Table) -> bool:
    """Whether the gateway is told of changes of the match."""
    channel = f"match:{{{table.match_id}}}"
    with Redis.from_url(redis.url) as client:
        return bool(dict(client.pubsub_numsub(channel))[channel.encode()])


def wait_for_change(table: Table, version: int = 2) -> httpx.Response:
    headers = {"If-None-Match": f'"{version}"', "Prefer": "wait=30"}
    return table.seats[0].get(table.path, headers)


def check_wakes(tables: list[Table], waiting: list["Future[httpx.Response]"]) -> None:
    """A move in each match ends the wait for it, at once."""
    for table, answer in zip(tables, waiting, strict=True):
        version = ok(table.move())["version"]
        watch = Stopwatch()
        assert ok(answer.result())["version"] == version
        assert not watch.exceeds(PATIENCE_S)


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Real processes: an engine that can be killed."""
    folder = Path(tmp_path_factory.mktemp("stack"))
    # Each round tries three ways into accounts, and a player may be wrong six times a minute.
    with Stack(folder, GATEWAY_RATE_LIMITS="off") as stack:
        yield stack


def test_while_the_engine_is_away_everything_is_refused_in_time(stack: Stack) -> None:
    (engine,) = stack.engines
    table = seat_at_table(stack.url)
    engine.kill()
    check_refusals(table, (*ANYWAY, *WITHOUT_ENGINE), (OF_TOURNAMENT,))
    engine.start()
    engine.wait()
    sys.stdout.write(f"ready after {until(lambda: ready(table.url), RECOVERY_S):.3f} s\n")
    check_all_well(table)
    assert ok(table.move())["version"] == 3
    with paused_process(engine.pid):
        check_refusals(table, (*ANYWAY, *WITHOUT_ENGINE), (OF_TOURNAMENT,))
    sys.stdout.write(f"ready after {until(lambda: ready(table.url), RECOVERY_S):.3f} s\n")
    check_all_well(table)
    assert ok(table.move())["version"] == 4
