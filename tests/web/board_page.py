"""A board alone, without the shell: an empty page under the same policy, and properties as JSON."""

from collections.abc import Callable
from typing import Any, TypeAlias

from gateway.web.page import PAGE_HEADERS
from gateway.web.policy import POLICY
from playwright.sync_api import ElementHandle, JSHandle, Locator, Page, Route

PATH = "/board"
ROOT = "/t/web"
PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><title>Board</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><link rel="stylesheet" href="{root}/app.css">
<main></main></html>
"""
SHOW = """
async ({ root, game, language, properties, part }) => {
  const { learned } = await import(`${root}/boards/games.js`);
  await learned(location.origin);
  const { load, scoreOf } = await import(`${root}/boards/index.js`);
  const { default: page } = await import(`${root}/text/${language}.js`);
  const { tag, words } = await load(page, game);
  const score = part === "score" && scoreOf(game);
  if (score) await score.load();
  const board = document.createElement(score ? score.tag : tag);
  globalThis.moves = [];
  board.addEventListener("move", (event) => globalThis.moves.push(event.detail));
  Object.assign(board, properties, { text: words });
  document.querySelector("main").replaceChildren(board);
  await board.updateComplete;
  return board;
}
"""

SIZES = {"phone": (390, 744), "desktop": (944, 748)}
"""Width and height that a board has of the screen."""
SHADOW = "document.querySelector('main > *')?.shadowRoot"
FIT = """([width, height]) => {
  const main = document.querySelector("main");
  Object.assign(main.style, { width: `${width}px`, height: `${height}px`, padding: 0 });
}"""
FOCUSED = f"""() => {{
  const active = {SHADOW}?.activeElement;
  if (!active) return "";
  const group = active.closest("[data-group]")?.dataset.group ?? [...active.classList].pop();
  return `${{group}} ${{active.dataset.at}}`;
}}"""


class BoardPage:
    """A page that shows one board after the other, or what stands beside a board."""

    def __init__(self, page: Page, url: str, language: str = "en") -> None:
        """`url` is that of the service."""
        self.page = page
        self._language = language
        self._board: JSHandle | None = None
        page.route(url + PATH, self._answer)
        page.goto(url + PATH)

    def show(self, game: str, properties: dict[str, Any], part: str = "board") -> ElementHandle:
        """Show a new element of the game, and wait until it is drawn.

        `part` is "board" or "score". Properties that web/README.md names and that are not given
        are those of a spectator's board, where nobody can move.
        """
        usual: dict[str, Any] = {"seat": None, "below": 0, "moves": [], "events": [], "busy": False}
        arguments = {
            "root": ROOT,
            "game": game,
            "part": part,
            "properties": {**usual, **properties},
            "language": self._language,
        }
        self._board = self.page.evaluate_handle(SHOW, arguments)
        element = self._board.as_element()
        assert element
        return element

    def fit(self, width: int, height: int) -> None:
        """Give the board the space that it has on the page."""
        self.page.evaluate(FIT, [width, height])

    def set(self, **properties: Any) -> None:
        """Give the board other properties, and wait until it is drawn again."""
        assert self._board
        self._board.evaluate(
            "(board, properties) => Object.assign(board, properties).updateComplete", properties
        )

    @property
    def moves(self) -> list[dict[str, Any]]:
        """The details of all events `move` since the board was shown."""
        moves: list[dict[str, Any]] = self.page.evaluate("globalThis.moves")
        return moves

    def _answer(self, route: Route) -> None:
        body = PAGE.format(language=self._language, root=ROOT)
        policy = {"Content-Security-Policy": f"{POLICY}'none'"}
        headers = {**PAGE_HEADERS, **policy, "Content-Type": "text/html; charset=utf-8"}
        route.fulfill(body=body, headers=headers)


Boards: TypeAlias = Callable[..., BoardPage]


def focused(page: Page) -> str:
    """The group and the place of the button with the focus, or its class; "" if none has it."""
    return str(page.evaluate(FOCUSED))


def tab_into(page: Page, group: str) -> None:
    """Press Tab until the focus is in the group."""
    for _ in range(12):
        if focused(page).startswith(group):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {group}, only to {focused(page)}")


def press_keys(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def drag(page: Page, card: Locator, place: Locator) -> None:
    """Drag the card to the place with the mouse."""
    (x, y), (to_x, to_y) = center(card), center(place)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=3)
    page.mouse.up()


def center(button: Locator) -> tuple[float, float]:
    """A point of the button that is not covered: cards of a hand lie one over the other."""
    box = button.bounding_box()
    assert box
    return box["x"] + min(box["width"] / 2, 22), box["y"] + min(box["height"] / 2, 40)
