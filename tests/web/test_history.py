"""The history beside the board: by rounds, the newest last and in sight, and the deal folded."""

import random

from playwright.sync_api import Locator, Page, expect

from tests.support.live import Live
from tests.support.players import Client, play_some, register, start_match
from tests.support.sealed import ENTROPY, SEALS
from tests.web.browsing import Visits
from tests.web.replays import finished
from tests.web.table import visit_as

BELOW = """() => {
  const { scrollHeight, scrollTop, clientHeight } = document.querySelector(".beside");
  return scrollHeight - scrollTop - clientHeight;
}"""
NEAR = 24


def line(page: Page, version: int) -> Locator:
    """Return the line of this version; the second one is the deal."""
    return page.get_by_title(f"Step {version - 2} in the replay", exact=True)


def test_the_newest_is_in_sight_unless_its_reader_looks_back_and_lines_mark_their_cards(
    service: Live, visits: Visits
) -> None:
    # Nobody is said to be away: that would take its place from the list.
    match, seats = start_match(service.url, options={"startSeat": 0}, goneAfter=None)
    dice = random.Random(3)
    last = play_some(match, seats, 30, dice)["version"]
    page = visit_as(visits, seats[0], f"/m/{match}")
    expect(page.locator(".lines .of")).to_have_text(["Round 1"])
    expect(line(page, last)).to_be_in_viewport()
    last = play_some(match, seats, 1, dice)["version"]
    expect(line(page, last)).to_be_in_viewport()
    assert page.evaluate(BELOW) < NEAR

    line(page, last).hover()
    marked = "(board) => board.marked.map((event) => Object.keys(event)[0])"
    board = page.locator("lost-cities-board")
    assert board.evaluate(marked)[:2] == ["cardPlayed", "cardDrawn"]
    page.mouse.move(200, 200)
    assert board.evaluate(marked) == []

    page.locator(".beside").hover()
    page.mouse.wheel(0, -600)
    expect(line(page, last)).not_to_be_in_viewport()
    before = page.evaluate(BELOW)
    last = play_some(match, seats, 1, dice)["version"]
    expect(line(page, last)).to_be_attached()
    assert page.evaluate(BELOW) > before


def test_seals_are_folded_and_rounds_have_headings(service: Live, visits: Visits) -> None:
    match, (ann, _) = finished(service.url, rounds=2)
    page = visit_as(visits, ann, f"/m/{match}")
    page.get_by_role("button", name="Show the table").click()
    expect(page.locator(".lines .of")).to_have_text(["Round 1", "Round 2"])
    expect(page.get_by_text("Bob has sat down.")).not_to_be_visible()
    page.get_by_text("Before the deal").click()
    expect(page.get_by_text("Bob has sat down.")).to_be_visible()
    page.get_by_role("button", name="Check the deal").click()
    expect(page.get_by_role("dialog", name="Was the deal fair?")).to_be_visible()

    sealed = sealed_match(ann)
    page.goto(f"/m/{sealed}")
    page.get_by_text("The deal was sealed ✓").click()
    expect(page.get_by_text("has opened the seal.")).to_have_count(2)


def sealed_match(ann: Client) -> str:
    """Start a match whose players have sealed their part of the deal."""
    bob = register(ann.url, "Bob")
    match = str(ann.create(deal="sealed", seal=SEALS[0])["id"])
    bob.join(match, seal=SEALS[1])
    for player, entropy in zip((ann, bob), ENTROPY, strict=False):
        player.act(match, "entropy", entropy=entropy)
    return match
