"""Request bodies: JSON with only one possible meaning, of a documented form and size."""

import json
import time
from collections.abc import Callable
from typing import Any, Literal

import pytest
from gateway.contract.match_requests import NewMatch
from gateway.contract.move_requests import NOTATED, NewMove
from gateway.contract.opponent_requests import Availability
from gateway.contract.player_requests import NewToken
from gateway.contract.request_models import Nothing
from gateway.errors import Problem
from gateway.http import json_body
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict

from tests.support.asgi import Header, request_with

KIB_64 = 64 * 1024
BODY = b'{"name": "Ann"}'


class Named(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    name: str
    kind: Literal["human", "bot"] = "human"


class Empty(BaseModel):
    """A body without members."""


def refusal(call: Callable[[], object]) -> str:
    """The detail of the Problem malformed that the call raises."""
    with pytest.raises(Problem) as raised:
        call()
    assert raised.value.code == "malformed"
    return raised.value.detail


# --- the usual bodies

USUAL = (
    b'{"notation":"Y7+*"}',
    b'{"notation":"Y7+*","expectedVersion":17}',
    b'{"notation":"Y7+*","expectedDecision":17}',
    b' {\t"notation" :\r\n"" , "expectedVersion" : 0 } ',
    b'{"notation":" !#[]~/{},:","expectedVersion":999999999999999999}',
    b'{"notation":"%s"}' % (b"x" * 60_000),
)
UNUSUAL = (
    *(b"", b"{}", b"null", b'{"notation":7}', b'{"notation":"a"}}', b'{"notation":"a"'),
    *(b'{"notation":"\\u0041"}', b'{"notation":"\xc3\xa9"}', b'{"notation":"a\tb"}'),
    *(b'{"notation":"a","notation":"b"}', b'{"notation":"a","move":null}'),
    *(b'{"expectedVersion":1,"notation":"a"}', b'{"notation":"a","expectedVersion":null}'),
    *(b'\x0b{"notation":"a"}', b'{"notation":"a"}\x0c', b'\xef\xbb\xbf{"notation":"a"}'),
    *(
        b'{"notation":"a","expectedVersion":%s}' % number
        for number in (b"-1", b"-0", b"01", b"1.0", b"1e2", b'"1"', b"18446744073709551616", b"")
    ),
    b'{"notation":"a","expectedVersion":1,"expectedVersion":2}',
    b'{"notation":"a","expectedVersion":1,"expectedDecision":1}',
)


@pytest.mark.anyio
@pytest.mark.parametrize("body", USUAL)
async def test_a_usual_body_is_read_as_any_other(body: bytes) -> None:
    assert NOTATED.fullmatch(body)
    read = await json_body.read(request_with(body=[body]), NewMove, usual=NOTATED)
    known = json_body.validate(json_body.parse(body), NewMove)
    assert (read, read.model_fields_set) == (known, known.model_fields_set)


@pytest.mark.parametrize("body", UNUSUAL)
def test_what_could_be_refused_or_have_two_meanings_is_not_usual(body: bytes) -> None:
    assert not NOTATED.fullmatch(body)


# --- what JSON is

NOT_JSON: dict[str, bytes] = {
    "blank": b" \n",
    "no JSON": b"name=Ann",
    "cut off": BODY[:-1],
    "two": BODY + BODY,
    "comma": BODY[:-1] + b",}",
    "comment": BODY + b"//",
    "single quotes": BODY.replace(b'"', b"'"),
    "BOM": b"\xef\xbb\xbf" + BODY,
    "UTF-16": BODY.decode().encode("utf-16"),
    "Latin-1": b'{"name": "Andr\xe9"}',
    "overlong": b'{"name": "\xc0\x80"}',
    "surrogates in UTF-8": b'{"name": "\xed\xa0\x80"}',
    "control character": b'{"name": "a\tb"}',
    "duplicate": b'{"name": "Ann", "name": "Ann"}',
    "escaped duplicate": b'{"name": "Ann", "nam\\u0065": "Ann"}',
    "duplicate inside": b'{"x": [{"a": 1, "a": 1}]}',
    "NaN": b'{"x": NaN}',
    "Infinity": b'{"x": Infinity}',
    "-Infinity": b'{"x": -Infinity}',
}


@pytest.mark.parametrize("name", NOT_JSON)
def test_what_is_not_json_is_malformed(name: str) -> None:
    assert "not JSON" in refusal(lambda: json_body.parse(NOT_JSON[name]))


@pytest.mark.parametrize(
    "body",
    [
        b'["\\ud800"]',
        b'["\\udc00"]',
        b'["\\udc00\\ud800"]',
        b'{"\\ud800": 1}',
        b'{"a": [{"b": "\\ud800"}]}',
    ],
)
def test_an_unpaired_surrogate_is_malformed(body: bytes) -> None:
    assert "surrogate" in refusal(lambda: json_body.parse(body))


def test_json_may_be_written_in_any_way() -> None:
    body = b'\r\n\t {"n\\u0061me"\n: "\\u0041nn\\/\\"\\ud83c\\udccf" ,"kind":"bot"}  \n'
    assert json_body.parse(body) == {"name": 'Ann/"\U0001f0cf', "kind": "bot"}


@pytest.mark.parametrize(("opening", "closing"), [(b'{"a":', b"}"), (b"[", b"]")])
@pytest.mark.parametrize(("depth", "too_deep"), [(2, False), (64, False), (65, True)])
def test_a_body_may_be_64_levels_deep(
    opening: bytes, closing: bytes, depth: int, too_deep: bool
) -> None:
    body = opening * (depth - 1) + b"{}" + closing * (depth - 1)
    if too_deep:
        assert "deeper" in refusal(lambda: json_body.parse(body))
    else:
        assert json_body.parse(body) == json.loads(body)


def test_many_values_side_by_side_are_not_deep() -> None:
    assert json_body.parse(b"[" + b"[]," * 1000 + b"[]]") == [[]] * 1001


@pytest.mark.parametrize("body", [b"[" * 30_000 + b"]" * 30_000, b'{"a":' * 10_000])
def test_no_depth_exhausts_the_stack(body: bytes) -> None:
    assert "deeper" in refusal(lambda: json_body.parse(body))


@pytest.mark.parametrize(
    "number", [str(2**63 - 1), str(2**64 - 1), str(-(2**63)), "1e308", "-0", "0.5"]
)
def test_numbers_of_64_bits_are_read_exactly(number: str) -> None:
    assert json_body.parse(f"[{number}]".encode()) == [json.loads(number)]


@pytest.mark.parametrize(
    "number",
    [
        str(2**64),
        str(-(2**63) - 1),
        "9" * 5000,
        "1e400",
        "-1e400",
        "01",
        "+1",
        "1.",
        ".5",
        "0x10",
        "1_000",
    ],
)
def test_other_numbers_are_not_json(number: str) -> None:
    assert "not JSON" in refusal(lambda: json_body.parse(f"[{number}]".encode()))


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | (texts := st.text(st.characters(exclude_categories=["Cs"]))),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)


@settings(deadline=None)
@given(VALUES, st.booleans())
def test_what_is_json_is_read_as_it_was_meant(value: Any, ascii_only: bool) -> None:
    body = json.dumps([value], ensure_ascii=ascii_only).encode()
    assert repr(json_body.parse(body)) == repr([value])


@settings(deadline=None)
@given(VALUES, st.data())
def test_a_broken_body_is_malformed_or_json_after_all(value: Any, data: st.DataObject) -> None:
    body = bytearray(json.dumps([value]).encode())
    place = data.draw(st.integers(0, len(body) - 1))
    body[place : place + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=3))
    try:
        read = json_body.parse(bytes(body))
    except Problem as problem:
        read = problem.code
    assert read == "malformed" or repr(read) == repr(json.loads(body))


# --- models


@pytest.mark.parametrize(
    ("value", "detail"),
    [
        ({}, "name: this member is required."),
        ({"name": "Ann", "age": 7}, "age: unknown member."),
        ({"name": 7}, "name: Input should be a valid string."),
        ({"name": None}, "name: Input should be a valid string."),
        ({"name": "Ann", "kind": "robot"}, "kind: Input should be 'human' or 'bot'."),
        ([], "The body: must be a JSON object."),
        (None, "The body: must be a JSON object."),
        ("{}", "The body: must be a JSON object."),
        ({"name": "Ann", "x" * 1000: 7}, "x" * 200 + ": unknown member."),
    ],
)
def test_the_first_wrong_place_is_named(value: Any, detail: str) -> None:
    assert refusal(lambda: json_body.validate(value, Named)) == detail


def test_no_refusal_repeats_a_value() -> None:
    secret = "c0ffee" * 6
    for value in ({"name": "Ann", "kind": secret}, {"name": [secret]}, secret, [secret]):
        assert secret not in refusal(lambda value=value: json_body.validate(value, Named))  # type: ignore[misc]
    for body in (f'"{secret}', f'{{"{secret}": 1, "{secret}": 1}}', f"{{{secret}}}"):
        assert secret not in refusal(lambda body=body: json_body.parse(body.encode()))  # type: ignore[misc]


# --- bytes


async def read(*chunks: bytes, headers: tuple[Header, ...] = ()) -> str:
    """The name in a body that arrives in these chunks."""
    request = request_with(*headers, method="POST", body=chunks)
    return (await json_body.read(request, Named)).name


@pytest.mark.anyio
async def test_no_body_is_an_empty_object() -> None:
    await json_body.read(request_with(method="POST"), Empty)


@pytest.mark.anyio
@pytest.mark.parametrize("size", [KIB_64 - 1, KIB_64])
async def test_a_body_may_have_64_kib(size: int) -> None:
    padded = BODY.ljust(size)
    assert await read(padded) == "Ann"
    assert await read(padded[:100], padded[100:]) == "Ann"


@pytest.mark.anyio
@pytest.mark.parametrize("declared", [(), (("Content-Length", str(KIB_64 + 1)),)])
async def test_a_body_has_no_more_and_ends_its_connection(declared: tuple[Header, ...]) -> None:
    padded = BODY.ljust(KIB_64 + 1)
    with pytest.raises(Problem) as raised:
        await read(padded[:100], padded[100:], headers=declared)
    assert raised.value.code == "too_large"
    assert raised.value.headers == {"Connection": "close"}


@pytest.mark.anyio
async def test_a_declared_size_is_refused_before_anything_is_read() -> None:
    request = request_with(("Content-Length", "100000000"), method="POST", body=[BODY])
    with pytest.raises(Problem, match="at most 65536 bytes"):
        await json_body.read(request, Named)
    assert (await request.receive())["body"] == BODY


@pytest.mark.anyio
async def test_a_route_may_allow_more() -> None:
    request = request_with(method="POST", body=[BODY.ljust(4 * KIB_64)])
    assert (await json_body.read(request, Named, 4 * KIB_64)).name == "Ann"


@pytest.mark.anyio
@pytest.mark.parametrize(
    "media_type",
    [
        "application/json",
        "application/json; charset=utf-8",
        "application/json;charset=UTF-8",
        "Application/JSON",
        "application/json ; x=y",
    ],
)
async def test_a_body_is_json(media_type: str) -> None:
    assert await read(BODY, headers=(("Content-Type", media_type),)) == "Ann"


@pytest.mark.anyio
async def test_a_body_without_a_media_type_is_read_as_json() -> None:
    assert await read(BODY) == "Ann"


@pytest.mark.anyio
@pytest.mark.parametrize(
    "media_type",
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
async def test_a_body_of_another_media_type_is_refused(media_type: str) -> None:
    with pytest.raises(Problem) as raised:
        await read(BODY, headers=(("Content-Type", media_type),))
    assert raised.value.code == "unsupported_media_type"


@pytest.mark.anyio
async def test_an_empty_body_may_have_any_media_type() -> None:
    request = request_with(("Content-Type", "text/plain"), method="POST")
    await json_body.read(request, Empty)


# --- fingerprints


def test_a_fingerprint_is_as_it_has_always_been() -> None:
    """It is stored, along with the key."""
    digest = json_body.digest("POST", "/v1/matches", '"2"', {"b": 1, "a": "\u00e9"}, "full")
    assert digest == "1952bffaa3b017c5ad938f34b9b98e01bc4ac8072265c248fbc911159f4c6af7"


# --- what a refusal costs


def cpu_s(call: Callable[[], object]) -> float:
    """The least processor time of some calls."""
    found = []
    for _ in range(5):
        begin = time.thread_time()
        call()
        found.append(time.thread_time() - begin)
    return min(found)


@pytest.mark.parametrize(
    ("model", "value"),
    [
        (Named, {str(number): 1 for number in range(6_000)}),
        (NewMatch, {"game": "x", "clock": {str(number): 1 for number in range(6_000)}}),
        (NewToken, {"name": "Ann", "scopes": [str(number) for number in range(6_000)]}),
    ],
)
def test_a_refusal_costs_less_than_reading_the_body(model: type[BaseModel], value: Any) -> None:
    body = json.dumps(value).encode()
    reading = cpu_s(lambda: json_body.parse(body))
    assert cpu_s(lambda: refusal(lambda: json_body.validate(value, model))) < reading


def test_the_first_of_many_wrong_members_is_named() -> None:
    assert refusal(lambda: json_body.validate({"a": 1, "b": 2, "c": 3}, Nothing)) == (
        "a: unknown member."
    )
    assert refusal(lambda: json_body.validate({"a": 1, "name": 1, "b": 2}, Named)) == (
        "name: Input should be a valid string."
    )
    clock = {"perMove": "60s", **{str(number): 1 for number in range(9)}}
    assert refusal(lambda: json_body.validate({"game": "x", "clock": clock}, NewMatch)) == (
        "clock.0: unknown member."
    )
    shown = json_body._shortened({"game": "x", "clock": clock}, NewMatch)
    assert shown == {"game": "x", "clock": {"perMove": "60s", "0": 1}}, "pydantic sees no more"


def test_all_names_of_a_member_that_maps_names_are_kept() -> None:
    """They are no members of the objects that they lead to, of which few unknown ones are kept."""
    games: dict[str, Any] = {name: {"maxMatches": 2} for name in ("a", "b", "c", "d")}
    assert json_body.validate({"games": games}, Availability).games.keys() == games.keys()
