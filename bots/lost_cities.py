"""A sensible little strategy for Lost Cities, to be read and to be beaten.

It sees what its player sees, as the API shows it, and looks one move ahead: what
does every expedition promise after each of the legal moves? A promise is the
score of the cards on the table, together with those in the hand that can still
follow and a share of those that may yet be drawn. Most of good play follows from
that. Low cards go first, since what is skipped can follow no more; an expedition
is not begun unless it will pay its cost; a wager needs a good hand behind it;
and late in a round nothing is begun at all.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any

Json = dict[str, Any]
Ranks = list[int]

COLORS = "RWYBGP"
COST = 20
HELD = 0.8
"""The part of its points that a card in the hand counts, until it is played."""
LUCK = 0.3
"""The chance to draw a certain missing card, with the whole deck still to come."""
GIFT = 0.5
"""What a discard costs that the opponent can play, for each of its points."""
SURPRISE = 2
"""What an unknown card from the deck is worth, beyond the hope for it."""


def choose(match: Json, moves: Sequence[Json], dice: random.Random) -> Json:
    """The best of the legal moves, as the API lists them; among equals, the dice decide."""
    table = Table(match["state"], match["yourSeat"])
    return max(moves, key=lambda each: (table.gain(each["notation"]), dice.random()))


class Table:
    """What a player sees, as ranks by colour; a wager has rank 0."""

    def __init__(self, state: Json, seat: int) -> None:
        self.mine = dict(_expeditions(state["sides"][seat]))
        self.theirs = dict(_expeditions(state["sides"][1 - seat]))
        self.hand = [_card(card) for card in state["hand"]]
        self.tops = dict(_card(pile["top"]) for pile in state["discards"] if pile["top"])
        self.deck: int = state["deckSize"]

    def gain(self, notation: str) -> float:
        """What the move, such as Y7+*, is worth to the player."""
        (color, rank), place, draw = _card(notation[:-2]), notation[-2], notation[-1]
        mine, hand, gain = dict(self.mine), list(self.hand), 0.0
        hand.remove((color, rank))
        if place == "+":
            mine[color] = [*mine[color], rank]
        else:
            gain -= self._gift(color, rank)
        if draw != "*":
            hand.append((draw, self.tops[draw]))
            gain += self._gift(draw, self.tops[draw]) - SURPRISE
        return gain + sum(self._promise(mine[each], _of(each, hand)) for each in mine)

    def _promise(self, laid: Ranks, held: Ranks) -> float:
        """What an expedition may come to; one that need not be begun costs nothing."""
        turns = self.deck // 2
        follow = [rank for rank in held if _fits(rank, laid)][-turns:] if turns else []
        missing = [rank for rank in range(max([1, *laid]) + 1, 11) if rank not in held]
        hope = LUCK * self.deck / 44 * sum(missing)
        wagers = laid.count(0) + follow.count(0)
        promise = (sum(laid) + HELD * sum(follow) + hope - COST) * (1 + wagers)
        return promise if laid else HELD * max(0.0, promise)

    def _gift(self, color: str, rank: int) -> float:
        """What the opponent has from this card on its discard pile."""
        laid = self.theirs[color]
        return GIFT * rank * (1 + laid.count(0)) if laid and _fits(rank, laid) else 0.0


def _expeditions(side: Json) -> Iterator[tuple[str, Ranks]]:
    for color, expedition in zip(COLORS, side["expeditions"], strict=False):
        yield color, [_card(card)[1] for card in expedition["cards"]]


def _card(card: str) -> tuple[str, int]:
    return card[0], 0 if card[1:] == "x" else int(card[1:])


def _of(color: str, hand: Sequence[tuple[str, int]]) -> Ranks:
    return sorted(rank for each, rank in hand if each == color)


def _fits(rank: int, laid: Ranks) -> bool:
    """Numbers rise; wagers come before all numbers."""
    return not laid or rank > laid[-1] or rank == laid[-1] == 0
