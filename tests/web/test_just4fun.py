"""The board of Just4Fun, alone in a page: moves by taps, keys, notation and drag; what is shown."""

import re

from playwright.sync_api import expect

from tests.support.live import Live
from tests.support.players import Json
from tests.web.board_page import SHADOW, Boards, drag, focused, press_keys, tab_into
from tests.web.just4fun_match import (
    Match,
    by_button,
    by_field,
    by_keys,
    by_mouse,
    by_notation,
    by_taps,
    cards_of,
    pick,
)
from tests.web.measures import cost, count_flights, flights

LANDED = f"""async () => {{
  const {{ flights }} = {SHADOW}.host;
  const flown = flights.flying.size;
  await Promise.allSettled([...flights.flying].map((one) => one.finished));
  return [flown, {SHADOW}.querySelectorAll(".ghost").length];
}}"""
"""How many things fly now, and what is left of them once all have landed."""
LAYOUTS = 12
"""At most while cards fly: a few for each that lands, and none for a frame."""
EXCHANGE: Json = {"move": {"exchange": {}}, "notation": "exchange"}


def test_a_whole_match_by_taps(service: Live, board_of: Boards) -> None:
    table = Match(service.url, board_of("phone", reduced_motion="reduce"))
    count_flights(table.page)
    for play in [by_taps, by_button, by_field] * 2:
        table.turn(play)
    while not table.over:
        table.make(table.dice.choice(table.ann.legal_moves(table.match_id))["notation"])
    expect(table.prompt).to_contain_text("four in a row" if line(table) else "counted")
    won = table.page.locator(".field.won")
    assert [int(str(one.get_attribute("data-field"))) for one in won.all()] == sorted(
        line(table), key=[one["number"] for one in table.match["state"]["board"]].index
    )
    sums_are_told(table)
    assert flights(table.page) == 0  # less motion was asked for


def sums_are_told(table: Match) -> None:
    """A tap on a player's points shows what they add up of; another one, or Escape, hides it."""
    reckoning = table.page.locator(".reckoning")
    for side in table.match["state"]["sides"]:
        owned = [
            one["number"]
            for one in table.match["state"]["board"]
            if one.get("owner") == side["seat"]
        ]
        plate = (
            table.page.get_by_role("list", name="Players")
            .get_by_role("button", name="points: show the sum")
            .nth(side["seat"])
        )
        plate.tap()
        expect(reckoning).to_contain_text(
            f"{' + '.join(map(str, sorted(owned)))} = {side['score']}"
        )
    table.page.keyboard.press("Escape")
    expect(reckoning).to_have_count(0)
    plate.tap()
    table.prompt.tap()
    expect(reckoning).to_have_count(0)


def line(table: Match) -> list[int]:
    return list(table.match["state"]["line"])


def test_keys_notation_and_drag_play_as_well(service: Live, board_of: Boards) -> None:
    table = Match(service.url, board_of(), "desktop", seats=4)
    count_flights(table.page)
    for play in [by_keys, by_notation, by_mouse] * 2:
        table.turn(play)
    assert flights(table.page) > 0


def test_a_hand_that_makes_no_open_field_is_exchanged(service: Live, board_of: Boards) -> None:
    table = Match(service.url, board_of(has_touch=True), "desktop")
    for play in (by_button, by_notation, by_keys):
        table.open({**table.properties(table.ann, 0), "moves": [EXCHANGE]})
        expect(table.prompt).to_contain_text("exchange the hand")
        play(table, EXCHANGE["move"])
        assert table.board.moves == [EXCHANGE]


# --- Picked cards, and what is refused.


def test_the_sum_of_the_picked_cards_lights_its_field_and_no_other_takes_them(
    service: Live, board_of: Boards
) -> None:
    table = Match(service.url, board_of(has_touch=True), "desktop")
    cards = table.several
    pick(table, cards)
    lit = f"() => [...{SHADOW}.querySelectorAll('.lit')].map(one => Number(one.dataset.field))"
    assert table.page.evaluate(lit) == [sum(cards)]
    expect(table.prompt).to_have_text(f"{' + '.join(map(str, cards))} = {sum(cards)}")
    assert table.page.evaluate(f"{SHADOW}.host.half")
    other = next(number for number in range(36, 0, -1) if number != sum(cards))
    drag(table.page, table.card(cards[0]), table.field(other))
    expect(table.prompt).to_contain_text(f"= {sum(cards)}, and not {other}.")
    table.page.keyboard.press("Escape")
    assert table.page.evaluate(lit) == []
    assert not table.page.evaluate(f"{SHADOW}.host.half")
    table.page.keyboard.type("0")
    expect(table.prompt).to_have_text("0 is not possible now.")
    table.field(sum(cards)).dblclick()  # of which only the first click is heard
    assert table.page.evaluate(lit) == [sum(cards)]
    assert table.board.moves == []


def closed(table: Match, owner: int, locked: bool) -> tuple[Json, int]:
    """What Ann's board gets when the lowest field of her hand is not open to her; that field."""
    shown = table.properties(table.ann, 0)
    number = min(shown["view"]["hand"])
    field = next(one for one in shown["view"]["board"] if one["number"] == number)
    others = [0 if locked else 1, 2 if locked else 3]
    field.update(stones=others if owner else others[::-1], owner=owner, locked=locked)
    shown["moves"] = [each for each in shown["moves"] if sum(cards_of(each["move"])) != number]
    return shown, number


REASONS = [
    (1, False, "Bob is two stones ahead there"),
    (1, True, "Bob has locked it"),
    (0, True, "you have locked it, and it takes no more stones"),
]


def test_a_field_that_would_be_refused_says_why(service: Live, board_of: Boards) -> None:
    table = Match(service.url, board_of(), "desktop")
    for owner, locked, reason in REASONS:
        shown, number = closed(table, owner, locked)
        table.open(shown)
        field = table.field(number)
        expect(field).to_have_accessible_name(_containing(f"closed to you: {reason}"))
        expect(field).to_have_class(_containing("closed"))
        field.click(force=True)
        expect(table.prompt).to_have_text(f"Field {number} is closed to you: {reason}.")
        table.card(number).click()
        expect(table.prompt).to_have_text(f"{number} is not possible: {reason}.")
        drag(table.page, table.card(number), table.field(number))
        table.page.keyboard.press("Escape")
        table.page.keyboard.type(str(number))
        press_keys(table.page, "Enter")
        assert table.board.moves == []


def test_nothing_is_sent_twice_and_a_refusal_gives_the_hand_back(
    service: Live, board_of: Boards
) -> None:
    table = Match(service.url, board_of(has_touch=True), "desktop")
    cards = table.several
    pick(table, cards)
    press_keys(table.page, "Enter")  # on the last card that was tapped: puts it back
    table.card(cards[-1], cards.count(cards[-1]) - 1).tap()
    field = table.field(sum(cards))
    field.click()
    field.click(force=True)
    assert len(table.board.moves) == 1
    table.board.set(busy=True)
    expect(table.prompt).to_have_text("One moment …")
    table.board.set(busy=False)
    expect(table.card(cards[0])).to_have_attribute("aria-pressed", "false")
    pick(table, cards)
    field.click()
    assert len(table.board.moves) == 2


# --- What is shown.


def test_stones_locks_and_what_the_others_did_have_words(service: Live, board_of: Boards) -> None:
    table = Match(service.url, board_of(), "desktop", seats=3)
    for _ in range(6):
        table.make(table.dice.choice(table.ann.legal_moves(table.match_id))["notation"])
    names = {0: "You", 1: "Bob", 2: "Cid"}
    played = table.played
    own = max(at for at, each in enumerate(played) if each["seat"] == 0)
    fresh = {each["field"] for each in played[own + 1 :]}
    for field in table.match["state"]["board"]:
        stones = [f"{names[at]} {count}" for at, count in enumerate(field["stones"]) if count]
        name = table.field(field["number"]).get_attribute("aria-label") or ""
        assert name.startswith(f"Field {field['number']}: {', '.join(stones) or 'empty'}")
        assert ("locked by" in name) is field["locked"] or "has locked it" in name
        assert ("has just been put" in name) is (field["number"] in fresh)
    shown = table.properties(table.ann, 0)
    table.open({**shown, "events": [], "last": shown["events"]})  # as after a jump
    expect(table.field(played[-1]["field"])).to_have_class(_containing("fresh"))
    expect(table.page.locator(".plate").first).to_contain_text("14 stones left")


def test_who_watches_sees_no_hand_and_who_is_to_move(service: Live, board_of: Boards) -> None:
    table = Match(service.url, board_of(), "desktop", seats=3)
    table.open(table.properties(table.watcher, None))
    expect(table.group("Your hand")).to_have_count(0)
    expect(table.prompt).to_have_text("Ann to move")
    table.open({**table.properties(table.players[1], 1)})
    expect(table.group("Your hand").get_by_role("button")).to_have_count(4)
    assert table.page.locator(".card b").all_inner_texts() == [
        str(card) for card in table.players[1].see(table.match_id)["state"]["hand"]
    ]


def test_the_board_has_one_tab_stop_and_rows_for_arrows(service: Live, board_of: Boards) -> None:
    table = Match(service.url, board_of(), "desktop")
    tab_into(table.page, "board")
    stops = [focused(table.page)]
    for keys in (["ArrowDown"], ["ArrowRight"], ["ArrowUp"], ["End"], ["ArrowDown"]):
        press_keys(table.page, *keys)
        stops.append(focused(table.page))
    board = [f"board field/{one['number']}" for one in table.match["state"]["board"]]
    assert stops[:-1] == [board[0], board[6], board[7], board[1], board[35]]
    assert stops[-1].startswith("hand ")
    by_notation(table, table.ann.legal_moves(table.match_id)[0]["move"])
    table.make(table.board.moves[-1]["notation"])
    assert focused(table.page).startswith("hand ")


def test_cards_that_fly_cost_no_layout_per_frame(service: Live, board_of: Boards) -> None:
    table = Match(service.url, board_of(), "desktop")
    cards = table.several
    table.ann.move(table.match_id, "+".join(map(str, cards)))
    now = table.properties(table.ann, 0)
    table.page.keyboard.type("+".join(map(str, cards)))
    with cost(table.page) as flight:
        table.board.set(**now)
        flown, left = table.page.evaluate(LANDED)
    assert flown > 2 * len(cards)  # to the field, from the deck, and the stone
    assert left == 0
    assert flight.layouts <= LAYOUTS, flight


def test_what_the_history_points_at_is_marked(service: Live, board_of: Boards) -> None:
    table = Match(service.url, board_of(), "desktop")
    marked = table.page.locator(".marked")
    table.board.set(marked=[{"fieldLocked": {"seat": 1, "field": 20, "removed": [0, 0]}}])
    expect(marked).to_have_count(2)
    expect(marked.first).to_contain_text("Bob")
    expect(marked.last).to_have_attribute("data-field", "20")
    table.board.set(marked=[])
    expect(marked).to_have_count(0)


def test_picked_cards_move_no_field(service: Live, board_of: Boards) -> None:
    table = Match(service.url, board_of("phone"), seats=4)
    tops = "(all) => all.map((one) => one.getBoundingClientRect().top)"
    fields = table.group("Board").get_by_role("button")
    before = fields.evaluate_all(tops)
    table.page.keyboard.type("+".join(map(str, table.several)))
    assert fields.evaluate_all(tops) == before


def _containing(text: str) -> "re.Pattern[str]":
    return re.compile(re.escape(text))
