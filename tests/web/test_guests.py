"""Boards that are guests on the built page, which packages and images have, and on pages of others.

What the page does with a guest is in test_foreign_boards.py; that nothing gets out in
test_hostile_boards.py.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from gateway.web.frames import FrameSite
from playwright.sync_api import expect

from tests.support.live import Live
from tests.support.players import register, start_match
from tests.web.browsing import Visits
from tests.web.elsewhere import PAGE, POLICY, Elsewhere
from tests.web.faults import faults, violations
from tests.web.guests import MARKET, confirm, examples, inside, lay, serve, strip
from tests.web.lost_cities_round import drag_by_finger
from tests.web.table import expect_version, visit_as


@pytest.fixture(scope="module")
def service(redis_url: str, dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """The built page, with the games among the examples."""
    with examples(tmp_path_factory.mktemp("examples")), Live(redis_url, web=str(dist)) as live:
        yield live


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


def test_what_is_begun_and_what_is_asked_stay_while_others_choose(
    service: Live, visits: Visits, dist: Path
) -> None:
    serve(service, FrameSite(), dist)
    match, (ann, bob) = start_match(service.url, game=MARKET, seats=3)
    cid = register(service.url, "Cid")
    cid.join(match)
    page = visit_as(visits, ann, f"/m/{match}")
    basket = inside(page).get_by_role("group", name="Your basket").get_by_role("button")
    basket.last.click()
    for other in (bob, cid):
        expect_version(page, other.move(match, other.legal_moves(match)[0]["notation"])["version"])
        expect(basket.last).to_have_attribute("aria-pressed", "true")
        if other is bob:
            inside(page).locator("[data-at=choose]").click()
        expect(strip(page)).to_contain_text("You play:")
    confirm(page)
    expect(page.locator("match-history")).to_contain_text("You:")


def test_fingers_play_a_guest_and_readers_of_screens_find_all_of_it(
    service: Live, visits: Visits, dist: Path
) -> None:
    """A frame has a tree of its own, and axe has to be asked in both documents."""
    serve(service, FrameSite(), dist)
    match, (ann, bob) = start_match(service.url, options={"startSeat": 0})
    page = visit_as(visits, ann, f"/m/{match}", "phone")
    board = inside(page)
    card = board.locator("[data-group=hand] button").last
    colour = str(card.get_attribute("data-at")).removeprefix("hand/")[0]
    drag_by_finger(page, card, board.locator(f"[data-at^='pile/{colour}']"))
    board.locator("[data-at='pile/DECK'].lit").tap()
    expect(strip(page).get_by_role("status")).to_have_text(re.compile(r"You play: \w+-\*"))
    assert faults(page) == []
    assert violations(page.frames[-1], "body > *") == []
    expect(page.locator("framed-board")).to_match_aria_snapshot(TREE)
    expect(board.locator("body")).to_match_aria_snapshot(HAND)
    confirm(page)
    expect_version(page, 3)
    bob.move(match, bob.legal_moves(match)[0]["notation"])
    expect_version(page, 4)


TREE = """
- region "Your move":
  - status
  - button "Make the move"
  - button "Take back"
- iframe
"""
HAND = """
- group "Your hand":
  - button
"""
