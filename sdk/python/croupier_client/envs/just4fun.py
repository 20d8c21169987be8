"""Just4Fun for learners."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from croupier_client.envs.arrays import Floats, by_seat, joined
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
        small = bytearray().join([seen_of(field, self._seats, seat) for field in state.board])
        small += counted(state.hand) + counted(state.discard)
        others: list[int] = []
        for side in by_seat(state.sides, seat):
            others += (side.supply, side.removed, side.score, side.highest_field, side.hand_size)
            others.append(side.seat == state.starter)
        return joined(small, [*others, state.deck_size])

    def choices(self, turn: Turn) -> Mapping[int, Choice]:
        """Return the legal moves by action."""
        shown: Any = turn
        actions = actions_of(tuple(sorted(shown.state.hand)))
        return {actions[each.notation]: each for each in shown.moves}


@lru_cache(20_000)
def seen_of(field: Any, seats: int, seat: int) -> bytes:
    """Return what the seat sees of a field; most are as they were at the turn before."""
    owners = [each == field.owner for each in by_seat(range(seats), seat)]
    return bytes((field.number, field.locked, *by_seat(field.stones, seat), *owners))


def counted(cards: Sequence[int]) -> bytearray:
    """Return how often each card from 1 on is among the cards."""
    counts = bytearray(HIGHEST_CARD)
    for card in cards:
        counts[card - 1] += 1
    return counts


@lru_cache(10_000)
def actions_of(hand: Sequence[int]) -> Mapping[str, int]:
    """Return the actions by notation: a bit for each place whose card is played."""
    found = {"exchange": 0}
    for action in range(1, 2 ** len(hand)):
        cards = [card for place, card in enumerate(hand) if action >> place & 1]
        found.setdefault("+".join(map(str, cards)), action)
    return found
