"""A simple strategy for Lost Cities, meant to be read and to be beaten.

It knows what its player sees, as the API shows it, and looks one move ahead: after each
legal move it estimates the score of every expedition. The estimate counts the cards on the
table, the cards of the hand that can still follow, and a share of the cards that may yet be
drawn. Most of good play follows from that. Low cards go first, since a skipped card can
never be played; an expedition is begun only if it will pay its cost; a wager needs a good
hand behind it; and late in a round no expedition is begun at all.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from croupier_game.by_worth import by_worth

Json = dict[str, Any]
Ranks = Sequence[int]

COLORS = "RWYBGP"
COST = 20
HELD = 0.8
"""The share of its points that a card counts while it is in the hand."""
LUCK = 0.3
"""The chance to draw a given missing card while the whole deck is still to come."""
GIFT = 0.5
"""The cost of a discard that the opponent can play, for each of its points."""
SURPRISE = 2
"""The value of an unknown card of the deck, in points, beyond what LUCK says."""
HEAT = 0.7
"""How much worse a move may be that the easy one makes now and then."""


def choose(match: Json, moves: Sequence[Json], dice: random.Random, heat: float = 0.0) -> Json:
    """The best of the legal moves, which are as the API lists them; dice decide among equals."""
    table = Table(match["state"], match["yourSeat"])
    return by_worth(moves, lambda each: table.gain(each["notation"]), dice, heat)


def easy(match: Json, moves: Sequence[Json], dice: random.Random) -> Json:
    """A move as of somebody who does not look closely: each as likely as exp(worth / HEAT) says."""
    return choose(match, moves, dice, HEAT)


class Table:
    """The player's view of the table, as ranks by colour; a wager has rank 0."""

    def __init__(self, state: Json, seat: int) -> None:
        self.mine = dict(_expeditions(state["sides"][seat]))
        self.theirs = dict(_expeditions(state["sides"][1 - seat]))
        self.hand = [_card(card) for card in state["hand"]]
        self.tops = dict(_card(pile["top"]) for pile in state["discards"] if pile["top"])
        self.deck: int = state["deckSize"]

    def gain(self, notation: str) -> float:
        """The value of a move, such as Y7+*, to the player, in points."""
        (color, rank), place, draw = _card(notation[:-2]), notation[-2], notation[-1]
        mine, hand, gain = dict(self.mine), list(self.hand), 0.0
        hand.remove((color, rank))
        if place == "+":
            mine[color] = [*mine[color], rank]
        else:
            gain -= gift(self.theirs[color], rank)
        if draw != "*":
            hand.append((draw, self.tops[draw]))
            gain += gift(self.theirs[draw], self.tops[draw]) - SURPRISE
        return gain + sum(estimate(mine[each], _of(each, hand), self.deck) for each in mine)


def estimate(laid: Ranks, held: Ranks, deck: int) -> float:
    """The expected score of an expedition: `laid` on the table, `held` in the hand.

    An expedition without cards is never negative: the player need not begin it.
    """
    turns = deck // 2  # each turn draws a card, and the round ends with the deck
    fitting = [rank for rank in held if fits(rank, laid)]
    follow = fitting[-turns:] if turns else []
    missing = sum(range(max([1, *laid]) + 1, 11)) - sum(fitting)
    hope = LUCK * deck / 44 * missing
    wagers = laid.count(0) + follow.count(0)
    score = (sum(laid) + HELD * sum(follow) + hope - COST) * (1 + wagers)
    return score if laid else HELD * max(0.0, score)


def gift(laid: Ranks, rank: int) -> float:
    """The value of a card on a discard pile to the opponent, who has `laid` these, in points."""
    return GIFT * rank * (1 + laid.count(0)) if laid and fits(rank, laid) else 0.0


def _expeditions(side: Json) -> Iterator[tuple[str, Ranks]]:
    for color, expedition in zip(COLORS, side["expeditions"], strict=False):
        yield color, [_card(card)[1] for card in expedition["cards"]]


def _card(card: str) -> tuple[str, int]:
    return card[0], 0 if card[1:] == "x" else int(card[1:])


def _of(color: str, hand: Sequence[tuple[str, int]]) -> Ranks:
    return sorted(rank for each, rank in hand if each == color)


def fits(rank: int, laid: Ranks) -> bool:
    """Whether the rank can follow: numbers rise, and wagers come before all numbers."""
    return not laid or rank > laid[-1] or rank == laid[-1] == 0
