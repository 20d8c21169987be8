"""Games without a board of their own are played to the end, by role and name only.

All games of the project have one, so these are played as if they had none.
"""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.live import Live
from tests.support.players import register
from tests.web.browsing import Visits
from tests.web.table import choices, others_play, visit_generic

WHOLE = 400
"""Decisions that a match of two may take before something must be wrong."""


@pytest.mark.parametrize(
    ("game", "seats", "device", "most"),
    [
        ("just4fun", 2, "phone", WHOLE),
        pytest.param("livingstone", 3, "desktop", 12, marks=pytest.mark.full),
    ],
)
def test_a_match_is_played(
    service: Live, visits: Visits, game: str, seats: int, device: str, most: int
) -> None:
    """One seat is played in the browser, the others over HTTP; one game is played to the end."""
    dice = random.Random(game)
    players = [register(service.url, name) for name in ("Ann", "Bob", "Cid", "Dan", "Eve")[:seats]]
    match = players[0].create(game=game, seats=seats)["id"]
    for other in players[1:]:
        other.join(match)
    page = visit_generic(visits, players[0], f"/m/{match}", device)
    for _ in range(most):
        if not others_play(match, players, dice):
            break
        decide(page, players[0].see(match)["version"], dice)
    if most == WHOLE:
        expect(page.get_by_role("heading", name=re.compile("won|share"))).to_be_visible()


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
