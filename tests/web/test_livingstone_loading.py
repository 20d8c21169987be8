"""What the first table of Livingstone costs: bytes, requests, shifts, and what the boat takes."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.live import Live
from tests.support.players import start_match
from tests.web.browsing import Visits
from tests.web.livingstone_table import GAME
from tests.web.measures import cost, shifts, watch_shifts
from tests.web.table import visit_as

LOADED = """() => performance.getEntriesByType("resource").map(
  (entry) => [new URL(entry.name).pathname, entry.encodedBodySize])"""
BYTES = 95_000
"""At most over the line, where a proxy hands things on as gzip."""
REQUESTS = 35
"""At most until the board is drawn, those of the page itself and of the match included."""
LATER = re.compile(r"/(guide\.js|hints-\w+\.js)$")
"""What comes once the board is drawn."""
SHIFTS = 0.02
SAIL = """async () => {
  const { flights } = document.querySelector("livingstone-board");
  flights.look();
  const [boat] = flights.root.querySelectorAll("[data-at=boat]");
  flights.places.set("boat", new DOMRect(20, 300, 46, 32));
  flights.fly(boat, "boat", 1200);
  await Promise.allSettled([...flights.flying].map((one) => one.finished));
}"""


@pytest.fixture(scope="module")
def service(built: Live) -> Live:
    """The built web table."""
    return built


def drawn(service: Live, visits: Visits, device: str, language: str = "en") -> Page:
    """A page that counts its shifts, once its table is drawn."""
    match, seats = start_match(service.url, game=GAME, options={"startSeat": 0})
    page = visit_as(visits, seats[0], f"/m/{match}", device, language=language)
    watch_shifts(page)
    page.reload()
    expect(page.locator("livingstone-board .table")).to_be_visible()
    expect(page.locator("livingstone-board .bar").first).to_be_visible()
    expect(page).to_have_title(re.compile("^(Your turn|Du bist)"))
    return page


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_is_little_in_few_requests(service: Live, visits: Visits, language: str) -> None:
    page = drawn(service, visits, "phone", language)
    loaded = dict(page.evaluate(LOADED))
    assert sum(loaded.values()) <= BYTES, loaded
    needed = [path for path in loaded if not LATER.search(path)]
    assert len(["the page", *needed]) <= REQUESTS, needed


@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_nothing_moves_while_it_appears(service: Live, visits: Visits, device: str) -> None:
    assert shifts(drawn(service, visits, device)) <= SHIFTS


def test_the_boat_moves_without_layout(service: Live, visits: Visits) -> None:
    """The compositor moves the boat, so the page makes no new layout for its frames."""
    page = drawn(service, visits, "phone")
    with cost(page) as sail:
        page.evaluate(SAIL)
    assert sail.layouts <= 2, sail
    assert sail.script_s < 0.02, sail
