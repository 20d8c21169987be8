"""The home page lists the player's matches and bots to play against; the lobby lists tickets."""

import re
from dataclasses import replace

from gateway.web.files import WebFiles
from gateway.web.games import web_game
from gateway.web.page import WebPage
from playwright.sync_api import expect

from tests.support.live import Live
from tests.support.opponents import offer, withdraw_offer
from tests.support.players import HOUSE_KEY, of_the_house, ok, register, start_match
from tests.web.browsing import Visits
from tests.web.conftest import WEB
from tests.web.measures import shifts, watch_shifts
from tests.web.other_page import other_page
from tests.web.table import prepared, visit_as
from tools.openapi import installed

MOST_SHIFTS = 0.02
ONE_LINE = 60
"""So high the title is on one line, in pixels."""
NAMES = ("Walter", "Anton", "Berta")


def test_who_searches_is_seen_at_home_and_met_by_one_tap_while_playing_a_bot(
    service: Live, visits: Visits
) -> None:
    hugo = of_the_house(service.url, "Hugo")
    offer(hugo, "just4fun", houseKey=HOUSE_KEY)
    ann = visit_as(visits, register(service.url, "Annika"), "/")
    ann.get_by_role("button", name="Find somebody for Just4Fun").click()
    ann.get_by_role("button", name="Play Hugo meanwhile").click()
    expect(ann.get_by_text("Hugo is on the way to the table")).to_be_visible()
    meanwhile = ann.url
    zoe = register(service.url, "Zoe")  # her deal is open: who searches here does not meet her
    wish = {"game": "just4fun", "clock": {"bank": "900s", "increment": "10s"}}
    other = ok(zoe.post("/v1/tickets", wish), 201)["id"]
    bob = visits("phone", "/")
    expect(bob.get_by_role("listitem").filter(has_text="Annika")).to_contain_text("about 15 min")
    bob.get_by_role("button", name="Find somebody for Just4Fun: 1 waits").click()
    expect(bob).to_have_url(re.compile("/m/"))
    zoe.delete(f"/v1/tickets/{other}")
    expect(ann).to_have_url(bob.url)
    expect(ann.get_by_role("paragraph").filter(has_text="Somebody has been found")).to_be_visible()
    ann.get_by_role("link", name="The other table").click()
    expect(ann).to_have_url(meanwhile)
    withdraw_offer(hugo)


def test_a_strangers_bot_is_behind_the_house_and_says_of_itself_in_quotes_what_it_says(
    service: Live, visits: Visits
) -> None:
    """It claims to be the best, and that the service says so; everywhere where bots are shown."""
    stranger = register(service.url, "Hugo: expert", "bot")
    offer(stranger, "just4fun", level=4, description="expert")
    hugo = of_the_house(service.url, "Hugo")
    offer(hugo, "just4fun", level=2, houseKey=HOUSE_KEY)
    ann = register(service.url, "Ann")
    page = visit_as(visits, ann, "/")
    rivals = page.get_by_role("radio", name=re.compile("Hugo"))
    expect(rivals).to_have_count(2)
    expect(page.get_by_role("radio", name=re.compile("^Hugo medium"))).to_be_checked()
    claims = "Hugo: expert somebody\u2019s bot · says: \u201cexpert\u201d"
    expect(rivals.nth(1)).to_have_accessible_name(claims)
    expect(
        page.get_by_role("button", name="Play Just4Fun against Hugo", exact=True)
    ).to_be_visible()
    card = page.get_by_role("article", name="Just4Fun")
    card.get_by_role("radio", name="3").check()
    seat = card.get_by_role("combobox", name="Seat 2")
    expect(seat.get_by_role("option").first).to_have_text("Hugo \u2013 medium")
    foreign = seat.locator("optgroup[label='Bots of others'] option")
    expect(foreign).to_have_text(["Hugo: expert"])
    seat.select_option(label="Hugo: expert")
    face = page.locator(".rivals label", has_text="says:").locator("svg.portrait")
    assert (
        face.inner_html()
        != page.locator(".rivals label", has_text="medium")
        .first.locator("svg.portrait")
        .inner_html()
    )
    page.goto("/lobby")
    rows = page.get_by_role("listitem").filter(has_text="Hugo")
    expect(rows.first).to_contain_text("medium")
    expect(rows.nth(1)).to_contain_text("says: \u201cexpert\u201d")
    match = ann.create(game="just4fun", seats=3)["id"]
    page.goto(f"/m/{match}")
    bots = page.get_by_role("group", name="Bots that can come").get_by_role(
        "button", name=re.compile("Hugo")
    )
    expect(bots.first).to_have_accessible_name("Hugo medium")
    expect(bots.nth(1)).to_have_accessible_name(claims)
    for bot in (stranger, hugo):
        withdraw_offer(bot)


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


def test_cards_stay_as_they_are_however_many_play_and_options_begin_with_the_first(
    service: Live, visits: Visits
) -> None:
    bots = [register(service.url, name, "bot") for name in ("Wilma", "Xaver", "Yvonne")]
    for game, bot in zip(("just4fun", "livingstone", "livingstone"), bots, strict=True):
        offer(bot, game, level=1)
    page = visits("desktop", "/")
    page.get_by_role("radio", name="Wilma").check()
    cards = page.get_by_role("article")
    expect(cards.nth(1)).to_contain_text("plays instead of Wilma")
    before = [cards.nth(at).bounding_box() for at in range(3)]
    cards.nth(1).get_by_role("radio", name="4").check()
    expect(cards.nth(1).get_by_role("combobox")).to_have_count(3)
    assert [cards.nth(at).bounding_box() for at in range(3)] == before
    expect(cards.nth(1)).to_contain_text("about 50 min · demanding")
    page.get_by_role("button", name="Options of Lost Cities").click()
    expect(page.get_by_label("Rounds")).to_be_focused()
    page.get_by_label("Rounds").select_option("1")
    expect(page.get_by_role("dialog")).to_contain_text("about 10 min · medium")
    for bot in bots:
        withdraw_offer(bot)


def test_the_lobby_stays_where_it_is_and_its_live_table_speaks_the_language_of_the_page(
    service: Live, visits: Visits
) -> None:
    bots = [register(service.url, name, "bot") for name in NAMES]
    for level, bot in zip((1, 2, 1), bots, strict=True):
        offer(bot, level=level, houseKey=HOUSE_KEY)
    start_match(service.url, access="public")
    ann = visit_as(visits, register(service.url, "Annika"), "/")
    with ann.expect_response("**/v1/tickets"):
        ann.get_by_role("button", name="Find somebody for Just4Fun").click()
    page = visits("desktop", "/lobby")
    page.locator("live-table").scroll_into_view_if_needed()  # it is drawn in sight
    mark = page.locator("croupier-table .seat-mark path").first
    expect(mark).to_have_css("stroke", "rgb(255, 255, 255)")
    ready = page.locator("ready-players")
    names = ready.get_by_role("listitem").locator("b").all_inner_texts()
    assert [name for name in names if name in NAMES] == ["Berta", "Walter", "Anton"]
    sits = page.get_by_role("button", name="Sit down with Annika for Just4Fun")
    expect(sits).to_be_visible()
    place = ready.bounding_box()
    with ann.expect_response("**/v1/tickets/*"):
        ann.get_by_role("button", name="Stop searching").click()
    page.locator("match-list").first.evaluate("(list) => list.look()")
    expect(sits).to_have_count(0)
    assert ready.bounding_box() == place
    table = page.locator("croupier-table")
    expect(table.get_by_text(re.compile("to move$"))).not_to_have_count(0)
    page.get_by_role("button", name="Deutsch").click()
    expect(table.get_by_text(re.compile("am Zug$"))).not_to_have_count(0)
    with ann.expect_response("**/v1/tickets"):
        ann.get_by_role("button", name="Find somebody for Just4Fun").click()
    page.get_by_role("button", name=re.compile("Annika")).click()
    expect(page).to_have_url(re.compile("/m/"))
    page.goto("/")
    title = page.get_by_role("heading", name="Jetzt spielen").bounding_box()
    assert title
    assert title["height"] < ONE_LINE
    page.set_viewport_size({"width": 2560, "height": 1440})
    assert page.evaluate("document.documentElement.scrollHeight") == 1440
    for bot in bots:
        withdraw_offer(bot)


def test_home_begins_with_what_waits_for_the_player_and_nothing_moves(
    service: Live, visits: Visits
) -> None:
    match, (ann, bob) = start_match(
        service.url, options={"startSeat": 0}, clock={"perMove": "86400s"}
    )
    private = bob.create(game="livingstone", access="private", seats=3)
    ok(bob.post(f"/v1/matches/{private['id']}/invitations", {"playerId": ann.id}), 201)
    page = prepared(visits("phone"), ann)
    watch_shifts(page)
    page.goto("/")
    waiting = page.get_by_role("region", name="Your tables").get_by_role("link")
    status = page.get_by_role("region", name="Your tables").locator(".status")
    expect(status.nth(0)).to_have_text(re.compile(r"^\s*Your turn · 23 h left\s*$"))
    expect(waiting.nth(0)).to_have_accessible_name("Lost Cities with Bob Your turn · 23 h left")
    expect(waiting.nth(1)).to_have_accessible_name("Livingstone with Bob you are invited")
    expect(page.locator("who-is-here")).to_contain_text("here")
    assert shifts(page) < MOST_SHIFTS
    waiting.nth(0).click()
    expect(page).to_have_url(re.compile(match))


def test_a_game_that_is_gone_takes_the_bots_of_no_other_with_it(
    service: Live, visits: Visits
) -> None:
    """The page asks for the bots of each game by itself: it may still know one that is gone."""
    visits.watch.allow("status of 404")
    games = [web_game(each) for each in installed().values()]
    listed = [*games, replace(games[0], id="gone")]
    page = WebPage(WebFiles(WEB), lambda: listed, [each.id for each in listed])
    hugo = of_the_house(service.url, "Hugo")
    offer(hugo, "just4fun", houseKey=HOUSE_KEY)
    with other_page(service, page):
        home = visits("desktop", "/")
        expect(home.get_by_role("button", name="Play Just4Fun against Hugo")).to_be_visible()
        home.goto("/lobby")
        expect(home.locator("ready-players").get_by_text("Hugo", exact=True)).to_be_visible()
    withdraw_offer(hugo)
