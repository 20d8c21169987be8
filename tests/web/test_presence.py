"""The page says who is away from a table, and offers what the others can do then."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.absences import Shifted, left
from tests.support.live import Live
from tests.support.players import Client, register, start_match
from tests.web.browsing import Visits
from tests.web.conftest import WEB
from tests.web.faults import violations
from tests.web.table import heard_from_the_start, visit_as

PATIENCE = {"goneAfter": "60s"}
AWAY = timedelta(minutes=2, seconds=5)

Waited = Callable[..., tuple[str, list[Client]]]


@pytest.fixture(scope="module")
def late() -> Shifted:
    return Shifted()


@pytest.fixture(scope="module")
def patient(redis_url: str, late: Shifted) -> Iterator[Live]:
    """Yield a service whose clock can be set back, so that a match has waited for minutes."""
    with Live(redis_url, now=late, ticking=False, web=str(WEB)) as live:
        yield live


@pytest.fixture
def visits(browser: Browser, patient: Live) -> Iterator[Visits]:
    visits = Visits(browser, patient.url)
    yield visits
    visits.close()
    assert not visits.watch.faults


@pytest.fixture
def waited(patient: Live, late: Shifted) -> Waited:
    """Return a function that starts a match which waits for Bob, who has been away for two minutes.

    It takes the number of seats, and whether Bob has moved before.
    """

    def made(seats: int = 2, *, moved: bool = True) -> tuple[str, list[Client]]:
        players = [register(patient.url, name) for name in ("Ann", "Bob", "Cid")[:seats]]
        late.by = -AWAY
        try:
            options = {"startSeat": 1}
            made = players[0].create(game="just4fun", seats=seats, options=options, **PATIENCE)
            for other in players[1:]:
                other.join(str(made["id"]))
            for player in (*players[1:], players[0]) if moved else ():
                move = player.legal_moves(str(made["id"]))[0]["notation"]
                player.move(str(made["id"]), move, view="none")
        finally:
            late.by = timedelta()
        left(patient, players[1], AWAY.total_seconds())
        return str(made["id"]), players

    return made


def test_who_is_away_is_marked_and_said_once_and_so_is_who_comes_back(
    waited: Waited, visits: Visits
) -> None:
    match, (ann, bob) = waited()
    page = visit_as(visits, ann, f"/m/{match}", "phone", color_scheme="dark")
    said = heard_from_the_start(page)
    away = page.locator(".bar:not(.mine) seat-away")
    expect(away).to_contain_text("away for 2 min")
    told = "Bob has been away for 2 min. You may claim the match or call it off."
    expect(strip(page)).to_contain_text(told)
    assert violations(page) == []
    visit_as(visits, bob, f"/m/{match}", language="de")
    expect(away).to_have_count(0)
    expect(strip(page)).to_have_count(0)
    assert (said.count("Bob is away."), said.count("Bob is back.")) == (1, 1)


@pytest.mark.parametrize(
    ("press", "sure", "result", "why"),
    [
        ("Claim the win", "Yes, I win", "You have won!", "Bob was away for too long."),
        (
            "Call it off",
            "Yes, call it off",
            "The match was called off.",
            "Bob was away for too long, so Ann has called the match off.",
        ),
    ],
)
def test_who_waits_for_somebody_who_is_gone_claims_the_match_or_calls_it_off(
    waited: Waited, visits: Visits, press: str, sure: str, result: str, why: str
) -> None:
    wins = press == "Claim the win"
    match, (ann, bob) = waited(moved=wins)  # a match that has hardly begun is only called off
    page = visit_as(visits, ann, f"/m/{match}", "phone")
    expect(strip(page).get_by_role("button")).to_have_count(1 + wins)
    strip(page).get_by_role("button", name=press).click()
    expect(strip(page).get_by_role("button", name="Wait")).to_be_focused()
    assert violations(page) == []
    strip(page).get_by_role("button", name=sure).click()
    expect(page.get_by_role("heading", name=result)).to_be_visible()
    expect(page.get_by_role("dialog")).to_contain_text(why)
    if wins:
        loser = visit_as(visits, bob, f"/m/{match}")
        expect(loser.get_by_role("dialog").locator(".again .main")).to_have_text("Rematch")


def test_others_go_on_without_who_is_gone(waited: Waited, visits: Visits) -> None:
    match, (ann, *_) = waited(seats=3, moved=False)
    page = visit_as(visits, ann, f"/m/{match}")
    strip(page).get_by_role("button", name="Go on without Bob").click()
    strip(page).get_by_role("button", name="Yes, go on").click()
    told = "Bob was away for too long: Ann did not wait any longer."
    expect(page.locator(".lines").get_by_text(told)).to_be_visible()
    expect(page.get_by_text("played by the table")).to_be_visible()
    page.goto(f"/m/{match}/replay#step=4")
    expect(page.locator(".told")).to_contain_text(told)


def test_before_the_first_move_one_leaves_and_nobody_loses(patient: Live, visits: Visits) -> None:
    match, (ann, bob) = start_match(patient.url, options={"startSeat": 1})
    page = visit_as(visits, ann, f"/m/{match}")
    left(patient, bob, 30)
    expect(strip(page)).to_contain_text(re.compile(r"From \d\d:\d\d on \(in \d:\d\d\)"))
    leave = page.get_by_role("button", name="Call it off for all (nobody loses)")
    expect(strip(page).get_by_role("button")).to_have_count(1)
    leave.click()
    expect(strip(page).get_by_role("button", name="Wait")).to_be_focused()
    bob.move(match, bob.legal_moves(match)[0]["notation"], view="none")
    expect(strip(page)).to_have_count(0)
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.get_by_role("button", name="Resign")).to_have_count(0)
    leave.click()
    expect(page.get_by_role("button", name="Play on")).to_be_focused()
    page.get_by_role("button", name="Yes, leave").click()
    expect(page.get_by_role("heading", name="The match was called off.")).to_be_visible()
    told = "Ann has left, so the match was called off."
    expect(page.get_by_role("dialog")).to_contain_text(told)
    page.get_by_role("link", name="Review").click()
    expect(page.locator(".about .why")).to_have_text(told)


def test_who_would_leave_without_a_loss_does_not_resign_if_moved_meanwhile(
    patient: Live, visits: Visits
) -> None:
    visits.watch.allow("status of 409")
    match, (ann, _) = start_match(patient.url, options={"startSeat": 0})
    page = visit_as(visits, ann, f"/m/{match}")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Call it off for all (nobody loses)").click()
    ann.move(match, ann.legal_moves(match)[0]["notation"], view="none")
    expect(page).to_have_title(re.compile("^Bob to move"))
    page.get_by_role("button", name="Yes, leave").click()
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    assert not ann.see(match)["seats"][0]["resigned"]


def test_a_seated_bot_is_taken_away_by_who_has_made_the_table(
    patient: Live, visits: Visits
) -> None:
    ann = register(patient.url, "Ann")
    match = ann.create(game="just4fun", seats=4)["id"]
    for name, kind in (("Walter", "bot"), ("Cid", "human")):
        player = register(patient.url, name, kind)
        player.join(match)
        left(patient, player, AWAY.total_seconds())
    page = visit_as(visits, ann, f"/m/{match}", "phone")
    takes = page.get_by_role("button", name=re.compile("^Take .* away from the table$"))
    expect(takes).to_have_count(1)
    expect(page.locator(".seats seat-away i")).to_have_count(2)
    assert violations(page) == []
    takes.click()
    expect(page.locator(".seats .free")).to_have_count(2)
    assert ann.see(match)["seats"][1]["player"] is None
    expect(page.locator(".wait")).to_contain_text("no clock · who is away for 10 minutes can lose")


def test_who_was_away_before_the_start_is_so_at_the_table(patient: Live, visits: Visits) -> None:
    ann, bob = (register(patient.url, name) for name in ("Ann", "Bob"))
    match = ann.create(game="just4fun", start="manual")["id"]
    bob.join(match)
    left(patient, bob, AWAY.total_seconds())
    page = visit_as(visits, ann, f"/m/{match}")
    expect(page.locator(".seats seat-away")).to_contain_text("away for 2 min")
    ann.act(match, "start")
    expect(page.locator(".bar seat-away")).to_contain_text("away for 2 min")


def strip(page: Page) -> Locator:
    return page.get_by_role("region", name="What you can do while others are away")
