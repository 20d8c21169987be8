"""Any game is played to the end on the board that knows none, by role and name only."""

import random
import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.live import Live
from tests.support.players import Client, register
from tests.web.browsing import Visits
from tests.web.table import choices, visit_as

KINDS = re.compile(r"const KINDS = \{.*?^\};", re.DOTALL | re.MULTILINE)
MOST = 400
"""Decisions that a match of two may take before something must be wrong."""


@pytest.mark.parametrize(
    ("game", "seats", "device"),
    [("just4fun", 2, "phone"), ("livingstone", 3, "desktop")],
)
def test_a_match_is_played_to_the_end(
    service: Live, visits: Visits, game: str, seats: int, device: str
) -> None:
    """One seat is played in the browser, the others over HTTP."""
    dice = random.Random(game)
    players = [register(service.url, name) for name in ("Ann", "Bob", "Cid", "Dan", "Eve")[:seats]]
    match = players[0].create(game=game, seats=seats)["id"]
    for other in players[1:]:
        other.join(match)
    page = visit_as(visits, players[0], "/lobby", device)
    page.route("**/web/boards/index.js", without_boards)
    page.goto(f"/m/{match}")
    for _ in range(MOST):
        others_play(match, players, dice)
        now = players[0].see(match)
        if now["status"] != "active":
            break
        decide(page, now["version"], dice)
    expect(page.get_by_role("heading", name=re.compile("won|share"))).to_be_visible()


def without_boards(route: Route) -> None:
    """Hand out the list of boards without any."""
    answer = route.fetch()
    body = KINDS.sub("const KINDS = {};", answer.text())
    route.fulfill(response=answer, body=body)


def others_play(match: str, players: list[Client], dice: random.Random) -> None:
    """Let the other seats play until it is the first one's turn, or the end."""
    while (now := players[0].see(match))["status"] == "active" and now["toMove"] != [0]:
        mover = players[now["toMove"][0]]
        mover.move(match, dice.choice(mover.legal_moves(match))["notation"], view="none")


def decide(page: Page, version: int, dice: random.Random) -> None:
    """Press buttons until a move is made, so that the table shows another version."""
    table = page.locator(".table-page")
    expect(table).to_have_attribute("data-version", f"{version}")
    while table.get_attribute("data-version") == f"{version}":
        expect(choices(page).first).to_be_enabled()
        button = dice.choice(choices(page).all())
        further = button.get_attribute("aria-haspopup")
        button.click()
        if not further:
            expect(table).not_to_have_attribute("data-version", f"{version}")
