"""Moves are taken back at the table: asked for, agreed to, refused."""

import re

import httpx
from playwright.sync_api import Page, expect

from tests.support.live import Live
from tests.support.players import ok, play_words, start_match
from tests.web.browsing import Visits
from tests.web.table import visit_as


def take_back(page: Page) -> None:
    page.get_by_role("button", name="Take back my last move").click()


def told(page: Page, words: str) -> None:
    """Wait until this is seen, and said."""
    expect(page.locator(".notice")).to_contain_text(words)
    expect(page.get_by_role("status").filter(has_text=words)).to_have_count(1)


def test_a_move_is_taken_back(service: Live, visits: Visits) -> None:
    match, (ann, bob) = start_match(service.url, game="livingstone", options={"startSeat": 0})
    path = f"/v1/matches/{match}/undo"
    play_words(match, ann, "die", "coins")
    page = visit_as(visits, ann, f"/m/{match}", "phone")
    take_back(page)
    told(page, "The move is taken back.")
    page.get_by_role("button", name="History").click()
    expect(page.locator(".lines").get_by_text("The move is taken back.")).to_be_visible()
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


def test_the_button_is_there_only_while_something_can_be_taken_back(
    service: Live, visits: Visits
) -> None:
    """The button keeps its place, so that nothing beside it moves."""
    match, (ann, _) = start_match(service.url, game="livingstone", options={"startSeat": 0})
    page = visit_as(visits, ann, f"/m/{match}", "phone")
    button = page.get_by_role("button", name="Take back my last move")
    sounds = page.get_by_role("button", name="Sounds")
    place = sounds.bounding_box()
    expect(page.locator("livingstone-board")).to_be_visible()
    expect(button).to_have_count(0)
    play_words(match, ann, "die", "coins")
    expect(button).to_be_in_viewport(ratio=1)
    assert sounds.bounding_box() == place
    play_words(match, ann, "end")  # stones are drawn for the next
    expect(button).to_have_count(0)
