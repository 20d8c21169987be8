"""Health checks, the documentation page, and pages about problems."""

import base64
import hashlib
import re
from functools import partial
from pathlib import Path

import pytest
from gateway.errors import KINDS

from tests.e2e.test_outage import paused
from tests.support.live import Live
from tests.support.players import Client, ok, refused
from tests.support.requests import exchange
from tests.support.waiting import until
from tools.redis_server import RedisServer


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_running_gateway_is_healthy_and_ready(live: Live, path: str) -> None:
    assert ok(Client(live.url).get(path)) == {"status": "ok"}


@pytest.mark.service
def test_a_gateway_is_ready_by_itself_once_it_has_reached_the_others(tmp_path: Path) -> None:
    """A load balancer that took it out with all others would have no gateway to say 503."""
    server = RedisServer(tmp_path / "redis")
    server.start()
    try:
        with Live(server.url, hurried=True) as live:
            alone = partial(Client(live.url).get, "/readyz", exclude="dependencies")
            with paused(server):
                refused(alone(), 503, "unavailable")
            until(lambda: alone().status_code == 200)
            with paused(server):
                told = refused(Client(live.url).get("/readyz"), 503, "unavailable")
                assert told["detail"] == "Redis does not answer."
                assert ok(alone()) == {"status": "ok"}
            assert live.app
            live.app.state.dependencies.subscriber.stopping = True
            refused(alone(), 503, "unavailable")
    finally:
        server.close()


def test_only_dependencies_can_be_left_out(live: Live) -> None:
    refused(Client(live.url).get("/readyz", exclude="all"), 400, "malformed")


def test_the_document_is_that_of_this_api(live: Live) -> None:
    document = ok(Client(live.url).get("/openapi.json"))
    assert document["info"]["title"] == "Croupier"
    assert "/v1/matches/{match_id}" in document["paths"]


def test_the_service_says_which_later_parts_of_the_api_it_has(live: Live) -> None:
    client = Client(live.url)
    features = ok(client.get("/v1/about"))["features"]
    assert features == [
        "availability",
        "invitations",
        "emotes",
        "pairing",
        "undo",
        "analysis",
        "passkeys",
    ]
    assert {*features} <= {path.split("/")[-1] for path in ok(client.get("/openapi.json"))["paths"]}


def test_all_gateways_say_of_which_installation_they_are(live: Live) -> None:
    def told(url: str) -> str:
        return str(ok(Client(url).get("/v1/about"))["installation"])

    with Live(live.redis_url) as other, Live(live.redis_url, installation="studio-7") as named:
        assert told(live.url) == told(other.url) != told(named.url) == "studio-7"
        assert re.fullmatch("[A-Za-z0-9_-]{22}", told(live.url))


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


def test_what_browsers_open_does_nothing_but_what_it_must(live: Live) -> None:
    for path in ("/docs", "/problems/malformed"):
        page = Client(live.url).get(path)
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]
        for script in re.findall("<script>(.*?)</script>", page.text, re.DOTALL):
            digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in policy
        assert page.headers["x-frame-options"] == "DENY"
        assert page.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "path", ["/docs", "/openapi.json", "/assets/swagger-ui.css", "/v1/games", "/v1/nothing"]
)
def test_no_answer_is_taken_for_something_else(live: Live, path: str) -> None:
    assert Client(live.url).get(path).headers.get_list("x-content-type-options") == ["nosniff"]


def test_not_even_one_to_what_is_no_request(live: Live) -> None:
    head = exchange(live.url, b"nonsense\r\n\r\n").lower()
    assert head.count(b"x-content-type-options: nosniff\r\n") == 1
