"""Many tabs of one player: without TLS, a browser has six connections for all of them."""

import re

from playwright.sync_api import Page, expect

from tests.support.live import Live
from tests.support.players import start_match
from tests.web.browsing import Visits
from tests.web.table import expect_turn, visit_as

TABS = 8
SEE = """(state) => {
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  Object.defineProperty(document, "hidden", { configurable: true, get: () => state === "hidden" });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_player_has_a_table_open_in_many_tabs(service: Live, visits: Visits) -> None:
    match, (ann, bob) = start_match(service.url, options={"startSeat": 0, "rounds": 1})
    first = visit_as(visits, ann, f"/m/{match}")
    expect_turn(first)
    tabs = [first]
    while len(tabs) < TABS:
        see(tabs[-1], "hidden")
        tabs.append(first.context.new_page())
        tabs[-1].goto(first.url)
        expect_turn(tabs[-1])
    tabs[-1].keyboard.type(ann.legal_moves(match)[0]["notation"])
    expect(tabs[-1]).to_have_title(re.compile("^(?!Your turn)"))
    see(tabs[-1], "hidden")
    first.close()  # it had the stream of turns: another tab takes it over, and tells the others
    bob.move(match, bob.legal_moves(match)[0]["notation"])
    for tab in tabs[1:]:
        expect_turn(tab)


def see(page: Page, state: str) -> None:
    """Let the page be seen, or not, as far as it can tell."""
    page.evaluate(SEE, state)
