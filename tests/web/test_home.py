"""The home page lists the player's matches and bots to play against; the lobby lists tickets."""

import re

from playwright.sync_api import expect

from tests.support.live import Live
from tests.support.opponents import offer, withdraw_offer
from tests.support.players import ok, register, start_match
from tests.web.browsing import Visits
from tests.web.measures import shifts, watch_shifts
from tests.web.table import prepared, visit_as

MOST_SHIFTS = 0.02


def test_who_searches_is_seen_in_the_lobby_and_met_by_one_tap_while_playing_a_bot(
    service: Live, visits: Visits
) -> None:
    hugo = register(service.url, "Hugo", "bot")
    offer(hugo, "just4fun")
    ann = visit_as(visits, register(service.url, "Annika"), "/")
    ann.get_by_role("button", name="Find somebody for Just4Fun").click()
    ann.get_by_role("button", name="Play Hugo meanwhile").click()
    expect(ann.get_by_text("Hugo is on the way to the table")).to_be_visible()
    meanwhile = ann.url
    bob = visits("phone", "/lobby")
    bob.get_by_role("button", name="Sit down with Annika for Just4Fun").click()
    expect(bob).to_have_url(re.compile("/m/"))
    expect(ann).to_have_url(bob.url)
    expect(ann.get_by_role("paragraph").filter(has_text="Somebody has been found")).to_be_visible()
    ann.get_by_role("link", name="The other table").click()
    expect(ann).to_have_url(meanwhile)
    withdraw_offer(hugo)


def test_who_comes_to_a_table_of_four_is_chosen_and_a_seat_is_left_for_a_friend(
    service: Live, visits: Visits
) -> None:
    bots = [register(service.url, name, "bot") for name in ("Wilma", "Xaver", "Yvonne")]
    for bot in bots:
        offer(bot, "livingstone")
    ann = register(service.url, "Ann")
    page = visit_as(visits, ann, "/", "phone")
    livingstone = page.get_by_role("article", name="Livingstone")
    livingstone.get_by_role("radio", name="4").check()
    livingstone.get_by_role("combobox", name="Seat 2").select_option(label="Yvonne")
    livingstone.get_by_role("combobox", name="Seat 3").select_option(
        label="a friend (the seat stays free)"
    )
    livingstone.get_by_role("combobox", name="Seat 4").select_option(label="Wilma")
    page.get_by_role("button", name="Play Livingstone against Yvonne and Wilma").click()
    expect(page).to_have_url(re.compile("/m/"))
    match = page.url.split("/")[-1]
    invitations = ok(ann.get(f"/v1/matches/{match}/invitations"))["invitations"]
    assert {each["playerId"] for each in invitations} == {bots[0].id, bots[2].id}
    assert len(ann.see(match)["seats"]) == 4
    for bot in bots:
        withdraw_offer(bot)


def test_home_begins_with_what_waits_for_the_player_and_nothing_moves(
    service: Live, visits: Visits
) -> None:
    match, (ann, bob) = start_match(service.url, options={"startSeat": 0})
    private = bob.create(game="livingstone", access="private", seats=3)
    ok(bob.post(f"/v1/matches/{private['id']}/invitations", {"playerId": ann.id}), 201)
    page = prepared(visits("phone"), ann)
    watch_shifts(page)
    page.goto("/")
    waiting = page.get_by_role("region", name="Your tables").get_by_role("link")
    expect(waiting.nth(0)).to_have_accessible_name("Lost Cities, with Bob: Your turn")
    expect(waiting.nth(1)).to_have_accessible_name("Livingstone, with Bob: you are invited")
    expect(page.locator("who-is-here")).to_contain_text("here")
    assert shifts(page) < MOST_SHIFTS
    waiting.nth(0).click()
    expect(page).to_have_url(re.compile(match))
