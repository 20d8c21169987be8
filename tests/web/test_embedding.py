"""One table in a page of another origin."""

import pytest
from playwright.sync_api import expect

from tests.support.live import Live
from tests.support.players import start_match
from tests.web.browsing import Visits
from tests.web.elsewhere import PAGE, POLICY, Elsewhere
from tests.web.table import changing


@pytest.fixture(scope="module")
def service(each_form: Live) -> Live:
    """The element is found in either form of the web table."""
    return each_form


def test_a_page_of_another_origin_shows_a_table_and_plays_with_a_token(
    service: Live, visits: Visits, elsewhere: Elsewhere
) -> None:
    visits.watch.allow(f"request to elsewhere: {elsewhere.url}")
    match, (ann, bob) = start_match(service.url, options={"startSeat": 0})
    elsewhere.page = PAGE.format(service=service.url, match=match)
    elsewhere.policy = POLICY.format(service=service.url)
    page = visits("desktop")
    asked = changing(page)
    page.goto(elsewhere.url)
    expect(page.get_by_text("Ann ist am Zug")).to_be_visible()
    expect(page.get_by_role("group", name="Deine Hand")).to_have_count(0)
    assert asked == []

    grounds = [page.evaluate(THEMED, theme) for theme in ("light", "dark", "auto")]
    assert grounds[0] == grounds[2] != grounds[1]  # the browser of the tests is a light one

    page.evaluate("(token) => document.querySelector('croupier-table').token = token", ann.token)
    page.evaluate(TELL)
    hand = page.get_by_role("group", name="Deine Hand").get_by_role("button")
    hand.first.click()
    page.get_by_role("button", name="hierhin legen").first.click()
    page.get_by_role("button", name="hier ziehen").first.click()
    expect(page.get_by_text("Bob ist am Zug")).to_be_visible()
    assert bob.see(match)["toMove"] == [1]
    assert page.evaluate("told.at(-1)") == {
        "version": bob.see(match)["version"],
        "status": "active",
        "toMove": [1],
        "outcome": None,
    }
    assert page.evaluate("typeof moved") == "undefined"


def test_what_is_no_id_of_a_match_leads_to_no_other_address(
    service: Live, visits: Visits, elsewhere: Elsewhere
) -> None:
    visits.watch.allow(f"request to elsewhere: {elsewhere.url}")
    elsewhere.page = PAGE.format(service=service.url, match="../players/me")
    elsewhere.policy = POLICY.format(service=service.url)
    page = visits("desktop")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(elsewhere.url)
    expect(page.get_by_text("Diese Partie gibt es nicht")).to_be_visible()
    assert [each for each in asked if "/v1/" in each] == []


THEMED = """(theme) => {
  const table = document.querySelector("croupier-table");
  table.setAttribute("theme", theme);
  const board = table.shadowRoot.querySelector("lost-cities-board");
  const { color } = getComputedStyle(board);
  return `${getComputedStyle(table).backgroundColor} ${color}`;
}"""
TELL = """() => {
  globalThis.told = [];
  addEventListener("move", () => globalThis.moved = true);
  const table = document.querySelector("croupier-table");
  table.addEventListener("version", ({ detail }) => told.push(detail));
}"""
