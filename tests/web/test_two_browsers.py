"""What takes two browsers, or two versions of the page."""

import os
import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.live import Live
from tests.support.players import register, start_match
from tests.web.browsing import Visits
from tests.web.table import ask_nothing, expect_version, visit_as

SEATS = [each for each in map(int, os.environ.get("SEATS", "2").split()) if each <= 4]
"""With how many players a match is played: `make web-matches` plays with all numbers."""
MOVES = 1000 if "SEATS" in os.environ else 8
"""So many moves are made in the browsers: with `make web-matches`, all."""
OVER = re.compile("won|gewonnen|share|teilen")


@pytest.mark.parametrize("seats", SEATS)
def test_browsers_play_a_match_to_the_end(service: Live, visits: Visits, seats: int) -> None:
    """Each seat in one of its own, in both languages and sizes."""
    dice = random.Random(4)
    players = [register(service.url, name) for name in ("Ann", "Bob", "Cid", "Dan")[:seats]]
    made = players[0].create(game="just4fun", seats=seats, options={"startSeat": 0})
    match = str(made["id"])
    for other in players[1:]:
        other.join(match)
    how = [("desktop", "en"), ("phone", "de")] * 2
    pages = [
        visit_as(visits, player, f"/m/{match}", device, language=language)
        for player, (device, language) in zip(players, how, strict=False)
    ]
    for page in pages:
        ask_nothing(page)
    while (now := players[0].see(match))["status"] == "active":
        mover = now["toMove"][0]
        notation = dice.choice(players[mover].legal_moves(match))["notation"]
        if now["version"] < MOVES:
            for page in pages:
                expect_version(page, now["version"])
            play(pages[mover], notation)
            expect_version(pages[0], now["version"] + 1)
        else:
            players[mover].move(match, notation, view="none")
    for page in pages:
        expect(page.get_by_role("heading", name=OVER)).to_be_visible()


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


def test_a_newer_page_is_loaded_once_nothing_would_be_lost(service: Live, visits: Visits) -> None:
    match, (ann, _) = start_match(service.url, options={"startSeat": 0})
    page = visits("desktop")
    page.clock.install()
    page.route("**/t/current", lambda route: route.fulfill(json={"version": "0" * 32}))
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
