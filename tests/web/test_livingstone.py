"""The board of Livingstone, by role and name, by keys, in writing; for eyes and fingers."""

import os
import random
import re
from itertools import product
from typing import Any

import pytest
from croupier_game.replace import replace
from croupier_game.seeded import seeded_chance
from croupier_livingstone import rules, scoring, wire
from croupier_livingstone.types import CARDS, Options, State
from playwright.sync_api import Page, expect

from tests.support.live import Live
from tests.support.players import Json, register
from tests.web.board_page import Boards, focused, tab_into
from tests.web.browsing import Visits
from tests.web.livingstone_table import (
    GAME,
    NAMES,
    RICH,
    amount,
    asked,
    at,
    button,
    checked,
    choose,
    full,
    in_hand,
    make,
    press,
    richer,
    shown,
    states,
)
from tests.web.measures import count_flights, flights
from tests.web.table import ask_nothing, others_play, visit_as
from tests.web.turns import in_turn

SEATS = list(map(int, os.environ.get("SEATS", "4").split()))
"""With how many players a match is played: `make web-matches` plays with all numbers."""
FROM = 1 if "SEATS" in os.environ else 10
"""The round from which on a seat is played in the browser: with `make web-matches`, the first."""


# --- Whole matches.


@pytest.mark.parametrize("seats", SEATS)
def test_a_match_at_the_table_is_played_by_role_and_name(
    service: Live, visits: Visits, seats: int
) -> None:
    """Of the seats, one is played in the browser, to the end."""
    dice = random.Random(7)
    players = [register(service.url, name) for name in NAMES[:seats]]
    match = players[0].create(game=GAME, seats=seats)["id"]
    for other in players[1:]:
        other.join(match)
    while players[0].see(match)["state"]["round"] < FROM:
        others_play(match, players, dice, quick)
        first = dice.choice(quick(players[0].legal_moves(match)))
        players[0].move(match, first["notation"], view="none")
    page = visit_as(visits, players[0], f"/m/{match}", "phone")
    ask_nothing(page)
    while others_play(match, players, dice, quick):
        now = players[0].see(match)
        table = page.locator(".table-page")
        expect(table).to_have_attribute("data-version", f"{now['version']}")
        moves = [each["notation"] for each in quick(players[0].legal_moves(match))]
        make(page, choose(moves, dice))
        expect(table).not_to_have_attribute("data-version", f"{now['version']}")
    expect(page.locator("livingstone-board .verdict")).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("won|share"))).to_be_visible()


def quick(moves: list[Json]) -> list[Json]:
    """The moves that get a match on, rather than sales and gifts."""
    return [each for each in moves if not each["notation"].startswith(("sell", "donate"))] or moves


@pytest.mark.parametrize(("seats", "moves"), [(2, 12), (5, 6)])
def test_moves_of_all_kinds_are_made_by_role_and_name(
    board_of: Boards, seats: int, moves: int
) -> None:
    """On a board alone: what it sends is the move that was meant, and the rules take it."""
    dice = random.Random(seats)
    board = board_of("desktop", reduced_motion="reduce")
    state: Any = next(states(seats, options=RICH))
    for number in range(moves):
        if number % 4 == 0:
            state = richer(state, dice)
        shown(board, state, "desktop")
        meant = amount(choose(list(map(rules.notation, legal(state))), dice), dice)
        make(board.page, meant)
        assert [each["notation"] for each in board.moves] == [meant]
        state, _ = rules.apply(
            state, state.turn, checked(state, meant), seeded_chance("00" * 32, [], number, "")
        )
        if rules.over(state):
            state = next(states(seats, options=RICH))


def legal(state: State) -> tuple[Any, ...]:
    return rules.legal_moves(state, state.turn)


# --- Keys and notation.


def opening(options: Options | None = None, seats: int = 3) -> Any:
    return next(states(seats, options=options or Options(start_seat=0)))


def test_a_turn_by_keys_alone(board_of: Boards) -> None:
    board = board_of("desktop")
    state = opening()
    shown(board, state, "desktop")
    page = board.page
    tab_into(page, "dice")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    taken = board.moves[-1]["notation"]
    assert taken == f"die {max(state.pool)}"
    board.set(**asked(in_hand(state, max(state.pool))))
    assert focused(page).startswith("tray")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert [each["notation"] for each in board.moves] == [taken, "dig"]


WAYS = ("back", "donate")


def test_an_amount_by_keys_alone_and_back(board_of: Boards) -> None:
    board = board_of("desktop")
    state = in_hand(opening(), 1)
    shown(board, state, "desktop")
    page = board.page
    tab_into(page, "tray")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    assert board.moves == []  # there are no gems to sell
    tab_into(page, "gift")
    page.keyboard.press("Enter")
    assert focused(page).startswith("step")
    expect(button(page, "Gift for the Queen", "Give")).to_be_visible()
    back, put = (page.locator(f"[data-at='step/{each}']").bounding_box() for each in WAYS)
    assert back
    assert put
    assert put["y"] >= back["y"] + back["height"]
    assert put["x"] + put["width"] == pytest.approx(back["x"] + back["width"], abs=1)
    page.keyboard.press("Escape")
    assert focused(page) == "gift action/donate"
    button(page, "Gift for the Queen", "Give").press("Enter")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    assert [each["notation"] for each in board.moves] == ["donate 2"]


def test_moves_are_typed_anywhere(board_of: Boards) -> None:
    board = board_of("desktop")
    for typed, sent in {"donate 2": "donate 2", "TENT 1": "tent 1", "coins": "coins"}.items():
        shown(board, in_hand(opening(), 1), "desktop")
        board.page.keyboard.type(typed)
        board.page.keyboard.press("Enter")
        assert [each["notation"] for each in board.moves] == [sent]
    shown(board, in_hand(opening(), 1), "desktop")
    board.page.keyboard.type("dig 9")
    board.page.keyboard.press("Enter")
    assert board.moves == []
    expect(board.page.get_by_role("status")).to_have_text("“dig 9” is not possible now.")


# --- What is shown, and why something cannot be done.


def test_what_cannot_be_done_says_why(board_of: Boards) -> None:
    board = board_of("desktop")
    state = replace(in_hand(opening(), 4), coins=(0, 3, 3), pool=(2, 4, 6))
    shown(board, state, "desktop")
    page = board.page
    for group, name, why in [
        ("Dice", "Die 2", "a die must be higher than your last one, 4"),
        ("Dice", "Die 6", "use the 4 in your hand first"),
        ("What you can do", "Tent on a4", "it costs 1 coin, and you have 0"),
        ("What you can do", "Sell gems", "you have no gems"),
        ("What you can do", "End turn", "use the 4 in your hand first"),
        ("Fields of column a, where the boat is", "a6", "your die puts it in row 4"),
    ]:
        one = button(page, group, name)
        expect(one).to_have_accessible_name(re.compile(re.escape(why)))
        one.click(force=True)
        expect(page.get_by_role("status")).to_contain_text(why)
    assert board.moves == []


def test_a_refused_move_can_be_made_again(board_of: Boards) -> None:
    board = board_of("desktop")
    shown(board, in_hand(opening(), 1), "desktop")
    press(board.page, "Dig")
    expect(board.page.get_by_role("status")).to_have_text("One moment …")
    press_anyway(board.page, "Dig")
    board.set(busy=True)
    board.set(busy=False)
    press(board.page, "Dig")
    assert len(board.moves) == 2


def press_anyway(page: Page, name: str) -> None:
    button(page, "What you can do", name).click(force=True)


def test_what_others_have_done_is_told_and_marked(board_of: Boards) -> None:
    board = board_of("desktop")
    state: Any = replace(opening(), coins=(3, 3, 3))
    shown(board, state, "desktop", **asked(state, 1))
    count_flights(board.page)
    flown: list[int] = []
    for number, notation in enumerate([f"die {state.pool[0]}", f"tent {state.pool[0]}", "end"]):
        move = checked(state, notation)
        state, events = rules.apply(
            state, state.turn, move, seeded_chance("00" * 32, [], number, "")
        )
        told = [{"turnEnded": {"seat": 0}}] if notation == "end" else list(map(event, events))
        board.set(**asked(state, 1), events=told)
        flown.append(flights(board.page))
        board.page.evaluate(LANDED)
    field = f"a{rules.parse(notation).number}" if notation != "end" else f"a{state.last[0]}"
    page = board.page
    expect(page.locator(".field.fresh .tent.seat-0")).to_have_count(1)
    assert flown == [1, 2, 2]  # the die, from the tray; the tent, from its camp
    expect(page.get_by_role("row", name=re.compile(f"{field[1]}.*Ann 1 tent, new"))).to_be_visible()
    expect(page.locator(".news")).to_contain_text(
        f"Ann takes a {field[1]}, puts a tent on {field} for 1 coin."
    )


def test_what_is_pointed_at_in_the_history_is_marked(board_of: Boards) -> None:
    board = board_of("desktop")
    state: Any = replace(opening(), tents=(("a2",), (), ()))
    shown(board, state, "desktop")
    marked = board.page.locator(".pointed .fresh")
    expect(marked).to_have_count(0)
    drawn = {"black": 1, "clear": 0, "blue": 0, "red": 0, "white": 0}
    board.set(
        marked=[
            {"dieTaken": {"seat": 1, "value": state.pool[0]}},
            {"tentPlaced": {"seat": 0, "field": "a2", "fromField": "", "paid": 1}},
            {"stonesDrawn": {"seat": 1, "stones": drawn}},
        ]
    )
    expect(board.page.locator(".pointed .field.fresh .tent.seat-0")).to_have_count(1)
    places = marked.evaluate_all("(all) => all.map((each) => each.dataset.at ?? each.className)")
    assert f"die/{state.pool[0]}" in places
    assert "action/overview" in places
    assert len([each for each in places if each.startswith("plate")]) == 2
    board.set(marked=[])
    expect(marked).to_have_count(0)


LANDED = "() => document.querySelector('livingstone-board').flights.stop()"


def test_a_card_that_is_read_stays_open_as_long_as_it_is_in_the_hand(board_of: Boards) -> None:
    board = board_of()
    late = full(5)
    seat = (late.turn + 1) % 5
    held = replace(late, hands=at(late.hands, seat, CARDS[:2]))
    shown(board, held, **asked(held, seat))
    board.page.locator("[data-group=hand] button").first.click()
    read = board.page.locator(".step")
    expect(read).to_be_visible()
    board.set(view=asked(replace(held, pool=(1, 4)), seat)["view"], moves=[])
    expect(read).to_be_visible()
    board.set(view=asked(replace(held, hands=at(held.hands, seat, ())), seat)["view"])
    expect(read).to_have_count(0)


def event(one: Any) -> Any:
    """An event as the API shows it."""
    return wire.event_json(one)


def test_a_tap_on_a_score_tells_its_sum(board_of: Boards) -> None:
    board = board_of("phone")
    late = full(3)
    seat = late.turn
    held = replace(late, hands=at(late.hands, seat, ("VP3",)), gems=at(late.gems, seat, (2, 1, 0)))
    shown(board, held)
    page = board.page
    score, name = held.points[seat], NAMES[seat]
    plate = page.get_by_role("button", name=re.compile(f"^{name}: {score} point"))
    plate.click()
    rows = scoring.final_score(held, ()).rows[seat]
    told = f"{score} so far + {rows} most tents + 3 gems + 3 cards = {score + rows + 6} if"
    expect(page.locator(".reckoning")).to_contain_text(told)
    expect(plate).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(page.locator(".reckoning")).to_have_count(0)
    board.show(GAME, asked(replace(opening(), tents=(("a2", "a2"), ("a2", "b2"), ("c2",))), 0))
    page.get_by_role("button", name="10 points at the end for most tents").click()
    told = "Row 2: Ann 2, Bob 2, Cid 1. At the end 10 : 2 = 5 points each for most tents."
    expect(page.locator(".reckoning")).to_have_text(told)
    page.locator(".dice").click(position={"x": 2, "y": 2}, force=True)
    expect(page.locator(".reckoning")).to_have_count(0)
    board.set(busy=True, asked=True)
    expect(page.locator(".prompt")).to_have_text("Play it, or take it back?")


def test_the_queens_meter_is_red_from_the_sixth_round(board_of: Boards) -> None:
    board = board_of("phone")
    meter = board.page.locator(".gift")
    for round_number, chest, told, look in (
        (5, 2, "The least is out. Bob gave 4 or less.", "gift"),
        (6, 4, "The least is out. Bob gave 4 or less.", "gift risk"),
        (6, 5, "More than all that Bob has (4).", "gift safe"),
    ):
        state = replace(opening(), coins=(3, 4, 9), chests=(chest, 0, 0), round=round_number)
        shown(board, state)
        expect(meter).to_have_class(look)
        expect(meter).to_contain_text(f"For the Queen: {chest}.")
        expect(meter).to_contain_text(told)
    board.show(GAME, asked(state, -1))
    expect(board.page.locator(".table")).to_be_visible()
    expect(meter).to_have_count(0)  # who watches knows nothing of chests


GIFT_ROOMS = ((390, 744), (640, 352), (640, 700), (944, 748), (1104, 793))
GIFT_CUT = """() => {
  const { shadowRoot } = document.querySelector("livingstone-board");
  const [told, label] = [".queen p", ".meter > text"].map((each) => shadowRoot.querySelector(each));
  const text = document.createRange();
  text.selectNodeContents(told);
  const meter = label.checkVisibility() ? label : label.parentElement.querySelector(".goal");
  const [is, room, next] = [text, told, meter].map((each) => each.getBoundingClientRect());
  return Math.max(room.top - is.top, is.bottom - room.bottom, is.bottom - next.top - 2);
}"""
"""By how much what is told of the gift leaves its place, or lies on what is written below."""
GIVE = """(amount) => {
  const board = document.querySelector("livingstone-board");
  board.step = { name: "coins", amount };
  return board.updateComplete;
}"""


@pytest.mark.parametrize("language", in_turn(("en", "de"), ("de",)))
def test_what_is_said_of_the_gift_is_whole(board_of: Boards, language: str) -> None:
    """From the first turn on, of two and of three, with the long name of a guest."""
    board = board_of("phone", language=language)
    of_two: Any = next(states(2, options=Options(start_seat=0)))
    gifts = [replace(of_two, chests=(given, 0)) for given in (0, 5, 24)]
    of_three = [
        replace(opening(), coins=(3, coins, 9), chests=(given, 0, 0))
        for coins in (0, 4)
        for given in (0, 5)
    ]
    for state in (*gifts, *of_three):
        names = ["Kingfisher 28", "Kingfisher 56", "Cid"][: len(state.hands)]
        shown(board, state, players=names)
        told = board.page.locator(".queen p")
        for more, (width, height) in product((0, 3), GIFT_ROOMS):
            board.page.set_viewport_size({"width": width, "height": height})
            board.fit(width, height)
            if more:
                board.page.evaluate(GIVE, more)
            assert board.page.evaluate(GIFT_CUT) <= 1, (told.inner_text(), width)
            assert "100" not in told.inner_text()


def test_stones_come_out_of_the_bag_and_the_boat_sails(board_of: Boards) -> None:
    board = board_of("desktop")
    state: Any = in_hand(opening(), 3)
    shown(board, state, "desktop")
    count_flights(board.page)
    drawn = {"black": 2, "clear": 1, "blue": 0, "red": 0, "white": 0}
    dug = [{"stonesDrawn": {"seat": 0, "stones": drawn}}]
    board.set(view=asked(replace(state, die=0))["view"], events=dug)
    ghosts = board.page.locator(".ghost")
    expect(ghosts).to_have_count(3)
    board.page.evaluate(LANDED)
    expect(ghosts).to_have_count(0)
    assert flights(board.page) == 3
    sailed = replace(opening(), boat=2, round=2)
    started = {"roundStarted": {"round": 2, "boat": 2, "dice": list(sailed.pool)}}
    board.set(view=asked(sailed)["view"], events=[started])
    dice = board.page.locator(".dice .die").count()
    assert flights(board.page) == 3 + dice + 1


def test_nothing_moves_where_motion_is_not_wanted(board_of: Boards) -> None:
    board = board_of("desktop", reduced_motion="reduce")
    shown(board, opening(), "desktop")
    sailed = replace(opening(), boat=2, round=2)
    started = {"roundStarted": {"round": 2, "boat": 2, "dice": list(sailed.pool)}}
    board.set(view=asked(sailed)["view"], events=[started])
    expect(board.page.locator("td.boat .ship")).to_be_visible()
    moving = "() => document.querySelector('livingstone-board').shadowRoot.getAnimations().length"
    assert board.page.evaluate(moving) == 0


SCREENS = {
    (390, 844): (390, 690),
    (360, 740): (360, 586),
    (360, 600): (360, 499),
    (844, 390): (844, 341),
    (640, 400): (640, 352),
    (1280, 800): (944, 748),
    (1920, 1080): (1584, 1028),
}
"""The room that a board has on screens of these sizes, on phones with a hint below it."""
OVERFLOW = """() => {
  const board = document.querySelector("livingstone-board");
  const all = [board, ...board.shadowRoot.querySelectorAll(".controls, .plate, .words")];
  return all.filter((one) => one.scrollWidth > one.clientWidth + 1 ||
    (!one.matches(".plate") && one.scrollHeight > one.clientHeight + 1)).map(
    (one) => [one.className || one.localName, one.scrollWidth, one.scrollHeight]);
}"""
"""What does not fit; plates have an arrow below them."""


PLACES = """(selector) => {
  const { shadowRoot } = document.querySelector("livingstone-board");
  return JSON.stringify([...shadowRoot.querySelectorAll(selector)].map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [one.classList[0], ...[left, top, width, height].map(Math.round)];
  }));
}"""
"""Where these are."""
ABOVE_WATER = """() => {
  const at = (part) => document.querySelector("livingstone-board").shadowRoot
    .querySelector(part).getBoundingClientRect();
  return at("tbody").bottom - at(".ship").top;
}"""
BOB = 3
"""So far the boat goes up and down."""
HIDDEN_LETTERS = """() => [...document.querySelector("livingstone-board").shadowRoot
  .querySelectorAll("td:not(.boat) > .buoy")].flatMap((buoy) => {
    const [letter, price] = [...buoy.children].map((each) => each.getBoundingClientRect());
    const { left, right, top } = buoy.parentElement.getBoundingClientRect();
    const apart = letter.right <= price.left + 1 || letter.bottom <= price.top + 1;
    const inside = letter.left >= left - 1 && price.right <= right + 1 && letter.top >= top - 1;
    return apart && inside ? [] : [buoy.textContent.trim()];
  })"""
"""The columns whose letter lies below a coin, or in another column."""
FIXED = ".map, tbody tr, .bonus, .plate, .say"
SELL = """() => {
  const board = document.querySelector("livingstone-board");
  board.go({ name: "gems", trade: "sell", gems: { clear: 0, blue: 0, red: 0 } });
  return board.updateComplete;
}"""


@pytest.mark.parametrize("device", ["phone", "desktop"])
@pytest.mark.parametrize("seats", [2, 5])
def test_the_whole_board_is_seen_without_scrolling_and_nothing_moves(
    board_of: Boards, device: str, seats: int
) -> None:
    """Before and after a die is taken, with cards and without, and while gems are sold."""
    board = board_of(device, "de")
    state: Any = next(states(seats, options=Options(start_seat=0)))
    for screen, room in SCREENS.items():
        if (min(screen) > 500) is not (device == "desktop"):
            continue
        board.page.set_viewport_size({"width": screen[0], "height": screen[1]})
        fixed, buttons = set(), set()
        for now in (state, in_hand(state, 4), richer(state, random.Random(1))):
            shown(board, now)
            board.fit(*room)
            assert board.page.evaluate(OVERFLOW) == [], screen
            assert board.page.evaluate(HIDDEN_LETTERS) == [], screen
            assert board.page.evaluate(ABOVE_WATER) <= BOB, screen
            buttons.add(board.page.evaluate(PLACES, ".tray .action, .open, .sack, .dice"))
            fixed.add(board.page.evaluate(PLACES, FIXED))
            board.page.evaluate(SELL)
            fixed.add(board.page.evaluate(PLACES, FIXED))
        assert len(buttons) == 1, (screen, buttons)
        assert len(fixed) == 1, (screen, fixed)


ENDED = "() => Promise.race([document.querySelector('livingstone-board').ended, 'not yet'])"
CUT = "(all) => all.scrollHeight - all.clientHeight"
SLOWLY = "() => document.documentElement.style.setProperty('--pace', 99)"


def test_the_end_opens_the_chests(board_of: Boards) -> None:
    """The board shows the chests and the dice, for which the result waits until a tap."""
    board = board_of("desktop")
    board.page.evaluate(SLOWLY)
    *_, last = states(2, options=Options(start_seat=0))
    shown(board, last, "desktop", events=[{"matchScored": {"eliminated": []}}], seat=0)
    table = board.page.locator("livingstone-board")
    assert board.page.evaluate(ENDED) == "not yet"
    table.click()
    assert board.page.evaluate(ENDED) is None
    expect(table.locator(".verdict")).to_contain_text(f"Ann: {last.chests[0]} in the chest")
    told = f"who gave less than {sum(last.final.dice)} is out"
    expect(table.get_by_role("img", name=re.compile(told))).to_be_visible()
    board.show(GAME, asked(last, 0), "score")
    expect(board.page.get_by_role("row", name="Ann")).to_be_visible()
    own = re.compile(f" {last.points[0]} {last.chests[0]}$")
    expect(board.page.get_by_role("row", name=own)).to_be_visible()
    board.show(GAME, {**asked(last, -1), "still": True})  # as in the picture of the result
    board.fit(560, 560)
    assert table.locator(".verdict").evaluate(CUT) <= 0
    *_, last = states(5)
    board.show(GAME, {**asked(last, 0), "players": LONG}, "score")
    assert board.page.locator(".final tbody :is(th, .out)").evaluate_all(BROKEN) == []


LONG = ["Feldhase 84", "Steinbock 12", "Kingfisher 77", "Otter 33", "Eisvogel 21"]
BROKEN = r"""(cells) => cells.flatMap((cell) => {
  const words = [];
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (range.getClientRects().length > 1) words.push(word);
    }
  }
  return words;
})"""
"""The words that go on in another line."""


def test_an_amount_is_tapped_held_and_typed(board_of: Boards) -> None:
    board = board_of("phone")
    shown(board, replace(in_hand(opening(), 1), coins=(60, 3, 3)))
    page = board.page
    press(page, "Give")
    field = page.get_by_role("spinbutton", name="Coins, 1 to 60")
    button(page, "Give to the Queen: how many coins, for good?", "\\+5, Coins").tap()
    button(page, "Give to the Queen: how many coins, for good?", "Coins.*: one less").tap()
    expect(field).to_have_value("5")
    page.get_by_role("button", name="one more").hover()
    page.mouse.down()
    expect(field).to_have_value(re.compile("^(9|[1-5][0-9])$"))
    page.mouse.up()
    stopped = int(field.input_value())
    page.get_by_role("button", name="one more").tap()
    expect(field).to_have_value(f"{stopped + 1}")  # the tap counts, and the end of the hold did not
    page.get_by_role("button", name="one more").hover()
    page.mouse.down()
    expect(field).to_have_value(re.compile("^[2-5][0-9]$"))
    page.keyboard.press("Escape")
    page.wait_for_timeout(300)  # three times the pause between two presses of a held button
    expect(field).to_have_count(0)
    page.mouse.up()
    press(page, "Give")
    field.fill("99")
    expect(field).to_have_value("60")
    field.press("ControlOrMeta+a")
    page.keyboard.type("24")
    page.keyboard.press("ArrowLeft")
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-at='step/donate']")).to_be_focused()
    page.keyboard.press("Enter")
    assert [each["notation"] for each in board.moves] == ["donate 24"]


OWN_GEMS = """() => [...document.querySelector("livingstone-board").shadowRoot
  .querySelectorAll(".own .held .gem")].map((gem) => {
    const { left, right, height } = gem.getBoundingClientRect();
    const plate = gem.closest(".plate").getBoundingClientRect();
    const inside = left >= plate.left && right <= plate.right + 0.5 && height >= 8;
    return inside && gem.checkVisibility({ opacityProperty: true }) ? gem.textContent.trim() : "";
  })"""


def test_ones_own_gems_are_on_the_board_of_a_phone(board_of: Boards) -> None:
    board = board_of("phone")
    for seats, width in product((2, 3, 5), (390, 360)):
        state: Any = next(states(seats, options=Options(start_seat=0)))
        shown(board, replace(state, gems=at(state.gems, 0, (12, 4, 4))))
        board.fit(width, 600)
        assert board.page.evaluate(OWN_GEMS) == ["12", "4", "4"], (seats, width)
