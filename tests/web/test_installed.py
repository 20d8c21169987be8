"""The page on a home screen: it can be put there, starts without a line, and is not outdated."""

import re

import pytest
from gateway.transport.web_files import WebFiles
from playwright.sync_api import Page, expect

from tests.support.live import Live
from tests.support.players import start_match
from tests.web.browsing import Visits

INCOGNITO = "in-incognito"
"""Why a browser that forgets everything would not install any page."""
CACHED = """async () => {
  const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const kept = await Promise.all(all.map((cache) => cache.keys()));
  return kept.flat().map(({ url }) => new URL(url).pathname);
}"""


def installed(visits: Visits, language: str = "en") -> Page:
    """A page with its worker, at home."""
    page = visits("phone", "/", language=language, service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    return page


def test_it_can_be_installed(visits: Visits) -> None:
    page = visits("phone", "/")
    session = page.context.new_cdp_session(page)
    told = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in told if each["errorId"] != INCOGNITO] == []
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/web/manifest.webmanifest")


@pytest.mark.parametrize(
    ("language", "words"), [("en", "You are offline"), ("de", "Du bist offline")]
)
def test_started_offline_it_says_so(visits: Visits, language: str, words: str) -> None:
    visits.watch.allow("ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED")
    page = installed(visits, language)
    expect(page.get_by_role("button", name=re.compile("Lost Cities")).first).to_be_visible()
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_role("status").filter(has_text=words)).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("status").filter(has_text=words)).to_have_count(0)


def test_nothing_is_kept_but_the_page_and_its_files(visits: Visits) -> None:
    page = installed(visits)
    page.goto("/lobby")
    expect(page.get_by_role("heading", name="Running matches")).to_be_visible()
    cached = page.evaluate(CACHED)
    assert "/" in cached
    assert all(path == "/" or path.startswith("/t/") for path in cached), cached


def test_a_click_on_what_the_worker_has_told_leads_to_the_table(
    service: Live, visits: Visits
) -> None:
    """As on phones, which let only a worker tell."""
    match, _ = start_match(service.url)
    page = visits("phone", "/", service_workers="allow", permissions=["notifications"])
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.evaluate("() => globalThis.Notification = class { constructor() { throw new TypeError } }")
    page.evaluate(TELL, f"/m/{match}")
    page.context.service_workers[0].evaluate(CLICK)
    expect(page).to_have_url(f"{service.url}/m/{match}")


TELL = """async (path) => {
  const entry = [...document.querySelectorAll("script[src]")].at(-1).src;
  const { shown, watch } = await import(new URL("./notify.js", entry));
  watch(document.querySelector("croupier-app").shell);
  await shown("It is your turn", { tag: "test", data: { path } });
}"""
CLICK = """async () => {
  const [notification] = await registration.getNotifications();
  dispatchEvent(new NotificationEvent("notificationclick", { notification }));
}"""


def test_a_newer_version_is_taken_with_the_next_page(service: Live, visits: Visits) -> None:
    page = installed(visits)
    assert service.app
    versions = service.app.state.web_versions
    old = versions.own
    newer = {**old.contents, "web/icons/new.svg": b"<svg/>"}
    versions.own = WebFiles(newer)
    try:
        page.goto("/lobby")
        expect(page.get_by_role("heading", name="Running matches")).to_be_visible()
        script = page.locator("script[type=module]").last.get_attribute("src")
        assert script == f"/t/{versions.own.digest}/web/app/main.js"
        page.wait_for_function(
            "async digest => `${await caches.keys()}` === `croupier:${digest}`",
            arg=versions.own.digest,
        )
    finally:
        versions.own = old
