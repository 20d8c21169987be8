"""Conditions, negotiation, request ids and CORS."""

from collections.abc import Callable

import httpx
import pytest

from tests.support.live import Live
from tests.support.players import Client, key, ok, refused
from tests.support.requests import (
    NOBODY,
    ROUTES,
    Route,
    code,
    listed,
    look,
    newcomer,
    problem,
    send,
    table,
)

EXPOSED = {
    "ETag",
    "Location",
    "Retry-After",
    "RateLimit",
    "Idempotency-Replayed",
    "X-Request-Id",
}


@pytest.fixture(scope="module")
def match(live: Live) -> tuple[str, list[Client]]:
    """A running match at version 2, which no test changes."""
    return table(live.url)


def viewers(match: tuple[str, list[Client]]) -> list[Client]:
    return [*match[1], Client(match[1][0].url)]


def test_a_match_is_cached_for_its_viewer_under_its_version(
    match: tuple[str, list[Client]],
) -> None:
    for viewer in viewers(match):
        answer = look(viewer, match[0])
        assert answer.headers["etag"] == '"2"'
        assert answer.headers["vary"] == "Authorization, Accept"
        assert answer.headers["cache-control"] == "private, no-cache"
        assert answer.headers["content-type"] == "application/json"


KNOWN = ['"2"', 'W/"2"', '"1", "2"', '"1","2","3"', 'W/"1", W/"2"', "*", '"x,y", "2"']
OTHER = ['"1"', 'W/"1"', "2", '"02"', '"22"', '""', '"2', "garbage", '"1", "3"', "W/2", ""]


@pytest.mark.parametrize("known", KNOWN)
def test_who_knows_the_version_is_told_nothing_again(
    match: tuple[str, list[Client]], known: str
) -> None:
    for viewer in viewers(match):
        answer = look(viewer, match[0], ("If-None-Match", known))
        assert (answer.status_code, answer.content) == (304, b"")
        assert answer.headers["etag"] == '"2"'
        assert answer.headers["vary"] == "Authorization, Accept"
        assert answer.headers["cache-control"] == "private, no-cache"
        assert "preference-applied" not in answer.headers


@pytest.mark.parametrize("known", OTHER)
def test_who_knows_another_version_sees_the_match(
    match: tuple[str, list[Client]], known: str
) -> None:
    answer = look(match[1][0], match[0], ("If-None-Match", known))
    assert ok(answer)["version"] == 2


def test_known_versions_may_stand_on_lines_of_their_own(match: tuple[str, list[Client]]) -> None:
    lines = [("If-None-Match", '"1"'), ("If-None-Match", '"2"')]
    assert look(match[1][0], match[0], *lines).status_code == 304


def test_a_past_version_and_a_text_are_known_likewise(match: tuple[str, list[Client]]) -> None:
    match_id, (ann, _) = match
    past = send(ann, "GET", f"/v1/matches/{match_id}?atVersion=1", ("If-None-Match", '"1"'))
    assert (past.status_code, past.headers["etag"]) == (304, '"1"')
    text = look(ann, match_id, ("Accept", "text/plain"), ("If-None-Match", '"2"'))
    assert (text.status_code, text.content) == (304, b"")


Headers = tuple[tuple[str, str], ...]
Act = Callable[[str, list[Client], Headers], httpx.Response]


def act(verb: str, seat: int) -> Act:
    def do(match_id: str, seats: list[Client], headers: Headers) -> httpx.Response:
        return send(seats[seat], "POST", f"/v1/matches/{match_id}/{verb}", *headers)

    return do


def move(match_id: str, seats: list[Client], headers: Headers) -> httpx.Response:
    mover: Client = seats[seats[0].see(match_id)["toMove"][0]]
    notation = mover.legal_moves(match_id)[0]["notation"]
    path = f"/v1/matches/{match_id}/moves"
    return mover.post(path, {"notation": notation}, dict(headers))


def seated(url: str, start: str) -> tuple[str, list[Client]]:
    """A match at version 2 and its players, of whom a third one would like to join."""
    ann, bob = newcomer(url), newcomer(url)
    match_id = ann.create(start=start)["id"]
    bob.join(match_id)
    return match_id, [ann, bob]


def left(url: str) -> tuple[str, list[Client]]:
    """A match at version 3 with a free seat; as at version 2, but for the version."""
    match_id, seats = seated(url, "manual")
    seats[1].act(match_id, "leave")
    return match_id, seats


ACTS: dict[str, tuple[Callable[[str], tuple[str, list[Client]]], int, Act]] = {
    "join": (left, 3, act("join", 1)),
    "leave": (lambda url: seated(url, "manual"), 2, act("leave", 1)),
    "start": (lambda url: seated(url, "manual"), 2, act("start", 0)),
    "resign": (lambda url: seated(url, "auto"), 2, act("resign", 0)),
    "moves": (lambda url: seated(url, "auto"), 2, move),
}


@pytest.mark.parametrize("verb", ACTS)
def test_an_act_upon_the_current_version_is_done(live: Live, verb: str) -> None:
    make, version, do = ACTS[verb]
    match_id, seats = make(live.url)
    answer = do(match_id, seats, (("If-Match", f'"{version}"'),))
    assert answer.status_code == 200, answer.text
    assert answer.headers["etag"] == f'"{version + 1}"'
    assert seats[0].see(match_id)["version"] == version + 1


@pytest.fixture(scope="module")
def acted(live: Live) -> dict[str, tuple[str, list[Client]]]:
    """A match for each verb, where it is refused whatever is tried."""
    return {verb: make(live.url) for verb, (make, _, _) in ACTS.items()}


@pytest.mark.parametrize("verb", ACTS)
def test_an_act_upon_another_version_is_not(
    acted: dict[str, tuple[str, list[Client]]], verb: str
) -> None:
    _, version, do = ACTS[verb]
    match_id, seats = acted[verb]
    for other in (0, 1, version - 1, version + 1, 2**32 + version, 10**20 - 1):
        answer = do(match_id, seats, (("If-Match", f'"{other}"'),))
        assert refused(answer, 412, "version_mismatch")["version"] == version
    assert seats[0].see(match_id)["version"] == version


@pytest.mark.parametrize("verb", ACTS)
@pytest.mark.parametrize(
    "value",
    ["", "2", 'W/"2"', "*", '"x"', '""', '"02"', '"-1"', '"2", "3"', '"2" ,', '"2', '"2.0"'],
)
def test_if_match_is_one_version_in_quotes(
    acted: dict[str, tuple[str, list[Client]]], verb: str, value: str
) -> None:
    _, _, do = ACTS[verb]
    match_id, seats = acted[verb]
    refused(do(match_id, seats, (("If-Match", value),)), 400, "malformed")


def test_two_lines_of_if_match_are_malformed(match: tuple[str, list[Client]]) -> None:
    lines = [("If-Match", '"2"'), ("If-Match", '"3"')]
    answer = send(match[1][0], "POST", f"/v1/matches/{match[0]}/resign", *lines)
    assert code(answer) == (400, "malformed")


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("application/json", "application/json"),
        ("text/plain", "text/plain"),
        ("TEXT/Plain", "text/plain"),
        ("*/*", "application/json"),
        ("", "application/json"),
        ("application/*", "application/json"),
        ("text/*", "text/plain"),
        ("text/plain, application/json", "application/json"),
        ("text/plain;q=0.5, application/json;q=0.5", "application/json"),
        ("text/plain, application/json;q=0.9", "text/plain"),
        ("application/json;q=0.1, text/plain;q=0.2", "text/plain"),
        ("text/plain;q=0.001, image/png", "text/plain"),
        ("text/html,application/xhtml+xml,*/*;q=0.8", "application/json"),
        ("application/json;q=0, */*", "text/plain"),
        ("text/plain;q=0, */*;q=0.1", "application/json"),
        ("text/plain; charset=utf-8", "text/plain"),
        ("application/json;q=0.3,text/*;q=0.2", "application/json"),
    ],
)
def test_a_match_comes_in_the_form_that_is_liked_best(
    match: tuple[str, list[Client]], accept: str, kind: str
) -> None:
    answer = look(match[1][0], match[0], ("Accept", accept))
    assert answer.status_code == 200
    assert answer.headers["content-type"].split(";")[0] == kind


def test_who_says_nothing_gets_json(match: tuple[str, list[Client]]) -> None:
    answer = send(match[1][0], "GET", f"/v1/matches/{match[0]}", without="accept")
    assert ok(answer)["version"] == 2


def test_likings_may_stand_on_lines_of_their_own(match: tuple[str, list[Client]]) -> None:
    lines = [("Accept", "application/json;q=0.5"), ("Accept", "text/plain")]
    answer = look(match[1][0], match[0], *lines)
    assert answer.headers["content-type"].startswith("text/plain")


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
def test_there_are_no_other_forms(match: tuple[str, list[Client]], accept: str) -> None:
    assert code(look(match[1][0], match[0], ("Accept", accept))) == (406, "not_acceptable")


REQUEST_IDS = ["x", "a" * 128, "0af7651916cd43dd8448eb211c80319c", "!~<>\"'"]
HOSTILE = ["", "a" * 129, "two words", "\u00e9", "a\tb", "a, b"]


@pytest.mark.parametrize("given", REQUEST_IDS)
def test_a_request_id_is_taken_up(match: tuple[str, list[Client]], given: str) -> None:
    ann, own = match[1][0], ("X-Request-Id", given)
    answers = [
        look(ann, match[0], own),
        look(ann, match[0], own, ("If-None-Match", "*")),
        look(ann, NOBODY, own),
        send(ann, "PUT", "/v1/matches", own),
        send(ann, "GET", "/nowhere", own),
        send(ann, "DELETE", f"/v1/players/me/tokens/{NOBODY}", own),
        preflight(ann.url, "/v1/matches", own),
    ]
    assert [answer.headers["x-request-id"] for answer in answers] == [given] * len(answers)
    assert problem(answers[2])["requestId"] == given


@pytest.mark.parametrize("given", HOSTILE)
def test_another_request_id_is_replaced(match: tuple[str, list[Client]], given: str) -> None:
    header = ("X-Request-Id", given)
    answer = look(match[1][0], NOBODY, header)
    own = answer.headers["x-request-id"]
    assert own != given
    assert len(own) == 32
    assert own.isalnum()
    assert problem(answer)["requestId"] == own


def test_every_request_has_an_id_of_its_own(match: tuple[str, list[Client]]) -> None:
    answers = [look(viewer, match[0]) for viewer in viewers(match) for _ in range(3)]
    assert len({answer.headers["x-request-id"] for answer in answers}) == 9


def preflight(url: str, path: str, *headers: tuple[str, str]) -> httpx.Response:
    asked = [("Origin", "https://example.org"), ("Access-Control-Request-Method", "POST")]
    return send(Client(url), "OPTIONS", path, *asked, *headers)


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_a_page_of_any_origin_may_ask(live: Live, route: Route) -> None:
    wanted = "authorization, content-type, idempotency-key, if-match, prefer"
    headers = ("Access-Control-Request-Headers", wanted)
    path = route.path.format(match=NOBODY, player=NOBODY, token=NOBODY, ticket=NOBODY)
    answer = preflight(live.url, path, headers)
    assert answer.status_code in (200, 204)
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in answer.headers
    assert listed(answer, "access-control-allow-methods") >= {"GET", "POST", "DELETE"}
    allowed = {name.lower() for name in listed(answer, "access-control-allow-headers")}
    assert allowed >= set(wanted.split(", "))


def test_a_method_that_there_is_not_is_no_failure_of_the_preflight(live: Live) -> None:
    asked = [("Origin", "https://example.org"), ("Access-Control-Request-Method", "PATCH")]
    answer = send(Client(live.url), "OPTIONS", "/v1/matches", *asked)
    assert answer.status_code in (200, 204)
    assert "PATCH" not in listed(answer, "access-control-allow-methods")


@pytest.mark.parametrize("origin", ["https://example.org", "http://localhost:3000", "null"])
def test_a_page_of_any_origin_may_read(match: tuple[str, list[Client]], origin: str) -> None:
    ann, headers = match[1][0], [("Origin", origin), ("Cookie", "a=b")]
    answers = [
        look(ann, match[0], *headers),
        look(ann, match[0], *headers, ("If-None-Match", "*")),
        look(ann, NOBODY, *headers),
        send(ann, "PUT", "/v1/matches", *headers),
        send(ann, "GET", "/nowhere", *headers),
        send(Client(ann.url), "GET", "/v1/players/me", *headers),
    ]
    for answer in answers:
        assert answer.headers["access-control-allow-origin"] == "*"
        assert "access-control-allow-credentials" not in answer.headers
        assert listed(answer, "access-control-expose-headers") == EXPOSED


def test_a_key_alone_makes_no_difference_to_a_get(match: tuple[str, list[Client]]) -> None:
    ann = match[1][0]
    answer = ann.get(f"/v1/matches/{match[0]}", key())
    assert "idempotency-replayed" not in answer.headers
    assert ok(answer) == ann.see(match[0])
