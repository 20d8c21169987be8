"""What there is at a path, and what there is not."""

import re

import pytest
from gateway.streams.drain import EventStreams

from tests.support.live import Live
from tests.support.openapi import OPERATION
from tests.support.players import HTTP, Client
from tests.support.requests import (
    GETS,
    KEY_OPTIONS,
    REVOKE,
    ROUTES,
    STREAMS,
    Route,
    call,
    code,
    listed,
    newcomer,
    send,
)
from tests.support.waiting import Stopwatch, until

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD")
OFTEN = re.compile("date|x-request-id|ratelimit|x-time|transfer-encoding")
"""Headers that differ from answer to answer; and of HEAD, nothing is to be transferred."""


@pytest.mark.parametrize(
    "route", [*ROUTES, Route("GET", "/docs"), Route("GET", "/healthz")], ids=str
)
def test_allow_lists_all_that_a_path_offers(live: Live, route: Route) -> None:
    offered = {each.method for each in [*ROUTES, route] if each.pattern == route.pattern}
    if route.path == "/v1/players/{player}":
        offered = {"GET"}
    if route == KEY_OPTIONS:  # a passkey could have this id
        offered |= {"PATCH", "DELETE"}
    if "GET" in offered:
        offered.add("HEAD")
    path = route.at()
    for method in set(METHODS) - offered:
        answer = send(Client(live.url), method, path)
        assert answer.status_code == 405, method
        assert listed(answer, "allow") == offered
        if method != "HEAD":
            assert code(answer) == (405, "method_not_allowed")


@pytest.mark.parametrize("route", [*ROUTES, *STREAMS, *OPERATION], ids=str)
def test_head_is_get_without_a_body(live: Live, route: Route) -> None:
    """A stream is over with its headers, and what cannot be read cannot be asked for either."""
    if route.method != "GET":
        return
    ann = newcomer(live.url)
    path = route.at(ann.create()["id"], ann.id).replace("{code}", "malformed")
    for own in ((), (("Accept", "image/png"),), (("If-None-Match", '"1"'), ("Prefer", "wait=0"))):
        get, head = (answered(ann, method, path, *own) for method in ("GET", "HEAD"))
        assert head == get


def answered(
    caller: Client, method: str, path: str, *own: tuple[str, str]
) -> tuple[int, dict[str, str]]:
    """Return the status and the headers of an answer, which has no body for HEAD."""
    headers = [("Authorization", f"Bearer {caller.token}"), *own]
    with HTTP.stream(method, caller.url + path, headers=headers) as answer:
        if method == "HEAD":
            assert answer.read() == b""
        told = {name: text for name, text in answer.headers.items() if not OFTEN.match(name)}
        return answer.status_code, told


def test_a_head_request_waits_as_a_get_does(live: Live) -> None:
    ann = newcomer(live.url)
    path, known = f"/v1/matches/{ann.create()['id']}", ("If-None-Match", '"1"')
    watch = Stopwatch()
    status, headers = answered(ann, "HEAD", path, known, ("Prefer", "wait=1"))
    assert (status, headers["preference-applied"]) == (304, "wait")
    assert watch.wall_s() >= 1


def test_many_heads_of_streams_leave_none_open(live: Live) -> None:
    ann = newcomer(live.url)
    path = f"/v1/matches/{ann.create()['id']}/events"
    assert live.app
    streams: EventStreams = live.app.state.dependencies.event_streams
    before = len(streams._queues)
    for _ in range(3):
        assert answered(ann, "HEAD", path)[0] == 200
    until(lambda: len(streams._queues) <= before)


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "PUT"])
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/v1",
        "/v2/matches",
        "/v1/match",
        "/V1/matches",
        "/v1/matches/",
        "/v1//matches",
        "/v1/matches/x/y/z",
        "/v1/games/lost-cities/",
        "/v1/players/me/",
        "/v1/matches/%2F",
        "/openapi.json/",
        "/docs/",
        "/assets",
        "/.env",
        "/metrics",
        "/v1/matches%00",
    ],
)
def test_there_is_nothing_at_other_paths(live: Live, method: str, path: str) -> None:
    answer = send(Client(live.url), method, path)
    assert code(answer) == (404, "not_found")


@pytest.mark.parametrize("route", [*GETS, REVOKE], ids=str)
def test_a_slash_at_the_end_makes_another_path(live: Live, route: Route) -> None:
    ann = newcomer(live.url)
    with_slash = Route(route.method, route.pattern + "/")
    assert code(call(ann, with_slash, ann.create()["id"])) == (404, "not_found")


@pytest.mark.parametrize(
    "path", ["/assets/nothing.js", "/assets/../app.py", "/assets/%2e%2e/app.py"]
)
def test_there_are_no_other_assets(live: Live, path: str) -> None:
    assert code(send(Client(live.url), "GET", path)) == (404, "not_found")


def test_assets_are_only_read(live: Live) -> None:
    answer = send(Client(live.url), "POST", "/assets/swagger-ui.css")
    assert code(answer) == (405, "method_not_allowed")
    assert listed(answer, "allow") == {"GET", "HEAD"}
