"""Who is away from a table, and what others can do then."""

from playwright.sync_api import expect

from tests.support.live import Live
from tests.support.players import start_match
from tests.web.browsing import Visits
from tests.web.faults import violations
from tests.web.table import heard, visit_as


def test_who_is_away_is_marked_and_said_once_and_so_is_who_comes_back(
    service: Live, visits: Visits
) -> None:
    match, (ann, bob) = start_match(service.url, options={"startSeat": 1})
    page = visit_as(visits, ann, f"/m/{match}", "phone", color_scheme="dark")
    said = heard(page)
    away = page.locator(".bar:not(.mine) seat-away")
    expect(away).to_contain_text("away")
    assert violations(page) == []
    visit_as(visits, bob, f"/m/{match}", language="de")
    expect(away).to_have_count(0)
    assert said.count("Bob is back.") == 1
    assert said.count("Bob is away.") <= 1  # or it was said before the test heard anything
