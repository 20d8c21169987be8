"""Hands that fit what one seat has seen, for many worlds at once; see `croupier_game.pools`."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from croupier_game.pools import Guess, Pools

SHIFT = 24
"""A key by which unseen cards are shuffled: their deck, above so many bits of chance."""
LAST = 255
"""The deck of what is no card."""


class Unseen(NamedTuple):
    """The cards that nobody has shown, deck by deck, as one guess has them.

    cards: 1 + the index of each in `values`.
    decks: from which deck each is.
    held:  for each other seat, the places among them that are its hand, once decks are shuffled.
    """

    cards: list[int]
    decks: list[int]
    held: list[list[int]]


def hidden_hands(xp: Any, pools: Pools[Any], values: Sequence[Any], most: int, uniform: Any) -> Any:
    """Return hands of the other seats in m worlds, int32 [m, others, most].

    A card is 1 + its index in `values`, and 0 is none. uniform is uint32 [m, 2 + unseen cards or
    more]. The worlds are as likely as those of `Pools.deal`.
    """
    guesses, weights = zip(*pools.guesses(), strict=True)
    each = [_unseen(guess, pools, values) for guess in guesses]
    # A card that is none comes after all others, for the hands that have fewer cards.
    size = 1 + max(len(one.cards) for one in each)
    cards = _filled(xp, [one.cards for one in each], size, 0)
    decks = xp.astype(_filled(xp, [one.decks for one in each], size, LAST), xp.uint32)
    held = [[_fill(places, most, size - 1) for places in one.held] for one in each]
    bounds = [min(int(share * 2**32), 2**32 - 1) for share in accumulate(weights)][:-1]
    guess = xp.searchsorted(xp.asarray(bounds, dtype=xp.uint32), uniform[:, 0], side="right")

    def number(value: int) -> Any:
        return xp.asarray([value], dtype=xp.uint32)

    keys = (xp.take(decks, guess, axis=0) << number(SHIFT)) | (
        uniform[:, 1 : size + 1] >> number(32 - SHIFT)
    )
    rows = xp.arange(guess.shape[0])[:, None]
    dealt = cards[guess[:, None], xp.argsort(keys, axis=1, stable=True)]
    return dealt[rows[:, :, None], xp.take(xp.asarray(held, dtype=xp.int32), guess, axis=0)]


def _unseen(guess: Guess[Any], pools: Pools[Any], values: Sequence[Any]) -> Unseen:
    found = Unseen([], [], [[] for _ in guess.hands])
    for deck, pool in enumerate(guess.pools):
        place = len(found.cards)
        for places, counts in zip(found.held, guess.hands, strict=True):
            places += range(place, place + counts[deck])
            place += counts[deck]
        for card, count in pool:
            if card not in pools.never:
                found.cards.extend([1 + values.index(card)] * count)
                found.decks.extend([deck] * count)
    return found


def _filled(xp: Any, lists: Sequence[list[int]], size: int, filler: int) -> Any:
    return xp.asarray([_fill(each, size, filler) for each in lists], dtype=xp.int32)


def _fill(values: list[int], size: int, filler: int) -> list[int]:
    return values + [filler] * (size - len(values))
