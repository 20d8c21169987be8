"""Tournaments as players, their maker and a room see them, from the first click to the winner.

The clock of the service is put forward where people would wait: nobody waits for a check-in here.
"""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.directed import Clock
from tests.support.live import Live
from tests.support.players import Client, Json, ok, register
from tests.support.tournament_clients import PATH, check_in, join, joined, make
from tests.support.tournament_tables import come, own_table, resign_for
from tests.web.browsing import Visits, Watch
from tests.web.faults import faults
from tests.web.line import Line
from tests.web.table import clicks_of, count_clicks, visit_as
from tests.web.tournament_pages import (
    NOT_YET,
    checked,
    here,
    next_round,
    page_of,
    served,
    shown,
    started,
    step,
    to_the_table,
)


@pytest.fixture(scope="module")
def clock() -> Clock:
    """The clock of the service; `clock.wait(ms)` puts it forward."""
    return Clock()


@pytest.fixture(scope="module")
def service(clock: Clock, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with served(clock, tmp_path_factory.mktemp("redis")) as live:
        yield live


def is_awaited(player: Client, tournament: Json) -> bool:
    """Whether the match of a player waits for the player to come to the table."""
    match = player.see(own_table(player, tournament)["matchId"])
    return match["yourSeat"] in match["fairness"]["toReveal"]


def both_at_their_tables(*pages: Page) -> None:
    for page in pages:
        expect(page.locator("lost-cities-board")).to_be_visible()


def test_an_evening_of_four_from_three_clicks_to_the_winner(
    service: Live, visits: Visits, watch: Watch, clock: Clock
) -> None:
    watch.allow(NOT_YET)
    ann, bob, cleo, dan = players = [
        register(service.url, name) for name in ("Ann", "Bob", "Cleo", "Dan")
    ]
    desk = visit_as(visits, ann, "/tournaments")
    count_clicks(desk)
    desk.reload()
    desk.get_by_role("link", name="New tournament").click()
    desk.get_by_role("button", name="Quick round").click()
    desk.get_by_role("button", name="Create").click()
    desk.wait_for_url(re.compile(r"/tournaments/[\w-]{22}$"))
    assert clicks_of(desk) == 3
    tournament = ok(ann.get(f"{PATH}/{desk.url.rpartition('/')[2]}"))
    assert (tournament["system"], tournament["maxPlayers"]) == ("roundRobin", 4)
    expect(desk.get_by_role("heading", name="Quick round, Lost Cities")).to_be_visible()
    assert faults(desk) == []
    desk.get_by_role("button", name="Join").click()
    expect(step(desk)).to_contain_text("You are in.")
    phone = visit_as(visits, bob, page_of(tournament), "phone")
    phone.get_by_role("button", name="Join").click()
    expect(desk.get_by_text("2 of 4 players")).to_be_visible()
    for each in (cleo, dan):
        join(each, tournament)
    here(desk)
    here(phone)
    expect(shown(phone).get_by_text("not here yet")).to_have_count(2)
    for each in (cleo, dan):
        check_in(each, tournament)
    started(clock, tournament, ann)
    for each in (cleo, dan):
        come(each, tournament)
    # A page does not begin while its player is not at the table, and begins at once when it is.
    for each, page in ((ann, desk), (bob, phone)):
        expect(page.get_by_role("link", name="To my table").first).to_be_visible()
        assert is_awaited(each, tournament)
    to_the_table(desk)
    desk.reload()
    phone.goto(f"/m/{own_table(bob, tournament)['matchId']}")
    both_at_their_tables(desk, phone)
    resign_for(players, tournament, 1, players)
    desk.get_by_role("link", name="Back to the tournament").click()
    rows = shown(desk).get_by_role("row")
    expect(rows.filter(has_text="you")).to_contain_text("1")
    for number in (2, 3):
        next_round(clock, tournament, ann, number)
        for each in (cleo, dan):
            come(each, tournament)
        # From the end of one match to the next table: one tap.
        phone.get_by_role("link", name="To my next table").click()
        to_the_table(desk)
        both_at_their_tables(desk, phone)
        resign_for(players, tournament, number, players)
        desk.get_by_role("link", name="Back to the tournament").click()
    expect(step(desk)).to_contain_text("You have won!")
    assert faults(desk, "main") == []
    cells = shown(desk)
    cells.get_by_role("radio", name="Cross table").check()
    expect(cells.locator("td.won")).to_have_count(6)
    checked(desk, "All of it is true.")
    phone.goto(page_of(tournament))
    expect(step(phone)).to_contain_text("You came 2nd of 4.")


def directed(service: Live, names: str, **members: object) -> tuple[Client, Json, list[Client]]:
    """The maker of a Swiss that is not full, the Swiss, and the players who have joined it."""
    usual = {"rounds": 2, "maxPlayers": 8, "access": "private"}
    maker = register(service.url, "Maker")
    made = make(maker, **{**usual, **members})
    players = [register(service.url, name) for name in names.split()]
    for each in players:
        join(each, made, inviteCode=made.get("inviteCode", ""))
    return maker, made, players


@pytest.mark.full
def test_a_guest_of_a_link_plays_leaves_and_comes_back(
    service: Live, visits: Visits, watch: Watch, clock: Clock
) -> None:
    watch.allow(NOT_YET)
    maker, made, others = directed(service, "Cleo Dan Eve")
    desk = visit_as(visits, maker, page_of(made))
    desk.get_by_text("Invite", exact=True).click()
    link = desk.get_by_role("textbox", name="Link to the table").input_value()
    expect(desk.get_by_role("img", name="QR code of the link")).to_be_visible()
    phone = visits("phone", link.removeprefix(service.url), language="de")
    phone.get_by_role("button", name="Mitmachen").click()
    expect(step(phone)).to_contain_text("Du bist dabei.")
    phone.goto("/lobby")
    panel = desk.locator("director-panel")
    panel.get_by_role("button", name="Open the check-in now").click()
    phone.get_by_text("Friday: Sag, dass du da bist.").first.wait_for()
    phone.get_by_role("link", name="Zum Turnier").click()
    phone.get_by_role("button", name="Ich bin da").click()
    expect(panel).to_contain_text("1 of 4 are here")
    assert faults(desk) == []
    for each in others:
        check_in(each, made)
    started(clock, made, maker)
    phone.get_by_role("link", name="Zu meinem Tisch").click()
    for each in others:
        come(each, made)
    expect(phone.locator("lost-cities-board")).to_be_visible()
    phone.locator(".tabs").get_by_role("button", name="Mehr").click()
    phone.get_by_role("link", name="Zurück zum Turnier").click()
    phone.get_by_role("button", name="Turnier verlassen").click()
    phone.get_by_role("alertdialog").get_by_role("button", name="Turnier verlassen").click()
    back = phone.get_by_role("button", name="Wieder mitspielen")
    expect(back).to_be_visible()
    desk.get_by_role("radio", name="Rounds").check()
    expect(shown(desk).get_by_text("left the tournament")).to_be_visible()
    back.click()
    expect(step(phone)).to_contain_text("1 Tisch spielt noch.")
    resign_for(others, made, 1, others)
    next_round(clock, made, maker, 2)
    expect(phone.get_by_role("link", name="Zu meinem Tisch").first).to_be_visible()
    # The own line of the standings is over what else is at the end of the window.
    phone.get_by_role("button", name="Die Paarungen prüfen").scroll_into_view_if_needed()
    assert faults(phone, "main") == []


@pytest.mark.full
def test_who_loses_the_line_sees_how_it_has_gone_on(
    service: Live, line: Line, behind: Visits, clock: Clock
) -> None:
    maker, made, others = directed(service, "Bob Cleo Dan", access="public")
    ann = register(service.url, "Ann")
    page = visit_as(behind, ann, page_of(made), "phone")
    page.get_by_role("button", name="Join").click()
    expect(step(page)).to_contain_text("You are in.")
    ok(maker.post(f"{PATH}/{made['id']}/start"))
    here(page)
    assert line.cut(dead=True)
    expect(page.locator(".line")).to_be_visible()
    for each in others:
        check_in(each, made)
    started(clock, made, maker)
    for each in others:
        come(each, made)
    line.mend()
    to_the_table(page)
    expect(page.locator("lost-cities-board")).to_be_visible()
    resign_for([ann, *others], made, 1, [*others, ann])
    page.get_by_role("link", name="Back to the tournament").click()
    expect(shown(page).get_by_role("row").filter(has_text="you")).to_contain_text("0")


@pytest.mark.full
def test_what_is_pressed_without_a_line_is_done_once_it_is_back(
    service: Live, visits: Visits, watch: Watch
) -> None:
    watch.allow("net::ERR_|error: .*fetch")
    page = visit_as(visits, register(service.url), "/tournaments/new")
    page.get_by_role("button", name="Quick round").click()
    page.context.set_offline(True)
    page.get_by_role("button", name="Create").click()
    notice = page.locator(".notice")
    expect(notice).to_contain_text("You are offline.")
    page.context.set_offline(False)
    page.wait_for_url(re.compile(r"/tournaments/[\w-]{22}$"))
    expect(page.get_by_role("heading", name="Quick round, Lost Cities")).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("button", name="Check the pairings").click()
    expect(notice).to_contain_text("Look whether you are online, then try again.")
    page.context.set_offline(False)
    checked(page, "All of it is true.")


@pytest.mark.full
def test_a_forged_pairing_is_named_and_what_could_still_be_tricked_is_told(
    service: Live, visits: Visits, clock: Clock
) -> None:
    maker, made, players = directed(service, "Ann Bob Cleo Dan", access="public")
    ok(maker.post(f"{PATH}/{made['id']}/start"))
    for each in players[:3]:
        check_in(each, made)
    started(clock, made, maker)
    page = visit_as(visits, maker, page_of(made))
    dialog = checked(page, "All of it is true.")
    expect(dialog).to_contain_text("1 player did not reveal anything")
    dialog.get_by_text("What could still be tricked?").click()
    expect(dialog.get_by_text("With helpers who withhold:")).to_be_visible()
    assert faults(page) == []
    dialog.get_by_role("button", name="Close").click()
    page.route("**/log", friends_meet)
    dialog = checked(page, "This is not true:")
    expect(dialog).to_contain_text("the tables of this round are not those that follow")
    expect(dialog.locator("code")).to_contain_text(re.compile("is (Ann|Bob|Cleo) - "))


def friends_meet(route: Route) -> None:
    """Answer with a log in which the players of the first table sit the other way round."""
    lines = route.fetch().text()
    turned = re.sub(r'"tables":\[\["([^"]+)","([^"]+)"', r'"tables":[["\2","\1"', lines)
    route.fulfill(body=turned, content_type="application/x-ndjson")


@pytest.mark.full
def test_its_maker_pauses_removes_and_calls_off_with_a_reason(
    service: Live, visits: Visits, clock: Clock
) -> None:
    maker, made, players = directed(service, "Ann Bob Cleo Dan", access="public")
    page = visit_as(visits, maker, page_of(made))
    page.get_by_role("button", name="Remove Dan").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Remove").click()
    expect(shown(page).get_by_text("Dan")).to_have_count(0)
    ok(maker.post(f"{PATH}/{made['id']}/start"))
    for each in players[:3]:
        check_in(each, made)
    started(clock, made, maker)
    page.get_by_role("button", name="Pause after this round").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    expect(step(page)).to_contain_text("Its maker has paused it")
    page.get_by_role("button", name="Call it off").click()
    question = page.get_by_role("alertdialog", name="Call this tournament off?")
    question.get_by_role("textbox").fill("Zu früh, tut mir leid")
    question.get_by_role("button", name="Call it off").click()
    expect(step(page)).to_contain_text("Zu frueh, tut mir leid")
    expect(page.locator("director-panel")).to_have_count(0)


SIZES = """() => {
  const size = (each) => parseFloat(getComputedStyle(document.querySelector(each)).fontSize);
  return [".stand .name", ".stand b", ".tables .name", ".until"].map(size);
}"""
"""How large is written what must be read from 5 m, in pixels."""


@pytest.mark.full
def test_a_wall_has_the_standings_and_who_plays_whom(
    service: Live, visits: Visits, clock: Clock
) -> None:
    maker, made, players = directed(service, "Ann Bob Cleo Dan", access="public")
    page = visits("desktop")
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"/wall#tournament={made['id']}")
    expect(page.get_by_role("img", name="Join with your phone")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Cleo")).to_be_visible()
    ok(maker.post(f"{PATH}/{made['id']}/start"))
    for each in players:
        check_in(each, made)
    expect(page.get_by_text("4 of 4 are here")).to_be_visible()
    started(clock, made, maker)
    expect(page.get_by_role("region", name="Round 1").get_by_role("listitem")).to_have_count(6)
    expect(page.get_by_role("region", name="Standings")).to_contain_text("Cleo")
    sizes = page.evaluate(SIZES)
    assert min(sizes) >= 40, sizes
    assert faults(page) == []
    assert not page.evaluate("localStorage.getItem('croupier:account')")


def be(page: Page, player: Client, path: str) -> None:
    """Have a browser that may be anybody's go on as this player."""
    account = {"token": player.token, "name": player.player["displayName"]}
    page.goto("/lobby")
    page.evaluate(
        "account => localStorage.setItem('croupier:account', account)", json.dumps(account)
    )
    page.goto(path)


@pytest.mark.full
def test_accounts_of_one_browser_and_devices_of_one_account_do_not_mix_their_secrets(
    service: Live, visits: Visits
) -> None:
    maker, made, _ = directed(service, "Cleo", access="public")
    ann, bob = register(service.url, "Ann"), register(service.url, "Bob")
    shared = visits("phone")
    for each in (ann, bob):
        be(shared, each, page_of(made))
        shared.get_by_role("button", name="Join", exact=True).click()
        expect(step(shared)).to_contain_text("You are in.")
    desk = visit_as(visits, ann, page_of(made))
    expect(step(desk)).to_contain_text("You joined on another device.")
    assert faults(desk, "main") == []
    desk.get_by_role("button", name="Join on this device").click()
    expect(step(desk)).to_contain_text("As soon as all places are taken")
    ok(maker.post(f"{PATH}/{made['id']}/start"))
    here(shared)
    be(shared, ann, page_of(made))
    expect(step(shared)).to_contain_text("say there that you are here")
    here(desk)
    checked(desk, "All of it is true.").get_by_text("What your browser gave is in it").wait_for()


def test_among_many_the_own_line_and_the_own_table_are_in_sight(
    service: Live, visits: Visits, clock: Clock
) -> None:
    maker = register(service.url, "Maker")
    made = make(maker, maxPlayers=60, rounds=3)
    players = joined(service.url, made, 60)
    for each in players:
        check_in(each, made)
    started(clock, made, maker)
    you = ok(players[7].get(f"{PATH}/{made['id']}/standings"))["you"]
    page = visit_as(visits, players[7], page_of(made), "phone", language="de")
    own, rows = shown(page).locator(".me"), shown(page).get_by_role("row")
    expect(rows).to_have_count(51 if you["rank"] <= 50 else 52)
    expect(shown(page)).to_contain_text("Runde 1 läuft")
    rows.nth(1).scroll_into_view_if_needed()
    expect(own.locator("td").first).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")
    shown(page).get_by_role("button", name="Weiter").click()
    expect(rows.nth(1).locator("td").first).to_have_text("51")
    expect(own).to_have_count(1)
    expect(own.locator("td").first).to_be_in_viewport()
    expect(shown(page).locator(".leads")).to_have_count(0)
    assert faults(page, "main") == []
    page.get_by_role("radio", name="Runden").check()
    expect(shown(page).locator(".pairing").first).to_contain_class("me")
    wall = visits("desktop")
    wall.set_viewport_size({"width": 1920, "height": 1080})
    wall.goto(f"/wall#tournament={made['id']}")
    for last in (".stand li", ".tables > ol > li"):
        expect(wall.locator(last).last).to_be_in_viewport(ratio=1)
