"""A match of Just4Fun on a board in a browser: it asks for moves, and the service makes them."""

import random
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator

from tests.support.players import Client, Json, register
from tests.web.board_page import SIZES, BoardPage, drag, press_keys, tab_into

GAME = "just4fun"
NAMES = ("Ann", "Bob", "Cid", "Dan")
BAR = """
(names) => document.querySelector("just4fun-board").append(...names.map((name, seat) => {
  const bar = document.createElement("div");
  bar.slot = `seat-${seat}`;
  bar.className = "bar";
  bar.textContent = name;
  return bar;
}))
"""

Play = Callable[["Match", Json], None]


class Match:
    """A match between Ann, at the board, and others, which move at random."""

    def __init__(
        self, url: str, board: BoardPage, device: str = "phone", seats: int = 2, **options: Any
    ) -> None:
        self.board = board
        self.page = board.page
        self.dice = random.Random(7)
        self.players = [register(url, name) for name in NAMES[:seats]]
        self.ann = self.players[0]
        settings = {"startSeat": 0, **options}
        self.match_id = str(self.ann.create(game=GAME, seats=seats, options=settings)["id"])
        for other in self.players[1:]:
            other.join(self.match_id)
        self.watcher = Client(url)
        self.match = self.ann.see(self.match_id)
        self.played: list[Json] = []
        board.fit(*SIZES[device])
        self.open(self.properties(self.ann, 0))

    def open(self, properties: Json) -> None:
        """Show a new board, with the bars of the players."""
        self.board.show(GAME, properties)
        self.page.evaluate(BAR, properties["players"])

    def properties(self, who: Client, seat: int | None) -> Json:
        """What the board of this viewer gets now."""
        match = who.see(self.match_id)
        return {
            "players": list(NAMES[: len(self.players)]),
            "seat": seat,
            "below": seat or 0,
            "toMove": match["toMove"],
            "view": match["state"],
            "moves": who.legal_moves(self.match_id) if seat in match["toMove"] else [],
            "events": match["lastEvents"],
            "busy": False,
        }

    @property
    def over(self) -> bool:
        return bool(self.match["status"] != "active")

    @property
    def hand(self) -> list[int]:
        return list(self.match["state"]["hand"])

    @property
    def several(self) -> list[int]:
        """The cards of a move of Ann's that plays more than one."""
        moves = self.ann.legal_moves(self.match_id)
        return next(cards for each in moves if len(cards := cards_of(each["move"])) > 1)

    def turn(self, play: Play) -> None:
        """Ann plays one of her moves on the board, which must send just this; the others answer."""
        entry = self.dice.choice(self.ann.legal_moves(self.match_id))
        sent = len(self.board.moves)
        play(self, entry["move"])
        assert self.board.moves[sent:] == [entry]
        self.make(entry["notation"])

    def make(self, notation: str) -> None:
        """Make Ann's move, and those of the others; the board shows each version."""
        self.ann.move(self.match_id, notation)
        self.show()
        while not self.over and self.match["toMove"] != [0]:
            mover = self.players[self.match["toMove"][0]]
            moves = mover.legal_moves(self.match_id)
            mover.move(self.match_id, self.dice.choice(moves)["notation"])
            self.show()

    def show(self) -> None:
        self.match = self.ann.see(self.match_id)
        told = self.match["lastEvents"]
        self.played += [each["cardsPlayed"] for each in told if "cardsPlayed" in each]
        self.board.set(**self.properties(self.ann, 0))

    # What there is on the table, by role and name.

    def group(self, name: str) -> Locator:
        return self.page.get_by_role("group", name=name, exact=True)

    def card(self, value: int, nth: int = 0) -> Locator:
        """One of the cards of the hand with this value."""
        name = re.compile(f"^{value}\\b")
        return self.group("Your hand").get_by_role("button", name=name).nth(nth)

    def field(self, number: int) -> Locator:
        name = re.compile(f"^Field {number}:")
        return self.group("Board").get_by_role("button", name=name)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def prompt(self) -> Locator:
        return self.page.locator(".prompt p")


def cards_of(move: Json) -> list[int]:
    """The cards of a move; none if it exchanges the hand."""
    return list(move.get("play", {}).get("cards", []))


def pick(table: Match, cards: list[int]) -> None:
    """Tap these cards of the hand."""
    for at, value in enumerate(cards):
        table.card(value, cards[:at].count(value)).tap()


def by_taps(table: Match, move: Json) -> None:
    """The cards first, then their field."""
    cards = cards_of(move)
    pick(table, cards)
    (table.field(sum(cards)) if cards else table.button("Exchange hand")).tap()


def by_button(table: Match, move: Json) -> None:
    """The cards first, then the button that names their field."""
    cards = cards_of(move)
    pick(table, cards)
    table.button(f"Place on {sum(cards)}" if cards else "Exchange hand").tap()


def by_field(table: Match, move: Json) -> None:
    """The field first, other cards until they are those, then the field again."""
    cards = cards_of(move)
    if not cards:
        by_button(table, move)
        return
    field = table.field(sum(cards))
    field.tap()
    wanted = f"with {' + '.join(map(str, cards))}"
    while not (field.get_attribute("aria-label") or "").endswith(wanted):
        table.button("Other cards").tap()
    table.prompt.tap()  # or two taps would be a double one, of which the second is not heard
    field.tap()


def by_notation(table: Match, move: Json) -> None:
    cards = cards_of(move)
    table.page.keyboard.type(" + ".join(map(str, cards)) or "exchange")
    if cards:
        table.page.keyboard.press("Enter")


def by_keys(table: Match, move: Json) -> None:
    """Tab to the hand, arrows to each card, Enter; up to the field that is lit, Enter."""
    cards = cards_of(move)
    tab_into(table.page, "hand" if cards else "go")
    if not cards:
        return press_keys(table.page, "Enter")
    hand, places = table.hand, list[int]()
    for value in cards:
        places.append(next(at for at, one in enumerate(hand) if one == value and at not in places))
        press_keys(table.page, "Home", *["ArrowRight"] * places[-1], "Enter")
    return press_keys(table.page, "ArrowUp", "Enter")


def by_mouse(table: Match, move: Json) -> None:
    """Clicks on all cards but the last one, which is dragged to the field."""
    *first, last = cards_of(move) or [0]
    if not last:
        table.button("Exchange hand").click()
        return
    for at, value in enumerate(first):
        table.card(value, first[:at].count(value)).click()
    card = table.card(last, first.count(last))
    drag(table.page, card, table.field(sum(first) + last))
