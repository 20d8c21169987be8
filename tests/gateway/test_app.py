"""What there is at a path, and what there is not."""

import pytest

from tests.support.live import Live
from tests.support.players import Client
from tests.support.requests import (
    GETS,
    REVOKE,
    ROUTES,
    Route,
    call,
    code,
    listed,
    newcomer,
    send,
)

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD")


@pytest.mark.parametrize(
    "route", [*ROUTES, Route("GET", "/docs"), Route("GET", "/healthz")], ids=str
)
def test_allow_lists_all_that_a_path_offers(live: Live, route: Route) -> None:
    offered = {each.method for each in [*ROUTES, route] if each.pattern == route.pattern}
    if route.path == "/v1/players/{player}":
        offered = {"GET"}
    path = route.at()
    for method in set(METHODS) - offered:
        answer = send(Client(live.url), method, path)
        assert answer.status_code == 405, method
        assert listed(answer, "allow") == offered
        if method != "HEAD":
            assert code(answer) == (405, "method_not_allowed")


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
