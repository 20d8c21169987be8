"""From the address to the first move, against a bot that is invited."""

import re

from playwright.sync_api import Page, expect

from tests.support.live import Live
from tests.support.opponents import end, offer, withdraw_offer
from tests.support.players import HOUSE_KEY, Client, of_the_house, ok, register
from tests.support.sealed import ENTROPY, SEALS
from tests.web.board_page import drag
from tests.web.browsing import Visits
from tests.web.table import clicks_of, count_clicks, expect_turn, visit_as


def test_three_clicks_lead_from_the_address_to_the_first_move(
    service: Live, visits: Visits
) -> None:
    hugo = at_home(service.url, "Hugo")
    page = visits("desktop")
    count_clicks(page)
    page.goto("/")
    page.get_by_role("button", name="Play Lost Cities against Hugo").click()
    expect(page.get_by_text("Hugo is on the way to the table")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("button")).to_have_count(0)
    match = page.url.split("/")[-1]
    hugo.join(match, seal=SEALS[1])
    hugo.act(match, "entropy", entropy=ENTROPY[1])
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()  # it has revealed, too
    if hugo.see(match)["toMove"] == [1]:
        hugo.move(match, hugo.legal_moves(match)[0]["notation"])
    expect_turn(page)
    discard_first_card(page)
    page.get_by_role("button", name=re.compile("^Deck, ")).click()
    expect(page).to_have_title(re.compile("^Hugo to move"))
    assert clicks_of(page) == 3
    withdraw_offer(hugo)


def test_a_bot_that_does_not_come_to_a_sixth_table_is_explained_and_another_one_invited(
    service: Live, visits: Visits
) -> None:
    """As bots of the house decline: five matches with one player are all that they play."""
    bots = hubert, _ = at_home(service.url, "Hubert"), at_home(service.url, "Rosalind")
    ann = register(service.url, "Ann")
    for _ in range(5):
        made = ann.create(access="private")
        hubert.join(made["id"], inviteCode=made["inviteCode"])
    page = visit_as(visits, ann, "/")
    page.get_by_role("radio", name="Hubert").check()
    page.get_by_role("button", name="Play Lost Cities against Hubert").click()
    expect(page.get_by_text("Hubert is on the way to the table")).to_be_visible()
    match = page.url.split("/")[-1]
    [invitation] = ok(ann.get(f"/v1/matches/{match}/invitations"))["invitations"]
    assert end(hubert, invitation).status_code == 204
    expect(page.get_by_text("you have 5 running matches with Hubert already")).to_be_visible()
    page.get_by_role("button", name="Ask Rosalind instead").click()
    expect(page.get_by_text("Rosalind is on the way to the table")).to_be_visible()
    for bot in bots:
        withdraw_offer(bot)


def at_home(url: str, name: str, key: str = HOUSE_KEY) -> Client:
    """A bot of the house that may be invited to Lost Cities."""
    bot = of_the_house(url, name, key)
    offer(bot, houseKey=key)
    return bot


def discard_first_card(page: Page) -> None:
    """Drag the first card of the hand to the discard pile of its colour."""
    card = page.get_by_role("group", name="Your hand").get_by_role("button").first
    color = str(card.get_attribute("aria-label")).split()[0]
    pile = page.get_by_role("button", name=re.compile(f"^{color} discard pile"))
    drag(page, card, pile)
