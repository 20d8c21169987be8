"""Bodies of every POST: their size, their media type, their members."""

import gzip
import json

import pytest
from gateway.http import json_body

from tests.support.live import Live
from tests.support.players import Client
from tests.support.requests import (
    BATCH,
    JSON,
    NEW_PLAYER,
    POSTS,
    ROUTES,
    Route,
    call,
    code,
    exchange,
    post,
    send,
)

KIB_64 = 64 * 1024


def test_a_large_body_is_refused_before_it_is_sent(live: Live) -> None:
    head = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
    answer = exchange(live.url, head + b"Content-Length: 65537\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 413 ")


def test_half_a_body_is_late_and_not_malformed(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client must know that the same request may be sent again."""
    monkeypatch.setattr(json_body, "RECEIVE_TIMEOUT_S", 0.05)
    head = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n"
    head_of_answer, body = exchange(live.url, head + b'{"displayName": "A').split(b"\r\n\r\n")
    assert head_of_answer.startswith(b"HTTP/1.1 408 ")
    assert json.loads(body)["code"] == "timeout"


@pytest.mark.parametrize("route", POSTS, ids=str)
def test_every_post_has_a_limit(match: tuple[str, list[Client]], route: Route) -> None:
    match_id, (ann, _) = match
    path, most = route.at(match_id), KIB_64 * (4 if route is BATCH else 1)
    assert code(post(ann, path, b" " * (most + 1))) == (413, "too_large")


@pytest.mark.parametrize("route", POSTS, ids=str)
def test_a_body_of_another_kind_is_not_read(match: tuple[str, list[Client]], route: Route) -> None:
    match_id, (ann, _) = match
    content = json.dumps(route.body).encode()
    answer = post(ann, route.at(match_id), content, "text/plain")
    assert code(answer) == (415, "unsupported_media_type")


def test_no_body_is_read_that_is_encoded(match: tuple[str, list[Client]]) -> None:
    """Whatever it is the body of, and whatever the caller may do; what is accepted is said."""
    match_id, (ann, _) = match
    for route in ROUTES:
        if route.body is not None:
            path, content = route.at(match_id), gzip.compress(json.dumps(route.body).encode())
            headers = ("Content-Type", JSON), ("Content-Encoding", "GZIP")
            answer = send(ann, route.method, path, *headers, content=content)
            assert code(answer) == (415, "unsupported_media_type"), route
            assert answer.headers["Accept-Encoding"] == "identity"


@pytest.mark.parametrize("coding", ["identity", "Identity", ""])
def test_a_body_as_it_is_may_say_so(live: Live, coding: str) -> None:
    headers = ("Content-Type", JSON), ("Content-Encoding", coding)
    content = json.dumps(NEW_PLAYER.body).encode()
    answer = send(Client(live.url), "POST", NEW_PLAYER.path, *headers, content=content)
    assert answer.status_code == 201


@pytest.mark.parametrize("body", [{"reason": "bored"}, []])
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
