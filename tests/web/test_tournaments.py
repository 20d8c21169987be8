"""Tournaments as players, their maker and a room see them, from the first click to the winner.

The clock of the service is put forward where people would wait: nobody waits for a check-in here.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.support.directed import Clock
from tests.support.live import Live
from tests.support.players import Client, Json, ok, register
from tests.support.tournament_clients import PATH, check_in, join, make, of
from tests.support.tournament_tables import come, resign_for
from tests.support.waiting import until
from tests.web.browsing import Visits, Watch
from tests.web.conftest import WEB
from tests.web.faults import faults
from tests.web.table import clicks_of, count_clicks, visit_as
from tools.redis_server import RedisServer

MINUTE_MS = 60_000
CHECK_IN_MS = 10 * MINUTE_MS


@pytest.fixture(scope="module")
def clock() -> Clock:
    """The clock of the service; `clock.wait(ms)` puts it forward."""
    return Clock()


@pytest.fixture(scope="module")
def service(clock: Clock, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A service of its own, since nobody else goes by its clock."""
    redis = RedisServer(tmp_path_factory.mktemp("redis"))
    redis.start()
    with Live(redis.url, now=clock.now, web=str(WEB)) as live:
        ok(Client(live.url).get("/v1/games"))
        yield live
    redis.close()


def page_of(tournament: Json) -> str:
    return f"/tournaments/{tournament['id']}"


def shown(page: Page) -> Locator:
    """What stands in the lower part of the page of a tournament."""
    return page.locator("tournament-page .shown")


def step(page: Page) -> Locator:
    """What comes next for who looks, with its button."""
    return page.locator("tournament-page .step")


def here(page: Page) -> None:
    """Say in a browser that one is here."""
    page.get_by_role("button", name="I am here").click()
    expect(step(page)).to_contain_text("You are here.")


def to_the_table(page: Page) -> None:
    """Go to one's table, and wait for the board."""
    page.get_by_role("link", name="To my table").first.click()
    page.wait_for_url("**/m/*")


def started(clock: Clock, tournament: Json, anybody: Client) -> None:
    """Let the check-in end, and the first round begin."""
    clock.wait(CHECK_IN_MS)
    until(lambda: of(anybody, tournament)["round"] == 1)


def next_round(clock: Clock, tournament: Json, anybody: Client, number: int) -> None:
    """Wait until all tables have their results, and let the break pass."""
    until(lambda: of(anybody, tournament)["nextRoundTime"])
    clock.wait(MINUTE_MS)
    until(lambda: of(anybody, tournament)["round"] == number)


def test_an_evening_of_four_from_three_clicks_to_the_winner(
    service: Live, visits: Visits, clock: Clock
) -> None:
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
    to_the_table(phone)
    to_the_table(desk)
    for each in (cleo, dan):
        come(each, tournament)
    for page in (desk, phone):
        expect(page.locator("lost-cities-board")).to_be_visible()
    resign_for(players, tournament, 1, players)
    desk.get_by_role("link", name="Back to the tournament").click()
    rows = shown(desk).get_by_role("row")
    expect(rows.filter(has_text="you")).to_contain_text("1")
    for number in (2, 3):
        next_round(clock, tournament, ann, number)
        for each in (cleo, dan):
            come(each, tournament)
        if number == 2:
            # From the end of one match to the next table: one tap.
            phone.get_by_role("link", name="To my next table").click()
            expect(phone.locator("lost-cities-board")).to_be_visible()
        resign_for(players, tournament, number, players)
    expect(step(desk)).to_contain_text("You have won!")
    assert faults(desk, "main") == []
    cells = shown(desk)
    cells.get_by_role("radio", name="Cross table").check()
    expect(cells.locator("td.won")).to_have_count(6)
    checked(desk, "All of it is true.")
    phone.goto(page_of(tournament))
    expect(step(phone)).to_contain_text("You came 2nd of 4.")


def checked(page: Page, verdict: str) -> Locator:
    """Have the page check the pairings; return what it says."""
    page.get_by_role("button", name="Check the pairings").click()
    dialog = page.get_by_role("dialog", name="Check the pairings")
    expect(dialog.locator(".verdict")).to_contain_text(verdict)
    return dialog


def directed(service: Live, names: str, **members: object) -> tuple[Client, Json, list[Client]]:
    """A Swiss of its maker that is not full, and players who have joined it."""
    usual = {"rounds": 2, "maxPlayers": 8, "access": "private"}
    maker = register(service.url, "Maker")
    made = make(maker, **{**usual, **members})
    players = [register(service.url, name) for name in names.split()]
    for each in players:
        join(each, made, inviteCode=made.get("inviteCode", ""))
    return maker, made, players


def test_a_guest_of_a_link_plays_leaves_and_comes_back(
    service: Live, visits: Visits, clock: Clock
) -> None:
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


def test_who_loses_the_line_sees_how_it_has_gone_on(
    service: Live, visits: Visits, watch: Watch, clock: Clock
) -> None:
    watch.allow("net::ERR_|error: .*fetch")
    maker, made, others = directed(service, "Bob Cleo Dan", access="public")
    ann = register(service.url, "Ann")
    page = visit_as(visits, ann, page_of(made), "phone")
    page.get_by_role("button", name="Join").click()
    expect(step(page)).to_contain_text("You are in.")
    ok(maker.post(f"{PATH}/{made['id']}/start"))
    here(page)
    page.context.set_offline(True)
    expect(page.locator(".line")).to_be_visible()
    for each in others:
        check_in(each, made)
    started(clock, made, maker)
    for each in others:
        come(each, made)
    page.context.set_offline(False)
    to_the_table(page)
    expect(page.locator("lost-cities-board")).to_be_visible()
    resign_for([ann, *others], made, 1, [*others, ann])
    page.get_by_role("link", name="Back to the tournament").click()
    expect(shown(page).get_by_role("row").filter(has_text="you")).to_contain_text("0")


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
