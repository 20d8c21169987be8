"""Moves are taken back at the table: asked for, agreed to, refused."""

import re

import httpx
from playwright.sync_api import Page, expect

from tests.support.live import Live
from tests.support.players import ok, play_words, register, start_match
from tests.web.browsing import Visits
from tests.web.table import visit_as


def take_back(page: Page) -> None:
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Take back my last move").click()


def told(page: Page, words: str) -> None:
    """Wait until this is seen, and said."""
    expect(page.locator(".notice")).to_contain_text(words)
    expect(page.get_by_role("status").filter(has_text=words)).to_have_count(1)


def test_a_move_is_taken_back(service: Live, visits: Visits) -> None:
    match, (ann, bob) = start_match(service.url, game="livingstone", options={"startSeat": 0})
    path = f"/v1/matches/{match}/undo"
    play_words(match, ann, "die", "coins")
    page = visit_as(visits, ann, f"/m/{match}", "desktop")
    take_back(page)
    told(page, "The move is taken back.")
    page.get_by_role("button", name="History").click()
    expect(page.locator(".history").get_by_text("The move is taken back.")).to_be_visible()
    assert ann.see(match)["toMove"] == [0]

    play_words(match, ann, "coins", "end")
    play_words(match, bob, "die")
    take_back(page)
    own = page.get_by_role("group", name="You ask to take back your last move.")
    expect(own).to_contain_text("Bob has to agree.")
    expect(own.get_by_role("listitem")).to_have_count(2)
    address = f"{service.url}{path}"
    ok(httpx.delete(address, headers={"Authorization": f"Bearer {bob.token}"}))
    expect(own).to_have_count(0)
    told(page, "Bob does not agree. Nothing is taken back.")

    play_words(match, bob, "coins", "end")
    before = bob.see(match)["version"] - 1
    play_words(match, ann, "die")
    ok(bob.post(path, {"toVersion": before}))
    asked = page.get_by_role("group", name="Bob asks to take back a move.")
    expect(asked.get_by_role("listitem").last).to_contain_text("You")
    asked.get_by_role("button", name="Agree").click()
    expect(asked).to_have_count(0)
    expect(page.locator(".table-page")).to_have_attribute("data-version", re.compile(r"\d+"))
    assert bob.see(match)["toMove"] == [1]


def test_who_cannot_take_anything_back_is_told_why(service: Live, visits: Visits) -> None:
    match, (ann, _) = start_match(service.url, options={"startSeat": 0})
    page = visit_as(visits, ann, f"/m/{match}", "desktop")
    page.get_by_role("button", name="More", exact=True).click()
    button = page.get_by_role("button", name="Take back my last move", disabled=True)
    expect(button).to_have_accessible_description("You have made no move yet.")
    notations = [each["notation"] for each in ann.legal_moves(match)]
    ann.move(match, next(each for each in notations if each.endswith("*")), view="none")
    expect(button).to_have_accessible_description(
        "Your last move stays: something was drawn or dealt with it or after it, and what was seen "
        "cannot be unseen."
    )


def test_after_more_than_moves_nothing_is_taken_back_and_that_is_said(
    service: Live, visits: Visits
) -> None:
    ann, bob, cid = (register(service.url, name) for name in ("Ann", "Bob", "Cid"))
    match = ann.create(game="livingstone", seats=3, options={"startSeat": 0})["id"]
    bob.join(match)
    cid.join(match)
    play_words(match, ann, "die", "coins")
    cid.act(match, "resign")
    page = visit_as(visits, ann, f"/m/{match}", "desktop", language="de")
    page.get_by_role("button", name="Mehr", exact=True).click()
    button = page.get_by_role("button", name="Meinen letzten Zug zurücknehmen", disabled=True)
    expect(button).to_have_accessible_description(
        "Dein letzter Zug bleibt: Danach hat jemand aufgegeben, die Zeit überschritten oder einen "
        "Zug zurückgenommen."
    )
