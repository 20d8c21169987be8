"""The board of Lost Cities for eyes, ears and fingers: focus, names, sizes, motion, secrecy."""

import pytest
from playwright.sync_api import expect

from tests.support.live import Live
from tests.support.players import Client, Json
from tests.web.board_page import SHADOW, BoardPage, Boards, center, focused, press_keys, tab_into
from tests.web.browsing import Visits
from tests.web.lost_cities_round import (
    GAME,
    Finger,
    Round,
    by_clicks,
    by_keys,
    by_notation,
)
from tests.web.measures import cost, count_flights, flights, shifts, watch_shifts

LESS = "\N{MINUS SIGN}"
# --- Keys and speech.


def test_each_group_has_one_tab_stop(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop")
    stops = []
    for _ in range(4):
        table.page.keyboard.press("Tab")
        stops.append(focused(table.page).split(" ")[0])
    assert stops == ["theirs", "piles", "mine", "hand"]


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
    view = table.ended
    table.board.show(GAME, {"view": view, "players": ["Ann", "Bob"]}, "score")
    table.page.get_by_text("Expeditions of round 1").click()
    expect(table.page.get_by_role("row", name="red 0 0")).to_be_visible()
