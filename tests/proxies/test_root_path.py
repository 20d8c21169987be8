"""A service below a path of its host: behind nginx, which takes the path off or leaves it, and in a
browser, which finds everything below it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.proxies.conftest import installed
from tests.proxies.programs import BLOCK, NGINX, PAGE, configuration, running
from tests.support.live import Live
from tests.support.players import Client, ok, refused, register, start_match
from tests.support.socket_client import talking
from tests.support.stream_reader import events_path, following
from tests.web.browsing import Visits, opened_browser
from tests.web.test_account import device, settings
from tests.web.test_earlier_accounts import visit_once_as
from tools.stack import ROOT

BELOW = "/croupier"
WHOLE = re.compile(r"    location / \{.*?\n    \}\n", re.DOTALL)
"""The part of nginx's configuration in the place of which that of a path comes."""


@pytest.fixture(scope="module")
def gateway(redis_url: str) -> Iterator[Live]:
    with Live(redis_url, web=str(ROOT / "web"), root_path=BELOW) as live:
        ok(Client(live.url).get("/v1/games"))  # which are in the page
        yield live


@pytest.fixture(scope="module", params=["croupier/;", "croupier;"], ids=["taken-off", "left"])
def below(
    gateway: Live, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[str]:
    """The address of the service behind nginx."""
    blocks: list[tuple[str, str]] = BLOCK.findall(PAGE.read_text())
    path = next(text for _, text in blocks if text.startswith(f"location {BELOW}/"))
    path = path.replace("croupier/;", request.param)
    text = WHOLE.sub(lambda _: path, configuration(NGINX))
    port = int(gateway.url.rpartition(":")[2])
    folder: Path = tmp_path_factory.mktemp("below")
    with running(installed(NGINX), folder, port, text=text, compresses=True) as proxy:
        yield f"{proxy.url}{BELOW}"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened_browser() as browser:
        yield browser


def test_addresses_that_answers_name_are_below_it(below: str) -> None:
    ann = register(below)
    host = below.removesuffix(BELOW)
    made = ann.post("/v1/matches", {"game": "lost-cities"})
    assert made.headers["location"] == f"{BELOW}/v1/matches/{made.json()['id']}"
    ticket = ann.post("/v1/tickets", {"game": "lost-cities"})
    for answer in (made, ticket):
        assert ok(Client(host, ann.token).get(answer.headers["location"]))["id"]
    (first, *_) = ok(ann.get("/v1/games"))["games"]
    assert Client(host).get(first["rulesUrl"]).status_code == 200
    missing = refused(ann.get("/v1/matches/x"), 404, "not_found")
    assert Client(host).get(missing["type"]).status_code == 200
    assert ok(ann.get("/openapi.json"))["servers"][0]["url"] == BELOW


def test_streams_and_sockets_are_below_it(below: str) -> None:
    match_id, (ann, bob) = start_match(below)
    with talking(ann) as talk, following(bob, events_path(match_id)) as reader:
        talk.ask("subscribe", matchId=match_id)
        reader.next("snapshot")
        ann.act(match_id, "resign")
        assert talk.push(match_id)["event"] == "change"
        assert reader.next().event == "change"


def test_the_page_is_played_below_it(below: str, browser: Browser) -> None:
    """From home over the lobby to a table, loaded again there, and back."""
    visits = Visits(browser, below)
    try:
        page = visits("desktop", service_workers="allow")
        page.goto(f"{below}/")
        page.get_by_role("link", name="Lobby").first.click()
        expect(page).to_have_url(f"{below}/lobby")
        ann = register(below)
        match_id = ann.create()["id"]
        page.goto(f"{below}/m/{match_id}")
        expect(page.get_by_text("Ann").first).to_be_visible()
        page.reload()
        expect(page.get_by_text("Ann").first).to_be_visible()
        page.goto(f"{below}/rules/lost-cities")
        expect(page.get_by_role("heading").first).to_be_visible()
        assert page.evaluate("navigator.serviceWorker.ready.then((it) => it.scope)") == f"{below}/"
        manifest = page.evaluate("document.querySelector('link[rel=manifest]').href")
        start = page.evaluate(f"fetch('{manifest}').then((it) => it.json())")["start_url"]
        assert page.evaluate(f"new URL('{start}', '{manifest}').href") == f"{below}/"
        page.goto(f"{below}/docs")
        expect(page.get_by_text("/v1/matches").first).to_be_visible()
    finally:
        visits.close()
    assert not visits.watch.faults  # among them: requests to anything that is not below it


def test_who_signs_out_is_at_home_below_it(below: str, browser: Browser) -> None:
    visits = Visits(browser, below)
    try:
        ann = register(below)
        device(ann, "phone")
        page = visit_once_as(visits, ann)
        other = page.context.new_page()
        for each in (page, other):
            each.goto(f"{below}/lobby")
        page.evaluate("localStorage.removeItem('croupier:account')")  # as another page would
        expect(other).to_have_url(f"{below}/")
        settings(page)
        page.get_by_role("button", name="Sign out…").click()
        page.get_by_role("alertdialog").get_by_role("button", name="Sign out").click()
        expect(page).to_have_url(f"{below}/")
    finally:
        visits.close()
