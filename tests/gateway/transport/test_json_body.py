"""Bodies: JSON that means one thing only, of a documented form and size."""

import json
from collections.abc import Iterator

import pytest

from tests.support.live import Live
from tests.support.players import Client, ok
from tests.support.requests import (
    BATCH,
    POSTS,
    Route,
    call,
    code,
    exchange,
    post,
    problem,
    send,
    table,
)

KIB_64 = 64 * 1024
PLAYERS = "/v1/players"


@pytest.fixture(scope="module")
def match(live: Live) -> tuple[str, list[Client]]:
    """A running match, which no test changes."""
    return table(live.url)


def player_of(**members: object) -> bytes:
    return json.dumps({"displayName": "Ann", "kind": "human", **members}).encode()


BODIES: dict[str, bytes] = {
    "empty": b"",
    "blank": b" \n",
    "no JSON": b"displayName=Ann",
    "cut off": player_of()[:-1],
    "two": player_of() + player_of(),
    "comma": player_of()[:-1] + b",}",
    "comment": player_of() + b"//",
    "single quotes": player_of().replace(b'"', b"'"),
    "array": b"[" + player_of() + b"]",
    "string": json.dumps(player_of().decode()).encode(),
    "number": b"7",
    "true": b"true",
    "null": b"null",
    "BOM": b"\xef\xbb\xbf" + player_of(),
    "UTF-16": player_of().decode().encode("utf-16"),
    "Latin-1": b'{"displayName": "Andr\xe9", "kind": "human"}',
    "overlong": b'{"displayName": "\xc0\x80", "kind": "human"}',
    "surrogates in UTF-8": b'{"displayName": "\xed\xa0\x80", "kind": "human"}',
    "control character": b'{"displayName": "a\tb", "kind": "human"}',
    "duplicate": b'{"displayName": "Ann", "displayName": "Ann", "kind": "human"}',
    "escaped duplicate": b'{"displayName": "Ann", "kind": "human", "kin\\u0064": "human"}',
    "duplicate inside": player_of()[:-1] + b', "x": {"a": 1, "a": 1}}',
    "unknown member": player_of(age=7),
    "snake case": b'{"display_name": "Ann", "kind": "human"}',
    "NaN": player_of()[:-1] + b', "x": NaN}',
    "Infinity": player_of()[:-1] + b', "x": Infinity}',
    "-Infinity": player_of()[:-1] + b', "x": -Infinity}',
    "lone surrogate": b'{"displayName": "\\ud800", "kind": "human"}',
    "lone low surrogate": b'{"displayName": "\\udc00", "kind": "human"}',
    "swapped pair": b'{"displayName": "\\udc00\\ud800", "kind": "human"}',
    "surrogate as a name": player_of()[:-1] + b', "\\ud800": 1}',
    "null for required": player_of(displayName=None),
    "very deep": b"[" * 30_000 + b"]" * 30_000,
    "never closed": b'{"a":' * 10_000,
}


@pytest.mark.parametrize("name", BODIES)
def test_what_is_not_the_json_of_a_body_is_malformed(live: Live, name: str) -> None:
    assert code(post(Client(live.url), PLAYERS, BODIES[name])) == (400, "malformed")


def test_json_may_be_written_in_any_way(live: Live) -> None:
    body = b'\r\n\t {"k\\u0069nd" :"bot","displayName"\n:"\\u0041nn\\/\\"" }  \n'
    made = ok(post(Client(live.url), PLAYERS, body), 201)
    assert made["player"]["displayName"] == 'Ann/"'


@pytest.mark.parametrize(("depth", "too_deep"), [(2, False), (63, False), (64, False), (65, True)])
def test_a_body_may_be_64_deep(live: Live, depth: int, too_deep: bool) -> None:
    for opening, closing in ((b'{"a":', b"}"), (b"[", b"]")):
        inner = opening * (depth - 2) + opening[:1] + closing * (depth - 1)
        refusal = post(Client(live.url), PLAYERS, player_of()[:-1] + b', "x":' + inner + b"}")
        assert code(refusal) == (400, "malformed")
        assert ("deep" in problem(refusal)["detail"]) == too_deep


@pytest.mark.parametrize(
    ("number", "is_json"),
    [
        (str(2**63 - 1), True),
        (str(2**64 - 1), True),
        (str(2**64), False),
        (str(-(2**63)), True),
        (str(-(2**63) - 1), False),
        ("9" * 5000, False),
        ("1e400", False),
        ("-1e400", False),
        ("1e308", True),
        ("-0", True),
        ("01", False),
        ("+1", False),
        ("1.", False),
        (".5", False),
        ("0x10", False),
        ("1_000", False),
    ],
)
def test_integers_have_64_bits(live: Live, number: str, is_json: bool) -> None:
    body = player_of()[:-1] + b', "x": [' + number.encode() + b"]}"
    refusal = post(Client(live.url), PLAYERS, body)
    assert code(refusal) == (400, "malformed")
    assert ("not JSON" in problem(refusal)["detail"]) == (not is_json)


def padded(size: int) -> bytes:
    return player_of() + b" " * (size - len(player_of()))


def chunks(body: bytes) -> Iterator[bytes]:
    """Sent without a Content-Length."""
    for start in range(0, len(body), 10_000):
        yield body[start : start + 10_000]


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_may_have_64_kib(live: Live, chunked: bool) -> None:
    for size in (KIB_64 - 1, KIB_64):
        body = padded(size)
        ok(post(Client(live.url), PLAYERS, chunks(body) if chunked else body), 201)


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("size", [KIB_64 + 1, 3 * KIB_64])
def test_a_body_has_no_more(live: Live, chunked: bool, size: int) -> None:
    body = padded(size)
    answer = post(Client(live.url), PLAYERS, chunks(body) if chunked else body)
    assert code(answer) == (413, "too_large")


def test_a_large_body_is_refused_before_it_is_sent(live: Live) -> None:
    head = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
    answer = exchange(live.url, head + b"Content-Length: 65537\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("route", POSTS, ids=str)
def test_every_post_has_a_limit(match: tuple[str, list[Client]], route: Route) -> None:
    match_id, (ann, _) = match
    path, most = route.path.format(match=match_id), KIB_64 * (4 if route is BATCH else 1)
    assert code(post(ann, path, b" " * (most + 1))) == (413, "too_large")


@pytest.mark.parametrize(
    "kind",
    [
        "application/json",
        "application/json; charset=utf-8",
        "application/json;charset=UTF-8",
        "Application/JSON",
        "application/json ; x=y",
    ],
)
def test_a_body_is_json(live: Live, kind: str) -> None:
    ok(post(Client(live.url), PLAYERS, player_of(), kind), 201)


def test_a_body_of_no_kind_is_taken_for_json(live: Live) -> None:
    ok(send(Client(live.url), "POST", PLAYERS, content=player_of()), 201)


@pytest.mark.parametrize(
    "kind",
    [
        "",
        "text/plain",
        "text/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/merge-patch+json",
        "application/problem+json",
        "application/jsonp",
        "application/json, text/plain",
        "*/*",
        "json",
    ],
)
@pytest.mark.parametrize("route", POSTS, ids=str)
def test_a_body_of_another_kind_is_not_read(
    match: tuple[str, list[Client]], route: Route, kind: str
) -> None:
    match_id, (ann, _) = match
    content = json.dumps(route.body).encode()
    answer = post(ann, route.path.format(match=match_id), content, kind)
    assert code(answer) == (415, "unsupported_media_type")


@pytest.mark.parametrize("body", [{"reason": "bored"}, [], "", 0, False, None, {"": {}}])
@pytest.mark.parametrize("verb", ["leave", "start", "resign"])
def test_an_act_takes_an_empty_object(
    match: tuple[str, list[Client]], verb: str, body: object
) -> None:
    match_id, (ann, _) = match
    answer = post(ann, f"/v1/matches/{match_id}/{verb}", json.dumps(body).encode())
    assert code(answer) == (400, "malformed")


@pytest.mark.parametrize("route", POSTS, ids=str)
def test_every_post_knows_its_members(match: tuple[str, list[Client]], route: Route) -> None:
    match_id, (ann, _) = match
    spoilt = Route("POST", route.path, {**route.body, "nonsense": None})
    assert code(call(ann, spoilt, match_id)) == (400, "malformed")
