"""Which actions are legal."""

from croupier_game.arrays import Array

from croupier_livingstone.arrays.layout import CARD, DONATIONS, TENTS, Setup, Tables
from croupier_livingstone.arrays.tents import affordable, supply
from croupier_livingstone.types import (
    ANY_ROW_TENT,
    BOAT_BACK,
    MARKET,
    NO_COST_TENT,
    PLAIN,
    ROWS,
    SCORED_ROW_TENT,
    TWO,
    TWO_DICE,
)
from croupier_livingstone.types import TENTS as ALL_TENTS


def legal(setup: Setup, tables: Tables) -> Array:
    """Return the mask of legal actions."""
    xp = setup.xp
    hand = setup.own(tables.hands, tables.turn)
    return (
        xp.concat(
            [
                dice(setup, tables),
                _plain(setup, tables),
                *_tents(setup, tables, hand),
                _cards(setup, tables, hand),
                *_sales(setup, tables, hand),
                _donations(setup, tables),
            ],
            axis=1,
        )
        & ~tables.over[:, None]
    )


def higher(setup: Setup, tables: Tables) -> Array:
    """Return the numbers on dice in the pool above the seat's last one: bool [n, 6]."""
    last = setup.own(tables.last, tables.turn)[:, None]
    return (tables.pool > 0) & (setup.number > last)


def dice(setup: Setup, tables: Tables) -> Array:
    """Return which dice may be taken: above them enough must be left for those that are owed."""
    xp, i8 = setup.xp, setup.xp.int8
    able = higher(setup, tables)
    below = xp.cumulative_sum(xp.astype(able, i8), axis=1, dtype=i8)
    takes = (tables.die == 0) & (tables.owed > 0)
    return able & (below[:, -1:] - below >= tables.owed[:, None] - 1) & takes[:, None]


def _plain(setup: Setup, tables: Tables) -> Array:
    """Return whether a card is drawn, coins are taken, stones drawn, the turn ended or passed."""
    xp, uses = setup.xp, tables.die > 0
    cards = xp.any((tables.deck > 0) | (tables.discard > 0), axis=1)
    passes = ~tables.taken if setup.options.allow_pass else xp.zeros_like(uses)
    ends = (tables.die == 0) & (tables.owed == 0)
    return xp.stack([uses & cards, uses, uses, ends, passes], axis=1)


def _tents(setup: Setup, tables: Tables, hand: Array) -> tuple[Array, Array]:
    """Return the tents by die, [n, 24], and by SCORED_ROW_TENT, [n, 6]."""
    xp, n = setup.xp, tables.die.shape[0]
    free, paid = (each & _has_tent(setup, tables) for each in affordable(setup, tables))
    has = hand > 0
    free_card = free & has[:, CARD[NO_COST_TENT], None]
    shown = setup.number == tables.die[:, None]
    any_row = (has[:, CARD[ANY_ROW_TENT]] & (tables.die > 0))[:, None]
    ways = [paid & shown, paid & any_row, free_card & shown, free_card & any_row]
    scored = setup.own(tables.scored, tables.turn) & free & has[:, CARD[SCORED_ROW_TENT], None]
    return xp.reshape(xp.stack(ways, axis=2), (n, 4 * len(ROWS))), scored


def _has_tent(setup: Setup, tables: Tables) -> Array:
    """Return by row whether a tent is left or, with two seats, can be moved: bool [n, 1 or 6]."""
    left = (supply(setup, setup.own(tables.rows, tables.turn)) > 0)[:, None]
    if setup.seats != TWO:
        return left
    return left | (setup.own(setup.column(tables), tables.turn)[:, TENTS, :] < ALL_TENTS)


def _cards(setup: Setup, tables: Tables, hand: Array) -> Array:
    xp = setup.xp
    plain = xp.asarray([card in PLAIN for card in CARD], dtype=xp.bool)
    chain = xp.sum(xp.astype(higher(setup, tables), xp.int8), axis=1, dtype=xp.int8)
    two = (chain > tables.owed)[:, None] | (setup.card != CARD[TWO_DICE])
    back = (tables.boat > 1)[:, None] | (setup.card != CARD[BOAT_BACK])
    return (hand > 0) & plain & two & back


def _sales(setup: Setup, tables: Tables, hand: Array) -> tuple[Array, Array]:
    """Return the sales, [n, 4], and those with MARKET."""
    xp, gems = setup.xp, setup.own(tables.gems, tables.turn)
    many = xp.sum(gems, axis=1, keepdims=True, dtype=xp.int8) > 1
    sales = xp.concat([gems > 0, many], axis=1)
    return sales, sales & (hand[:, CARD[MARKET]] > 0)[:, None]


def _donations(setup: Setup, tables: Tables) -> Array:
    """Return the donations; all coins are an action of their own, if they are none of these."""
    xp, coins = setup.xp, setup.own(tables.coins, tables.turn)[:, None]
    named = xp.asarray(DONATIONS, dtype=xp.int16)
    other = (coins > 0) & ~xp.any(coins == named, axis=1, keepdims=True)
    return xp.concat([coins >= named, other], axis=1)
