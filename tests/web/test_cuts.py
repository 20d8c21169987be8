"""The line is cut again and again in a match: no move is lost or doubled, and no page reloaded."""

import random

from playwright.sync_api import expect

from tests.support.live import Live
from tests.support.players import Client, start_match
from tests.web.browsing import Visits
from tests.web.line import Line
from tests.web.table import ask_nothing, expect_version, visit_as

CUTS = 8


def test_no_move_is_lost_or_made_twice(service: Live, line: Line, behind: Visits) -> None:
    match, (ann, bob) = start_match(service.url, options={"startSeat": 0, "rounds": 3})
    page, dice = visit_as(behind, ann, f"/m/{match}", "phone"), random.Random("cuts")
    ask_nothing(page)
    page.evaluate("globalThis.here = true")
    intended = []
    for cut in range(CUTS):
        version = ann.see(match)["version"]
        expect_version(page, version)
        intended.append(from_the_deck(ann, match, dice))
        page.keyboard.type(intended[-1])
        if cut % 2:
            assert line.cut()  # while the move is on its way, or its answer
        expect_version(page, version + 1)
        if not cut % 2:
            assert line.cut()  # while the other one thinks
        intended.append(from_the_deck(bob, match, dice))
        bob.move(match, intended[-1])
    expect_version(page, version + 2)
    assert [entry["notation"] for entry in moves(bob, match)] == intended
    assert page.evaluate("globalThis.here")


def test_without_a_line_a_move_is_refused_and_not_kept(
    service: Live, line: Line, behind: Visits
) -> None:
    match, (ann, bob) = start_match(service.url, options={"startSeat": 0})
    page = visit_as(behind, ann, f"/m/{match}", "phone")
    ask_nothing(page)
    version = ann.see(match)["version"]
    expect_version(page, version)
    assert line.cut(dead=True)
    lost = page.get_by_role("status").get_by_text("The connection is lost")
    expect(lost).to_be_visible()
    played = from_the_deck(ann, match, random.Random(1))
    page.keyboard.type(played)
    expect(page.locator(".notice.error")).to_be_visible()
    line.mend()
    expect(lost).to_be_hidden()
    assert ann.see(match)["version"] == version
    page.keyboard.type(played[-1])  # its card still lies there
    expect_version(page, version + 1)
    assert [entry["notation"] for entry in moves(bob, match)] == [played]


def from_the_deck(who: Client, match: str, dice: random.Random) -> str:
    legal: list[str] = [each["notation"] for each in who.legal_moves(match)]
    return dice.choice([each for each in legal if each.endswith("*")])


def moves(who: Client, match: str) -> list[dict[str, str]]:
    entries = who.get(f"/v1/matches/{match}/moves", pageSize=100).json()["moves"]
    return [entry for entry in entries if entry["kind"] == "move"]
