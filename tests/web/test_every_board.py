"""Boards of all games, for eyes and fingers: what axe finds, and what fits and can be touched."""

from collections.abc import Callable, Iterator

import pytest
from croupier_livingstone import rules
from playwright.sync_api import Page, expect

from tests.support.live import Live
from tests.web import just4fun_match, lost_cities_round
from tests.web.board_page import SHADOW, SIZES, BoardPage, Boards
from tests.web.faults import faults
from tests.web.livingstone_table import full, shown, states
from tests.web.turns import in_turn

Scenes = Callable[[str, BoardPage, str, int], Iterator[str]]
"""Goes through what a board shows; yields the name of each, at the end of a match "result"."""
BOXES = f"""() => [...{SHADOW}.querySelectorAll("button")].filter(
  (one) => one.checkVisibility()).map((one) => {{
  const {{ left, top, right, bottom, width, height }} = one.getBoundingClientRect();
  const card = one.parentElement.matches(".hand > span") && one.parentElement;
  const next = card && card.nextElementSibling?.firstElementChild;
  const free = next ? next.getBoundingClientRect().left - left : width;
  return {{ name: one.dataset.at ?? one.textContent, left, top, right, bottom, free, height }};
}})"""
"""The buttons; `free` is the width of a card that the next one of the hand does not cover."""


def lost_cities(url: str, board: BoardPage, device: str, colors: int) -> Iterator[str]:
    table = lost_cities_round.Round(url, board, device, colors=colors)
    table.make(table.ann, table.choose()["notation"])
    yield "turn"
    board.page.keyboard.type(f"{table.expedition['card']}+")
    assert table.half
    yield "laid"
    board.set(events=[{"roundEnded": {}}], view=table.ended)
    expect(board.page.locator(".result")).to_be_visible()
    yield "result"
    watched = table.properties(table.watcher, None, events=True)
    assert watched["view"]["hand"] == []
    board.show(lost_cities_round.GAME, watched)
    yield "watched"


def just4fun(url: str, board: BoardPage, device: str, seats: int) -> Iterator[str]:
    table = just4fun_match.Match(url, board, device, seats)
    for _ in range(4):
        table.make(table.dice.choice(table.ann.legal_moves(table.match_id))["notation"])
    yield "turn"
    table.page.keyboard.type("+".join(map(str, table.several)))
    yield "picked"
    now = table.properties(table.ann, 0)
    row = [field["number"] for field in now["view"]["board"][:4]]
    table.open({**now, "view": {**now["view"], "line": row}, "moves": [], "toMove": []})
    expect(board.page.locator(".field.won")).to_have_count(4)
    yield "result"
    board.show(just4fun_match.GAME, {"view": now["view"], "players": now["players"]}, "score")
    yield "score"


def livingstone(_url: str, board: BoardPage, device: str, seats: int) -> Iterator[str]:
    shown(board, full(seats), device)
    yield from turn_of_livingstone(board.page)
    *_, last = states(2)
    assert rules.over(last)
    shown(board, last, device, events=[{"matchScored": {"eliminated": []}}])
    yield "result"


def turn_of_livingstone(page: Page) -> Iterator[str]:
    """Go through what a board can show on a turn with a die, cards, gems and coins."""
    yield "turn"
    for opener in ("sell", "donate", "overview"):
        page.locator(f"[data-at='action/{opener}']").click()
        yield opener
        page.keyboard.press("Escape")
    for card in page.locator("[data-group=hand] button").all():
        card.click()
        yield str(card.get_attribute("data-at"))
        use = page.locator("[data-at='step/play'][data-at]:not([aria-disabled])")
        if card.get_attribute("data-at") in ("card/ANY_ROW_TENT", "card/MARKET") and use.count():
            use.click()
            yield "used"
        page.keyboard.press("Escape")


@pytest.mark.parametrize(("scenes", "number"), [(lost_cities, 6), (just4fun, 4), (livingstone, 5)])
def test_axe_finds_nothing(service: Live, board_of: Boards, scenes: Scenes, number: int) -> None:
    board = board_of("phone", "de", reduced_motion="reduce")
    for scene in scenes(service.url, board, "phone", number):
        if scene not in UNSEEN_BY_AXE and not scene.startswith("card/"):
            assert faults(board.page, "main") == [], scene


UNSEEN_BY_AXE = ("donate", "used")
"""Axe takes seconds for a scene, and these have the parts of others."""


FITS = (
    *((lost_cities, device, colors) for device in SIZES for colors in (5, 6)),
    *((just4fun, device, seats) for device, seats in (("phone", 4), ("phone", 2), ("desktop", 4))),
    (livingstone, "phone", 5),
)
CROWDED = [each for each in FITS if each[2] > (5 if each[0] is lost_cities else 2)]
"""Where most has to fit."""


@pytest.mark.parametrize("cell", in_turn(FITS, CROWDED))
def test_all_fits_and_can_be_touched(
    service: Live, board_of: Boards, cell: tuple[Scenes, str, int]
) -> None:
    """Livingstone's board may be higher than a screen, and its hand scrolls sideways."""
    scenes, device, number = cell
    board, (width, height) = board_of(device, "de"), SIZES[device]
    for scene in scenes(service.url, board, device, number):
        if scene in ("result", "watched", "score"):
            break
        for box in board.page.evaluate(BOXES):
            if scenes is not livingstone or not box["name"].startswith("card/"):
                assert 0 <= box["left"] <= box["right"] <= width + 0.5, (scene, box)
            assert min(box["free"], box["height"]) >= 44 - 0.1, (scene, box)
            if scenes is not livingstone:
                assert 0 <= box["top"] <= box["bottom"] <= height + 0.5, (scene, box)
