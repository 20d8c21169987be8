"""The board of The Masked Ball: a match at its table, by role and name, and by what is typed."""

import random
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.support.live import Live
from tests.support.players import Json, register, start_match
from tests.web.browsing import Visits
from tests.web.table import visit_as

BOARD = "masked-ball-board"


@pytest.mark.parametrize(("language", "device"), [("en", "desktop"), ("de", "phone")])
def test_a_match_is_played_to_the_end(
    service: Live, visits: Visits, language: str, device: str
) -> None:
    """Ann has the table, the others play over HTTP."""
    dice = random.Random(1)
    players = [register(service.url, name) for name in ("Ann", "Bob", "Cid")]
    options = {"roses": 2, "startSeat": 0}
    match = players[0].create(game="masked-ball", seats=3, options=options)["id"]
    for other in players[1:]:
        other.join(match)
    page = visit_as(visits, players[0], f"/m/{match}", device, language=language)
    expect(page.locator(BOARD)).to_be_visible()
    assert not Axe().run(page, context=BOARD).violations_count
    while (now := players[0].see(match))["status"] == "active":
        mover = players[now["toMove"][0]]
        entry = dice.choice(mover.legal_moves(match))
        if mover is not players[0]:
            mover.move(match, entry["notation"])
            continue
        shows(page, now["version"])
        dice.choice([by_buttons, by_notation])(page, entry, now)
        shows(page, now["version"] + 1)
    expect(page.get_by_role("heading", name=re.compile("won|gewonnen"))).to_be_visible()


def shows(page: Page, version: int) -> None:
    expect(page.locator(".table-page")).to_have_attribute("data-version", f"{version}")


def group(page: Page, name: str) -> Locator:
    return page.locator(f"[data-group={name}]").get_by_role("button")


def by_buttons(page: Page, entry: Json, now: Json) -> None:
    """The mask first; then the player, and the name, if the move has them."""
    move = entry["move"]
    group(page, "hand").nth(now["state"]["hand"].index(move["mask"])).click()
    if "target" in move:
        page.locator(f"[data-at='seat/{move['target']}']").click()
    if "named" in move:
        page.locator(f"[data-at='name/{move['named']}']").click()


def by_notation(page: Page, entry: Json, now: Json) -> None:
    """With its spaces, which press what has the focus where nothing has been typed."""
    group(page, "hand").first.focus()
    page.keyboard.type(entry["notation"])


def test_what_is_begun_is_taken_back_and_what_is_not_listed_is_not_sent(
    service: Live, visits: Visits
) -> None:
    match, (ann, _) = start_match(service.url, game="masked-ball", options={"startSeat": 0})
    page = visit_as(visits, ann, f"/m/{match}")
    expect(page.locator(BOARD)).to_be_visible()
    page.keyboard.type("wasp 9")
    expect(page.locator(BOARD).get_by_role("status")).to_have_text(re.compile("not possible now"))
    hand = ann.see(match)["state"]["hand"]
    aimed = [each["move"]["mask"] for each in ann.legal_moves(match) if "target" in each["move"]]
    for mask in aimed[:1]:
        card = group(page, "hand").nth(hand.index(mask))
        card.click()
        expect(card).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("Escape")
        expect(card).to_have_attribute("aria-pressed", "false")
    assert ann.see(match)["version"] == 2
