"""What teaches a game at its table: hints, questions before mistakes, keys, pictures in rules."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.live import Live
from tests.support.players import Client, start_match
from tests.web.browsing import Visits
from tests.web.faults import faults
from tests.web.guides import guided
from tests.web.measures import shifts, watch_shifts
from tests.web.table import expect_turn, prepared
from tests.web.turns import in_turn

FIRST, SECOND = "This is the first hint.", re.compile(r"^Hint: \d+ moves are open\.$")
LATER = """() => {
  const hints = document.querySelector("match-hints");
  hints.guide = { hints: () => [] };
  hints.match = { ...hints.match, yourDecision: hints.match.yourDecision + 1 };
  return hints.querySelector("[role=status]").textContent === "";
}"""
"""Have a later decision without hints, again if the table has drawn its own one meanwhile."""
PEOPLE = """
(page) => {
  const [own, other] = page.match.seats;
  const bot = { ...other, player: { ...other.player, kind: "bot" } };
  return [other, bot, { ...other, resigned: true }].map((each) => {
    page.match = { ...page.match, seats: [own, each] };
    return page.position.people;
  });
}
"""
"""What the guide is told of a person, a bot, and somebody who has resigned."""
CUT = """
() => [...document.querySelectorAll(".tabs button")]
  .map((tab) => [tab.innerText, tab, tab.getBoundingClientRect()])
  .filter(([_, tab, { right }]) => tab.scrollWidth > tab.clientWidth || right > innerWidth)
  .map(([name]) => name)
"""


def opened(page: Page, player: Client, match: str) -> Page:
    """Open a table in the browser of a player."""
    prepared(page, player).goto(f"/m/{match}")
    expect_turn(page)
    return page


def hint(page: Page) -> Locator:
    return page.locator("match-hints").get_by_role("status")


def turn(match: str, players: list[Client]) -> None:
    """Let both players draw from the deck, so that it is the first one's turn again."""
    for each in players:
        moves = [move["notation"] for move in each.legal_moves(match)]
        each.move(match, next(move for move in moves if move.endswith("*")), view="none")


def test_the_first_match_of_a_game_has_hints_and_the_next_has_none(
    service: Live, visits: Visits
) -> None:
    match, players = start_match(service.url, options={"startSeat": 0})
    page = visits("phone")
    guided(page, service)
    watch_shifts(page)
    opened(page, players[0], match)
    expect(hint(page)).to_have_text(f"Hint: {FIRST}")
    assert page.locator("table-page").evaluate(PEOPLE) == [True, False, False]
    board = page.locator("lost-cities-board")
    place = board.bounding_box()
    page.get_by_role("button", name="Close this hint").tap()
    expect(hint(page)).to_be_empty()
    turn(match, players)
    expect(hint(page)).to_have_text(SECOND)
    assert faults(page) == []
    page.reload()  # each is told once
    expect_turn(page)
    expect(board).to_be_visible()
    assert board.bounding_box() == place
    assert shifts(page) <= 0.02
    expect(page.get_by_text(FIRST)).to_have_count(0)

    match, players = start_match(service.url, options={"startSeat": 0})
    opened(page, players[0], match)
    expect(board).to_be_visible()
    page.get_by_role("button", name="More", exact=True).tap()
    page.get_by_role("complementary").get_by_role("button", name="Settings").tap()
    expect(page.locator("match-hints")).to_have_count(0)
    page.get_by_role("button", name="Show the hints for beginners again").tap()
    page.reload()
    expect(hint(page)).to_have_text(f"Hint: {FIRST}")
    page.wait_for_function(LATER)  # it is of no use any more


def test_a_move_is_asked_about_made_or_taken_back(service: Live, visits: Visits) -> None:
    match, (ann, bob) = start_match(service.url, options={"startSeat": 0})
    page = visits("desktop")
    guided(page, service, warned="*")
    opened(page, ann, match)
    hand = page.get_by_role("group", name="Your hand").get_by_role("button")
    move = next(m["notation"] for m in ann.legal_moves(match) if m["notation"].endswith("*"))
    question = page.get_by_role("dialog", name=f"Nobody wants {move}.")
    expect(hint(page)).not_to_be_empty()  # the guide has come
    page.keyboard.type(move[:-1])  # the card alone is the mistake
    expect(question).to_be_visible()
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    expect(hand.and_(page.get_by_role("button", disabled=False))).to_have_count(8)
    assert ann.see(match)["toMove"] == [0]

    page.keyboard.type(move[:-1])
    page.get_by_role("button", name="Play it anyway").click()
    expect(question).to_have_count(0)
    page.keyboard.type("*")  # the answer holds for the whole move
    expect(page).to_have_title(re.compile("^Bob to move"))
    turn(match, [bob])
    expect_turn(page)
    move = next(m["notation"] for m in ann.legal_moves(match) if m["notation"].endswith("*"))
    page.keyboard.type(move[:-1])
    page.get_by_role("checkbox", name="Do not ask again").check()
    page.get_by_role("button", name="Play it anyway").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.type("*")
    expect(page).to_have_title(re.compile("^Bob to move"))
    turn(match, [bob])
    expect_turn(page)
    move = next(m["notation"] for m in ann.legal_moves(match) if m["notation"].endswith("*"))
    page.keyboard.type(move)
    expect(page).to_have_title(re.compile("^Bob to move"))

    page.get_by_role("button", name="Settings").first.click()
    page.get_by_role("checkbox", name="Confirm moves").check()
    page.keyboard.press("Escape")
    turn(match, [bob])
    expect_turn(page)
    page.keyboard.type(next(m["notation"] for m in ann.legal_moves(match)))
    expect(page.get_by_role("dialog", name="Make this move?")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page).to_have_title(re.compile("^Bob to move"))


def test_a_question_mark_shows_the_keys_of_the_page_and_of_the_game(
    service: Live, visits: Visits
) -> None:
    match, (ann, _) = start_match(service.url, options={"startSeat": 0})
    page = visits("desktop")
    guided(page, service)
    opened(page, ann, match)
    expect(page.locator("lost-cities-board")).to_be_visible()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys.get_by_text("a whole move")).to_be_visible()
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Keys").click()
    expect(keys).to_be_visible()


@pytest.mark.parametrize("language", in_turn(("en", "de"), ("de",)))
def test_no_tab_is_cut_on_a_phone_however_large_the_print(
    service: Live, visits: Visits, language: str
) -> None:
    match, (ann, _) = start_match(service.url, options={"startSeat": 0})
    page = visits("phone", language=language)
    page.add_init_script("localStorage.setItem('croupier:look', '--print: 1.25;')")
    opened(page, ann, match)
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_board_highlights_what_the_history_points_at(service: Live, visits: Visits) -> None:
    match, (ann, _) = start_match(service.url, options={"startSeat": 0})
    page = opened(visits("desktop"), ann, match)
    expect(page.locator("match-history li").first).to_be_visible()
    for events in ([{"cardPlayed": {"seat": 0, "card": "R5", "place": "DISCARD"}}], []):
        page.locator("match-history").evaluate(
            "(at, detail) => at.dispatchEvent(new CustomEvent('mark', { detail, bubbles: true }))",
            events,
        )
        page.wait_for_function(
            "(all) => JSON.stringify(document.querySelector('lost-cities-board').marked) === all",
            arg=str(events).replace("'", '"').replace(" ", ""),
        )


def test_rules_show_the_board_itself_which_nobody_can_use(service: Live, visits: Visits) -> None:
    match, (ann, _) = start_match(service.url, options={"startSeat": 0})
    match_view = ann.see(match)
    picture = {
        "view": match_view["state"],
        "seat": 0,
        "options": match_view["options"],
        "moves": ann.legal_moves(match),
        "height": 500,
    }
    rules = "# Rules\n\n![The first turn](board:begin)\n\nThen ![a pile](board:pile).\n"
    page = visits("phone")
    watch_shifts(page)
    guided(page, service, rules=rules, pictures={"begin": picture})
    page.goto("/rules/lost-cities")
    board = page.locator("figure lost-cities-board")
    expect(board).to_be_visible()
    box = page.locator("board-picture").bounding_box()
    assert box
    assert box["height"] == 500
    assert shifts(page) <= 0.02
    assert faults(page) == []
    figure = page.get_by_role("figure", name="The first turn")
    expect(figure.get_by_role("button")).to_have_count(0)
    expect(page.get_by_text("Then a pile.")).to_be_visible()
    board.click(force=True)
    assert board.evaluate("(board) => !board.half && !board.matches(':focus-within')")
