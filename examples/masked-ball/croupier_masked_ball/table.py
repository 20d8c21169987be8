"""The table of The Masked Ball as text."""

from collections.abc import Iterator, Sequence

from croupier_game import View
from croupier_game.text import clip, pad

from croupier_masked_ball.types import Mask, Masks, PrivateView, PublicView, Side

NAME, LABEL, ROSES = 24, 10, 8
"""Columns of text: a name, the labels on the left, the roses of a player."""


def render(view: View[PublicView, PrivateView], names: Sequence[str], seat: int | None) -> str:
    """The table as text, up to 100 columns wide: what all see, a line per player, the hand."""
    public, private = view.public, view.private
    lines = [
        f"Round {public.round}, begun by {clip(names[public.starter], NAME)}; "
        f"{public.roses} {'rose wins' if public.roses == 1 else 'roses win'}; "
        f"deck {public.deck_size}",
        *_masks("open", public.open),
        "",
        *(_side(private, side, names, seat) for side in range(len(private.sides))),
        "",
        *_masks("your hand", private.hand),
    ]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _side(view: PrivateView, side: int, names: Sequence[str], seat: int | None) -> str:
    own = view.sides[side]
    name = pad(names[side] + (" (you)" if side == seat else ""), NAME)
    return f"{name}{'*' * own.roses:<{ROSES}}{', '.join(_told(own))}"


def _told(side: Side) -> Iterator[str]:
    """What there is to say of a player, in the order in which it matters."""
    if side.masks == 0:
        yield "has left"
    if side.sheltered:
        yield "sheltered"
    if side.seen is not None:
        yield f"wears {_word(side.seen)}, as you know"
    if side.put_down:
        yield f"put down {' '.join(map(_word, side.put_down))}"


def _masks(label: str, masks: Masks) -> Iterator[str]:
    if masks:
        yield f"{label:<{LABEL}}{'  '.join(map(_word, masks))}"


def _word(mask: Mask) -> str:
    """The mask with its rank: wasp-1."""
    return f"{mask.name.lower()}-{mask.value}"
