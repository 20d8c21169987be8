"""A board alone, without the shell: an empty page under the same policy, and properties as JSON."""

from typing import Any

from gateway.web.page import PAGE_HEADERS
from playwright.sync_api import ElementHandle, JSHandle, Page, Route

from tests.support.players import Client

PATH = "/board"
ROOT = "/t/web"
PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><title>Board</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><link rel="stylesheet" href="{root}/app.css">
<main></main></html>
"""
SHOW = """
async ({ root, game, texts, properties, part }) => {
  const { boardOf } = await import(`${root}/boards/index.js`);
  const kind = boardOf(game);
  const wanted = part === "score" ? kind.score : { tag: kind.board, load: kind.load };
  await wanted.load();
  const load = async (path) => path ? (await import(`${root}/text/${path}.js`)).default : {};
  const [page, own] = await Promise.all(texts.map(load));
  const board = document.createElement(wanted.tag);
  globalThis.moves = [];
  board.addEventListener("move", (event) => globalThis.moves.push(event.detail));
  Object.assign(board, properties, { text: { ...page, game: own } });
  document.querySelector("main").replaceChildren(board);
  await board.updateComplete;
  return board;
}
"""


class BoardPage:
    """A page that shows one board after the other, or what stands beside a board."""

    def __init__(self, page: Page, url: str, language: str = "en") -> None:
        """`url` is that of the service."""
        self.page = page
        self._language = language
        self._url = url
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
            "texts": [self._text(self._language), self._text(f"{game}.{self._language}")],
        }
        self._board = self.page.evaluate_handle(SHOW, arguments)
        element = self._board.as_element()
        assert element
        return element

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

    def _text(self, name: str) -> str:
        """The name of a text's module; "" if there is none, for boards come before texts."""
        path = f"{ROOT}/text/{name}.js"
        return name if Client(self._url).get(path).status_code == 200 else ""

    def _answer(self, route: Route) -> None:
        body = PAGE.format(language=self._language, root=ROOT)
        headers = {**PAGE_HEADERS, "Content-Type": "text/html; charset=utf-8"}
        route.fulfill(body=body, headers=headers)
