"""A browser, a service with the web table, and pages that fail a test by what they may not do.

The service has the files of this clone as they stand, and of each change at once. What depends on
how they are loaded is tested with those that packages and images have: `built`.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest
from gateway.web.files import WebFiles
from gateway.web.games import WebGame, web_game
from gateway.web.page import WebPage
from playwright.sync_api import Browser, Page

from tests.support.live import Live
from tests.support.players import Client, ok
from tests.web.board_page import BoardPage
from tests.web.browsing import Visits, Watch, chromium, launched, opened_browser
from tests.web.elsewhere import Elsewhere, another_site
from tests.web.line import BROKEN, Line
from tools.openapi import installed
from tools.stack import ROOT
from tools.web_build import build, join_board

WEB = ROOT / "web"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of this folder take seconds. Those marked as full have their turn in CI."""
    for item in items:
        if item.path.is_relative_to(ROOT / "tests/web"):
            item.add_marker(pytest.mark.service)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with opened_browser() as browser:
        yield browser


@pytest.fixture(scope="session")
def plain(redis_url: str) -> Iterator[Live]:
    """The whole path inside this process, with the web table as it stands in this clone."""
    with Live(redis_url, web=str(WEB)) as live:
        ok(Client(live.url).get("/v1/games"))  # which are in the page
        yield live


@pytest.fixture(scope="session")
def service(plain: Live) -> Live:
    """The service of a test; `service.url` is its address."""
    return plain


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built web table, which the processes of a run share."""
    own = tmp_path_factory.getbasetemp()
    run = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    folder = run / "built/web"
    with (run / "built.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not folder.exists():
            build(run / "building")
            folder.parent.mkdir()
            (run / "building").rename(folder)
    return folder


@pytest.fixture(scope="session")
def built(redis_url: str, dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """As `plain`, with the built web table, and boards that are joined as in a package."""
    with Live(redis_url, web=str(dist)) as live:
        assert live.app
        boards = tmp_path_factory.mktemp("boards")
        games = [joined(web_game(each), boards) for each in installed().values()]
        own = [each.id for each in games]
        live.app.state.web = WebPage(WebFiles(dist), lambda: games, own)
        yield live


def joined(game: WebGame, folder: Path) -> WebGame:
    """Return a game of this clone as engines of a package hand it out."""
    name = game.id.replace("-", "_")
    board = folder / name
    join_board(ROOT / f"games/{name}/croupier_{name}/board", board)
    content = {each.name: each.read_bytes() for each in board.iterdir()}
    content["verify.js"] = game.files["verify.js"]
    return replace(game, digest=f"{game.digest[1:]}0", files=content)


@pytest.fixture(scope="session", params=["as it stands", "built"])
def each_form(request: pytest.FixtureRequest, plain: Live, built: Live) -> Live:
    """The service with the files of this clone, and then with the built ones."""
    return built if request.param == "built" else plain


@pytest.fixture
def visits(browser: Browser, service: Live) -> Iterator[Visits]:
    """What opens pages: `visits("phone", "/lobby", language="de")`. They are watched."""
    visits = Visits(browser, service.url)
    yield visits
    visits.close()
    assert not visits.watch.faults


@pytest.fixture
def whole_browser(browser: Browser, service: Live) -> Iterator[Visits]:
    """Pages of the whole Chromium: its shell has no notifications."""
    with launched(browser.browser_type, chromium(whole=True)) as whole:
        visits = Visits(whole, service.url)
        yield visits
        visits.close()
    assert not visits.watch.faults


@pytest.fixture
def watch(visits: Visits) -> Watch:
    """What the pages of this test may not do; `watch.allow(pattern)` makes exceptions."""
    return visits.watch


@pytest.fixture
def line(service: Live) -> Iterator[Line]:
    """A line to the service that a test can cut: offline, a browser keeps the streams it has."""
    with Line(service.url) as line:
        yield line


@pytest.fixture
def behind(browser: Browser, line: Line) -> Iterator[Visits]:
    """What opens pages at the far end of the line."""
    visits = Visits(browser, line.url)
    visits.watch.allow(BROKEN)
    yield visits
    visits.close()
    assert not visits.watch.faults


@pytest.fixture
def desktop(visits: Visits) -> Page:
    """An empty page of 1280 x 800, with a mouse; `desktop.goto("/")` opens the table."""
    return visits("desktop")


@pytest.fixture
def phone(visits: Visits) -> Page:
    """An empty page of 390 x 844, with fingers."""
    return visits("phone")


@pytest.fixture(params=["phone", "desktop"])
def page(request: pytest.FixtureRequest, visits: Visits) -> Page:
    """An empty page of either size, one after the other."""
    return visits(request.param)


@pytest.fixture
def board_of(service: Live, visits: Visits) -> Callable[..., BoardPage]:
    """What makes a `BoardPage`: `board_of(device="phone", language="de")`."""

    def made(device: str = "desktop", language: str = "en", **options: str) -> BoardPage:
        return BoardPage(visits(device, language=language, **options), service.url, language)

    return made


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    with another_site() as server:
        yield server
