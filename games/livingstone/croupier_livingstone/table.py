"""The table of Livingstone as text."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from croupier_game.text import clip, pad

from croupier_livingstone import types

SEATS = "ABCDE"
"""The letters that stand for the tents of each seat."""
WIDTH, NAME, LABEL, CELL = 100, 20, 11, 7
"""Columns of text: the whole line, a name, the labels on the left, at least a board's column."""
NUMBERS = ("points", "wealth", "coins", "chest", "clear", "blue", "red", "tents", "cards", "die")
FINAL = ("rows", "gems", "cards")
LEGEND = (
    "A2a: small letters do not score this round; tents: left to place; die: last one of the round"
)


def render(view: types.View, names: Sequence[str], seat: int | None) -> str:
    """Draw the table: the board above the river, a row of text per player, cards and stones.

    Tents are the letters of their seats, "A2B"; small letters do not score in
    this round. Up to 100 columns wide, unless a field is crowded.
    """
    public, private = view.public, view.private
    lines = [
        f"Round {public.round}, begun by {clip(names[public.starter], NAME)}",
        *([] if public.final else [_dice(public)]),
        "",
        *_board(public),
        LEGEND,
        "",
        f"{'':<{LABEL + NAME}}{_cells(NUMBERS)}",
        *(_side(private, side, names, seat) for side in range(len(private.sides))),
        "",
        *([] if seat is None else _cards("your hand", private.hand)),
        *_cards(f"deck {public.deck_size}", public.discard, "discarded: "),
        *(_cards("out", public.out_of_game) if public.out_of_game else ()),
        f"{'bag':<{LABEL}}{_stones(public.bag)}, 1 white; aside: {_stones(public.aside)}",
        *_final(public, names),
    ]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _dice(view: types.PublicView) -> str:
    pool = f"Dice in the pool: {' '.join(map(str, view.pool)) or 'none'}"
    taken = f"; taken: {view.die}" if view.die else ""
    return f"{pool}{taken}; still to take in this turn: {view.dice_to_take}"


def _board(view: types.PublicView) -> Iterator[str]:
    """Yield row 6 first, the river below row 1; columns are as wide as the fullest field."""
    cells = {field.field: _tents(field) for field in view.board}
    columns = max(CELL, *(len(cell) + 1 for cell in cells.values()), 0)
    for row in reversed(types.ROWS):
        fields = (cells.get(f"{column}{row}", ".") for column in types.COLUMNS)
        yield f"{f'row {row}':<{LABEL}}" + "".join(f"{field:<{columns}}" for field in fields)
    yield f"{'river':<{LABEL}}" + "".join(f"{price:<{columns}}" for price in view.river)
    boats = ("<boat>" if place == view.boat else "" for place in range(1, types.LAST_COLUMN + 1))
    yield f"{'':<{LABEL}}" + "".join(f"{boat:<{columns}}" for boat in boats)
    yield f"{'column':<{LABEL}}" + "".join(f"{column:<{columns}}" for column in types.COLUMNS)


def _tents(field: types.BoardField) -> str:
    """Return for each seat the tents that score, then those that do not: A2a."""
    return "".join(
        f"{letter}{count if count > 1 else ''}"
        for seat, tents, unscored in zip(SEATS, field.tents, field.unscored, strict=False)
        for letter, count in ((seat, tents - unscored), (seat.lower(), unscored))
        if count
    )


def _side(view: types.PrivateView, side: int, names: Sequence[str], seat: int | None) -> str:
    own = view.sides[side]
    you = " (you)" if side == seat else ""
    name = pad(clip(names[side], NAME + LABEL - 4 - len(you)) + you, NAME + LABEL - 3)
    coins = own.coins
    if coins is None and own.chest is not None:  # after the end it follows from the open chest
        coins = own.wealth - own.chest
    money = ("?" if coins is None else coins, "?" if own.chest is None else own.chest)
    die = "passed" if own.passed else own.last_die or "."
    numbers = (own.score, own.wealth, *money, *own.gems, own.tents, own.hand_size, die)
    return f"{SEATS[side]}  {name}{_cells(numbers)}"


def _cells(cells: Iterable[object]) -> str:
    return "".join(f"{cell!s:>{CELL - 1}} " for cell in cells)


def _cards(label: str, cards: types.Cards, before: str = "") -> list[str]:
    """Return the cards by face, wrapped to the width of the table."""
    faces = (f"{card}x{count}" if count > 1 else card for card, count in Counter(cards).items())
    lines = wrap(before + (" ".join(faces) or "no cards"), WIDTH - LABEL)
    return [f"{label if line is lines[0] else '':<{LABEL}}{line}" for line in lines]


def _stones(stones: types.Stones) -> str:
    kinds = zip(stones, ("black", "clear", "blue", "red"), strict=True)
    return " ".join(f"{count} {kind}" for count, kind in kinds)


def _final(view: types.PublicView, names: Sequence[str]) -> Iterator[str]:
    """Yield what the end added, and the seats that are out."""
    if not view.final:
        return
    final = view.final
    yield ""
    yield f"{'at the end':<{LABEL + NAME}}{_cells(FINAL)}"
    for side, added in enumerate(zip(final.rows, final.gems, final.cards, strict=True)):
        name = pad(names[side], NAME + LABEL - 3)
        out = "  out: gave too little" if side in final.eliminated else ""
        yield f"{SEATS[side]}  {name}{_cells(added)}{out}"
    if final.dice:
        dice = " ".join(map(str, final.dice))
        yield f"{'chests':<{LABEL}}dice {dice}: who gave less than {sum(final.dice)} is out"
