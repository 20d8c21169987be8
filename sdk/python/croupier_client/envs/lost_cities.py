"""Lost Cities for learners."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from croupier_client.envs.arrays import Floats, joined
from croupier_client.turns import Choice
from croupier_client.types import Turn

COLORS = ("RED", "WHITE", "YELLOW", "BLUE", "GREEN", "PURPLE")
RANKS = ("x", *map(str, range(2, 11)))
PLANES = 6
"""In how many places cards are told of."""
PLACES = "+-"
"""As notations have them: the expedition, the discard pile."""


class LostCitiesCoding:
    """600 actions and 314 numbers, with six colours 840 and 375.

    An action is a card, a place and a pile to draw from, the deck or one by colour: their numbers
    count the piles first, then the two places, then the cards. Cards are ordered by colour, red,
    white, yellow, blue, green and purple, and then by rank, wagers before 2 to 10.

    An observation has, in this order:

    - how often each card is in each of six places: the own hand, the own expeditions, theirs, the
      tops of the discard piles, the cards of their hand that are known, and those of the own one
      that they know;
    - the size of each discard pile, by colour;
    - the size of the deck, turns without a draw from it, the round, and how many rounds there are;
    - the own total and theirs; the own score of the round and theirs;
    - whether the viewer began the round.

    Not in it: discards below the top, of which the piles' sizes tell how many there are.
    """

    def __init__(self, seats: int, options: Any) -> None:
        self._colors = COLORS[: options.colors]
        labels = [f"{color[0]}{rank}" for color in self._colors for rank in RANKS]
        self._card = {label: place for place, label in enumerate(labels)}
        self._cards = len(labels)
        piles = ("*", *(color[0] for color in self._colors))
        every = product(labels, PLACES, piles)
        self._action = {f"{card}{place}{pile}": n for n, (card, place, pile) in enumerate(every)}
        self.actions = len(self._action)
        self.size = PLANES * self._cards + len(self._colors) + 9

    def observation(self, state: Any, seat: int) -> Floats:
        """Return what the seat sees."""
        mine, theirs = state.sides[seat], state.sides[1 - seat]
        planes = (
            state.hand,
            [card for each in mine.expeditions for card in each.cards],
            [card for each in theirs.expeditions for card in each.cards],
            [pile.top for pile in state.discards if pile.top],
            theirs.hand_known,
            mine.hand_known,
        )
        counts = bytearray(PLANES * self._cards)
        for plane, cards in enumerate(planes):
            for card in cards:
                counts[plane * self._cards + self._card[card]] += 1
        others = (
            *[pile.size for pile in state.discards],
            *(state.deck_size, state.turns_without_deck_draw, state.round, state.rounds),
            *(mine.total, theirs.total, mine.round_score, theirs.round_score),
            state.starter == seat,
        )
        return joined(counts, others)

    def choices(self, turn: Turn) -> Mapping[int, Choice]:
        """Return the legal moves by action."""
        shown: Any = turn
        return {self._action[each.notation]: each for each in shown.moves}
