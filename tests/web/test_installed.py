"""The page on a home screen: it can be put there, starts without a line, and is not outdated."""

import re
from pathlib import Path
from shutil import copytree

import pytest
from playwright.sync_api import Page, expect

from tests.support.live import Live
from tests.support.players import start_match
from tests.web.browsing import Visits
from tests.web.test_missing_files import expect_lobby, rolled_out
from tests.web.test_shell import shown
from tests.web.turns import in_turn

INCOGNITO = "in-incognito"
"""Why a browser that forgets everything would not install any page."""
CACHED = """async () => {
  const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const kept = await Promise.all(all.map((cache) => cache.keys()));
  return kept.flat().map(({ url }) => new URL(url).pathname);
}"""


@pytest.fixture(scope="module")
def service(built: Live) -> Live:
    """The built web table."""
    return built


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
    assert re.search(r"/t/web/manifest(-[A-Z0-9]{8})?\.webmanifest$", manifest["url"])


def goes_offline(page: Page) -> None:
    """The page, and what is loaded in its place, is without a line and told so.

    Chromium 150 tells only the document that is there then.
    """
    page.context.set_offline(True)
    page.add_init_script(
        "Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });"
    )


def is_online_again(page: Page) -> None:
    page.context.set_offline(False)
    page.evaluate("delete navigator.onLine; dispatchEvent(new Event('online'));")


def test_started_offline_it_says_so(visits: Visits) -> None:
    """The page is kept with the texts of its language, here the one that is not usual."""
    visits.watch.allow("ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED")
    page, words = installed(visits, "de"), "Du bist offline"
    expect(page.get_by_role("button", name=re.compile("Lost Cities")).first).to_be_visible()
    goes_offline(page)
    page.goto("/")
    expect(page.get_by_role("status").filter(has_text=words)).to_be_visible()
    is_online_again(page)
    expect(page.get_by_role("status").filter(has_text=words)).to_have_count(0)


@pytest.mark.parametrize("path", in_turn(("/m/{}", "/m/{}/replay", "/lobby"), ("/m/{}",)))
def test_loaded_again_offline_it_says_so_where_something_would_be(
    service: Live, visits: Visits, path: str
) -> None:
    visits.watch.allow("ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED")
    match, _ = start_match(service.url)
    page = installed(visits)
    page.goto(path.format(match))
    shown(page)
    goes_offline(page)
    page.reload()
    main = page.get_by_role("main")
    expect(main.get_by_text("You are offline. It goes on").first).to_be_visible()
    expect(page.get_by_text("One moment …")).to_have_count(0)
    is_online_again(page)
    expect(page.get_by_text("You are offline")).to_have_count(0)
    shown(page)


def test_a_page_that_is_not_kept_comes_by_itself_once_there_is_a_line(visits: Visits) -> None:
    visits.watch.allow("ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED|status of 503")
    page = installed(visits)
    page.evaluate(
        "async () => Promise.all((await caches.keys()).map((each) => caches.delete(each)))"
    )
    page.context.set_offline(True)
    page.goto("/lobby")
    expect(page.get_by_text("You are offline.", exact=True)).to_be_visible()
    page.context.set_offline(False)
    expect_lobby(page)


def test_nothing_is_kept_but_the_page_and_its_files(visits: Visits) -> None:
    page = installed(visits)
    page.goto("/lobby")
    expect_lobby(page)
    cached = page.evaluate(CACHED)
    assert "/" in cached
    assert all(path == "/" or path.startswith("/t/") for path in cached), cached


def test_a_click_on_what_the_worker_has_told_leads_to_the_table(
    service: Live, whole_browser: Visits
) -> None:
    """As on phones, which let only a worker tell."""
    match, _ = start_match(service.url)
    page = whole_browser("phone", "/", service_workers="allow", permissions=["notifications"])
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.evaluate("() => globalThis.Notification = class { constructor() { throw new TypeError } }")
    page.evaluate(TELL, f"/m/{match}")
    page.context.service_workers[0].evaluate(CLICK)
    expect(page).to_have_url(f"{service.url}/m/{match}")


TELL = """async (path) => {
  await document.querySelector("croupier-app").shell.notify(true);
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const { shown } = await import(loaded.find((name) => /[/]browser-notification[-.]/.test(name)));
  await shown("It is your turn", { tag: "test", data: { path } });
}"""
CLICK = """async () => {
  const [notification] = await registration.getNotifications();
  dispatchEvent(new NotificationEvent("notificationclick", { notification }));
}"""


def test_a_newer_version_is_taken_with_the_next_page(
    service: Live, visits: Visits, dist: Path, tmp_path: Path
) -> None:
    page = installed(visits)
    copytree(dist, tmp_path / "web")
    (tmp_path / "web/new.svg").write_text("<svg/>")
    with rolled_out(service, tmp_path / "web") as version:
        page.goto("/lobby")
        expect_lobby(page)
        expect(page.locator(f"meta[name=croupier-version][content='{version}']")).to_have_count(1)
        page.wait_for_function(
            "async version => `${await caches.keys()}` === `croupier:${version}`", arg=version
        )
        page.close()  # or it would ask the older version for modules of the newer one
