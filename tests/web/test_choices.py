"""Seats that choose at the same time: what one has begun stays while another one chooses."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.support import bids
from tests.support.live import Live
from tests.support.players import Client, ok, register
from tests.web.browsing import Visits
from tests.web.conftest import WEB
from tests.web.table import choices, expect_turn, expect_version, visit_as


@pytest.fixture
def service(redis_url: str) -> Iterator[Live]:
    """A service that plays a game of choices at the same time, which has no board of its own."""
    with bids.installed(), Live(redis_url, web=str(WEB)) as live:
        ok(Client(live.url).get("/v1/games"))
        yield live


def test_a_half_of_a_move_stays_while_others_choose(service: Live, visits: Visits) -> None:
    """It stays while they ask to take something back, too; it is sent, and accepted."""
    ann, bob, cid = players = [register(service.url, name) for name in ("Ann", "Bob", "Cid")]
    match = ann.create(game=bids.ID, seats=3)["id"]
    for other in players[1:]:
        other.join(match)
    page = visit_as(visits, ann, f"/m/{match}", "phone")
    expect(choices(page)).to_have_count(bids.MOST)
    choices(page).filter(has_text="7").click()
    half = ["7 clock", "7 lamp"]
    expect(choices(page)).to_have_text(half)
    expect_version(page, bob.move(match, "3 lamp")["version"])
    expect(choices(page)).to_have_text(half)
    asked = bob.act(match, "undo", toVersion=3)["version"]
    expect_version(page, asked)
    expect(choices(page)).to_have_text(half)
    page.get_by_role("button", name="7 lamp").click()
    expect(page).to_have_title(re.compile("Cid to move"))
    assert ann.see(match)["state"]["bid"] == {"coins": 7, "lot": "LAMP"}
    for other in (bob, cid):
        if other.legal_moves(match):
            other.move(match, "2 clock")
    expect_turn(page)
    expect(choices(page)).to_have_count(bids.MOST)
