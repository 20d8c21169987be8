"""The board of Lost Cities for eyes, ears and fingers: focus, names, sizes, motion, secrecy."""

import re
from itertools import product

import pytest
from playwright.sync_api import expect

from tests.support.live import Live
from tests.support.players import Client, Json
from tests.web.board_page import (
    SHADOW,
    SIZES,
    Boards,
    center,
    focused,
    press_keys,
    tab_into,
)
from tests.web.lost_cities_round import (
    GAME,
    Finger,
    Round,
    by_clicks,
    by_keys,
    by_notation,
    by_taps,
)
from tests.web.measures import cost, count_flights, flights
from tests.web.turns import in_turn

LESS, TIMES = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}"
# --- Keys and speech.


def test_each_group_has_one_tab_stop(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop")
    stops = []
    for _ in range(6):
        table.page.keyboard.press("Tab")
        stops.append(focused(table.page).split(" ")[0])
    assert stops == ["scores", "theirs", "piles", "mine", "hand", "scores"]


def test_the_focus_survives_redraws(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop")
    for _ in range(4):
        table.turn(by_keys)
        assert focused(table.page).startswith("hand ")
    tab_into(table.page, "theirs")
    was = focused(table.page)
    table.turn(by_notation)
    assert focused(table.page) == was


def test_escape_brings_the_focus_back_to_the_card(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop")
    tab_into(table.page, "hand")
    was = focused(table.page)
    press_keys(table.page, "Enter", "ArrowUp", "Enter")
    assert focused(table.page).startswith("piles ")
    press_keys(table.page, "Escape")
    assert focused(table.page) == was


# --- Motion.


def test_a_move_of_the_finger_costs_no_layout_and_little_script(
    service: Live, board_of: Boards
) -> None:
    table = Round(service.url, board_of("phone"))
    (x, y) = center(table.card(table.expedition["card"]))
    finger = Finger(table.page)
    finger.touch("touchStart", x, y)
    finger.touch("touchMove", x, y - 40)
    with cost(table.page) as made:
        for step in range(120):
            finger.touch("touchMove", 60 + step * 2, 200 + step * 3)
    finger.touch("touchCancel")
    assert made.layouts == 0
    assert made.script_s / 120 <= 0.001


@pytest.mark.parametrize(("motion", "flies"), [("no-preference", True), ("reduce", False)])
def test_cards_fly_only_where_motion_is_wanted(
    service: Live, board_of: Boards, motion: str, flies: bool
) -> None:
    table = Round(service.url, board_of(reduced_motion=motion), "desktop")
    count_flights(table.page)
    table.turn(by_clicks)
    assert (flights(table.page) > 0) is flies
    expect(table.page.locator(".ghost")).to_have_count(0)


def test_nothing_flies_after_a_jump(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop")
    count_flights(table.page)
    table.ann.move(table.match_id, table.choose()["notation"])
    # Without a hand: wagers that both players hold would slide from one to the other.
    table.board.set(**table.properties(Client(service.url), None))
    assert flights(table.page) == 0


ASKED_CUT = f"""() => {{
  const [say, asked] = [".say", ".prompt > p"].map((each) => {SHADOW}.querySelector(each));
  const [room, last] = [say, say.lastElementChild].map((each) => each.getBoundingClientRect());
  return Math.max(asked.scrollHeight - asked.clientHeight, last.bottom - room.bottom);
}}"""
"""By how much the question is cut, or what is below it leaves its place."""


@pytest.mark.parametrize("language", in_turn(("en", "de"), ("de",)))
def test_the_question_of_a_picked_card_is_whole(
    service: Live, board_of: Boards, language: str
) -> None:
    table = Round(service.url, board_of(language=language), "desktop")
    hand = table.page.locator("[data-group=hand] button")
    for at, (width, height) in product(range(8), ((640, 560), (944, 748), (1104, 848))):
        table.page.set_viewport_size({"width": width, "height": height})
        table.board.fit(width, height)
        hand.nth(at).press("Enter")
        expect(table.page.locator(".say .act")).to_be_visible()
        assert table.page.evaluate(ASKED_CUT) <= 1, (hand.nth(at).inner_text(), width)
        table.page.keyboard.press("Escape")


PLACES = f"""() => [".hand", ".deck", ".middle", ".mine", ".theirs", ".above", ".below"]
  .map((each) => Object.values({SHADOW}.querySelector(each).getBoundingClientRect().toJSON()))"""


@pytest.mark.parametrize("device", SIZES)
def test_nothing_moves_but_cards(service: Live, board_of: Boards, device: str) -> None:
    table = Round(service.url, board_of(device), device)
    places = table.page.evaluate(PLACES)
    for _ in range(3):
        table.turn(by_clicks)
        assert table.page.evaluate(PLACES) == places
    table.lay()
    assert table.page.evaluate(PLACES) == places
    table.board.set(hint="Why this is not possible. " * 20, players=["Ann", "B" * 40])
    assert table.page.evaluate(PLACES) == places


SHAPES = """() => {
  const { animate } = Element.prototype;
  const shape = ({ width, height }) => width / height;
  globalThis.bent = [];
  Element.prototype.animate = function (...all) {
    const own = shape(this.getBoundingClientRect());
    const made = animate.apply(this, all);
    made.pause();
    made.currentTime = made.effect.getComputedTiming().duration / 4;
    bent.push(shape(this.getBoundingClientRect()) / own);
    made.play();
    return made;
  };
}"""
"""Notes how much each thing that flies is bent, a quarter of its way from where it was."""


def test_cards_keep_their_shape_while_they_fly(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of("phone"), "phone")
    table.page.evaluate(SHAPES)
    for _ in range(3):
        table.turn(by_taps)
    bent = table.page.evaluate("globalThis.bent")
    assert bent
    assert all(0.99 < each < 1.01 for each in bent), bent


# --- Colours are told by pictures, too.

UNTOLD = f"""() => [...{SHADOW}.querySelectorAll(".card:not(.back)")].filter((card) => {{
  const place = card.closest("button") ?? card;
  const color = card.className.split(" ")[1];
  return ![...card.querySelectorAll(".corner > .symbol")].some((one) => {{
    const {{ left, top, width, height }} = one.getBoundingClientRect();
    const seen = {SHADOW}.elementFromPoint(left + width / 2, top + height / 2);
    const own = seen?.closest(".card") ?? seen?.closest("button");
    const told = one.checkVisibility({{ visibilityProperty: true }}) &&
      one.firstElementChild.getAttribute("href") === `#s-${{color}}`;
    return told && height >= 7 && (own === card || own === place);
  }});
}}).map((card) => card.className)"""
"""The cards of which no picture of their colour is seen, as they lie one over the other."""


@pytest.mark.parametrize("device", SIZES)
def test_no_card_needs_its_colour_to_be_told(service: Live, board_of: Boards, device: str) -> None:
    """With eyes that see few colours or none, some colours are the same."""
    table = Round(service.url, board_of(device, reduced_motion="reduce"), device, colors=6)
    view = table.properties(table.ann, 0)["view"]
    for side in view["sides"]:
        for one in side["expeditions"]:
            one["cards"] = [f"{one['color'][0]}{rank}" for rank in ("x", 3, 4, 6, 7, 8, 9, 10)]
    for pile in view["discards"]:
        pile.update(top=f"{pile['color'][0]}2", size=3)
    table.board.set(view=view)
    assert table.page.evaluate(UNTOLD) == []


# --- What is not in the view is not on the board.

CARDS = f"""
() => [...{SHADOW}.querySelectorAll(".card:not(.back)")].map((card) => {{
  const [, color, rank] = card.className.split(" ");
  return color[0] + rank.slice(1);
}})
"""


def shown_by(view: Json) -> list[str]:
    """All cards that a view shows, each as often as it does."""
    tops = [each["top"] for each in view["discards"] if each["size"]]
    laid = [card for side in view["sides"] for one in side["expeditions"] for card in one["cards"]]
    return sorted(view["hand"] + tops + laid)


def test_the_board_shows_the_cards_of_its_view_and_no_others(
    service: Live, board_of: Boards
) -> None:
    table = Round(service.url, board_of(reduced_motion="reduce"), "desktop")
    for _ in range(6):
        table.turn(by_notation)
        for who, seat in [(table.bob, 1), (table.watcher, None), (table.ann, 0)]:
            properties = table.properties(who, seat, events=True)
            table.board.set(**properties)
            view = properties["view"]
            known = [
                card for side in view["sides"] if side["seat"] != seat for card in side["handKnown"]
            ]
            assert sorted(table.page.evaluate(CARDS)) == sorted(shown_by(view) + known)


# --- Points, and what the history points at.


def test_points_show_their_sum_until_another_press_or_escape(
    service: Live, board_of: Boards
) -> None:
    table = Round(service.url, board_of(), "desktop")
    page, view = table.page, table.properties(table.ann, 0)["view"]
    blue = view["sides"][1]["expeditions"][3]
    blue.update(cards=["Bx", "B9"], wagers=1, sum=9, score=-22)
    view["sides"][1]["roundScore"] = -22
    table.board.set(view=view)
    summed, said = page.locator(".sum"), page.get_by_role("status")
    fan = page.get_by_role("button", name=re.compile("^Blue expedition, blue wager"))
    page.locator(".points", has_text=f"{LESS}22").click()
    expect(summed).to_contain_text("Blue expedition of Bob")
    terms = ["(9", f"{LESS} 20)", f"{TIMES} 2", f"= {LESS}22"]
    assert summed.locator("b").all_inner_texts() == terms
    expect(said).to_contain_text(" ".join(terms))
    expect(fan).to_have_attribute("aria-expanded", "true")
    counted, told = page.locator(".theirs").bounding_box(), summed.bounding_box()
    assert counted
    assert told
    assert told["y"] >= counted["y"] + counted["height"]  # what is counted stays in sight
    summed.click()
    expect(summed).to_have_count(0)
    page.get_by_role("button", name="Points of Bob").press("Enter")
    expect(summed.locator("p").last).to_have_text(
        f"(9cards{LESS} 20)cost{TIMES} 21 wager= {LESS}22points"
    )
    page.keyboard.press("Escape")
    expect(summed).to_have_count(0)
    fan.click()
    page.locator(".prompt").click()
    expect(summed).to_have_count(0)


def test_what_the_history_points_at_is_marked(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop")
    page, view = table.page, table.properties(table.ann, 0)["view"]
    view["sides"][1]["expeditions"][2]["cards"] = ["Y3", "Y9"]
    laid = {"cardPlayed": {"seat": 1, "card": "Y3", "place": "EXPEDITION"}}
    drawn = {"cardDrawn": {"seat": 0, "pile": "DECK", "card": view["hand"][0]}}
    table.board.set(view=view, marked=[laid, drawn])
    expect(page.locator(".theirs .marked")).to_have_class(re.compile("YELLOW r3"))
    expect(page.locator(".hand .marked")).not_to_have_count(0)
    expect(page.locator(".deck")).to_have_class(re.compile("pointed"))
    table.board.set(marked=[])
    expect(page.locator(".marked, .pointed")).to_have_count(0)


# --- The standings.


def test_the_score_is_a_table_with_what_was_carried(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop", carriedScores=[34, -12])
    table.board.show(GAME, {"view": table.match["state"], "players": ["Ann", "Bob"]}, "score")
    rows = table.page.get_by_role("row").all_inner_texts()
    expected = ["Score Ann Bob", f"Carried over 34 {LESS}12", "Round 1 0 0", f"Total 34 {LESS}12"]
    assert [" ".join(row.split()) for row in rows[:4]] == expected
    view = table.ended
    table.board.show(GAME, {"view": view, "players": ["Ann", "Bob"]}, "score")
    table.page.get_by_text("Expeditions of round 1").click()
    expect(table.page.get_by_role("row", name="red 0 0").last).to_be_visible()
