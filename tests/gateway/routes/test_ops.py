"""Health checks, the documentation page, and pages about problems."""

import pytest
from gateway.errors import KINDS

from tests.support.live import Live
from tests.support.players import Client, ok, refused


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_running_gateway_is_healthy_and_ready(live: Live, path: str) -> None:
    assert ok(Client(live.url).get(path)) == {"status": "ok"}


def test_the_document_is_that_of_this_api(live: Live) -> None:
    document = ok(Client(live.url).get("/openapi.json"))
    assert document["info"]["title"] == "Croupier"
    assert "/v1/matches/{match_id}" in document["paths"]


@pytest.mark.parametrize("name", KINDS)
def test_every_problem_type_is_a_page(live: Live, name: str) -> None:
    page = Client(live.url).get(f"/problems/{name}")
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert f"<code>{name}</code>" in page.text
    assert f"status {KINDS[name].status}" in page.text


@pytest.mark.parametrize("name", ["x", "Malformed", "rate_limited_", "%3Cscript%3E"])
def test_there_is_no_page_of_another_type(live: Live, name: str) -> None:
    refused(Client(live.url).get(f"/problems/{name}"), 404, "not_found")
