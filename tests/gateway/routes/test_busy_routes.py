"""The routes in front of FastAPI's are those that it documents, and answer no other method."""

import httpx
import pytest
from gateway.routes.busy_routes import BusyRoutes

from tests.support.live import Live
from tools import openapi

MATCH = f"/v1/matches/{'x' * 22}"


def test_each_is_documented_by_fastapi(live: Live) -> None:
    assert live.app
    documented = openapi.document()["paths"]
    for method, routes in BusyRoutes(live.app).routes.items():
        for route in routes:
            assert method.lower() in documented[route.path], route.path


@pytest.mark.parametrize("method", ["OPTIONS", "PUT"])
@pytest.mark.parametrize(
    ("path", "allowed"),
    [(MATCH, "GET, HEAD"), (f"{MATCH}/moves", "GET, HEAD, POST"), ("/v1/moves", "POST")],
)
def test_other_methods_are_refused_with_all_that_are_allowed(
    live: Live, method: str, path: str, allowed: str
) -> None:
    answer = httpx.request(method, live.url + path)
    assert (answer.status_code, answer.headers["Allow"]) == (405, allowed)
