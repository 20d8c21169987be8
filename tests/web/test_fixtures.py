"""Pages of tests are watched: a test fails by their faults, even if it does not look for them."""

import pytest
from playwright.sync_api import Browser, Page

from tests.support.live import Live
from tests.support.waiting import until
from tests.web.board_page import PATH, BoardPage
from tests.web.browsing import Visits, chromium
from tests.web.engines import missing

IN_THE_PAGE = "() => setTimeout(() => {{ const main = document.querySelector('main'); {}; }})"
STYLE = "Object.assign(document.createElement('style'), { textContent: 'a {}' })"


@pytest.mark.parametrize(
    ("script", "noted"),
    [
        ("console.error('odd')", "console: odd"),
        ("throw new Error('odd')", "error: "),
        ("Promise.reject(new Error('odd'))", "error: "),
        ("main.innerHTML = '<b>x</b>'", "TrustedHTML"),
        ("main.setAttribute('style', 'color: red')", "Content Security Policy"),
        (f"main.append({STYLE})", "Content Security Policy"),
        ("fetch('http://192.0.2.1/x').catch(() => 0)", "Content Security Policy"),
        ("location.href = 'http://127.0.0.1:1/'", "request to elsewhere: http://127.0.0.1:1/"),
        ("fetch('/nothing')", "status of 404"),
    ],
)
def test_what_a_page_may_not_do_is_noted(
    browser: Browser, service: Live, script: str, noted: str
) -> None:
    visits = Visits(browser, service.url)
    page = BoardPage(visits(), service.url).page
    assert not visits.watch.faults
    page.evaluate(IN_THE_PAGE.format(script))
    until(lambda: noted_so_far(page, visits))
    visits.close()
    assert any(noted in each for each in visits.watch.faults), visits.watch.noted
    visits.watch.allow(".")
    assert not visits.watch.faults


def test_a_board_page_has_the_policy_of_the_page(service: Live, visits: Visits) -> None:
    page = visits()
    BoardPage(page, service.url)
    with page.expect_response(service.url + PATH) as again:
        page.reload()
    assert "trusted-types lit-html" in again.value.headers["content-security-policy"]


def noted_so_far(page: Page, visits: Visits) -> list[str]:
    """What was noted, once Playwright has had the time to tell of it."""
    page.wait_for_timeout(20)
    return visits.watch.noted


def test_without_a_browser_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(pytest.fail.Exception, match="Debian's package chromium"):
        chromium()


@pytest.mark.parametrize(("engine", "package"), [("firefox", "firefox-esr"), ("webkit", "xvfb")])
def test_another_engine_that_is_missing_is_named_with_its_package(
    monkeypatch: pytest.MonkeyPatch, engine: str, package: str
) -> None:
    monkeypatch.setenv("PATH", "")
    assert package in missing(engine)
