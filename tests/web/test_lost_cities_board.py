"""The board of Lost Cities, alone in a page: it sends what a player has chosen, and nothing else."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.support.live import Live
from tests.support.players import Json
from tests.web.board_page import BoardPage
from tests.web.lost_cities_round import (
    GAME,
    Finger,
    Play,
    Round,
    by_clicks,
    by_finger,
    by_keys,
    by_mouse,
    by_notation,
    by_taps,
    center,
    focused,
    press,
    tab_into,
)
from tests.web.measures import cost

Boards = Callable[..., BoardPage]
SHADOW = "document.querySelector('lost-cities-board').shadowRoot"


@pytest.mark.parametrize(
    ("play", "device"),
    [
        (by_taps, "phone"),
        (by_finger, "phone"),
        (by_mouse, "desktop"),
        (by_keys, "desktop"),
        (by_notation, "desktop"),
    ],
)
def test_a_whole_round(service: Live, board_of: Boards, play: Play, device: str) -> None:
    table = Round(service.url, board_of(device, reduced_motion="reduce"), device)
    while not table.over:
        table.turn(play)
    expect(table.page.get_by_role("heading", name="Round 1 is over")).to_be_visible()


def test_the_long_game_in_rounds(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop", colors=6, rounds=2)
    for _ in range(3):
        table.turn(by_clicks)
    expect(table.page.get_by_text("Purple discard pile")).to_have_count(0)  # a name, not a text
    expect(table.pile("PURPLE")).to_be_visible()


# --- The first half of a turn.


def expedition(table: Round) -> Json:
    """A move of Ann's that lays a card on an expedition."""
    moves = table.ann.legal_moves(table.match_id)
    return next(each["move"] for each in moves if each["move"]["place"] == "EXPEDITION")


def laid(table: Round) -> Json:
    move = expedition(table)
    table.card(move["card"]).click()
    table.place(move).click()
    return move


@pytest.mark.parametrize("how", ["escape", "expedition", "hand", "button"])
def test_the_first_half_is_taken_back(service: Live, board_of: Boards, how: str) -> None:
    table = Round(service.url, board_of(), "desktop")
    before = table.page.get_by_role("button").evaluate_all("all => all.map(one => one.ariaLabel)")
    move = laid(table)
    assert table.page.evaluate(f"{SHADOW}.host.half")
    back = {
        "escape": lambda: table.page.keyboard.press("Escape"),
        "expedition": lambda: table.place(move).click(),
        "hand": lambda: table.card(move["card"]).click(),
        "button": lambda: table.page.get_by_role("button", name="Take back").click(),
    }
    back[how]()
    after = table.page.get_by_role("button").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert after == before
    assert not table.page.evaluate(f"{SHADOW}.host.half")
    assert table.board.moves == []


def test_nothing_is_sent_before_the_pile_is_chosen_and_nothing_twice(
    service: Live, board_of: Boards
) -> None:
    table = Round(service.url, board_of(), "desktop")
    laid(table)
    assert table.board.moves == []
    table.pile("DECK").click()
    table.pile("DECK").click(force=True)
    table.page.keyboard.type("*")
    assert len(table.board.moves) == 1


def test_a_refused_move_shows_the_view_again(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop")
    move = laid(table)
    table.pile("DECK").click()
    table.board.set(busy=True)
    expect(table.card(move["card"])).to_have_attribute("aria-disabled", "true")
    table.board.set(busy=False)
    expect(table.card(move["card"])).to_have_attribute("aria-pressed", "false")
    table.card(move["card"]).click()
    expect(table.card(move["card"])).to_have_attribute("aria-pressed", "true")


def test_the_half_of_a_turn_outlives_the_same_view_told_again(
    service: Live, board_of: Boards
) -> None:
    table = Round(service.url, board_of(), "desktop")
    laid(table)
    table.board.set(**table.properties(table.ann, 0))
    table.pile("DECK").click()
    assert len(table.board.moves) == 1


def test_only_what_is_legal_lights_up(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop")
    lit = f"() => [...{SHADOW}.querySelectorAll('.lit')].map(one => one.dataset.at)"
    assert table.page.evaluate(lit) == []
    move = expedition(table)
    color = table.color(move["card"]).upper()
    table.card(move["card"]).click()
    assert sorted(table.page.evaluate(lit)) == [f"pile/{color}", f"side0/{color}"]
    table.place(move).click()
    assert table.page.evaluate(lit) == ["pile/DECK"]


def test_a_card_that_cannot_be_played_says_why(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop")
    shown = table.properties(table.ann, 0)
    card = next(each for each in shown["view"]["hand"] if each[1:] not in ("x", "10"))
    side = shown["view"]["sides"][0]
    late = next(one for one in side["expeditions"] if one["color"][0] == card[0])
    late["cards"] = [f"{card[0]}10"]
    shown["moves"] = [
        each
        for each in shown["moves"]
        if not (each["move"]["card"] == card and each["move"]["place"] == "EXPEDITION")
    ]
    table.board.show(GAME, shown)
    said = f"only to discard: your {table.color(card).lower()} expedition is at 10 already"
    expect(table.card(card)).to_have_accessible_name(f"{table.color(card)} {card[1:]}, {said}")
    (x, y), (to_x, to_y) = center(table.card(card)), center(table.place({"card": card, "place": ""}))
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(to_x, to_y, steps=3)
    table.page.mouse.up()
    expect(table.page.locator(".prompt")).to_contain_text("can only be discarded")
    assert not table.page.evaluate(f"{SHADOW}.host.half")


def test_what_cannot_be_a_move_is_not_typed(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop")
    table.page.keyboard.type("q")
    expect(table.page.locator(".prompt")).to_contain_text("Q is not possible now.")
    table.page.keyboard.type(f"{expedition(table)['card']}+")
    table.page.keyboard.press("Escape")
    table.page.keyboard.type("*")
    assert table.board.moves == []


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


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(
    service: Live, board_of: Boards, language: str, scheme: str
) -> None:
    board = board_of("phone", language, color_scheme=scheme)
    table = Round(service.url, board, colors=6)
    for notation in ["", table.choose()["notation"]]:
        if notation:
            table.make(table.ann, notation)
        found = Axe().run(table.page, context=GAME_ELEMENT)
        assert found.violations_count == 0, found.generate_report()
    spectator = {**table.properties(table.bob, None), "seat": None, "moves": []}
    table.board.show(GAME, {**spectator, "view": {**spectator["view"], "hand": []}})
    found = Axe().run(table.page, context=GAME_ELEMENT)
    assert found.violations_count == 0, found.generate_report()


GAME_ELEMENT = "lost-cities-board"


# --- Sizes and motion.

BOXES = f"""
() => [...{SHADOW}.querySelectorAll("button")].map((one) => {{
  const {{ left, top, right, bottom, width, height }} = one.getBoundingClientRect();
  const next = one.parentElement.nextElementSibling?.querySelector("button")?.getBoundingClientRect();
  const free = one.closest(".hand") && next ? next.left - left : width;
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
    height = table.page.locator("main").bounding_box()["height"]  # type: ignore[index]
    for begin in (None, laid):
        if begin:
            begin(table)
        for box in table.page.evaluate(BOXES):
            assert 0 <= box["left"] <= box["right"] <= width + 0.5, box
            assert 0 <= box["top"] <= box["bottom"] <= height + 0.5, box
            assert min(box["free"], box["height"]) >= least - 0.1, box


def test_a_move_of_the_finger_costs_no_layout_and_little_script(
    service: Live, board_of: Boards
) -> None:
    table = Round(service.url, board_of("phone"))
    (x, y) = center(table.card(expedition(table)["card"]))
    finger = Finger(table)
    finger.touch("touchStart", x, y)
    finger.touch("touchMove", x, y - 40)
    with cost(table.page) as made:
        for step in range(120):
            finger.touch("touchMove", 60 + step * 2, 200 + step * 3)
    finger.touch("touchCancel")
    assert made.layouts == 0
    assert made.script_s / 120 <= 0.001


COUNT = """
() => {
  const { animate } = Element.prototype;
  globalThis.flown = 0;
  Element.prototype.animate = function (...all) { flown += 1; return animate.apply(this, all); };
}
"""


@pytest.mark.parametrize(("motion", "flies"), [("no-preference", True), ("reduce", False)])
def test_cards_fly_only_where_motion_is_wanted(
    service: Live, board_of: Boards, motion: str, flies: bool
) -> None:
    table = Round(service.url, board_of(reduced_motion=motion), "desktop")
    table.page.evaluate(COUNT)
    table.turn(by_clicks)
    assert (table.page.evaluate("flown") > 0) is flies
    expect(table.page.locator(".ghost")).to_have_count(0)


def test_nothing_flies_after_a_jump(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop")
    table.page.evaluate(COUNT)
    table.ann.move(table.match_id, table.choose()["notation"])
    table.board.set(**{**table.properties(table.bob, 1), "events": []})
    assert table.page.evaluate("flown") == 0


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
        for who, seat in [(table.ann, 0), (table.bob, 1), (None, None), (table.ann, 0)]:
            properties = table.properties(who or table.ann, seat, events=True)
            if seat is None:
                properties["view"]["hand"] = []
                properties["moves"] = []
            table.board.set(**properties)
            view = properties["view"]
            known = [
                card for side in view["sides"] if side["seat"] != seat for card in side["handKnown"]
            ]
            assert sorted(table.page.evaluate(CARDS)) == sorted(shown_by(view) + known)
