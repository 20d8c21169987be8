"""The table of Just4Fun as text."""

from collections import Counter
from collections.abc import Iterator, Sequence

from croupier_game.text import clip, pad

from croupier_just4fun import types

SEATS = "ABCD"
"""The letters that stand for the stones of each seat."""
LEGEND = "A2B: two stones of A, one of B; #: locked"
NAME, LABEL = 24, 11
"""Columns of text: a name, the labels on the left."""


def render(view: types.View, names: Sequence[str], seat: int | None) -> str:
    """Draw the table, up to 100 columns wide: the board, then a row of text per player.

    A field shows its number and whose stones are there, "29 A2B"; "#" is a lock.
    """
    public = view.public
    lines = [
        f"Begun by {clip(names[public.starter], NAME)}; deck {public.deck_size}, "
        f"discards {len(public.discard)}",
        "",
        *_board(public),
        LEGEND,
        "",
        *(_side(public, side, names, seat) for side in range(len(public.sides))),
        *_hand(view.private, seat),
        *_discard(public),
        *_line(public, names),
    ]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _board(view: types.PublicView) -> Iterator[str]:
    """Yield the board, six rows of fields; all columns are as wide as the fullest field."""
    cells = [_field(field) for field in view.board]
    width = max(7, *map(len, cells))
    rule = "+" + ("-" * (width + 2) + "+") * types.SIDE
    yield rule
    for start in range(0, types.FIELDS, types.SIDE):
        row = cells[start : start + types.SIDE]
        yield "|" + "".join(f" {cell:<{width}} |" for cell in row)
        yield rule


def _field(field: types.BoardField) -> str:
    stones = "".join(
        f"{SEATS[seat]}{count if count > 1 else ''}"
        for seat, count in enumerate(field.stones)
        if count
    )
    return f"{field.number:>2} {stones}{'#' if field.locked else ''}"


def _side(view: types.PublicView, side: int, names: Sequence[str], seat: int | None) -> str:
    own = view.sides[side]
    name = pad(names[side] + (" (you)" if side == seat else ""), NAME)
    points = f"{own.score:>3} points, highest field {own.highest_field:>2}"
    return f"{SEATS[side]}  {name}{points}, {own.supply:>2} stones left, {own.removed:>2} removed"


def _hand(view: types.PrivateView, seat: int | None) -> Iterator[str]:
    if seat is not None:
        yield f"{'your hand':<{LABEL}}{' '.join(map(str, view.hand))}"


def _discard(view: types.PublicView) -> Iterator[str]:
    """Yield the discarded cards by value: 5x3 is three fives."""
    if view.discard:
        counts = sorted(Counter(view.discard).items())
        cards = (f"{card}x{count}" if count > 1 else f"{card}" for card, count in counts)
        yield f"{'discards':<{LABEL}}{' '.join(cards)}"


def _line(view: types.PublicView, names: Sequence[str]) -> Iterator[str]:
    for field in view.board:
        if field.owner is not None and field.number in view.line[:1]:
            winner = clip(names[field.owner], NAME)
            yield f"{'line':<{LABEL}}{' '.join(map(str, view.line))}, by {winner}"
