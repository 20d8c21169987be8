"""The table of Lost Cities as text."""

from collections.abc import Iterable, Sequence
from itertools import groupby, zip_longest

from croupier_game.text import clip, pad

from croupier_lost_cities import types

COLOR_NAMES = dict(
    zip(types.COLORS, ("red", "white", "yellow", "blue", "green", "purple"), strict=True)
)
NAME, LABEL, PILE = 36, 11, 9
"""Columns of text: a name at most, the labels on the left, one colour of the table."""
SHORT_NAME, SCORE, SUM = 24, 7, 9
"""Columns of text in the scores: a name, the score of an expedition, a sum."""
NOTHING = "."


def render(view: types.View, names: Sequence[str], seat: int | None) -> str:
    """Draw the table, up to 100 columns wide.

    It lies as on a real table: the discard piles in the middle, every expedition
    growing from there towards its owner, the viewer's own side at the bottom.
    """
    public, bottom = view.public, seat or 0
    top = 1 - bottom
    lines = [
        _heading(public, names),
        "",
        _points(public, top, names, seat),
        _hand(view, top, seat),
        "",
        *reversed(_expeditions(public.sides[top])),
        *_piles(public),
        *_expeditions(public.sides[bottom]),
        "",
        _points(public, bottom, names, seat),
        _hand(view, bottom, seat),
        *_scores(public, names),
    ]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _heading(view: types.PublicView, names: Sequence[str]) -> str:
    heading = f"Round {view.round} of {view.rounds}, begun by {clip(names[view.starter], NAME)}"
    if view.idle_turns:
        heading += f"; turns without the deck: {view.idle_turns}"
    return heading


def _points(view: types.PublicView, side: int, names: Sequence[str], seat: int | None) -> str:
    """Return the points of a side before this round and in it."""
    now, total = view.sides[side].round_score, view.sides[side].total
    # Once the last round is scored, the total includes it.
    before = total - now if len(view.finished) == view.rounds else total
    you = " (you)" if side == seat else ""
    name = clip(names[side], NAME)
    return f"{name}{you}: {before + now} points, {before} before and {now} in this round"


def _hand(view: types.View, side: int, seat: int | None) -> str:
    """Return the viewer's own cards by colour, or the number of the other side's."""
    own = view.public.sides[side]
    known = f"   seen by all: {' '.join(own.hand_known)}" if own.hand_known else ""
    if side != seat:
        return _row("hand", [f"{own.hand_size} cards{known}"])
    by_color = (" ".join(cards) for _, cards in groupby(view.private.hand, lambda card: card[0]))
    return _row("your hand", ["   ".join(by_color) + known])


def _expeditions(side: types.Side) -> list[str]:
    """Return the cards from the middle of the table outwards, then what they are worth."""
    cards = zip_longest(*(each.cards for each in side.expeditions), fillvalue="")
    worth = [str(each.score) if each.cards else NOTHING for each in side.expeditions]
    return [*(_row("", row) for row in cards), _row("worth", worth)]


def _piles(view: types.PublicView) -> list[str]:
    tops = [f"{pile.top} ({pile.size})" if pile.top else NOTHING for pile in view.discards]
    return [
        _row("", [_ruled(COLOR_NAMES[pile.color]) for pile in view.discards]),
        _row("discards", [*tops, f"deck ({view.deck_size})"]),
        _row("", ["-" * (PILE - 1) for _ in view.discards]),
    ]


def _ruled(text: str) -> str:
    """Return the text, with dashes to the end of its column."""
    return f"{text} {'-' * (PILE - 2 - len(text))}"


def _scores(view: types.PublicView, names: Sequence[str]) -> list[str]:
    """Return the worth of every expedition of the finished rounds, a row of text per side."""
    if not view.finished:
        return []
    words = [f"{COLOR_NAMES[pile.color]:>{SCORE}}" for pile in view.discards]
    lines = ["", " " * (LABEL + SHORT_NAME) + "".join(words) + f"{'round':>{SUM}}{'total':>{SUM}}"]
    for result in view.finished:
        for name, side in zip(names, result.sides, strict=True):
            label = f"round {result.round}" if side is result.sides[0] else ""
            lines.append(f"{label:<{LABEL}}{pad(name, SHORT_NAME)}{_score(side)}")
    return lines


def _score(side: types.RoundSide) -> str:
    scores = (each.score if each.cards else NOTHING for each in side.expeditions)
    cells = (f"{score:>{SCORE}}" for score in scores)
    return "".join(cells) + f"{side.score:>{SUM}}{side.total:>{SUM}}"


def _row(label: str, cells: Iterable[str]) -> str:
    return f"{label:<{LABEL}}" + "".join(f"{cell:<{PILE}}" for cell in cells)
