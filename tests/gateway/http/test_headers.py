"""Request headers: what is read from conditions, preferences, keys and Accept."""

from collections.abc import Callable

import pytest
from gateway.errors import Problem
from gateway.http import headers
from starlette.requests import Request

from tests.support.asgi import request_with
from tests.support.waiting import Stopwatch

JSON, TEXT = "application/json", "text/plain"


def refusal(call: Callable[[], object]) -> Problem:
    """The Problem that the call raises."""
    with pytest.raises(Problem) as raised:
        call()
    return raised.value


def accepting(accept: str) -> Request:
    return request_with(("Accept", accept))


# --- header fields


def test_a_field_is_found_by_its_name_in_any_case() -> None:
    request = request_with(("IF-match", '"2"'))
    assert headers.field(request, b"if-match") == '"2"'
    assert headers.field(request, b"prefer") is None


def test_repeated_fields_are_joined() -> None:
    request = request_with(("Prefer", "a"), ("Accept", "*/*"), ("Prefer", "b"))
    assert headers.field(request, b"prefer") == "a, b"


def test_a_field_need_not_be_ascii() -> None:
    assert headers.field(request_with(("X", "\u00e9")), b"x") == "\u00e9"


# --- If-None-Match


@pytest.mark.parametrize(
    "known",
    [
        *('"2"', 'W/"2"', '"1", "2"', '"1","2","3"', 'W/"1", W/"2"', "*", " * ", '"x,y", "2"'),
        *('"2-gzip"', 'W/"2-gzip"', '"2-br"', '"1-gzip", "2-zstd"', '"1" , "2-deflate" ,'),
    ],
)
def test_a_known_version_matches(known: str) -> None:
    assert headers.matches_etag(request_with(("If-None-Match", known)), 2)


@pytest.mark.parametrize(
    "known",
    [
        '"1"',
        'W/"1"',
        "2",
        '"02"',
        '"22"',
        '""',
        '"2" garbage',
        '"2',
        "garbage",
        '"1", "3"',
        "W/2",
        "",
        '"1,2"',
        '"2-"',
        '"2-x"',
        '"2gzip"',
        '"2-gzip-gzip"',
        '"-gzip"',
        '"1-gzip"',
    ],
)
def test_another_version_does_not(known: str) -> None:
    assert not headers.matches_etag(request_with(("If-None-Match", known)), 2)


def test_a_request_without_the_header_knows_no_version() -> None:
    assert not headers.matches_etag(request_with(), 2)


def test_known_versions_may_be_in_repeated_headers() -> None:
    request = request_with(("If-None-Match", '"1"'), ("If-None-Match", '"2"'))
    assert headers.matches_etag(request, 2)


def test_an_etag_matches_itself() -> None:
    assert headers.etag(17) == '"17"'
    assert headers.matches_etag(request_with(("If-None-Match", headers.etag(17))), 17)


@pytest.mark.parametrize(
    ("known", "version"),
    [
        ('"2"', 2),
        (' W/"17" ', 17),
        ('"17-gzip"', 17),
        ('W/"17", "17-gzip"', 17),
        ('"1", "2"', 0),
        ("*", 0),
        ('"02"', 0),
        ('"0"', 0),
        ('"\u00b2"', 0),
        ('"-2"', 0),
        (f'"{"9" * 20}"', 0),
        ("", 0),
    ],
)
def test_the_one_version_that_a_caller_knows_matches(known: str, version: int) -> None:
    request = request_with(("If-None-Match", known))
    assert headers.known_version(request) == version
    assert not version or headers.matches_etag(request, version)


# --- If-Match and expectedVersion


@pytest.mark.parametrize(
    ("value", "version"),
    [
        *(('"2"', 2), (' "2" ', 2), ('"0"', 0), (f'"{2**32}"', 2**32 - 1)),
        *((f'"{"9" * 20}"', 2**32 - 1), ('W/"2"', 2), ('"2-gzip"', 2), ('W/"2-br"', 2)),
        *(('"2", "2-gzip"', 2), ('"2" ,', 2), ("*", None), (" * ", None)),
    ],
)
def test_if_match_is_the_expected_version(value: str, version: int | None) -> None:
    assert headers.expected_version(request_with(("If-Match", value)), None) == version


@pytest.mark.parametrize(
    "value",
    [
        *("", "2", "W/2", '"x"', '""', '"02"', '"-1"', '"2", "3"', '"2', '"2.0"', '"2" x', 'x "2"'),
        *(f'"{"9" * 21}"', '"2-x"', '"2-"', '"-gzip"', '*, "2"', '"2" "2"'),
    ],
)
def test_any_other_if_match_is_malformed(value: str) -> None:
    request = request_with(("If-Match", value))
    assert refusal(lambda: headers.expected_version(request, None)).code == "malformed"


def test_repeated_if_match_is_malformed() -> None:
    request = request_with(("If-Match", '"2"'), ("If-Match", '"3"'))
    assert refusal(lambda: headers.expected_version(request, None)).code == "malformed"


@pytest.mark.parametrize(("in_body", "version"), [(None, None), (2, 2), (2**64 - 1, 2**32 - 1)])
def test_without_if_match_the_body_has_the_expected_version(
    in_body: int | None, version: int | None
) -> None:
    assert headers.expected_version(request_with(), in_body) == version


def test_header_and_body_must_agree() -> None:
    request = request_with(("If-Match", '"2"'))
    assert headers.expected_version(request, 2) == 2
    assert refusal(lambda: headers.expected_version(request, 3)).code == "malformed"


def test_any_version_will_do_with_a_star_unless_the_body_names_one() -> None:
    assert headers.expected_version(request_with(("If-Match", "*")), 3) == 3


@pytest.mark.parametrize("other", ['"2"', 'W/"2"', '"2-gzip"', '"2", W/"2"'])
def test_a_repeat_over_another_proxy_has_the_same_condition(other: str) -> None:
    assert headers.condition(request_with(("If-Match", other))) == "2"


def test_other_conditions_differ() -> None:
    others = ['"2"', '"3"', '"2", "3"', "*", "2"]
    told = {headers.condition(request_with(("If-Match", other))) for other in others}
    assert len({*told, headers.condition(request_with())}) == len(others)  # "2" is as good as 2


def test_a_long_header_of_spaces_takes_no_time() -> None:
    spaces = " " * 30_000
    watch = Stopwatch()
    for value in (f'"1"{spaces}x', spaces + "x", '"' * 30_000, '"-gzip' * 5_000):
        request = request_with(("If-None-Match", value), ("If-Match", value))
        assert not headers.known_version(request)
        headers.condition(request)
    assert not watch.exceeds(0.5)


# --- Prefer: wait is in tests/gateway/streams/test_long_poll.py


# --- Idempotency-Key


@pytest.mark.parametrize("key", ["k", "!~", "a" * 255, '"quoted"'])
def test_a_key_is_visible_ascii(key: str) -> None:
    assert headers.idempotency_key(request_with(("Idempotency-Key", key))) == key


@pytest.mark.parametrize("key", ["", "a b", "a" * 256, "\u00e9", "a\tb", "a\n", "\x7f"])
def test_any_other_key_is_malformed(key: str) -> None:
    request = request_with(("Idempotency-Key", key))
    assert refusal(lambda: headers.idempotency_key(request)).code == "malformed"


def test_two_keys_are_malformed() -> None:
    request = request_with(("Idempotency-Key", "a"), ("Idempotency-Key", "b"))
    assert refusal(lambda: headers.idempotency_key(request)).code == "malformed"


def test_a_key_is_optional() -> None:
    assert headers.idempotency_key(request_with()) is None
    assert headers.parse_key(None) is None


# --- Accept


@pytest.mark.parametrize(
    ("accept", "preferred"),
    [
        ("application/json", JSON),
        ("text/plain", TEXT),
        ("TEXT/Plain", TEXT),
        ("*/*", JSON),
        ("", JSON),
        ("application/*", JSON),
        ("text/*", TEXT),
        ("text/plain, application/json", JSON),
        ("text/plain;q=0.5, application/json;q=0.5", JSON),
        ("text/plain, application/json;q=0.9", TEXT),
        ("application/json;q=0.1, text/plain;q=0.2", TEXT),
        ("text/plain;q=0.001, image/png", TEXT),
        ("text/html,application/xhtml+xml,*/*;q=0.8", JSON),
        ("application/json;q=0, */*", TEXT),
        ("text/plain;q=0, */*;q=0.1", JSON),
        ("text/plain; charset=utf-8", TEXT),
        ("application/json;q=0.3,text/*;q=0.2", JSON),
        ("application/json;Q = 0.1, text/plain;q=0.2", TEXT),
        ("application/json;q=2, text/plain;q=0.9", JSON),
    ],
)
def test_the_media_type_of_the_highest_quality_is_preferred(accept: str, preferred: str) -> None:
    assert headers.preferred_media_type(accepting(accept), JSON, TEXT) == preferred


def test_the_first_offer_is_the_default() -> None:
    assert headers.preferred_media_type(request_with(), TEXT, JSON) == TEXT


def test_repeated_accept_headers_are_one_list() -> None:
    request = request_with(("Accept", "application/json;q=0.5"), ("Accept", "text/plain"))
    assert headers.preferred_media_type(request, JSON, TEXT) == TEXT


@pytest.mark.parametrize(
    "accept",
    [
        "text/html",
        "image/png",
        "application/problem+json",
        "application/json;q=0",
        "application/json;q=0, text/plain;q=0.000",
        "*/*;q=0",
        "text",
        "json",
    ],
)
def test_what_is_not_available_is_not_acceptable(accept: str) -> None:
    problem = refusal(lambda: headers.preferred_media_type(accepting(accept), JSON, TEXT))
    assert problem.code == "not_acceptable"
    assert problem.detail == "Available media types: application/json, text/plain."
