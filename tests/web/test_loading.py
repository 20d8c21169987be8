"""What a browser loads for its first table: how many bytes, in how many requests, how early."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.live import Live
from tests.support.players import start_match
from tests.web.browsing import Visits
from tests.web.measures import shifts, watch_shifts
from tests.web.table import visit_as

LOADED = """() => performance.getEntriesByType("resource").map(
  (entry) => [new URL(entry.name).pathname, entry.encodedBodySize, entry.deliveryType])"""
EARLY = """() => [...document.querySelectorAll("link[rel=modulepreload], script[src]")].map(
  (link) => new URL(link.href || link.src).pathname)"""
BYTES = 60_000
FILES = 45
"""Both at most."""
SHIFTS = 0.05


@pytest.fixture
def table(service: Live, visits: Visits) -> Page:
    """The first page of a phone, which shows a table where it is to move."""
    match, seats = start_match(service.url, options={"startSeat": 0})
    page = visit_as(visits, seats[0], f"/m/{match}", "phone")
    expect(page).to_have_title(re.compile("^Your turn"))
    expect(page.locator("lost-cities-board")).to_be_visible()
    return page


def test_it_is_little_in_few_requests(table: Page) -> None:
    loaded = table.evaluate(LOADED)
    files = [(path, size) for path, size, _ in loaded if path.endswith((".js", ".css"))]
    assert sum(size for _, size in files) <= BYTES, sorted(files)
    assert len(files) <= FILES
    assert all(path.startswith("/t/") for path, _ in files)


def test_all_that_is_needed_anyway_is_asked_for_at_once(table: Page) -> None:
    """So there is no chain of requests, of which one would have to wait for the other."""
    early = {*table.evaluate(EARLY)}
    loaded = {path for path, _, _ in table.evaluate(LOADED) if path.endswith(".js")}
    assert early <= loaded
    assert not loaded - early


def test_what_a_table_does_not_need_is_not_loaded(table: Page) -> None:
    names = {path.rpartition("/")[2] for path, _, _ in table.evaluate(LOADED)}
    assert not names & {"home.js", "lists.js", "history.js", "de.js", "generic.js", "socket.js"}


def test_nothing_is_loaded_twice_by_whoever_comes_back(table: Page) -> None:
    before = {path for path, _, _ in table.evaluate(LOADED) if path.startswith("/t/")}
    table.goto("/lobby")
    expect(table.get_by_role("heading", name="Running matches")).to_be_visible()
    again = [each for each in table.evaluate(LOADED) if each[0] in before]
    assert again
    assert {kind for _, _, kind in again} == {"cache"}


def test_hardly_anything_moves_while_it_appears(service: Live, visits: Visits) -> None:
    match, _ = start_match(service.url, options={"startSeat": 0})
    for device in ("phone", "desktop"):
        page = visits(device)
        watch_shifts(page)
        page.goto(f"/m/{match}")
        expect(page.locator("lost-cities-board")).to_be_visible()
        expect(page).to_have_title(re.compile("^Ann to move"))
        assert shifts(page) < SHIFTS, device
