"""The deal of the day as people see it: one try, its board, friends first, and the best line."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.gateway.routes.test_deals import attempt, board, made, play_out, today
from tests.support.directed import Clock
from tests.support.live import Live
from tests.support.opponents import of_the_house
from tests.support.players import Client, ok, register
from tests.support.waiting import until
from tests.web.browsing import Visits
from tests.web.faults import faults
from tests.web.table import visit_as
from tests.web.tournament_pages import served


@pytest.fixture(scope="module")
def clock() -> Clock:
    """The clock of the engines, which is behind that of browsers and gateways while it is ahead."""
    return Clock()


@pytest.fixture(scope="module")
def service(clock: Clock, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with served(clock, tmp_path_factory.mktemp("redis")) as live:
        yield live


@pytest.fixture(scope="module")
def hugo(service: Live) -> Client:
    return of_the_house(service.url, "Hugo", "lost-cities", "just4fun", "livingstone")


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_from_home_to_the_one_try_and_back_to_it(
    service: Live, visits: Visits, hugo: Client, device: str
) -> None:
    ann = register(service.url)
    page = visit_as(visits, ann, "/", device)
    page.get_by_role("link", name="Deal of the day: Lost Cities").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Lost Cities, ")
    expect(page.locator("deal-page")).to_contain_text("neither sealed nor rated")
    expect(page.locator("deal-page")).to_contain_text("against Hugo")
    assert faults(page) == []
    page.get_by_role("button", name="Play it").click()
    page.wait_for_url("**/m/*")
    (mine,) = ok(ann.get("/v1/matches", player="me"))["matches"]
    assert mine["dealOf"]["id"] == today()
    assert page.url.endswith(mine["id"])
    page.goto(f"/deals/{today()}")
    page.get_by_role("link", name="To your match").click()
    page.wait_for_url(f"**/m/{mine['id']}")


def test_after_the_end_the_way_leads_to_the_board_which_has_friends_first(
    service: Live, visits: Visits, hugo: Client
) -> None:
    ann, bob, eve = (register(service.url, name) for name in ("Ann", "Bob", "Eve"))
    new = made(ann)
    ok(ann.put(f"/v1/players/me/friends/{bob.id}"))
    ok(bob.put(f"/v1/players/me/friends/{ann.id}"))
    for each in (bob, eve):
        play_out(attempt(each, new["id"]), each, hugo)
    match = attempt(ann, new["id"])
    page = visit_as(visits, ann, f"/m/{match['id']}")
    play_out(match, ann, hugo)
    until(lambda: board(ann, new["id"])["size"] == 3)
    page.get_by_role("link", name="To the board of the deal").first.click()
    rows = page.locator("deal-page .ranking tbody tr")
    expect(rows).to_have_count(2)
    expect(page.locator("deal-page .ranking .me")).to_contain_text("Ann")
    expect(page.locator("deal-page .ranking")).not_to_contain_text("Eve")
    page.get_by_role("button", name="All").click()
    expect(rows).to_have_count(3)
    assert faults(page) == []


def test_the_best_line_is_replayed_by_others_once_the_deal_is_over(
    service: Live, visits: Visits, hugo: Client, clock: Clock
) -> None:
    ann, eve = register(service.url, "Ann"), register(service.url, "Eve")
    clock.ahead = timedelta(days=-1)
    end = datetime.now(UTC) - timedelta(days=1) + timedelta(minutes=10)
    new = made(ann, endTime=end.isoformat())
    play_out(attempt(ann, new["id"]), ann, hugo)
    until(lambda: board(eve, new["id"])["size"] == 1)
    clock.ahead = timedelta(0)
    page = visit_as(visits, eve, f"/deals/{new['id']}")
    expect(page.locator("deal-page")).to_contain_text("It is over.")
    assert faults(page) == []
    page.get_by_role("link", name="Replay it").click()
    expect(page.locator("lost-cities-board")).to_be_visible()


def test_a_club_makes_a_deal_of_its_own(service: Live, visits: Visits, hugo: Client) -> None:
    ann = register(service.url)
    page = visit_as(visits, ann, "/deals")
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    page.get_by_text("Make a deal for others").click()
    page.get_by_role("textbox", name="Name").fill("Friday's deal")
    page.get_by_label("Open for").select_option("7")
    assert faults(page) == []
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Friday's deal")
    page.goto("/deals")
    expect(page.get_by_role("heading", name="Your own deals")).to_be_visible()
    expect(page.get_by_role("link", name="Friday's deal")).to_be_visible()
