"""A round of Lost Cities on a board in a browser: it asks for moves, and the service makes them."""

import random
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

from tests.support.players import Client, Json, start_match
from tests.web.board_page import SHADOW, SIZES, BoardPage, center, drag, press_keys, tab_into

GAME = "lost-cities"
COLORS = {"R": "RED", "W": "WHITE", "Y": "YELLOW", "B": "BLUE", "G": "GREEN", "P": "PURPLE"}

Play = Callable[["Round", Json], None]


class Round:
    """A match of one round between Ann, at the board, and Bob, which moves at random."""

    def __init__(self, url: str, board: BoardPage, device: str = "phone", **options: Any) -> None:
        self.board = board
        self.page = board.page
        self.dice = random.Random(7)
        settings = {"rounds": 1, "startSeat": 0, **options}
        self.match_id, (self.ann, self.bob) = start_match(url, options=settings)
        self.watcher = Client(url)
        self.match = self.ann.see(self.match_id)
        board.fit(*SIZES[device])
        board.show(GAME, self.properties(self.ann, 0))

    def properties(self, who: Client, seat: int | None, events: bool = False) -> Json:
        """What the board of this viewer gets now."""
        match = who.see(self.match_id)
        moves = who.legal_moves(self.match_id) if seat in match["toMove"] else []
        told = match["lastEvents"] if events else []
        named = {"players": ["Ann", "Bob"], "seat": seat, "below": seat or 0}
        return {**named, "view": match["state"], "moves": moves, "events": told, "busy": False}

    @property
    def over(self) -> bool:
        return bool(self.match["status"] != "active")

    def choose(self) -> Json:
        """One of Ann's moves: from discard piles now and then, or the round would not end."""
        moves = self.ann.legal_moves(self.match_id)
        decks = [each for each in moves if each["move"]["draw"] == "DECK"]
        return self.dice.choice(moves if self.dice.random() < 0.3 else decks)

    @property
    def expedition(self) -> Json:
        """A move of Ann's that lays a card on an expedition."""
        moves = self.ann.legal_moves(self.match_id)
        return next(each["move"] for each in moves if each["move"]["place"] == "EXPEDITION")

    def lay(self) -> Json:
        """Make the first half of that move by clicks; return it."""
        move = self.expedition
        self.card(move["card"]).click()
        self.place(move).click()
        return move

    @property
    def half(self) -> bool:
        """Whether the board has a half of a turn."""
        return bool(self.page.evaluate(f"{SHADOW}.host.half"))

    @property
    def ended(self) -> Json:
        """The view with a round that has been scored, as it lies."""
        view: Json = self.match["state"]
        sides = [
            {"expeditions": one["expeditions"], "score": one["roundScore"], "total": 7, "seat": at}
            for at, one in enumerate(view["sides"])
        ]
        ended = {"round": 1, "starter": 0, "sides": sides}
        return {**view, "finishedRounds": [ended], "round": 2, "rounds": 3}

    def turn(self, play: Play) -> None:
        """Ann plays a move on the board, which must send just this; Bob answers."""
        entry = self.choose()
        sent = len(self.board.moves)
        play(self, entry["move"])
        assert self.board.moves[sent:] == [entry]
        self.make(self.ann, entry["notation"])

    def make(self, who: Client, notation: str) -> None:
        """Make the move, and Bob's if it is his turn; the board shows each version."""
        self.match = who.move(self.match_id, notation)["match"]
        self.show()
        if not self.over and self.match["toMove"] == [1]:
            moves = self.bob.legal_moves(self.match_id)
            decks = [each for each in moves if each["move"]["draw"] == "DECK"]
            self.make(self.bob, self.dice.choice(decks)["notation"])

    def show(self) -> None:
        self.board.set(**self.properties(self.ann, 0, events=True))

    # What there is on the table, by role and name.

    def group(self, name: str) -> Locator:
        return self.page.get_by_role("group", name=name, exact=True)

    def card(self, card: str) -> Locator:
        """The first such card of the hand."""
        name = f"^{self.color(card)} {'wager' if card[1:] == 'x' else card[1:]}\\b"
        return self.group("Your hand").get_by_role("button", name=re.compile(name)).first

    def place(self, move: Json) -> Locator:
        """The expedition or the discard pile where the card of the move goes."""
        color = self.color(move["card"])
        if move["place"] == "DISCARD":
            return self.pile(COLORS[move["card"][0]])
        mine = self.group("Your expeditions")
        return mine.get_by_role("button", name=re.compile(f"^{color} expedition"))

    def pile(self, pile: str) -> Locator:
        """The deck or a discard pile."""
        name = "^Deck" if pile == "DECK" else f"^{pile.capitalize()} discard pile"
        return self.group("Discard piles and deck").get_by_role("button", name=re.compile(name))

    @staticmethod
    def color(card: str) -> str:
        return COLORS[card[0]].capitalize()


def by_taps(table: Round, move: Json) -> None:
    table.card(move["card"]).tap()
    table.place(move).tap()
    table.pile(move["draw"]).tap()


def by_clicks(table: Round, move: Json) -> None:
    table.card(move["card"]).click()
    table.place(move).click()
    table.pile(move["draw"]).click()


def by_notation(table: Round, move: Json) -> None:
    sign = "+" if move["place"] == "EXPEDITION" else "-"
    pile = "*" if move["draw"] == "DECK" else move["draw"][0]
    table.page.keyboard.type(f"{move['card'].lower()} {sign} {pile}")


def by_keys(table: Round, move: Json) -> None:
    """Tab to the hand, arrows to the card, Enter; up to what is lit; then to the pile."""
    hand = table.ann.see(table.match_id)["state"]["hand"]
    tab_into(table.page, "hand")
    press_keys(table.page, "Home", *["ArrowRight"] * hand.index(move["card"]), "Enter")
    ups = 1 if move["place"] == "EXPEDITION" else 2
    press_keys(table.page, *["ArrowUp"] * ups, "Enter")
    piles = [each["color"] for each in table.match["state"]["discards"]]
    at = len(piles) if move["draw"] == "DECK" else piles.index(move["draw"])
    press_keys(table.page, "Home", *["ArrowRight"] * at, "Enter")


def by_mouse(table: Round, move: Json) -> None:
    drag(table.page, table.card(move["card"]), table.place(move))
    table.pile(move["draw"]).click()


def by_finger(table: Round, move: Json) -> None:
    drag_by_finger(table.page, table.card(move["card"]), table.place(move))
    table.pile(move["draw"]).tap()


class Finger:
    """One finger, as Chromium itself would hear of it."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def touch(self, kind: str, *point: float) -> None:
        points = [{"x": point[0], "y": point[1]}] if point else []
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def drag_by_finger(page: Page, card: Locator, place: Locator) -> None:
    (x, y), (to_x, to_y) = center(card), center(place)
    finger = Finger(page)
    finger.touch("touchStart", x, y)
    finger.touch("touchMove", (x + to_x) / 2, (y + to_y) / 2)
    finger.touch("touchMove", to_x, to_y)
    finger.touch("touchEnd")
