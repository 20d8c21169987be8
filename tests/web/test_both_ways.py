"""A board is the same in the page and as a guest, in a frame: ours, and those of the examples.

Positions are of random matches. In each, buttons are pressed at random in the page; then the same
ones are in the frame. What is drawn, where, and what the board says has to be equal.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import pytest
from gateway.web.frames import ON_THE_PAGES_SITE
from gateway.web.page import PAGE_HEADERS
from gateway.web.policy import POLICY
from playwright.sync_api import Frame, Page, Route

from tests.support.live import Live
from tests.support.players import Json, ok, play_some, start_match
from tests.support.waiting import until
from tests.web.board_page import PAGE, PATH, ROOT, SIZES
from tests.web.browsing import Visits
from tests.web.conftest import WEB
from tests.web.guests import BALL, MARKET, examples, serve
from tests.web.turns import in_turn

GAMES = ("lost-cities", "just4fun", "livingstone", MARKET, BALL)
EACH_RUN = ("lost-cities",)
MOVES = (1, 12)
"""After so many, a match is shown."""
PRESSES = 5
BEGIN = """async ({ root, game, language }) => {
  const { learned } = await import(`${root}/boards/games.js`);
  await learned(location.origin);
  const { BoardHost } = await import(`${root}/app/board/board-host.js`);
  const { bar } = await import(`${root}/app/board/bar.js`);
  const { load } = await import(`${root}/text/index.js`);
  const text = await load(language);
  const host = new BoardHost({ isConnected: true, requestUpdate: () => {} });
  await host.load(text, game);
  const { board } = host;
  const felt = document.createElement("section");
  felt.append(board);
  document.querySelector("main").replaceChildren(felt);
  board.addEventListener("intend", ({ detail }) => told.intended = written(detail.moves));
  board.addEventListener("move", ({ detail }) => told.move = detail.notation);
  const written = (moves) => moves.map(({ notation }) => notation).sort();
  const told = { intended: [], move: "" };
  globalThis.show = async (match, { table, ...given }) => {
    Object.assign(told, { intended: [], move: "" });
    const bars = match.seats.map((_, at) => bar(text, match, at, { own: at === given.seat }));
    host.show(match, given, bars);
    await host.draw(match.id + match.version, async () => table);
    await board.updateComplete;
  };
  globalThis.told = () => {
    const move = told.move || board.pending?.notation || "";
    return { half: Boolean(board.half), move, intended: move ? [] : told.intended };
  };
}"""
FIT = """([width, height]) => {
  const felt = document.querySelector("section");
  Object.assign(felt.style, { width: `${width}px`, height: `${height}px` });
  const frame = felt.firstElementChild.shadowRoot.querySelector("iframe");
  const strip = frame ? height - frame.getBoundingClientRect().height : 0;
  felt.style.height = `${height + strip}px`;
}"""
BOARD = "[...document.querySelectorAll('section > *, body > *')].filter((one) => one.view).at(-1)"
DRAWN = f"""() => {{
  const board = {BOARD};
  const place = board.getBoundingClientRect();
  const words = (one) => one.textContent.replace(/\\s+/g, " ").trim();
  const buttons = [...board.shadowRoot.querySelectorAll("button")].filter((one) =>
    one.checkVisibility());
  return {{
    words: words(board.shadowRoot),
    bars: words(board),
    buttons: buttons.map((one) => {{
      const {{ left, top, width, height }} = one.getBoundingClientRect();
      const box = [left - place.left, top - place.top, width, height].map(Math.round).join(" ");
      const states = [...one.attributes].filter(({{ name }}) => name.startsWith("aria-"));
      return [one.dataset.at ?? words(one), box, ...states.map(({{ value }}) => value)].join(", ");
    }}),
  }};
}}"""
PRESS = f"""async (at) => {{
  const board = {BOARD};
  const buttons = [...board.shadowRoot.querySelectorAll("button")].filter((one) =>
    one.checkVisibility());
  buttons[at].click();
  await board.updateComplete;
}}"""


@dataclass
class Shown:
    """What is seen, and what the page is told."""

    drawn: Json
    told: Json
    pressed: int = -1
    """Which button after that; none at the end."""


class OneBoard:
    """A page with the board of a game, in a frame if it is a guest."""

    def __init__(self, page: Page, url: str, game: str, device: str) -> None:
        self._page, self._size = page, SIZES[device]
        page.route(url + PATH, partial(answer, f"{url}/board-frame/".partition("://")[2]))
        page.goto(url + PATH)
        page.evaluate(BEGIN, {"root": ROOT, "game": game, "language": "en"})

    def show(self, match: Json, given: Json) -> None:
        self._page.evaluate("([match, given]) => show(match, given)", [match, given])
        self._page.evaluate(FIT, self._size)
        if self._document is not self._page.main_frame:  # a frame hears of its size later
            self._document.wait_for_function(
                "(height) => innerHeight === height", arg=self._size[1]
            )

    @property
    def told(self) -> Json:
        return dict(self._page.evaluate("told()"))

    def is_told(self, told: Json) -> bool:
        return self.told == told

    @property
    def drawn(self) -> Json:
        return dict(self._document.evaluate(DRAWN))

    def press(self, at: int) -> None:
        self._document.evaluate(PRESS, at)

    @property
    def _document(self) -> Frame:
        return self._page.frames[-1]


def answer(frames: str, route: Route) -> None:
    body = PAGE.format(language="en", root=ROOT)
    policy = {"Content-Security-Policy": POLICY + frames}
    headers = {**PAGE_HEADERS, **policy, "Content-Type": "text/html; charset=utf-8"}
    route.fulfill(body=body, headers=headers)


@pytest.fixture(scope="module")
def service(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with examples(tmp_path_factory.mktemp("examples")), Live(redis_url, web=str(WEB)) as live:
        yield live


def positions(url: str, game: str, dice: random.Random) -> Iterator[tuple[Json, Json]]:
    """Yield matches as a seat sees them where it is to move, and what else a board gets."""
    for moves in MOVES:
        match_id, seats = start_match(url, game=game)
        play_some(match_id, seats, moves, dice)
        to_move = seats[0].see(match_id)["toMove"]
        seat = to_move[0] if to_move else 0
        match = ok(seats[seat].get(f"/v1/matches/{match_id}", include="legalMoves"))
        table = seats[seat].get(f"/v1/matches/{match_id}/table").text
        yield (
            match,
            {
                "players": ["Ann", "Bob"],
                "seat": seat,
                "below": seat,
                "moves": match["legalMoves"]["moves"] if to_move else [],
                "events": [],
                "last": match["lastEvents"],
                "marked": [],
                "busy": False,
                "still": False,
                "table": table,
            },
        )


@pytest.mark.parametrize("game", in_turn(GAMES, EACH_RUN))
def test_a_board_is_the_same_in_the_page_and_in_a_frame(
    service: Live, visits: Visits, game: str
) -> None:
    dice = random.Random(7)
    found = [*positions(service.url, game, dice)]
    seen: list[list[Shown]] = []
    serve(service, ON_THE_PAGES_SITE, WEB, GAMES)
    board = OneBoard(visits("phone", reduced_motion="reduce"), service.url, game, "phone")
    for match, given in found:
        board.show(match, given)
        seen.append([*pressed(board, dice)])
    serve(service)
    board = OneBoard(visits("phone", reduced_motion="reduce"), service.url, game, "phone")
    for (match, given), steps in zip(found, seen, strict=True):
        board.show(match, given)
        for step in steps:
            until(partial(board.is_told, step.told))
            if not step.told["move"]:
                assert board.drawn == step.drawn
            if step.pressed >= 0:
                board.press(step.pressed)


def pressed(board: OneBoard, dice: random.Random) -> Iterator[Shown]:
    """Press buttons at random until a move is made; yield what is seen each time."""
    for _ in range(PRESSES):
        now = Shown(board.drawn, board.told)
        buttons = len(now.drawn["buttons"])
        if now.told["move"] or not buttons:
            break
        now.pressed = dice.randrange(buttons)
        yield now
        board.press(now.pressed)
    yield Shown(board.drawn, board.told)
