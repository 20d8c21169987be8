"""The board of Lost Cities for eyes, ears and fingers: focus, names, sizes, motion, secrecy."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.live import Live
from tests.support.players import Client, Json
from tests.web.board_page import BoardPage
from tests.web.browsing import Visits
from tests.web.faults import faults
from tests.web.lost_cities_round import (
    GAME,
    SHADOW,
    Finger,
    Round,
    by_clicks,
    by_keys,
    by_notation,
    center,
    focused,
    press,
    tab_into,
)
from tests.web.measures import cost, count_flights, flights, shifts, watch_shifts

Boards = Callable[..., BoardPage]
LESS = "\N{MINUS SIGN}"
BOARD = "lost-cities-board"
# --- Keys and speech.


def test_each_group_has_one_tab_stop(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop")
    stops = []
    for _ in range(4):
        table.page.keyboard.press("Tab")
        stops.append(focused(table).split(" ")[0])
    assert stops == ["theirs", "piles", "mine", "hand"]


def test_the_focus_survives_redraws(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop")
    for _ in range(4):
        table.turn(by_keys)
        assert focused(table).startswith("hand ")
    tab_into(table, "theirs")
    was = focused(table)
    table.turn(by_notation)
    assert focused(table) == was


def test_escape_brings_the_focus_back_to_the_card(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop")
    tab_into(table, "hand")
    was = focused(table)
    press(table, "Enter", "ArrowUp", "Enter")
    assert focused(table).startswith("piles ")
    press(table, "Escape")
    assert focused(table) == was


def test_axe_finds_nothing(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of("phone", "de"), colors=6)
    table.make(table.ann, table.choose()["notation"])
    faultless(table)
    table.board.set(events=[{"roundEnded": {}}], view=ended(table))
    expect(table.page.locator(".result")).to_be_visible()
    faultless(table)
    table.board.show(GAME, {**spectator(table), "players": ["Ann", "Bob"]})
    faultless(table)


def faultless(table: Round) -> None:
    assert faults(table.page, BOARD) == []


def ended(table: Round) -> Json:
    """The view with a round that has been scored, as it lies."""
    view: Json = table.match["state"]
    sides = [
        {"expeditions": one["expeditions"], "score": one["roundScore"], "total": 7, "seat": at}
        for at, one in enumerate(view["sides"])
    ]
    return {**view, "finishedRounds": [{"round": 1, "starter": 0, "sides": sides}], "round": 2}


def spectator(table: Round) -> Json:
    """What the board of somebody gets who watches."""
    properties = table.properties(table.watcher, None, events=True)
    assert properties["view"]["hand"] == []
    return properties


# --- Sizes and motion.

BOXES = f"""
() => [...{SHADOW}.querySelectorAll("button")].map((one) => {{
  const {{ left, top, right, bottom, width, height }} = one.getBoundingClientRect();
  const next = one.closest(".hand") && one.parentElement.nextElementSibling?.firstElementChild;
  const free = next ? next.getBoundingClientRect().left - left : width;
  return {{ name: one.dataset.at, left, top, right, bottom, free, height }};
}})
"""


@pytest.mark.parametrize("colors", [5, 6])
@pytest.mark.parametrize(("device", "width", "least"), [("phone", 390, 44), ("desktop", 944, 44)])
def test_all_fits_and_can_be_touched(
    service: Live, board_of: Boards, device: str, width: int, least: int, colors: int
) -> None:
    table = Round(service.url, board_of(device), device, colors=colors)
    table.page.locator("main").evaluate("(main, width) => main.style.width = `${width}px`", width)
    box = table.page.locator("main").bounding_box()
    assert box
    height = box["height"]
    for begin in (None, table.lay):
        if begin:
            begin()
        for box in table.page.evaluate(BOXES):
            assert 0 <= box["left"] <= box["right"] <= width + 0.5, box
            assert 0 <= box["top"] <= box["bottom"] <= height + 0.5, box
            assert min(box["free"], box["height"]) >= least - 0.1, box


def test_a_move_of_the_finger_costs_no_layout_and_little_script(
    service: Live, board_of: Boards
) -> None:
    table = Round(service.url, board_of("phone"))
    (x, y) = center(table.card(table.expedition["card"]))
    finger = Finger(table)
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


def test_nothing_moves_that_is_not_meant_to(service: Live, visits: Visits) -> None:
    page = visits("phone")
    watch_shifts(page)
    table = Round(service.url, BoardPage(page, service.url))
    for _ in range(3):
        table.turn(by_clicks)
    table.lay()
    assert shifts(page) < 0.05


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


# --- The standings.


def test_the_score_is_a_table_with_what_was_carried(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop", carriedScores=[34, -12])
    table.board.show(GAME, {"view": table.match["state"], "players": ["Ann", "Bob"]}, "score")
    rows = table.page.get_by_role("row").all_inner_texts()
    expected = ["Score Ann Bob", f"Carried over 34 {LESS}12", "Round 1 0 0", f"Total 34 {LESS}12"]
    assert [" ".join(row.split()) for row in rows] == expected
    view = ended(table)
    table.board.show(GAME, {"view": view, "players": ["Ann", "Bob"]}, "score")
    table.page.get_by_text("Expeditions of round 1").click()
    expect(table.page.get_by_role("row", name="red 0 0")).to_be_visible()
