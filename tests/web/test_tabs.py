"""Many tabs of one player: without TLS, a browser has six connections for all of them."""

import re

from playwright.sync_api import Page, Route, expect

from tests.support.live import Live
from tests.support.players import Client, register, start_match
from tests.support.waiting import until
from tests.web.browsing import Visits
from tests.web.table import ask_nothing, expect_turn, visit_as

TABS = 8
WAITS = """async () => (await navigator.locks.query()).pending.some(
  ({ name }) => name.startsWith("croupier:search "))"""
"""Whether the tab has seen that another one searches, and would end that if the other were gone."""
SEE = """(state) => {
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  Object.defineProperty(document, "hidden", { configurable: true, get: () => state === "hidden" });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_player_has_a_table_open_in_many_tabs(service: Live, visits: Visits) -> None:
    match, (ann, bob) = start_match(service.url, options={"startSeat": 0, "rounds": 1})
    first = visit_as(visits, ann, f"/m/{match}")
    ask_nothing(first)
    expect_turn(first)
    tabs = [first]
    while len(tabs) < TABS:
        see(tabs[-1], "hidden")
        tabs.append(first.context.new_page())
        tabs[-1].goto(first.url)
        expect_turn(tabs[-1])
    expect(tabs[-1].locator(".felt [data-at]").first).to_be_visible()  # what hears the keys
    tabs[-1].keyboard.type(ann.legal_moves(match)[0]["notation"])
    expect(tabs[-1]).to_have_title(re.compile("^(?!Your turn)"))
    see(tabs[-1], "hidden")
    first.close()  # it had the stream of turns: another tab takes it over, and tells the others
    bob.move(match, bob.legal_moves(match)[0]["notation"])
    for tab in tabs[1:]:
        expect_turn(tab)


def test_matches_that_wait_are_gone_through_one_after_the_other(
    service: Live, visits: Visits
) -> None:
    first, (ann, bob) = start_match(service.url, options={"startSeat": 0})
    page = visit_as(visits, ann, f"/m/{first}", "phone")
    others = [str(ann.create(options={"startSeat": 0})["id"]) for _ in range(2)]
    bob.join(others[0])
    waits = page.get_by_role("link", name="1 other match waits")
    expect(waits).to_have_text("1 other match waits")
    page.keyboard.press("n")  # which is the board's as long as it is the player's turn
    ann.move(first, ann.legal_moves(first)[0]["notation"])
    following = page.get_by_role("link", name="Next match")
    expect(following).to_have_text("Next match (1)")
    bob.join(others[1])
    expect(following).to_have_text("Next match (2)")
    expect(page).to_have_url(f"{visits.url}/m/{first}")
    for each, text in zip(others, ("Next match (1)", ""), strict=True):
        page.keyboard.press("n")
        expect(page).to_have_url(f"{visits.url}/m/{each}")
        expect_turn(page)
        ann.move(each, ann.legal_moves(each)[0]["notation"])
        expect(following).to_have_text([text] if text else [])
    bob.move(first, bob.legal_moves(first)[0]["notation"])
    expect(following).to_have_text("Next match (1)")
    page.get_by_role("link", name="Lobby").click()
    expect(page.get_by_role("link", name="1 table waits for you")).to_have_text("Your turn")


def test_a_search_is_ended_by_the_tab_that_began_it_and_by_no_other(
    service: Live, visits: Visits
) -> None:
    ann = register(service.url, "Ann")
    page = visit_as(visits, ann, "/")
    asked: list[Route] = []
    page.route("**/v1/tickets", lambda route: asked.append(route))
    page.get_by_role("button", name="Find somebody for Lost Cities").click()
    until(lambda: bool(page.evaluate("1") and asked))
    answer = asked[0].fetch()
    ticket = answer.json()["id"]
    other = page.context.new_page()
    for path in ("/", "/lobby"):  # opened before there is an answer, left, and opened again
        other.goto(path)
        until(lambda: bool(other.evaluate(WAITS)))
    asked[0].fulfill(response=answer)
    expect(page.get_by_role("region", name=re.compile("Looking for somebody"))).to_be_visible()
    assert status_of(ticket, ann) == "searching"
    page.goto("/lobby")
    until(lambda: status_of(ticket, ann) == "cancelled")


def test_a_search_whose_tab_is_gone_before_its_answer_is_ended_by_an_open_one(
    service: Live, visits: Visits
) -> None:
    ann = register(service.url, "Ann")
    page = visit_as(visits, ann, "/")
    made: list[str] = []
    page.route("**/v1/tickets", lambda route: made.append(route.fetch().json()["id"]))
    page.get_by_role("button", name="Find somebody for Lost Cities").click()
    until(lambda: bool(page.evaluate("1") and made))
    other = page.context.new_page()
    other.goto("/lobby")
    until(lambda: bool(other.evaluate(WAITS)))
    with other.expect_response(lambda answer: answer.request.method == "DELETE"):
        page.close()
    assert status_of(made[0], ann) == "cancelled"


def status_of(ticket: str, player: Client) -> str:
    found: str = player.get(f"/v1/tickets/{ticket}").json()["status"]
    return found


def see(page: Page, state: str) -> None:
    """Let the page be seen, or not, as far as it can tell."""
    page.evaluate(SEE, state)
