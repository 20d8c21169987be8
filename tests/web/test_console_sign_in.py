"""Operators sign in at the console in a browser: at a real provider, or by a link."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
import trustme
from engine.admin.players import PASSWORD, USER
from playwright.sync_api import Browser, Page, expect
from redis import Redis
from redislink.oidc import Issuer

from tests.support import shipped_users
from tests.support.consoles import SESSION, Console, serving
from tests.support.issuers import Signer, publish
from tests.support.providers import ISSUER, Provider, provider
from tests.web.browsing import Visits
from tests.web.faults import faults
from tests.web.provider_pages import answer, sign_in_there

CLIENT, ROLE = "croupier-console", "croupier-operator"
OURS = Issuer(ISSUER, client_id=CLIENT, name="Club Example", role_claim="roles")
ROLES = {"olga": ["player", ROLE], "ann": ["player"]}


class Club(NamedTuple):
    """A console where operators sign in with a provider, and that provider."""

    url: str
    real: Provider


@pytest.fixture(autouse=True)
def users(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, password = shipped_users.login(redis_url, "gateway")
    monkeypatch.setenv(USER, name)
    monkeypatch.setenv(PASSWORD, password)


@pytest.fixture
def club(redis_url: str, tmp_path: Path) -> Iterator[Club]:
    signer = Signer("k1", "RS256")
    with Redis.from_url(redis_url) as redis:
        publish(redis, signer, issuer=ISSUER)
    with (
        serving(redis_url, tmp_path, issuers=[OURS]) as (_, url),
        provider(trustme.CA(), signer, clients={CLIENT: url}, roles=ROLES) as real,
    ):
        yield Club(url, real)


@pytest.fixture
def bare(redis_url: str, tmp_path: Path) -> Iterator[tuple[Console, str]]:
    """A console without issuers: operators sign in by links."""
    with serving(redis_url, tmp_path) as made:
        yield made


@pytest.fixture
def visits(browser: Browser) -> Iterator[Visits]:
    found = Visits(browser, "http://localhost")
    found.watch.allow(re.escape(f"request to elsewhere: {ISSUER}/"))
    found.watch.allow(r"request to elsewhere: http://localhost:\d+/console/")
    found.watch.allow("fonts[.]googleapis[.]com")  # the look of the provider's own pages
    found.watch.allow(r"status of 40[13] .*/console/api/session")  # nobody is signed in yet
    found.watch.allow("CONNECTION_REFUSED .*/console/api/")  # the console ends before its pages
    yield found
    found.close()
    assert not found.watch.faults


def opened(visits: Visits, club: Club) -> Page:
    page = visits("desktop")
    page.route(f"{ISSUER}/**", lambda route: answer(club.real, route))
    page.goto(club.url)
    page.get_by_role("button", name="Sign in with Club Example").click()
    return page


def who(page: Page) -> Any:
    asked = "fetch('/console/api/session', { headers: { 'X-Console': '1' } })"
    return page.evaluate(f"{asked}.then((answer) => answer.json())")


def told(page: Page, text: str) -> None:
    expect(page.get_by_role("alert").filter(has_text=text)).to_be_visible()


def test_an_operator_with_the_role_gets_in(visits: Visits, club: Club) -> None:
    page = opened(visits, club)
    sign_in_there(page, "olga")
    expect(page.get_by_text("olga (olga@id.example.com)").first).to_be_visible()
    assert page.url == club.url, "without the code"
    assert who(page) == {"by": "olga (olga@id.example.com)"}
    assert (
        page.evaluate("sessionStorage.length + localStorage.length + document.cookie.length") == 0
    )


def test_who_has_not_the_role_is_told_so(visits: Visits, club: Club) -> None:
    page = opened(visits, club)
    sign_in_there(page, "ann")
    told(page, "You are ann (ann@id.example.com), and no operator")
    expect(page.get_by_role("button", name="Sign in with Club Example")).to_be_visible()
    assert who(page)["status"] == 401


def test_a_code_signs_in_once(visits: Visits, club: Club) -> None:
    visits.watch.allow("status of 400 .*/token")
    page = visits("desktop")
    seen = list[str]()
    page.on("framenavigated", lambda frame: seen.append(frame.url))
    page.route(f"{ISSUER}/**", lambda route: answer(club.real, route))
    page.goto(club.url)
    keep = "Storage.prototype.removeItem = () => {}"
    page.add_init_script(keep)  # somebody who has all that this tab had
    page.get_by_role("button", name="Sign in with Club Example").click()
    sign_in_there(page, "olga")
    expect(page.get_by_text("olga (olga@id.example.com)").first).to_be_visible()
    page.context.clear_cookies()
    (back,) = {each for each in seen if each.startswith(f"{club.url}?")}
    page.goto(back)
    told(page, "took too long, or was used already")


def test_a_sign_in_that_this_tab_has_not_begun_ends(visits: Visits, club: Club) -> None:
    page = visits("desktop")
    page.goto(f"{club.url}?code=x&state=y")
    told(page, "not begun in this tab")
    assert page.url == club.url


def test_who_says_no_there_is_told_so(visits: Visits, club: Club) -> None:
    page = opened(visits, club)
    page.get_by_role("link", name="Cancel").click()
    told(page, "Club Example did not let you in")


def test_a_provider_that_is_away_is_named(visits: Visits, club: Club) -> None:
    visits.watch.allow("net::ERR_FAILED")
    page = visits("desktop")
    page.route(f"{ISSUER}/**", lambda route: route.abort())
    page.goto(club.url)
    page.get_by_role("button", name="Sign in with Club Example").click()
    told(page, "Club Example does not answer this page")


def test_a_client_that_is_set_up_wrongly_is_named(visits: Visits, club: Club) -> None:
    page = opened(visits, club)
    page.wait_for_url(re.compile(re.escape(ISSUER)))
    begun = page.context.storage_state()
    assert begun  # the provider's cookies
    page.goto(club.url)
    state = "JSON.parse(sessionStorage.getItem('croupier-console:signing-in')).state"
    query = f"error=unauthorized_client&error_description=no+PKCE&state={page.evaluate(state)}"
    page.goto(f"{club.url}?{query}")
    told(page, f"redirect address {club.url}. It says: no PKCE")


def test_tokens_of_players_and_of_other_sign_ins_open_nothing(club: Club) -> None:
    origin = club.url.removesuffix("/console/")
    for_players = club.real.sign_in("olga", "n-1")
    for_console = club.real.sign_in("olga", "n-2", CLIENT, club.url)
    with httpx.Client(base_url=origin, headers={"Origin": origin, "X-Console": "1"}) as browser:

        def post(token: str, nonce: str) -> httpx.Response:
            return browser.post(SESSION, json={"idToken": token, "nonce": nonce})

        for token, nonce, why in (
            (for_players["id_token"], "n-1", "audience"),
            (for_players["access_token"], "n-1", "audience"),
            (for_console["access_token"], "n-2", "audience"),
            (for_console["id_token"], "n-1", "nonce"),
        ):
            answered = post(token, nonce)
            assert answered.status_code == 401, answered.text
            assert why in answered.json()["detail"]
        assert post(for_console["id_token"], "n-2").status_code == 201
        assert post(for_console["id_token"], "n-2").status_code == 401


def test_a_link_signs_in_and_leaves_the_address(visits: Visits, bare: tuple[Console, str]) -> None:
    made, url = bare
    page = visits("desktop")
    page.goto(url)
    expect(page.get_by_text("croupierctl --by YOUR-NAME console --link")).to_be_visible()
    page.goto(f"{url}#{made.links.new('olga')}")
    expect(page.get_by_text("olga").first).to_be_visible()
    assert page.url == url
    assert who(page) == {"by": "olga"}


def test_a_link_that_was_used_says_so(visits: Visits, bare: tuple[Console, str]) -> None:
    made, url = bare
    link = f"{url}#{made.links.new('olga')}"
    first, second = visits("desktop"), visits("desktop")
    first.goto(link)
    expect(first.get_by_text("olga").first).to_be_visible()
    second.goto(link)
    told(second, "has been used, or is too old")


def test_the_page_for_it_is_for_eyes_and_for_readers(
    visits: Visits, club: Club, bare: tuple[Console, str]
) -> None:
    for url in (club.url, bare[1]):
        page = visits("phone")
        page.set_viewport_size({"width": 320, "height": 640})
        page.goto(url)
        expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
        assert not faults(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
