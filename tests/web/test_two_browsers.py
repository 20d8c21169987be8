"""What takes two browsers, or two versions of the page."""

import random
import re

from playwright.sync_api import Page, expect

from tests.support.live import Live
from tests.support.players import start_match
from tests.web.browsing import Visits
from tests.web.table import visit_as

OVER = re.compile("won|gewonnen|share|teilen")
LAST = re.compile("four in a row|vier in einer Reihe|counted|gezählt")


def test_two_browsers_play_a_match_to_the_end(service: Live, visits: Visits) -> None:
    dice = random.Random(4)
    match, (ann, bob) = start_match(service.url, game="just4fun", options={"startSeat": 0})
    pages = [
        visit_as(visits, ann, f"/m/{match}"),
        visit_as(visits, bob, f"/m/{match}", "phone", language="de"),
    ]
    while (now := ann.see(match))["status"] == "active":
        for page in pages:
            shows(page, now["version"])
        mover = now["toMove"][0]
        play(pages[mover], dice.choice((ann, bob)[mover].legal_moves(match))["notation"])
        shows(pages[0], now["version"] + 1)
    for page in pages:
        expect(page.get_by_role("heading", name=OVER)).to_be_visible()
        expect(page.get_by_role("heading", name=LAST)).to_be_visible()


def play(page: Page, notation: str) -> None:
    """Play cards of Just4Fun, or exchange the hand."""
    if notation == "exchange":
        page.get_by_role("button", name=re.compile("^Exchange hand|^Hand austauschen")).click()
        return
    cards = [int(card) for card in notation.split("+")]
    hand = page.get_by_role("group", name=re.compile("^Your hand|^Deine Hand"))
    for at, card in enumerate(cards):
        same = hand.get_by_role("button", name=re.compile(rf"^{card}\b"))
        same.nth(cards[:at].count(card)).click()
    page.get_by_role("button", name=re.compile(rf"^(Field|Feld) {sum(cards)}:")).click()


def shows(page: Page, version: int) -> None:
    """Wait until the page shows the version."""
    expect(page.locator(".table-page")).to_have_attribute("data-version", f"{version}")


def test_a_newer_page_is_loaded_once_nothing_would_be_lost(service: Live, visits: Visits) -> None:
    match, (ann, _) = start_match(service.url, options={"startSeat": 0})
    page = visits("desktop")
    page.clock.install()
    page.route("**/t/current", lambda route: route.fulfill(json={"digest": "0" * 32}))
    as_ann = {"token": ann.token, "name": "Ann"}
    page.goto("/lobby")
    page.evaluate(
        "account => localStorage.setItem('croupier:account', JSON.stringify(account))", as_ann
    )
    page.goto(f"/m/{match}")
    page.get_by_role("button", name=re.compile("playable on your expedition")).first.click()
    page.evaluate("window.old = true")
    with page.expect_response("**/t/current"):
        page.clock.fast_forward("05:10")
    page.clock.fast_forward("02:00")
    assert page.evaluate("window.old")
    page.keyboard.press("Escape")
    with page.expect_navigation():
        page.clock.fast_forward("01:10")
    expect(page.get_by_role("region", name="Table")).to_be_visible()
    assert page.evaluate("window.old") is None
