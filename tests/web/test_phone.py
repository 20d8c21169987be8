"""A table on a phone, upright and on its side: sheets, results, the way home, what can be read."""

import re

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.support.live import Live
from tests.support.players import Client, Json, register, start_match
from tests.web.board_page import Boards
from tests.web.browsing import Visits
from tests.web.lost_cities_round import GAME, Round
from tests.web.table import expect_turn, visit_as

SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
SHEET = "#sheet"


def tab(page: Page, name: str) -> Locator:
    return page.get_by_role("navigation", name="Beside the board").get_by_role("button", name=name)


def test_escape_a_tap_beside_it_and_back_close_a_sheet_and_nothing_else(
    service: Live, visits: Visits
) -> None:
    _, (ann, _) = start_match(service.url, options={"startSeat": 0})
    page = visit_as(visits, ann, "/", "phone")
    page.get_by_role("link", name="Lost Cities with Bob").click()
    expect_turn(page)
    cards = page.get_by_role("group", name="Your hand").get_by_role("button")
    cards.first.tap()
    expect(cards.first).to_have_attribute("aria-pressed", "true")
    sheet = page.locator(SHEET)

    tab(page, "More").tap()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)

    sounds = tab(page, "Sounds")
    for pressed in ("true", "false"):
        sounds.tap()
        expect(sounds).to_have_attribute("aria-pressed", pressed)
    for name in ("More", "Say something"):
        tab(page, name).tap()
        expect(sheet).to_be_visible()
        page.get_by_role("button", name="discard pile").and_(
            page.get_by_role("button", name="lay the card here")
        ).tap()
        expect(sheet).to_have_count(0)
        expect(cards.first).to_have_attribute("aria-pressed", "true")

    for names in (["Say something"], ["History", "Score"]):
        for name in names:
            tab(page, name).tap()
            expect(page.get_by_role("complementary", name=name)).to_be_visible()
        page.go_back()
        expect(sheet).to_have_count(0)
        expect_turn(page)

    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect_turn(page)

    tab(page, "History").tap()
    page.reload()
    expect(page.get_by_role("complementary", name="History")).to_be_visible()
    page.get_by_title("The deal in the replay").click()
    expect(page.get_by_text("Deal: ")).to_be_visible()
    page.go_back()
    expect_turn(page)
    expect(sheet).to_have_count(0)

    cards.first.tap()
    tab(page, "Score").tap()
    page.locator(".felt").tap(position={"x": 150, "y": 40})
    expect(sheet).to_have_count(0)
    cards.first.focus()
    page.keyboard.press("Enter")
    expect(cards.first).to_have_attribute("aria-pressed", "false")

    tab(page, "Score").tap()
    page.get_by_role("link", name="Croupier, home").tap()
    expect(page.get_by_role("heading", name="Play now")).to_be_visible()
    page.wait_for_function("() => new Promise((done) => setTimeout(() => done(true), 300))")
    expect(page).to_have_url(re.compile(r"/$"))


def draw_until(match: str, seats: list[Client], left: int) -> None:
    """Draw from the deck until so many cards are left in it."""
    for _ in range(60):
        seen = seats[0].see(match)["state"]["deckSize"]
        if seen == left:
            return
        mover = seats[seats[0].see(match)["toMove"][0]]
        moves = [each for each in mover.legal_moves(match) if each["move"]["draw"] == "DECK"]
        mover.move(match, moves[0]["notation"], view="none")
    raise AssertionError(f"the deck does not get so small: {seen}")


def test_a_sheet_gives_way_to_the_result_of_a_round_and_a_table_on_its_side_has_room_for_all(
    service: Live, visits: Visits
) -> None:
    match, seats = start_match(service.url, options={"startSeat": 0, "rounds": 2})
    draw_until(match, seats, 1)
    page = visit_as(visits, seats[0], f"/m/{match}", "phone")
    expect(page.locator("lost-cities-board")).to_be_visible()
    tab(page, "More").tap()
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    mover = seats[seats[0].see(match)["toMove"][0]]
    moves = [each for each in mover.legal_moves(match) if each["move"]["draw"] == "DECK"]
    mover.move(match, moves[0]["notation"])
    expect(page.get_by_role("heading", name="Round 1 is over")).to_be_visible()
    expect(page.locator(SHEET)).to_have_count(0)

    page.set_viewport_size(SIDEWAYS)
    result = page.get_by_role("region", name="Round 1 is over")
    expect(result).to_be_in_viewport(ratio=1)
    result.get_by_role("button", name="Next round").tap()
    own = page.get_by_role("group", name="Your expeditions").bounding_box()
    hand = page.get_by_role("group", name="Your hand")
    held = hand.bounding_box()
    assert own
    assert held
    assert own["x"] + own["width"] <= held["x"]
    assert held["height"] <= SIDEWAYS["height"] - 48
    expect(hand.get_by_role("button").last).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="Croupier, home").click()
    expect(page.get_by_role("heading", name="Play now")).to_be_visible()


def test_who_resigns_beside_others_is_told_that_the_table_plays_and_the_board_stays_wide(
    service: Live, visits: Visits
) -> None:
    ann, *others = (register(service.url, name) for name in ("Ann", "Bob", "Cid", "Dan"))
    match = ann.create(game="just4fun", seats=4, options={"startSeat": 0})["id"]
    for other in others:
        other.join(match)
    for mover in (ann, *others):
        mover.move(match, mover.legal_moves(match)[0]["notation"], view="none")
    page = visit_as(visits, ann, f"/m/{match}", "phone")
    expect_turn(page)
    tab(page, "More").tap()
    page.get_by_role("button", name="Resign", exact=True).tap()
    page.get_by_role("button", name="Yes, resign").tap()
    expect(page.get_by_text("the table makes the moves of your seat")).to_be_visible()
    expect(page.get_by_role("button", name="Resign")).to_have_count(0)
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)
    expect(page.locator(".bar.mine")).to_contain_text("played by the table")
    expect(page).to_have_title(re.compile("^Bob to move"))
    board = page.locator("just4fun-board")
    expect(board.locator(".prompt")).to_contain_text("Ann plays")
    tab(page, "History").tap()
    played = page.get_by_role("link").filter(has_text="The table plays for Ann: Ann plays")
    expect(played).to_have_count(1)
    played.tap()
    expect(page.get_by_text("The table plays for Ann: Ann plays").first).to_be_visible()
    page.go_back()

    for other in others[:2]:
        other.act(match, "resign")
    expect(page.get_by_role("heading", name="Dan has won.")).to_be_visible()
    width = board.locator(".board").evaluate("(board) => board.getBoundingClientRect().width")
    assert width >= 0.8 * 390


SIZES = [(390, 844, 744), (390, 844, 540), (844, 390, 342), (944, 800, 748)]
"""Of the window, and the height that the board has of it: in a match, after it, on its side."""
RANKS = ("x", "x", "x", "2", "3", "4", "5", "6", "7", "8", "9", "10")
CUT = """(top) => {
  const { shadowRoot } = document.querySelector("lost-cities-board");
  const box = (element) => element.getBoundingClientRect();
  const covered = `.${top ? "theirs" : "mine"} .strip:not(:last-child)`;
  return [...shadowRoot.querySelectorAll(covered)].map((strip) => {
    const value = strip.querySelector(top ? ".corner.end b" : ".corner:not(.end) b");
    const { top: from, bottom: to, height } = box(value.firstElementChild ?? value);
    const next = box(strip.nextElementSibling);
    const [least, most] = top ? [next.bottom, box(strip).bottom] : [box(strip).top, next.top];
    const whole = from >= least - 0.5 && to <= most + 0.5 && height >= 4;
    return whole ? "" : `${strip.parentElement.dataset.at} ${from} ${to} in ${least} ${most}`;
  }).filter(Boolean);
}"""


def crowded(view: Json) -> Json:
    """The view with expeditions of up to all cards of a colour, on both sides."""
    for side in view["sides"]:
        for one, most in zip(side["expeditions"], (12, 10, 8, 6, 4), strict=True):
            one["cards"] = [f"{one['color'][0]}{rank}" for rank in RANKS[-most:]]
        side["expeditions"][4]["cards"] = [f"G{rank}" for rank in ("x", "x", "2", "10")]
    return view


def test_no_value_of_a_card_is_cut_however_many_lie_on_it(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of("phone"))
    shown = table.properties(table.ann, 0)
    table.board.show(GAME, {**shown, "view": crowded(shown["view"])})
    for width, height, room in SIZES:
        table.page.set_viewport_size({"width": width, "height": height})
        table.board.fit(width, room)
        assert [table.page.evaluate(CUT, top) for top in (False, True)] == [[], []], (width, room)
