"""Guests on lines that are slow or cut: what the page says is so, and none is ended too early."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.live import Live
from tests.support.players import start_match
from tests.web.browsing import Visits
from tests.web.guests import BEANS, confirm, guests, inside, lay, serve, strip
from tests.web.line import BROKEN, Line
from tests.web.table import expect_version, visit_as
from tests.web.test_foreign_boards import LATER, PLAIN
from tests.web.test_tabs import see

OPTIONS = {"startSeat": 0}
IDLE = "Your choice is shown here before it is played."
UNHEARD = """() => {
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (message, ...rest) {
    if (message.kind !== "answer") postMessage.call(this, message, ...rest);
  };
}"""
"""A frame whose answers do not arrive: the page waits for them for a second."""
HELD = """() => {
  const { setTimeout } = globalThis;
  globalThis.held = [];
  globalThis.setTimeout = (then, ms, ...more) =>
    ms === 1000 ? held.push(then) : setTimeout(then, ms, ...more);
}"""
"""Each second that the page waits for lasts until all of `held` is called."""
BEGINS_LATE = "await new Promise((begin) => globalThis.begin = begin);"
LOOKED = "() => new Promise((done) => setTimeout(done, 1200))"
"""The page has looked twice whether the board has begun."""


@pytest.fixture(scope="module")
def service(redis_url: str) -> Iterator[Live]:
    with guests(redis_url) as live:
        yield live


def test_what_was_not_made_is_not_said_to_be_played(service: Live, browser: Browser) -> None:
    serve(service)
    match, (ann, _) = start_match(service.url, options=OPTIONS)
    with Line(service.url) as line:
        visits = Visits(browser, line.url)
        visits.watch.allow(BROKEN)
        page = visit_as(visits, ann, f"/m/{match}")
        lay(page)
        line.cut(dead=True)
        expect(page.get_by_text("The connection is lost")).to_be_visible()
        confirm(page)
        expect(page.get_by_text("nothing was sent").first).to_be_visible()
        expect(strip(page).get_by_role("status")).to_have_text(IDLE)
        line.mend()
        expect(page.get_by_text("The connection is lost")).to_have_count(0)
        inside(page).locator("[data-at='pile/DECK'].lit").click()  # the card still lies there
        confirm(page)
        expect_version(page, 3)
        expect(strip(page)).to_contain_text("Played:")
        visits.close()
    assert not visits.watch.faults


def test_a_move_is_not_made_for_a_decision_that_came_after_it(
    service: Live, visits: Visits
) -> None:
    """Until the guest has said what it warns of, the player moves elsewhere, and then the other."""
    serve(service)
    match, (ann, bob) = start_match(service.url, options=OPTIONS)
    page = visit_as(visits, ann, f"/m/{match}")
    expect(inside(page).locator("[data-group=hand] button").first).to_be_visible()
    page.frames[-1].evaluate(UNHEARD)
    page.evaluate(HELD)
    lay(page)
    confirm(page)
    for player in (ann, bob):
        player.move(match, player.legal_moves(match)[0]["notation"])
    expect_version(page, 4)
    page.evaluate("held.forEach((then) => then())")
    expect(strip(page).get_by_role("status")).to_have_text(IDLE)
    assert ann.see(match)["version"] == 4


def test_a_board_that_nobody_waits_for_has_its_time_when_the_page_is_seen_again(
    service: Live, visits: Visits
) -> None:
    page = loading(service, visits)
    see(page, "hidden")
    page.evaluate(LATER)
    see(page, "visible")
    page.evaluate(LOOKED)
    page.frames[-1].evaluate("begin()")
    expect(inside(page).locator("just4fun-board")).to_be_attached()
    expect(page.get_by_text("One moment …")).to_have_count(0)


def loading(service: Live, visits: Visits) -> Page:
    """The page of a table whose board has come, and does not begin before it is told to."""
    serve(service, **{BEANS: {"board.js": PLAIN + BEGINS_LATE}})
    match, (ann, _) = start_match(service.url, game=BEANS, options=OPTIONS)
    page = visit_as(visits, ann, f"/m/{match}")
    expect(page.locator("framed-board").get_by_text("One moment …")).to_be_visible()
    page.frames[-1].wait_for_function("() => globalThis.begin !== undefined")
    return page
