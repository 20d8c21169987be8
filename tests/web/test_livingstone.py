"""The board of Livingstone, by role and name, by keys, in writing; for eyes and fingers."""

import os
import random
import re
from typing import Any

import pytest
from engine.domain.chance import seeded_chance
from engine.games.livingstone import rules, wire
from engine.games.livingstone.types import CARDS, Options, State
from engine.games.proto_json import as_json
from engine.games.replace import replace
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
from tests.web.table import others_play, visit_as

SEATS = list(map(int, os.environ.get("SEATS", "4").split()))
"""With how many players a whole match is played: `make web-matches` plays with all numbers."""


# --- Whole matches.


@pytest.mark.parametrize("seats", SEATS)
def test_a_match_at_the_table_is_played_by_role_and_name(
    service: Live, visits: Visits, seats: int
) -> None:
    """Of the seats, one is played in the browser: round after round, to the end."""
    dice = random.Random(7)
    players = [register(service.url, name) for name in NAMES[:seats]]
    match = players[0].create(game=GAME, seats=seats)["id"]
    for other in players[1:]:
        other.join(match)
    page = visit_as(visits, players[0], f"/m/{match}", "phone")
    while others_play(match, players, dice, quick):
        now = players[0].see(match)
        table = page.locator(".table-page")
        expect(table).to_have_attribute("data-version", f"{now['version']}")
        moves = [each["notation"] for each in quick(players[0].legal_moves(match))]
        make(page, choose(moves, dice))
        expect(table).not_to_have_attribute("data-version", f"{now['version']}")
    expect(page.get_by_role("heading", name="The chests are opened")).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("won|share"))).to_be_visible()


def quick(moves: list[Json]) -> list[Json]:
    """The moves that get a match on, rather than sales and gifts."""
    return [each for each in moves if not each["notation"].startswith(("sell", "donate"))] or moves


@pytest.mark.parametrize(("seats", "moves"), [(2, 20), (5, 8)])
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


def test_an_amount_by_keys_alone_and_back(board_of: Boards) -> None:
    board = board_of("desktop")
    state = in_hand(opening(), 1)
    shown(board, state, "desktop")
    page = board.page
    tab_into(page, "tray")
    page.keyboard.press("Home")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert focused(page).startswith("step")
    page.keyboard.press("Escape")
    assert focused(page).startswith("tray")
    button(page, "What you can do", "Donate").press("Enter")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    assert [each["notation"] for each in board.moves] == ["donate 2"]


@pytest.mark.parametrize(
    ("typed", "sent"),
    [("donate 2", "donate 2"), ("TENT 1", "tent 1"), ("coins", "coins"), ("dig 9", None)],
)
def test_moves_are_typed_anywhere(board_of: Boards, typed: str, sent: str | None) -> None:
    board = board_of("desktop")
    shown(board, in_hand(opening(), 1), "desktop")
    board.page.keyboard.type(typed)
    board.page.keyboard.press("Enter")
    assert [each["notation"] for each in board.moves] == ([sent] if sent else [])
    if not sent:
        expect(board.page.get_by_role("status")).to_have_text(f"“{typed}” is not possible now.")


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
    for number, notation in enumerate([f"die {state.pool[0]}", f"tent {state.pool[0]}", "end"]):
        move = checked(state, notation)
        state, events = rules.apply(
            state, state.turn, move, seeded_chance("00" * 32, [], number, "")
        )
        told = [{"turnEnded": {"seat": 0}}] if notation == "end" else list(map(event, events))
        board.set(**asked(state, 1), events=told)
    field = f"a{rules.parse(notation).number}" if notation != "end" else f"a{state.last[0]}"
    page = board.page
    expect(page.locator(".field.fresh .tent.s0")).to_have_count(1)
    assert flights(page) == 1  # the tent, from its camp
    expect(page.get_by_role("row", name=re.compile(f"{field[1]}.*Ann 1 tent, new"))).to_be_visible()
    expect(page.locator(".news")).to_contain_text(f"Ann puts a tent on {field} for 1 coin.")


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


def event(one: Any) -> dict[str, Any]:
    """An event as the API shows it."""
    return as_json(wire.encode_event(one))


def test_the_end_opens_the_chests(board_of: Boards) -> None:
    board = board_of("desktop")
    *_, last = states(2, options=Options(start_seat=0))
    shown(board, last, "desktop", events=[{"matchScored": {"eliminated": []}}], seat=0)
    table = board.page.get_by_role("region", name="The chests are opened")
    own = table.get_by_role("row", name=re.compile(f"^Ann.* {last.points[0]} {last.chests[0]}$"))
    expect(own).to_be_visible()
    expect(table).to_contain_text(f"who gave less than {sum(last.final.dice)} is out")
    board.show(GAME, asked(last, 0), "score")
    expect(board.page.get_by_role("row", name=re.compile("^Bob"))).to_be_visible()
    *_, last = states(5)
    shown(board, last, "phone", players=LONG)
    board.set(open="result")
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
