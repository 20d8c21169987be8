"""Compression: of what is the same for everybody, and of matches that have ended; of no other."""

import gzip
import random
from collections.abc import Iterator

import httpx
import pytest
from gateway.http import compression
from starlette.requests import Request
from starlette.responses import PlainTextResponse

from tests.support.live import Live
from tests.support.players import HTTP, Client, play_some
from tests.support.requests import OF_A_MATCH, Route, call, newcomer, send, table
from tests.support.stream_reader import NDJSON, SSE

GZIP = ("Accept-Encoding", "gzip")
PLAIN = ("Accept-Encoding", "identity")
TEXT = ("Accept", "text/plain")
LONG = "long" * 1000
LIST = Route("GET", "/v1/matches")
QUERIES = ("", "?include=legalMoves", "?atVersion=3", "?as=0", "?pageSize=100")


def raw(client: Client, path: str, *own: tuple[str, str]) -> tuple[httpx.Headers, bytes]:
    """The answer to a GET, as it came over the line."""
    headers = [*own, *((("Authorization", f"Bearer {client.token}"),) if client.token else ())]
    with HTTP.stream("GET", client.url + path, headers=headers) as response:
        assert response.status_code == 200
        return response.headers, b"".join(response.iter_raw())


def check_compressed(client: Client, path: str, *own: tuple[str, str]) -> None:
    """The same answer both ways, but for its length and what says how it is sent."""
    headers, body = raw(client, path, PLAIN, *own)
    short, packed = raw(client, path, GZIP, *own)
    assert headers["content-encoding"] == "identity"
    assert short["content-encoding"] == "gzip"
    assert gzip.decompress(packed) == body
    assert int(short["content-length"]) == len(packed) < len(body)
    assert short["vary"].split(", ")[-1] == "Accept-Encoding"
    for name in ("etag", "content-type", "cache-control", "content-security-policy"):
        assert short.get(name) == headers.get(name)


@pytest.fixture(scope="module")
def ended(live: Live) -> tuple[str, list[Client]]:
    match_id, seats = table(live.url)
    play_some(match_id, seats, 12, random.Random(1))
    seats[0].act(match_id, "resign")
    return match_id, seats


@pytest.mark.parametrize("path", ["/openapi.json", "/v1/games/just4fun/rules"])
def test_pages_are_compressed(live: Live, path: str) -> None:
    check_compressed(Client(live.url), path)


def test_a_page_is_compressed_once(live: Live) -> None:
    for _ in range(2):
        raw(Client(live.url), "/openapi.json", GZIP)
    before = compression._gzip_once.cache_info()
    raw(Client(live.url), "/openapi.json", GZIP)
    after = compression._gzip_once.cache_info()
    assert (after.hits, after.misses) == (before.hits + 1, before.misses)


@pytest.mark.parametrize(
    "path",
    ["", "?atVersion=5", "?as=1", "?include=legalMoves", "/moves", "/moves?pageSize=10", "/replay"],
)
def test_a_match_that_has_ended_is_compressed(ended: tuple[str, list[Client]], path: str) -> None:
    match_id, seats = ended
    for viewer in (seats[0], Client(seats[0].url)):
        check_compressed(viewer, f"/v1/matches/{match_id}{path}")


def test_what_is_known_is_not_sent_again(ended: tuple[str, list[Client]]) -> None:
    match_id, seats = ended
    path = f"/v1/matches/{match_id}"
    known = ("If-None-Match", raw(seats[0], path, GZIP)[0]["etag"])
    answer = send(seats[0], "GET", path, GZIP, known)
    assert (answer.status_code, answer.content) == (304, b"")
    assert "content-encoding" not in answer.headers


def about(viewer: Client, match_id: str) -> Iterator[httpx.Response]:
    """What a viewer is told about a match by every GET that has it; lists have it, too."""
    for route in (*OF_A_MATCH, LIST):
        if route.method == "GET":
            for query in QUERIES:
                yield send(viewer, "GET", route.at(match_id) + query, GZIP)
    yield send(viewer, "GET", f"/v1/matches/{match_id}", GZIP, TEXT)


def test_nothing_about_a_running_match_is_compressed(live: Live) -> None:
    """By no route and in no form, though long enough."""
    match_id, seats = table(live.url)
    play_some(match_id, seats, 12, random.Random(1))
    (due,) = seats[0].see(match_id)["toMove"]
    answers = [
        answer
        for viewer in (*seats, newcomer(live.url), Client(live.url))
        for answer in about(viewer, match_id)
    ]
    answers += [call(newcomer(live.url), route, match_id, GZIP) for route in OF_A_MATCH]
    path = f"/v1/matches/{match_id}"
    turn = {"notation": seats[due].legal_moves(match_id)[0]["notation"]}
    own = dict([GZIP])
    answers.append(seats[due].post(f"{path}/moves", turn, own, include="legalMoves"))
    made = {"moves": [{"matchId": match_id, **turn}]}
    answers.append(seats[due].post("/v1/moves", made, own))
    long = [each.url.path for each in answers if len(each.content) > compression.LEAST_BYTES]
    token = {"Authorization": f"Bearer {seats[0].token}"}
    for stream in (f"{path}/events", "/v1/events"):
        for form in (NDJSON, SSE):
            asked = {**own, **token, "Accept": form}
            with HTTP.stream("GET", live.url + stream, headers=asked) as told:
                answers.append(told)
    for answer in answers:
        assert answer.headers["content-encoding"] == "identity", answer.url
        assert "no-transform" in answer.headers["cache-control"], "nor by proxies"
    # Legal moves are long or short as the cards fall.
    assert {path, f"{path}/moves", LIST.path} <= {*long}
    assert seats[0].see(match_id)["status"] == "active"


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        ("gzip", True),
        ("deflate, gzip;q=0.5", True),
        ("GZIP", True),
        ("*", True),
        ("gzip;q=0", False),
        ("gzip;q=0.0, *", False),
        ("*;q=0", False),
        ("br, identity", False),
        ("", False),
    ],
)
async def test_only_who_takes_gzip_gets_it(accepted: str, takes: bool) -> None:
    scope = {"type": "http", "headers": [(b"accept-encoding", accepted.encode())]}
    answer = await compression.compressed(Request(scope), PlainTextResponse(LONG))
    assert ("content-encoding" in answer.headers) is takes
    short = await compression.compressed(Request(scope), PlainTextResponse("short"))
    assert "content-encoding" not in short.headers


@pytest.mark.anyio
async def test_what_is_large_is_compressed_too() -> None:
    scope = {"type": "http", "headers": [(b"accept-encoding", b"gzip")]}
    text = LONG * (compression.LARGE_BYTES // len(LONG) + 1)
    answer = await compression.compressed(Request(scope), PlainTextResponse(text))
    assert gzip.decompress(bytes(answer.body)).decode() == text
