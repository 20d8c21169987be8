"""The busiest routes, with and without FastAPI's help: the same answers, byte by byte."""

import asyncio
import json
import re
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlsplit

import pytest
from gateway.fast_path import ROUTES
from redis import Redis

from tests.gateway.auth.test_rate_limits import PROXIES, SMALL, TOKEN, arrive
from tests.support.live import Live
from tests.support.players import Json
from tests.support.raw_http import Connection, Reply, encode
from tests.support.requests import JSON, NOBODY, newcomer, table, with_token

CHANGES = re.compile(
    rb'"(updateTime|createTime|time)":"[^"]*"|"(logHead|requestId)":"[0-9a-f]+"|"retryAfter":\d+'
)
"""What is another at any time: times, and the pins that depend on them."""
VARY = ("date", "x-request-id", "retry-after")
LARGE = 64 * 1024 + 1
METHODS = ("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "PROPFIND")
PREFLIGHT = {"Origin": "https://example.org", "Access-Control-Request-Method": "POST"}


@pytest.fixture(scope="module")
def hot(redis_url: str) -> Iterator[Live]:
    with Live(redis_url, hot_routes=True) as live:
        yield live


@pytest.fixture(scope="module")
def cold(redis_url: str) -> Iterator[Live]:
    with Live(redis_url, hot_routes=False) as live:
        yield live


@dataclass(frozen=True)
class Ask:
    """A request; in its path, body and headers {own}, {private}, {over} stand for matches."""

    method: str
    target: str
    body: bytes = b""
    headers: Json = field(default_factory=dict)
    who: str = "ann"
    chunk_size: int = 0

    def __str__(self) -> str:
        headers = " ".join(f"{name}={value}" for name, value in self.headers.items())
        return f"{self.method} {self.target[:60]} {self.body[:60]!r} {headers[:60]} {self.who}"


def get(target: str = "/v1/matches/{own}", who: str = "ann", **headers: str) -> Ask:
    return Ask("GET", target, headers=named(headers), who=who)


def post(target: str, body: Any, who: str = "ann", **headers: str) -> Ask:
    """In the headers' names, _ stands for -."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Ask("POST", target, content, {"Content-Type": JSON, **named(headers)}, who)


def named(headers: Json) -> Json:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def move(body: Any, query: str = "", **more: str) -> Ask:
    return post("/v1/matches/{own}/moves" + query, body, **more)


def batch(*moves: Any, query: str = "", **more: str) -> Ask:
    return post("/v1/moves" + query, {"moves": moves}, **more)


@dataclass(frozen=True)
class World:
    """Players and matches, the same for both gateways."""

    tokens: Json
    matches: Json

    def wire(self, ask: Ask) -> bytes:
        token = self.tokens[ask.who]
        own = {"Authorization": f"Bearer {token}"} if token else {}
        headers = {name: self._filled(value) for name, value in {**own, **ask.headers}.items()}
        body = self._filled(ask.body.decode("latin-1")).encode("latin-1")
        return encode(ask.method, self._filled(ask.target), headers, body, ask.chunk_size)

    def _filled(self, text: str) -> str:
        for name, match_id in self.matches.items():
            text = text.replace(f"{{{name}}}", match_id)
        return text


@pytest.fixture(scope="module")
def world(hot: Live) -> World:
    own, (ann, bob) = table(hot.url, options={"startSeat": 0})
    over, seats = table(hot.url)
    seats[0].act(over, "resign")
    private = newcomer(hot.url).create(access="private")["id"]
    waiting = ann.create()["id"]
    tokens = {
        "ann": ann.token,
        "bob": bob.token,
        "eve": newcomer(hot.url, "Eve").token,
        "over": seats[0].token,
        "reader": with_token(ann, "read").token,
        "mover": with_token(ann, "play").token,
        "wrong": ann.token + "x",
        "nonsense": "nonsense",
        "nobody": "",
    }
    matches = {"own": own, "over": over, "private": private, "waiting": waiting}
    return World(tokens, matches)


def answer(live: Live, wire: bytes) -> Reply:
    async def ask() -> Reply:
        connection = Connection(live.url)
        try:
            return await connection.ask(wire)
        finally:
            await connection.close()

    return asyncio.run(ask())


def settled(reply: Reply) -> tuple[int, Json, bytes]:
    """The answer without ids and times."""
    headers = {name: value for name, value in reply.headers.items() if name not in VARY}
    return reply.status, headers, CHANGES.sub(b"*", reply.body)


# --- what changes nothing

WHOS = ("ann", "bob", "eve", "over", "reader", "mover", "wrong", "nonsense", "nobody")
OTHERS = tuple(who for who in WHOS if who not in ("ann", "mover"))
"""Who is not to move."""
IDS = ("{own}", "{over}", "{private}", "{waiting}", NOBODY, "x", "{", "{}", "%7B%7D", "é", "%00")
READS = (
    *(get(who=who) for who in WHOS),
    *(
        get(f"/v1/matches/{match_id}", who)
        for match_id in IDS
        for who in ("ann", "nobody", "wrong")
    ),
    *(
        get("/v1/matches/{own}?" + query)
        for query in (
            *("include=legalMoves", "include=", "include=x", "include=x&include=legalMoves"),
            *(
                "include=legalMoves&include=x",
                "include",
                "Include=legalMoves",
                "include=%6CegalMoves",
            ),
            *("atVersion=1", "atVersion=2", "atVersion=0", "atVersion=-1", "atVersion=99"),
            *("atVersion=", "atVersion=x", "atVersion=1&atVersion=2", "atVersion=2&atVersion=x"),
            *("atVersion=%32", "atVersion=+2", "at_version=1", "atVersion=1;include=legalMoves"),
            *("unknown=1", "view=none", "%ff=%fe", "&&==&", "a=" + "x" * 5_000, "=", "?"),
            *("view=none&atVersion=1", "view=full&include=legalMoves", ""),
        )
    ),
    *(
        get(**headers)
        for headers in (
            {"If_None_Match": '"2"'},
            {"If_None_Match": '"9"'},
            {"If_None_Match": "*"},
            {"If_None_Match": ""},
            {"If_None_Match": 'W/"1", "2"'},
            {"If_None_Match": '"2"', "Accept": "text/plain"},
            {"If_None_Match": '"2"', "Prefer": "wait=0"},
            {"If_None_Match": '"2"', "Prefer": "wait=x"},
            {"If_None_Match": '"9"', "Prefer": "wait=9"},
            {"Prefer": "wait=9"},
            {"Accept": "text/plain"},
            {"Accept": "text/plain;q=0.5, application/json;q=0.4"},
            {"Accept": "image/png"},
            {"Accept": ""},
            {"Accept": "*/*"},
            {"If_Match": "x"},
            {"Idempotency_Key": "a b"},
            {"Origin": "https://example.org"},
            {"X_Request_Id": "given"},
            {"Range": "bytes=0-1"},
            {"Expect": "100-continue"},
            {"Authorization": ""},
            {"Authorization": "Bearer"},
            {"Authorization": "Basic eDp5"},
            {"Authorization": "bearer x"},
        )
    ),
    get("/v1/matches/{own}?atVersion=x", "wrong", Accept="image/png"),
    get("/v1/matches/{private}?atVersion=x", "wrong"),
    Ask("GET", "/v1/matches/{own}", b"not read", {"Content-Type": "text/plain"}),
)
PATHS = tuple(
    Ask(method, target, b"{}" if method == "POST" else b"", {"Content-Type": JSON}, who)
    for target in (
        *("/v1/matches/", "/v1/matches//", "/v1/matches/{own}/", "/v1//matches/{own}"),
        *(
            "//v1/matches/{own}",
            "/v1/matches//{own}",
            "/v1/matches/{own}//moves",
            "/v1/matches//moves",
        ),
        *("/v1/matches/{own}/moves/", "/v1/matches/{own}/moves//", "/v1/matches/{own}/moves/x"),
        *("/v1/moves/", "/v1/moves//", "//v1/moves", "/v1/moves/{own}", "/v1/moves{}", "/v1/Moves"),
        *("/v1/matches/%2F", "/v1/matches/{own}%2Fmoves", "/v1%2Fmatches/{own}", "/v1/moves%2F"),
        *("/v1/matches/{own}%0A", "/v1/moves%0A", "/v1/matches/{own}/moves%0A", "/v1/moves%00"),
        *(
            "/v1/matches/../moves",
            "/v1/matches/./{own}",
            "/v1/matches/..",
            "/v1/matches/%2e%2e/moves",
        ),
        *("/V1/matches/{own}", "/v1/Matches/{own}", "/v2/matches/{own}", "/v1/matches/{own};x=1"),
        *(
            "/v1/matches/{own}/moves;x",
            "/v1/matches/%ff",
            "/v1/matches/{own}%20",
            "/v1/matches/{own}#x",
        ),
        *(
            "/v1/matches/?atVersion=x",
            "/v1/matches/?include=x",
            "/v1/matches{}",
            "/v1/matches/{own}{}",
        ),
        *("http://elsewhere/v1/matches/{own}", "/x/matches/{own}", "/v1/x/{own}", "/v1/moves?"),
    )
    for method in ("GET", "POST")
    for who in ("ann", "wrong")
)
OTHER_METHODS = tuple(
    Ask(method, target)
    for method in METHODS
    for target in ("/v1/matches/{own}", "/v1/matches/{own}/moves", "/v1/moves", "/v1/matches/")
) + tuple(
    Ask("OPTIONS", target, headers=PREFLIGHT, who="nobody")
    for target in ("/v1/matches/{own}", "/v1/matches/{own}/moves", "/v1/moves", "/v1/nothing")
)
BODIES: Sequence[Any] = (
    {"notation": "Y7+*"},
    {"notation": "nonsense"},
    {"notation": "R2-R", "expectedVersion": 9},
    {"notation": "Y7+*", "expectedVersion": 2},
    {"notation": 7},
    {"notation": "Y7+*", "move": {}},
    {"move": {"no": 1}},
    {"move": {"card": "Y7", "place": "EXPEDITION", "draw": "DECK"}},
    {},
    [],
    *(b"", b"{", b"null", b'{"a":1,"a":2}', b"[" * 5000, b"\xff\xfe", b'{"notation":NaN}'),
)
QUERIES = (
    *("", "?view=none", "?view=full", "?view=", "?view=x", "?view=none&view=full"),
    "?view=full&view=x",
    *("?dryRun=true", "?dryRun=false", "?dryRun=", "?dryRun=x", "?dryrun=true"),
    *("?view=none&dryRun=true", "?unknown=1", "?view=%6Eone", "?VIEW=none", "?view", "?view=none&"),
)
HEADERS: Sequence[Json] = (
    {"If_Match": '"2"'},
    {"If_Match": '"9"'},
    {"If_Match": "x"},
    {"If_Match": ""},
    {"Idempotency_Key": "a b"},
    {"Idempotency_Key": ""},
    {"Idempotency_Key": "k"},
    {"Content_Type": "text/plain"},
    {"Content_Type": ""},
    {"Accept": "image/png"},
    {"Origin": "https://example.org"},
    {"Expect": "100-continue"},
)
ENTRY = {"matchId": "{own}", "notation": "Y7+*"}
WRITES = (
    move({"notation": "nonsense"}),
    move({"notation": "R2-R"}),
    batch({**ENTRY, "notation": "nonsense"}, {**ENTRY, "notation": "R2-R"}),
    *(move(body, who=who) for body in BODIES for who in ("bob", "eve")),
    *(move({"notation": "Y7+*"}, query, who=who) for query in QUERIES for who in ("bob", "wrong")),
    *(move({"notation": "Y7+*"}, who=who) for who in OTHERS),
    *(move({"notation": "Y7+*"}, who="bob", **headers) for headers in HEADERS),
    *(
        post(f"/v1/matches/{match_id}/moves", body, who)
        for match_id in IDS
        for body in ({"notation": "Y7+*"}, {"move": {"no": 1}}, {})
        for who in ("bob", "over")
    ),
    move(b" " * LARGE, who="bob"),
    replace(move(b" " * LARGE, who="bob"), chunk_size=30_000),
    replace(move({"notation": "Y7+*"}, who="bob"), chunk_size=5),
    *(post("/v1/moves", body, "bob") for body in BODIES),
    *(
        batch({"matchId": "{own}", "notation": "Y7+*"}, 7, who=who)
        for who in WHOS
        if who != "ann" and who != "mover"
    ),
    *(batch({"matchId": "{own}", "notation": "Y7+*"}, query=query, who="bob") for query in QUERIES),
    *(batch({"matchId": "{own}", "notation": "Y7+*"}, who="bob", **headers) for headers in HEADERS),
    *(
        batch(*[{"matchId": match_id, "notation": "Y7+*"} for match_id in IDS], who="bob")
        for _ in "1"
    ),
    post("/v1/moves", b" " * (4 * LARGE), "bob"),
    post("/v1/moves", b'{"moves":[]}' + b" " * LARGE, "bob"),
)


@pytest.mark.parametrize("ask", [*READS, *PATHS, *OTHER_METHODS, *WRITES], ids=str)
def test_an_answer_is_the_same_either_way(hot: Live, cold: Live, world: World, ask: Ask) -> None:
    wire = world.wire(ask)
    replies = [answer(live, wire) for live in (hot, cold)]
    assert settled(replies[0]) == settled(replies[1])
    for reply in replies:
        assert ("x-request-id" in reply.headers) == (
            reply.status != 400 or b"requestId" in reply.body
        )


def test_the_table_meets_every_refusal_and_every_success(hot: Live, world: World) -> None:
    """As far as they need no limits."""
    asked = [answer(hot, world.wire(ask)).status for ask in (*READS, *OTHER_METHODS, *WRITES)]
    assert {*asked} >= {200, 204, 304, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422}


def test_these_are_all_the_hot_routes() -> None:
    """Whoever adds one adds what is asked of it here."""
    assert {*ROUTES} == {
        ("POST", "/v1/matches/{}/moves"),
        ("POST", "/v1/moves"),
        ("GET", "/v1/matches/{}"),
    }


# --- byte by byte, as they come over the connection

LEGAL = b"a legal move"


@dataclass(frozen=True)
class Talk:
    """Requests that are sent together, `cut` into writes; the last one ends the connection."""

    asks: Sequence[Ask]
    http: bytes = b"1.1"
    cut: int = 0

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.asks))[:90]} {self.http!r} {self.cut}"


def dry(who: str = "ann", chunk_size: int = 0, **headers: str) -> Ask:
    """A move that is accepted and not made, whichever card that is."""
    made = post("/v1/matches/{own}/moves?dryRun=true", LEGAL, who, **headers)
    return replace(made, chunk_size=chunk_size)


TALKS = (
    Talk([get()]),
    Talk([get(), get(), dry(), get("/v1/matches/{over}"), get()]),
    Talk([get(If_None_Match="*"), get()]),
    Talk([dry(), dry(chunk_size=7), dry(who="bob"), get()]),
    Talk([dry(Expect="100-continue"), get()]),
    Talk([dry(), get()], cut=40),
    Talk([dry()], b"1.0"),
    Talk([get(), get()], b"1.0"),
    Talk([Ask("HEAD", "/v1/matches/{own}"), get()]),
    Talk([move(b" " * LARGE), get()]),
    Talk([get("/v1/matches/{own}?include=legalMoves"), Ask("GET", "/readyz"), get()]),
)


@pytest.mark.parametrize("talk", TALKS, ids=str)
def test_every_byte_of_a_connection_is_the_same_either_way(
    hot: Live, cold: Live, world: World, talk: Talk
) -> None:
    made = json.dumps({"notation": legal_notation(hot, world)}).encode()
    states = ["keep-alive"] * (len(talk.asks) - 1) + ["close"]
    wire = b"".join(
        world.wire(
            replace(
                ask,
                body=ask.body.replace(LEGAL, made),
                headers={**ask.headers, "X-Request-Id": "x", "Connection": state},
            )
        ).replace(b"HTTP/1.1", b"HTTP/" + talk.http)
        for ask, state in zip(talk.asks, states, strict=True)
    )
    told = [whole_talk(live, wire, talk.cut) for live in (hot, cold)]
    assert told[0] == told[1]
    assert told[0].startswith(b"HTTP/1.1 ")


def legal_notation(live: Live, world: World) -> str:
    wire = world.wire(get("/v1/matches/{own}?include=legalMoves"))
    return str(answer(live, wire).json()["legalMoves"]["moves"][0]["notation"])


def whole_talk(live: Live, wire: bytes, cut: int) -> bytes:
    """All that comes until the gateway closes the connection, without times."""

    address = urlsplit(live.url)
    assert address.hostname
    assert address.port
    told = b""
    with socket.create_connection((address.hostname, address.port)) as line:
        # Who closes with something unread resets the connection: what it said before counts.
        with suppress(ConnectionError):
            for start in range(0, len(wire), cut or len(wire)):
                line.sendall(wire[start : start + (cut or len(wire))])
        with suppress(ConnectionError):
            while block := line.recv(65536):
                told += block
    return re.sub(rb"\r\ndate: [^\r]*", b"", CHANGES.sub(b"*", told))


# --- what is made


@contextmanager
def undone(redis_url: str, match_id: str) -> Iterator[None]:
    """What happens to a match in here has not happened afterwards."""
    names = f"match:{{{match_id}}}*"
    with Redis.from_url(redis_url) as redis:
        before = {name: redis.dump(name) or b"" for name in redis.keys(names)}
        yield
        redis.delete(*redis.keys(names))
        for name, value in before.items():
            redis.restore(name, 10_000_000, value)


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("way", ["moves", "batch"])
def test_a_move_is_answered_the_same_either_way(
    hot: Live, cold: Live, redis_url: str, way: str, query: str
) -> None:
    """The very same one: in between it is undone. And its repeat."""
    match_id, (ann, _) = table(hot.url, options={"startSeat": 0})
    made = ann.legal_moves(match_id)[0]["move"]
    path = f"/v1/matches/{match_id}/moves" if way == "moves" else "/v1/moves"
    body = {"move": made} if way == "moves" else {"moves": [{"matchId": match_id, "move": made}]}
    own = {"Authorization": f"Bearer {ann.token}", "Idempotency-Key": "k", "Content-Type": JSON}
    wire = encode("POST", path + query, own, json.dumps(body).encode())
    told = []
    for live in (hot, cold):
        with undone(redis_url, match_id):
            told.append([settled(answer(live, wire)) for _ in range(2)])
    assert told[0] == told[1]


# --- limits


def test_limits_are_told_the_same_either_way(redis_url: str) -> None:
    """Until there is nothing left, and then."""
    told = []
    for switch in (True, False):
        with Live(redis_url, limits=SMALL, trusted_proxies=PROXIES, hot_routes=switch) as live:
            told.append([[*until_refused(live, target)] for target in LIMITED])
    assert told[0] == told[1]
    assert all(statuses[-1][0] == 429 for statuses in told[0])


LIMITED = (
    Ask("GET", f"/v1/matches/{NOBODY}"),
    post(f"/v1/matches/{NOBODY}/moves", {"notation": "Y7+*"}),
    batch({"matchId": NOBODY, "notation": "Y7+*"}, {"matchId": NOBODY, "notation": "Y7+*"}),
)


def until_refused(live: Live, ask: Ask) -> Iterator[tuple[int, Json, bytes]]:
    caller = arrive(live)
    headers = {"X-Forwarded-For": caller.address, "Authorization": f"Bearer {caller.token}"}
    for _ in range(TOKEN.burst + 1):
        wire = encode(ask.method, ask.target, {**ask.headers, **headers}, ask.body)
        status, told, body = settled(answer(live, wire))
        told["ratelimit"] = re.sub("t=[0-9]+", "t=*", told["ratelimit"])
        yield status, told, body
