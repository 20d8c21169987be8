"""Worlds: tables that look the same to a seat, as likely as `worlds.py` says."""

from collections.abc import Mapping
from itertools import accumulate

from croupier_game.arrays import Array, repeated
from croupier_game.arrays.hands import hidden_hands

from croupier_livingstone.arrays.layout import Setup, Tables
from croupier_livingstone.types import CARDS, Options
from croupier_livingstone.worlds import Worlds

RANGE = 1 << 32
"""How many uniform numbers there are."""


def numbers(options: Options, seats: int) -> int:
    """Return how many uniform numbers a world takes: for the coins of each seat, and for cards."""
    return seats + 2 + sum(options.card_counts)


def worlds(setup: Setup, seen: Worlds, table: Tables, seat: int, uniform: Array) -> Tables:
    """Return tables that look to the seat as this one does, one for each row of numbers."""
    xp, m = setup.xp, uniform.shape[0]
    same = repeated(xp, table, m)
    hands = _hands(setup, seen, table, seat, uniform[:, setup.seats :])
    unseen = table.deck + xp.sum(table.hands, axis=1, dtype=xp.int8)
    coins = same.coins
    if not (setup.options.coins_public or bool(table.over[0])):
        for other in range(setup.seats):
            if other != seat:
                guessed = _coins(setup, seen.coins(other), uniform[:, other])
                coins = xp.where(setup.seat == other, guessed[:, None], coins)
    return same._replace(
        hands=hands,
        deck=unseen - xp.sum(hands, axis=1, dtype=xp.int8),
        coins=coins,
        chests=same.coins + same.chests - coins,
    )


def _hands(setup: Setup, seen: Worlds, table: Tables, seat: int, uniform: Array) -> Array:
    """Return how many of each card every seat has: int8 [m, s, 12]."""
    xp, m = setup.xp, uniform.shape[0]
    most = int(xp.max(xp.sum(table.hands, axis=2, dtype=xp.int16)))
    cards = hidden_hands(xp, seen.pools, CARDS, most, uniform)
    hot = cards[:, :, :, None] == xp.arange(1, len(CARDS) + 1, dtype=xp.int32)
    theirs = xp.sum(xp.astype(hot, xp.int8), axis=2, dtype=xp.int8)
    own = xp.broadcast_to(table.hands[:, seat : seat + 1, :], (m, 1, len(CARDS)))
    return xp.concat([theirs[:, :seat, :], own, theirs[:, seat:, :]], axis=1)


def _coins(setup: Setup, weights: Mapping[int, float], uniform: Array) -> Array:
    """Return amounts as likely as their weights say: int16 [m]."""
    xp, amounts = setup.xp, sorted(weights)
    ends = [*accumulate(weights[each] for each in amounts)]
    bounds = [min(int(end / ends[-1] * RANGE), RANGE - 1) for end in ends[:-1]]
    place = xp.searchsorted(xp.asarray(bounds, dtype=xp.uint32), uniform, side="right")
    return xp.take(xp.asarray(amounts, dtype=xp.int16), place)
