"""A page without its files at the service, as after a rollout, is loaded again: once."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree

import pytest
from gateway.web.files import WebFiles
from gateway.web.page import WebPage
from playwright.sync_api import Page, Request, Route, expect

from tests.support.live import Live
from tests.support.waiting import until
from tests.web.browsing import Visits
from tests.web.engines import missing, opened
from tests.web.other_page import other_page

LOBBY = re.compile(r"/t/web/lobby-[A-Z0-9]{8}\.js$")
SHARED = re.compile(r"/t/web/chunk-[A-Z0-9]{8}\.js$")
MISSING = "status of 404|Failed to fetch"
AGAIN = 3
"""A module that does not come is asked for by the page, by the page that is loaded again, and by it
once more."""
VERSION = "() => document.querySelector('meta[name=croupier-version]')?.content"
LINKED = "() => !!document.querySelector('a[href=\"/lobby\"]')"


@pytest.fixture(scope="module")
def service(built: Live) -> Live:
    """The built web table."""
    return built


def gone(route: Route) -> None:
    route.fulfill(status=404, json={"code": "not_found"})


def asked_pages(page: Page) -> list[str]:
    """A list that grows by each page that is asked for."""
    urls: list[str] = []
    page.on(
        "request",
        lambda request: urls.append(request.url) if request.is_navigation_request() else None,
    )
    return urls


def expect_lobby(page: Page) -> None:
    expect(page.get_by_role("heading", name="Running matches")).to_be_visible()


def test_a_module_that_is_missing_later_has_the_page_loaded_again_once(visits: Visits) -> None:
    visits.watch.allow(MISSING)
    page = visits("desktop", "/")
    asked = asked_pages(page)
    modules: list[str] = []

    def is_last(request: Request) -> bool:
        modules.extend(LOBBY.findall(request.url))
        return len(modules) == AGAIN

    page.route(LOBBY, gone)
    with page.expect_request(is_last):
        page.get_by_role("link", name="Lobby", exact=True).click()
    assert len(asked) == 1, asked
    page.unroute(LOBBY)
    page.reload()
    expect_lobby(page)


def test_a_module_that_is_missing_at_first_has_the_page_loaded_again(visits: Visits) -> None:
    """As if the page came from a gateway of the new version, and a module was to from another."""
    visits.watch.allow(MISSING)
    page = visits("desktop")
    asked = asked_pages(page)
    page.route(SHARED, gone, times=1)
    page.goto("/lobby")
    expect_lobby(page)
    assert len(asked) == 2, asked


def test_after_a_rollout_a_page_takes_the_new_version_where_it_misses_a_module(
    service: Live, visits: Visits, dist: Path, tmp_path: Path
) -> None:
    visits.watch.allow(MISSING)
    page = visits("desktop", "/")
    with rolled_out(service, renamed(dist, tmp_path / "web")) as version:
        page.get_by_role("link", name="Lobby", exact=True).click()
        expect_lobby(page)
        expect(page.locator(f"meta[name=croupier-version][content='{version}']")).to_have_count(1)


@pytest.mark.full
@pytest.mark.parametrize("name", ["firefox", "webkit"])
def test_other_browsers_do_so_as_well(service: Live, dist: Path, tmp_path: Path, name: str) -> None:
    if lacking := missing(name):
        pytest.skip(lacking)
    with opened(name) as browser:
        browser.go(f"{service.url}/")
        until(lambda: browser.run(LINKED))
        with rolled_out(service, renamed(dist, tmp_path / "web")) as version:
            browser.run("() => document.querySelector('a[href=\"/lobby\"]').click()")
            until(lambda: browser.run(VERSION) == version)
            until(lambda: browser.run("() => !!document.querySelector('lobby-page h1')"))


@contextmanager
def rolled_out(service: Live, folder: Path) -> Iterator[str]:
    """Serve the page of this folder, with the same games, in the block; yields its version."""
    assert service.app
    old = service.app.state.web
    newer = WebPage(WebFiles(folder), old.boards.now)
    assert newer.version() != old.version()
    with other_page(service, newer):
        yield newer.version()


def renamed(dist: Path, folder: Path) -> Path:
    """Fill the folder with another version. Its modules of lobby and page have other names."""
    copytree(dist, folder)
    for kind in ("lobby", "main"):
        (module,) = folder.glob(f"{kind}-*.js")
        for each in (*folder.glob("*.js"), folder / "index.html"):
            each.write_text(each.read_text().replace(module.name, f"{kind}-AAAAAAAA.js"))
        module.rename(folder / f"{kind}-AAAAAAAA.js")
    return folder
