"""Livingstone in a browser: moves made by role and name, and boards of positions by the engine."""

import random
import re
from collections.abc import Iterator
from typing import Any

from croupier_game.game import view_json
from croupier_game.kit.random_matches import random_match
from croupier_game.replace import replace
from croupier_livingstone import rules, wire
from croupier_livingstone.types import CARDS as ALL_CARDS
from croupier_livingstone.types import Move, Options, State
from engine.domain.registry import GAMES
from playwright.sync_api import Locator, Page

from tests.support.players import Json
from tests.web.board_page import SIZES, BoardPage

GAME = "livingstone"
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve")
PLAIN = {
    "card": "Draw a card",
    "coins": "Take .* coins?",
    "dig": "Dig",
    "end": "End turn",
    "pass": "Sit out",
}
CARDS = {
    "NO_COST_TENT": "Free tent",
    "ANY_ROW_TENT": "Tent in any row",
    "SCORED_ROW_TENT": "Tent in a scored row",
    "TWO_DICE": "Two dice",
    "MARKET": "Market",
    "THREE_STONES": "Three stones",
    "FOUR_COINS": "Four coins",
    "VP2": "2 points",
    "VP3": "3 points",
    "VP4": "4 points",
    "BOAT_BACK": "Boat back",
}
GEMS = {"c": "clear", "b": "blue", "r": "red"}
RICH = Options(
    card_counts=tuple(4 for _ in ALL_CARDS), river=(0, 0, 1, 1, 1, 2, 2, 2, 3, 3), start_seat=0
)
TENT = re.compile(r"tent (\d)( free)?( any)?(?: from (\w\d))?")


def asked(state: State, seat: int | None = None) -> Json:
    """What the board of the mover gets, or that of another seat; -1 is a spectator's."""
    own = state.turn if seat is None else seat
    legal = rules.legal_moves(state, own) if own == state.turn and not rules.over(state) else ()
    seats = len(state.hands)
    return {
        "view": view_json(GAMES[GAME], state, None if own < 0 else own),
        "seat": None if own < 0 else own,
        "below": max(own, 0),
        "players": list(NAMES[:seats]),
        "toMove": list(rules.to_move(state)),
        "options": wire.options_json(state.options),
        "moves": [
            {"move": wire.move_json(move), "notation": rules.notation(move)} for move in legal
        ],
    }


def states(seats: int, seed: int = 1, options: Options | None = None) -> Iterator[Any]:
    """The positions of a random match, one after the other."""
    for match in random_match(rules.ID, options or Options(), seats, seed, 4000).dealt:
        yield match.state


def richer(state: State, dice: random.Random) -> State:
    """The same position, in which the mover has cards, gems and coins, and maybe no tent."""
    seat = state.turn
    fields = tuple(f"{column}{row}" for column in "abcdefghij" for row in (1, 2))[:11]
    tents = fields if len(state.hands) == 2 and dice.random() < 0.5 else state.tents[seat]
    return replace(
        state,
        hands=at(
            state.hands, seat, tuple(sorted(dice.sample(ALL_CARDS[:-1], 5), key=ALL_CARDS.index))
        ),
        gems=at(state.gems, seat, (2, 1, dice.choice([0, 2]))),
        coins=at(state.coins, seat, 6),
        tents=at(state.tents, seat, tents),
        unscored=((),) * len(state.hands),
        scored_rows=at(state.scored_rows, seat, (1, 2, 5)),
    )


def at(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


def in_hand(state: Any, value: int) -> Any:
    """The position with this die in the mover's hand."""
    return replace(state, die=value, owed=0, taken=True, last=at(state.last, state.turn, value))


def full(seats: int) -> Any:
    """A position late in a match; the mover has all cards and a die in hand."""
    late = [each for each in states(seats, options=RICH) if not rules.over(each)][-30]
    rich = richer(late, random.Random(1))
    return replace(
        in_hand(rich, 3), hands=at(rich.hands, rich.turn, ALL_CARDS[:-1]), pool=(1, 4, 6)
    )


def shown(board: BoardPage, state: State, device: str = "phone", **more: Any) -> Locator:
    """Show the position as the mover has it; return the board."""
    board.fit(*SIZES[device])
    board.show(GAME, {**asked(state), **more})
    return board.page.locator("livingstone-board")


# --- Moves by role and name.


def make(page: Page, notation: str) -> None:
    """Make the move, by what a screen reader tells."""
    word, _, rest = notation.partition(" ")
    if word in PLAIN:
        press(page, PLAIN[word])
    elif word == "die":
        button(page, "Dice", f"Take (the|a) {rest}").click()
    elif word == "tent":
        make_tent(page, notation)
    elif word == "donate":
        press(page, "Give")
        more(page, "Coins", int(rest) - 1)
        press(page, "Put")
    elif word == "sell":
        press(page, "Sell gems")
        make_sale(page, rest)
    else:
        make_card(page, *rest.partition(" ")[::2])


def make_tent(page: Page, notation: str) -> None:
    found = TENT.fullmatch(notation)
    assert found
    row, free, any_row, origin = found.groups()
    if not free and not any_row:
        press(page, f"Tent on .{row}")
    else:
        open_card(page, "NO_COST_TENT" if free else "ANY_ROW_TENT")
        if free and any_row:
            press(page, CARDS["ANY_ROW_TENT"])
        press(page, f".{row} for")
    if origin:
        press(page, f"from {origin}")


def make_card(page: Page, card: str, rest: str) -> None:
    open_card(page, card)
    if card == "MARKET":
        make_sale(page, rest)
    elif card == "SCORED_ROW_TENT":
        row, _, origin = rest.partition(" from ")
        press(page, f".{row} for")
        if origin:
            press(page, f"from {origin}")


def open_card(page: Page, card: str) -> None:
    button(page, "Your cards", CARDS[card]).click()
    press(page, "Play it")


def make_sale(page: Page, gems: str) -> None:
    for each in gems.split():
        more(page, GEMS[each[-1]], int(each[:-1]))
    press(page, "Sell")


def more(page: Page, name: str, times: int) -> None:
    """Raise an amount."""
    for _ in range(times):
        page.get_by_role("button", name=re.compile(f"^{name}.*: one more")).click()


def press(page: Page, name: str) -> None:
    """Press a button below the board, by the beginning of its name; the chest is one."""
    page.locator(".tray, .step, .chest").get_by_role("button", name=re.compile(f"^{name}")).click()


def button(page: Page, group: str, name: str) -> Locator:
    return page.get_by_role("group", name=group, exact=True).get_by_role(
        "button", name=re.compile(f"^{name}")
    )


def choose(state_or_moves: list[str], dice: random.Random) -> str:
    """One of these moves: most often one that gets the match on."""
    slow = ("sell", "donate", "play")
    weights = [1 if each.startswith(slow) else 4 for each in state_or_moves]
    return dice.choices(state_or_moves, weights)[0]


def amount(notation: str, dice: random.Random) -> str:
    """The same move, or one that is not listed: a donation of less."""
    word, _, rest = notation.partition(" ")
    if word != "donate" or int(rest) < 3:
        return notation
    return f"donate {dice.randint(2, min(4, int(rest)))}"


def checked(state: State, notation: str) -> Move:
    """The move, which must be legal."""
    move = rules.parse(notation)
    rules.check(state, state.turn, move)
    return move
