"""Just4Fun for learners."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from croupier_client.envs.coding import Floats
from croupier_client.turns import Choice
from croupier_client.types import Turn

FIELDS, HAND, HIGHEST_CARD = 36, 4, 19


class Just4FunCoding:
    """16 actions: which of the hand's four places, by rank, are played; none is an exchange.

    Of equal cards, those at the first places count: the lowest card is the bit 1 of an action.

    An observation has, in this order:

    - of each of the 36 fields, row by row: its number, whether it is locked, the stones by seat,
      and by seat whether it is the owner;
    - how often each card from 1 to 19 is in the own hand; and how often on the discard pile;
    - by seat: stones left, stones removed, score, highest field, size of the hand, and whether
      the seat began the match;
    - the size of the deck.
    """

    def __init__(self, seats: int, options: Any) -> None:
        self._seats = seats
        self.actions = 2**HAND
        self.size = FIELDS * (2 + 2 * seats) + 2 * HIGHEST_CARD + 6 * seats + 1

    def observation(self, state: Any, seat: int) -> Floats:
        """Return what the seat sees."""
        order = [(seat + step) % self._seats for step in range(self._seats)]
        seen: list[int] = []
        for field in state.board:
            seen += (field.number, field.locked)
            seen += (field.stones[each] for each in order)
            seen += (field.owner == each for each in order)
        seen += counted(state.hand, HIGHEST_CARD) + counted(state.discard, HIGHEST_CARD)
        for side in (state.sides[each] for each in order):
            seen += (side.supply, side.removed, side.score, side.highest_field, side.hand_size)
            seen.append(side.seat == state.starter)
        return np.array([*seen, state.deck_size], np.float32)

    def choices(self, turn: Turn) -> Mapping[int, Choice]:
        """Return the legal moves by action."""
        shown: Any = turn
        hand = sorted(shown.state.hand)
        return {action_of(hand, each.move): each for each in shown.moves}


def counted(cards: Sequence[int], highest: int) -> list[int]:
    """Return how often each number from 1 on is among the cards."""
    counts = [0] * highest
    for card in cards:
        counts[card - 1] += 1
    return counts


def action_of(hand: Sequence[int], move: Any) -> int:
    """Return a bit for each place whose card is played."""
    left, action = sorted(move.play.cards) if move.play else [], 0
    for place, card in enumerate(hand):
        if card in left:
            left.remove(card)
            action |= 1 << place
    return action
