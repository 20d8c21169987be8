"""Moves of Livingstone in writing."""

import re

from croupier_game.errors import InvalidMove

from croupier_livingstone.types import (
    GEM_LETTERS,
    MARKET,
    PLAIN,
    SCORED_ROW_TENT,
    Action,
    Move,
)

WORDS: dict[Action, str] = {
    "take_die": "die",
    "draw_card": "card",
    "take_coins": "coins",
    "dig": "dig",
    "place_tent": "tent",
    "sell_gems": "sell",
    "donate": "donate",
    "play_card": "play",
    "play_market": f"play {MARKET}",
    "play_scored_row_tent": f"play {SCORED_ROW_TENT}",
    "end_turn": "end",
    "pass_round": "pass",
}
# Nine digits at most, which fit the uint32 of the wire.
_NUMBER = r" (?P<number>[1-9]\d{0,8})"
# The look-ahead asks for one kind of gems at least: all three are optional.
_GEMS = r"(?=.)( (?P<clear>[1-9]\d{0,2})c)?( (?P<blue>[1-9]\d{0,2})b)?( (?P<red>[1-9]\d{0,2})r)?"
_ORIGIN = r"( from (?P<origin>[a-j][1-6]))?"
_DETAILS: dict[Action, str] = {
    "take_die": _NUMBER,
    "place_tent": _NUMBER + r"(?P<no_cost> free)?(?P<any_row> any)?" + _ORIGIN,
    "sell_gems": _GEMS,
    "donate": _NUMBER,
    "play_card": f" (?P<card>{'|'.join(PLAIN)})",
    "play_market": _GEMS,
    "play_scored_row_tent": _NUMBER + _ORIGIN,
}
PATTERNS = {
    action: re.compile(word + _DETAILS.get(action, ""), re.ASCII) for action, word in WORDS.items()
}


def notation(move: Move) -> str:
    """Write a move: `die 4`, `tent 6 free any from c2`, `sell 2c 1b`, `play VP2`."""
    words = [WORDS[move.action], move.card if move.action == "play_card" else ""]
    words += [f"{move.number}" if move.number else ""]
    words += [f"{count}{gem}" for count, gem in zip(move.gems, GEM_LETTERS, strict=True) if count]
    words += ["free" if move.no_cost else "", "any" if move.any_row else ""]
    words += [f"from {move.origin}" if move.origin else ""]
    return " ".join(filter(None, words))


def parse(text: str) -> Move:
    """Read a move as `notation` writes it; raise InvalidMove if `text` is not one."""
    for action, pattern in PATTERNS.items():
        if found := pattern.fullmatch(text):
            return _read(action, found.groupdict())
    raise InvalidMove(
        "A move is written like one of these: die 4, card, coins, dig, tent 4, tent 6 free any, "
        "sell 2c 1b 1r, donate 5, play VP2, play MARKET 2c, play SCORED_ROW_TENT 3, end, pass; "
        "a tent that is moved also names where from, as in tent 4 from c2."
    )


def _read(action: Action, found: dict[str, str | None]) -> Move:
    """Build the move from the groups of its pattern; None is a group that did not match."""
    clear, blue, red = (int(found.get(gem) or 0) for gem in ("clear", "blue", "red"))
    return Move(
        action,
        number=int(found.get("number") or 0),
        card=found.get("card") or "",
        gems=(clear, blue, red),
        no_cost=bool(found.get("no_cost")),
        any_row=bool(found.get("any_row")),
        origin=found.get("origin") or "",
    )
