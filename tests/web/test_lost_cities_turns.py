"""The board of Lost Cities, alone in a page: it sends what a player chose, and that only."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.live import Live
from tests.support.players import Json
from tests.web.board_page import SHADOW, Boards, drag
from tests.web.lost_cities_round import (
    GAME,
    Play,
    Round,
    by_clicks,
    by_finger,
    by_keys,
    by_mouse,
    by_notation,
    by_taps,
)


def test_a_whole_round(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of("phone", reduced_motion="reduce"), "phone")
    while not table.over:
        table.turn(by_taps)
    expect(table.page.locator(".prompt")).to_contain_text("The last round is over")
    expect(table.page.locator(".result")).to_have_count(0)  # the page has a card for the end


@pytest.mark.parametrize(
    ("play", "device"),
    [(by_finger, "phone"), (by_mouse, "desktop"), (by_keys, "desktop"), (by_notation, "desktop")],
)
def test_each_way_to_play_makes_moves(
    service: Live, board_of: Boards, play: Play, device: str
) -> None:
    """A dozen of all kinds; that rounds end is the same for all ways."""
    table = Round(service.url, board_of(device, reduced_motion="reduce"), device)
    for _ in range(12):
        table.turn(play)


def test_the_long_game_in_rounds(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop", colors=6, rounds=2)
    for _ in range(3):
        table.turn(by_clicks)
    expect(table.pile("PURPLE")).to_be_visible()


# --- The first half of a turn.


def test_the_first_half_is_taken_back_by_each_way(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop")
    names = "all => all.map(one => one.ariaLabel)"
    before = table.page.get_by_role("button").evaluate_all(names)
    ways: dict[str, Callable[[Json], None]] = {
        "escape": lambda _: table.page.keyboard.press("Escape"),
        "expedition": lambda move: table.place(move).click(),
        "hand": lambda move: table.card(move["card"]).click(),
        "button": lambda _: table.page.get_by_role("button", name="Take back").click(),
    }
    for way, back in ways.items():
        move = table.lay()
        assert table.half
        back(move)
        assert table.page.get_by_role("button").evaluate_all(names) == before, way
        assert not table.half, way
        assert table.board.moves == [], way


@pytest.mark.parametrize(("language", "told"), [("en", "then"), ("de", "dann")])
def test_a_picked_card_says_what_its_expedition_would_count_and_nothing_moves(
    service: Live, board_of: Boards, language: str, told: str
) -> None:
    table = Round(service.url, board_of("phone", language=language), "phone")
    prompt, hand = table.page.locator(".prompt > p"), table.page.locator("[data-group=hand]")
    before = hand.bounding_box()
    for card in ("Yx", "R7"):  # the longest name, and a number that begins an expedition
        view = table.properties(table.ann, 0)["view"] | {"hand": [card]}
        moves = [
            {"notation": f"{card}{place}*", "move": {"card": card, "place": name, "draw": "DECK"}}
            for place, name in (("+", "EXPEDITION"), ("-", "DISCARD"))
        ]
        table.board.set(view=view, moves=moves)
        hand.get_by_role("button").first.click()
        score = -40 if card == "Yx" else -13
        expect(prompt).to_contain_text(f"{told}\u00a0\u2212{-score}")
        assert prompt.evaluate("(said) => said.scrollHeight <= said.clientHeight")
        assert hand.bounding_box() == before
        table.page.keyboard.press("Escape")


def test_nothing_is_sent_before_the_pile_is_chosen_and_nothing_twice(
    service: Live, board_of: Boards
) -> None:
    table = Round(service.url, board_of(), "desktop")
    table.lay()
    assert table.board.moves == []
    table.pile("DECK").click()
    table.pile("DECK").click(force=True)
    table.page.keyboard.type("*")
    assert len(table.board.moves) == 1


def test_a_move_that_was_not_made_leaves_its_card_laid(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop")
    move = table.lay()
    table.pile("DECK").click()
    table.board.set(busy=True)
    expect(table.card(move["card"])).to_have_attribute("aria-disabled", "true")
    table.board.set(busy=False)
    expect(table.page.locator(".prompt")).to_contain_text("Draw a card from the deck")
    table.pile("DECK").click()
    assert [each["move"]["card"] for each in table.board.moves] == [move["card"]] * 2


def test_the_half_of_a_turn_outlives_the_same_view_told_again(
    service: Live, board_of: Boards
) -> None:
    table = Round(service.url, board_of(), "desktop")
    table.lay()
    table.board.set(**table.properties(table.ann, 0))
    table.pile("DECK").click()
    assert len(table.board.moves) == 1


def test_only_what_is_legal_lights_up(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop")
    lit = f"() => [...{SHADOW}.querySelectorAll('.lit')].map(one => one.dataset.at)"
    assert table.page.evaluate(lit) == []
    move = table.expedition
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
    said = f"discard only: your {table.color(card).lower()} expedition is at 10 already"
    expect(table.card(card)).to_have_accessible_name(f"{table.color(card)} {card[1:]}, {said}")
    drag(table.page, table.card(card), table.place({"card": card, "place": ""}))
    expect(table.page.locator(".prompt")).to_contain_text("can only be discarded")
    assert not table.half
    expect(table.card(card).locator(".only")).to_be_visible()
    late_cards = [each for each in shown["view"]["hand"] if each[0] == card[0]]
    expect(table.page.locator(".only")).to_have_count(len(late_cards))


def test_what_cannot_be_a_move_is_not_typed(service: Live, board_of: Boards) -> None:
    table = Round(service.url, board_of(), "desktop")
    table.page.keyboard.type("q")
    expect(table.page.locator(".prompt")).to_contain_text("Q is no move.")
    hand = table.properties(table.ann, 0)["view"]["hand"]
    foreign = next(
        f"{color}{rank}" for color in "RWYBG" for rank in "23456789" if f"{color}{rank}" not in hand
    )
    table.page.keyboard.type(foreign)
    said = f"You do not hold {table.color(foreign).lower()} {foreign[1:]}."
    expect(table.page.locator(".prompt")).to_contain_text(said)
    thrown = table.expedition["card"]
    table.page.keyboard.type(f"{thrown}-{thrown[0]}")
    expect(table.page.locator(".prompt")).to_contain_text("that you have just discarded")
    table.page.keyboard.press("Escape")
    table.page.keyboard.type(f"{table.expedition['card']}+")
    table.page.keyboard.press("Escape")
    table.page.keyboard.type("*")
    assert table.board.moves == []


def test_what_the_other_has_done_is_marked_and_whose_turn_it_is_told(
    service: Live, board_of: Boards
) -> None:
    table = Round(service.url, board_of(), "desktop")
    view = table.properties(table.ann, 0)["view"]
    view["sides"][1]["expeditions"][2]["cards"] = ["Y2", "Y3"]
    last = [
        {"cardPlayed": {"seat": 1, "card": "Y3", "place": "EXPEDITION"}},
        {"cardDrawn": {"seat": 1, "pile": "DECK", "card": ""}},
    ]
    table.board.set(view=view, last=last, toMove=[1], moves=[])
    page = table.page
    expect(
        page.get_by_role("button", name=re.compile("Yellow expedition.*laid last$"))
    ).to_have_class(re.compile(r"\blast\b"))
    expect(
        page.get_by_role("button", name=re.compile("^Deck, .*, drawn from last$"))
    ).to_be_visible()
    expect(page.locator(".prompt")).to_contain_text("Bob to move")
    expect(page.locator(".prompt")).to_contain_text("Round 1 of")


def test_the_result_of_a_round_stays_until_it_is_put_away_and_the_focus_goes_to_the_hand(
    service: Live, board_of: Boards
) -> None:
    table = Round(service.url, board_of(), "desktop")
    side = {"seat": 0, "expeditions": [], "score": 0, "total": 0}
    view = table.properties(table.ann, 0)["view"]
    ended = {"round": 1, "starter": 0, "sides": [side, {**side, "seat": 1}]}
    shown = {**view, "finishedRounds": [ended], "round": 2, "rounds": 3}
    table.board.set(view=shown, events=[{"roundEnded": ended}])
    table.board.set(view={**shown, "deckSize": 43}, events=[])
    away = table.page.get_by_role("button", name="Next round")
    expect(away).to_be_visible()
    table.page.keyboard.type(table.expedition["card"])
    assert not table.half
    away.press("Enter")
    expect(table.page.get_by_role("group", name="Your hand").locator(":focus")).to_have_count(1)


def test_notation_is_typed_anywhere_but_where_text_is_written(
    service: Live, board_of: Boards
) -> None:
    table = Round(service.url, board_of(), "desktop")
    card = table.expedition["card"]
    for tag, heard in [("input", False), ("textarea", False), ("button", True)]:
        table.page.evaluate(FOCUS_OUTSIDE, tag)
        table.page.keyboard.type(card)
        assert table.half is heard


FOCUS_OUTSIDE = """
(tag) => {
  const element = document.createElement(tag);
  document.body.append(element);
  element.focus();
}
"""
