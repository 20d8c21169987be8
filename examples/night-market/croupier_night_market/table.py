"""The table of The Night Market as text."""

from collections.abc import Sequence

from croupier_game import View
from croupier_game.text import pad

from croupier_night_market import Good, PrivateView, PublicView, Stall

NAME, POINTS = 24, 12
"""Columns of text."""


def render(view: View[PublicView, PrivateView], names: Sequence[str], seat: int | None) -> str:
    """The table as text, up to 100 columns wide: a line per stall, the basket, the choice."""
    public, private = view.public, view.private
    lines = [f"Night {public.night} of {public.nights}", ""]
    lines += (_stall(stall, names[at]) for at, stall in enumerate(public.stalls))
    if seat is not None and private.basket:
        lines += ["", f"your basket  {'  '.join(private.basket)}"]
        lines += [f"you choose   {private.chosen}"] if private.chosen else []
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _stall(stall: Stall, name: str) -> str:
    told = f"{stall.points} + {stall.worth}"
    waits = "  has chosen" if stall.chosen else ""
    return f"{pad(name, NAME)}{told:<{POINTS}}{_counted(stall.goods)}{waits}"


def _counted(goods: Sequence[Good]) -> str:
    return ", ".join(f"{goods.count(good)} {good}" for good in dict.fromkeys(sorted(goods)))
