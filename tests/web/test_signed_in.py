"""Players sign in on the page with an account at a real provider, in Chromium."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme
from playwright.sync_api import Browser, Page, expect
from redis import Redis

from tests.support.issuers import Signer, issuers_file, publish
from tests.support.live import Live
from tests.support.players import ok, register
from tests.support.providers import ISSUER, Provider, provider
from tests.web.browsing import Visits
from tests.web.conftest import WEB
from tests.web.provider_pages import answer, sign_in_there


@pytest.fixture
def club(redis_url: str, tmp_path: Path) -> Iterator[tuple[Live, Provider]]:
    """A service with the page, and a real provider that it trusts."""
    signer, authority = Signer("k1", "RS256"), trustme.CA()
    with Redis.from_url(redis_url) as redis:
        publish(redis, signer, issuer=ISSUER)
    path = issuers_file(tmp_path, issuer=ISSUER, name="Club Example")
    with (
        Live(redis_url, web=str(WEB), oidc=path) as live,
        provider(authority, signer, redirect=f"{live.url}/signed-in") as real,
    ):
        yield live, real


@pytest.fixture
def page(browser: Browser, club: tuple[Live, Provider]) -> Iterator[Page]:
    live, real = club
    visits = Visits(browser, live.url)
    visits.watch.allow(re.escape(f"request to elsewhere: {ISSUER}/"))
    visits.watch.allow("fonts[.]googleapis[.]com")  # the look of the provider's own pages
    opened = visits("desktop")
    opened.route(f"{ISSUER}/**", lambda route: answer(real, route))
    yield opened
    visits.close()
    assert not visits.watch.faults


def open_sign_in(page: Page, live: Live) -> None:
    page.goto(live.url)
    page.get_by_role("button", name="Sign in", exact=True).click()


def test_somebody_signs_in_with_an_account_elsewhere(
    page: Page, club: tuple[Live, Provider]
) -> None:
    live, _ = club
    page.goto(f"{live.url}/signed-in?code=x&state=y")
    expect(page.get_by_role("alert").filter(has_text="has not begun")).to_be_visible()
    open_sign_in(page, live)
    page.get_by_role("button", name="Sign in with Club Example").click()
    sign_in_there(page, "Ann of the club")
    expect(page.get_by_text("You now play as")).to_be_visible()
    assert page.url == f"{live.url}/"


def test_a_guest_adds_an_account_elsewhere(page: Page, club: tuple[Live, Provider]) -> None:
    live, _ = club
    guest = register(live.url)
    account = {"token": guest.token, "name": "Guest"}
    page.goto(live.url)
    page.evaluate(
        "account => localStorage.setItem('croupier:account', account)", json.dumps(account)
    )
    page.reload()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Add Club Example").click()
    sign_in_there(page, "Bea of the club")
    told = page.get_by_text("Your account at Club Example opens this account, too.")
    expect(told.first).to_be_visible()
    (added,) = ok(guest.get("/v1/players/me/passkeys"))["events"]
    shown = page.evaluate("localStorage.getItem('croupier:access')")
    assert shown == added["time"], "who has done it is not warned of it"
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("button", name="Remove: Club Example")).to_be_visible()
    (identity,) = ok(guest.get("/v1/players/me/passkeys"))["identities"]
    assert identity["issuer"] == ISSUER
    page.get_by_role("button", name="Remove: Club Example").click()
    expect(page.get_by_text("opens this account no more")).to_be_visible()
    assert ok(guest.get("/v1/players/me/passkeys"))["identities"] == []
