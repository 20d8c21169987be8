"""The pages of rated play: who may look for it, what is at stake, and what has changed."""

import json
import random
import re

from playwright.sync_api import Page, Route, expect

from tests.support.live import Live
from tests.support.older import make_older
from tests.support.players import Client, ok, play_some, register
from tests.web.browsing import Visits
from tests.web.faults import faults
from tests.web.table import visit_as

RATED = re.compile("^(Rated match of|Gewertet:) Lost Cities$")


def looks(page: Page) -> None:
    """Look for a rated match of Lost Cities."""
    page.get_by_role("button", name=RATED).click()
    page.get_by_role("button", name=re.compile("^(Look for an opponent|Gegner suchen)$")).click()


def account(page: Page) -> str:
    """The token of the player in this browser."""
    kept = page.evaluate("localStorage.getItem('croupier:account')")
    return str(json.loads(kept)["token"])


def test_two_people_find_each_other_and_see_what_a_match_was_worth(
    service: Live, visits: Visits
) -> None:
    ann, bob = register(service.url, "Annika"), register(service.url, "Bo")
    make_older(service.redis_url, ann.id, bob.id)
    one = visit_as(visits, ann, "/")
    looks(one)
    expect(one.get_by_text("Ratings from 1300 to 1700.")).to_be_visible()
    other = visit_as(visits, bob, "/", "phone", language="de")
    looks(other)
    expect(one).to_have_url(re.compile("/m/"))
    match = one.url.split("/")[-1]
    one.get_by_role("button", name="Rated", exact=True).click()
    stakes = one.get_by_role("table", name="What is at stake")
    win = stakes.get_by_role("row", name="You win").get_by_role("cell")
    expect(win).to_have_text(re.compile(r"^\+\d+$"))
    worth = win.inner_text()
    one.get_by_role("button", name="Bo", exact=True).click()
    card = one.get_by_role("dialog", name="Bo")
    expect(card.get_by_text("No rating in this game yet")).to_be_visible()
    expect(card.get_by_role("link", name="Profile of")).to_have_attribute("href", f"/p/{bob.id}")
    assert not faults(one)
    card.get_by_role("button", name="Close").click()
    seats = [ann, bob] if ann.see(match)["yourSeat"] == 0 else [bob, ann]
    play_some(match, seats, 4, random.Random(match))
    ok(bob.post(f"/v1/matches/{match}/resign", {}))
    for page, name, by in ((one, "Annika", worth), (other, "Bo", worth.replace("+", "\u2212"))):
        own = page.get_by_role("list", name=re.compile("changed|geändert")).get_by_role("listitem")
        expect(own.first).to_contain_text(name)
        expect(own.first).to_contain_text(by)
        assert not faults(page)
    board = one.get_by_role("dialog").get_by_role("link", name="Leaderboard")
    expect(board).to_have_attribute("href", "/leaderboards/lost-cities.live.human.0")


def test_how_far_a_search_looks_is_what_the_service_says(service: Live, visits: Visits) -> None:
    ann = register(service.url, "Annika")
    make_older(service.redis_url, ann.id)
    page = visit_as(visits, ann, "/", "phone")
    page.route("**/v1/tickets/*", wide)
    looks(page)
    expect(page.get_by_text("Ratings from 1300 to 1700.")).to_be_visible()
    expect(page.get_by_text("Ratings from 600 to 2400.")).to_be_visible()
    page.unroute_all(behavior="ignoreErrors")  # one look more may be under way
    page.get_by_role("button", name="Stop searching").click()


def wide(route: Route) -> None:
    """Answer for a ticket that has searched for long."""
    if route.request.method == "GET":
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "window": 900})
    else:
        route.continue_()


def test_a_match_that_is_too_short_says_that_it_does_not_count(
    service: Live, visits: Visits
) -> None:
    ann, bob = register(service.url, "Annika"), register(service.url, "Bo")
    make_older(service.redis_url, ann.id, bob.id)
    one, other = visit_as(visits, ann, "/"), visit_as(visits, bob, "/")
    looks(one)
    looks(other)
    expect(one).to_have_url(re.compile("/m/"))
    expect(other.locator("lost-cities-board")).to_be_visible()
    match = one.url.split("/")[-1]
    seats = [ann, bob] if ann.see(match)["yourSeat"] == 0 else [bob, ann]
    play_some(match, seats, 2, random.Random(match))
    ok(bob.post(f"/v1/matches/{match}/resign", {}))
    expect(one.get_by_text("This match does not count. It ended before")).to_be_visible()


def test_who_may_not_yet_is_told_when_and_plays_without_rating_meanwhile(
    service: Live, visits: Visits
) -> None:
    guest = visits("phone", "/")
    guest.get_by_role("button", name=RATED).click()
    expect(guest.get_by_text("Rated matches are for accounts that are 10 minutes")).to_be_visible()
    guest.get_by_role("button", name="Look for somebody without rating").click()
    expect(guest.get_by_role("region", name="Looking for somebody")).to_be_visible()
    guest.get_by_role("button", name=RATED).click()
    dialog = guest.get_by_role("dialog", name="Play rated: Lost Cities")
    expect(
        dialog.get_by_text(re.compile(r"from (tomorrow )?\d\d:\d\d on, in (9|10) minutes"))
    ).to_be_visible()
    expect(dialog.get_by_role("button", name="Look for an opponent")).to_have_count(0)
    assert not faults(guest)
    me = Client(service.url, account(guest))
    make_older(service.redis_url, ok(me.get("/v1/players/me"))["id"])
    dialog.get_by_role("button", name="Not now").click()
    looks(guest)
    expect(guest.get_by_text("Ratings from 1300 to 1700.")).to_be_visible()
    guest.get_by_role("button", name="Stop searching").click()
