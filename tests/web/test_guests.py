"""Boards that are guests on the built page, which packages and images have, and on pages of others.

What the page does with a guest is in test_foreign_boards.py; that nothing gets out in
test_hostile_boards.py.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from gateway.web.frames import FrameSite
from playwright.sync_api import expect

from tests.support.live import Live
from tests.support.players import start_match
from tests.web.browsing import Visits
from tests.web.elsewhere import PAGE, POLICY, Elsewhere
from tests.web.guests import confirm, inside, lay, serve
from tests.web.table import expect_version, visit_as


@pytest.fixture(scope="module")
def service(redis_url: str, dist: Path) -> Iterator[Live]:
    with Live(redis_url, web=str(dist)) as live:
        yield live


def test_a_guest_plays_on_the_built_page(service: Live, visits: Visits, dist: Path) -> None:
    serve(service, FrameSite(), dist)
    match, (ann, _) = start_match(service.url, options={"startSeat": 0})
    page = visit_as(visits, ann, f"/m/{match}")
    lay(page)
    confirm(page)
    expect_version(page, 3)


def test_a_guest_plays_in_a_page_of_another_origin(
    service: Live, visits: Visits, elsewhere: Elsewhere, dist: Path
) -> None:
    """As docs/embedding.md says: its policy and the service have to allow frames."""
    serve(service, FrameSite(pages=elsewhere.url), dist)
    visits.watch.allow(f"request to elsewhere: {elsewhere.url}")
    match, (ann, bob) = start_match(service.url, options={"startSeat": 0})
    elsewhere.page = PAGE.format(service=service.url, match=match)
    frames = f"; frame-src {service.url}/board-frame/"
    elsewhere.policy = POLICY.format(service=service.url) + frames
    page = visits("desktop")
    page.goto(elsewhere.url)
    page.evaluate("(token) => document.querySelector('croupier-table').token = token", ann.token)
    lay(page)
    confirm(page)
    expect(inside(page).get_by_text("Bob ist am Zug")).to_be_visible()
    assert bob.see(match)["toMove"] == [1]
