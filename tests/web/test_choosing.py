"""A game that describes its moves, on the generic table: things are chosen one by one.

By a mouse, by the keyboard alone, and with what is said by role and name.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.live import Live
from tests.support.passing.served import served
from tests.support.players import Client, ok, start_match
from tests.web.browsing import Visits
from tests.web.conftest import WEB
from tests.web.table import visit_as


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with served(tmp_path_factory.mktemp("redis"), web=str(WEB)) as live:
        ok(Client(live.url).get("/v1/games"))  # which are in the page
        yield live


def moves(page: Page) -> Locator:
    return page.get_by_role("region", name="Your moves")


def things(page: Page, wanted: str) -> Locator:
    return moves(page).get_by_role("group", name=wanted).get_by_role("button")


def test_cards_are_passed_and_played(service: Live, visits: Visits) -> None:
    match, (ann, bob) = start_match(service.url, game="passing")
    hand = ann.see(match)["state"]["hand"]
    page = visit_as(visits, ann, f"/m/{match}", "phone")
    cards, send = things(page, "Choose 3:"), moves(page).get_by_role("button", name="Play these")
    status = moves(page).get_by_role("status")
    expect(cards).to_have_text([str(card) for card in hand])
    for place in (4, 2, 2, 0, 7):  # one of them is put back
        expect(send).to_be_disabled()
        cards.nth(place).click()
    expect(status).to_have_text("Choose 3: 3 chosen")
    expect(moves(page).get_by_role("button", pressed=True)).to_have_text(
        [str(hand[place]) for place in (0, 4, 7)]
    )
    expect(cards.nth(5)).to_be_disabled()
    bob.move(match, bob.legal_moves(match)[-1]["notation"])
    # That of another seat has changed nothing of what is chosen from, and so nothing of the choice.
    expect(page.locator(".table-page")).to_have_attribute("data-version", "3")
    expect(status).to_have_text("Choose 3: 3 chosen")
    send.click()
    expect(moves(page).get_by_role("button", name="discard")).to_be_visible()
    history = ok(ann.get(f"/v1/matches/{match}/moves"))["moves"]
    assert history[-1]["move"] == {"pass": {"passed": [hand[place] for place in (0, 4, 7)]}}


def test_all_of_it_is_done_by_the_keyboard(service: Live, visits: Visits) -> None:
    match, (ann, bob) = start_match(service.url, game="passing")
    for player in (ann, bob):
        player.move(match, player.legal_moves(match)[0]["notation"])
    page = visit_as(visits, ann, f"/m/{match}")
    begin = moves(page).get_by_role("button", name="discard")
    begin.focus()
    page.keyboard.press("Enter")
    cards = things(page, "Choose 1 to 3:")
    expect(moves(page).get_by_text("What is discarded is all odd or all even.")).to_be_visible()
    hand = ann.see(match)["state"]["hand"]
    odd, even = (next(card for card in hand if card % 2 == rest) for rest in (1, 0))
    for card in (odd, even):
        cards.get_by_text(str(card), exact=True).focus()
        page.keyboard.press("Space")
    visits.watch.allow("status of 422")
    send = moves(page).get_by_role("button", name="Play these")
    send.focus()
    page.keyboard.press("Enter")
    # The condition is for the server to check; what was chosen stays, to be mended.
    expect(page.get_by_role("paragraph").filter(has_text="discarded, all odd")).to_be_visible()
    expect(moves(page).get_by_role("status")).to_have_text("Choose 1 to 3: 2 chosen")
    cards.get_by_text(str(even), exact=True).focus()
    page.keyboard.press("Space")
    send.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".table-page")).to_have_attribute("data-version", "5")
    assert ann.see(match)["state"]["pile"] == [odd]
