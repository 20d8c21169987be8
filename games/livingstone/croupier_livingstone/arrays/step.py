"""What actions do: little things at all tables at once, the rest where it is done."""

from typing import Any

from croupier_game.arrays import Array

from croupier_livingstone.arrays import ending
from croupier_livingstone.arrays.chances import (
    can_take,
    draw_cards,
    ends_turn,
    read,
    stones_to_draw,
)
from croupier_livingstone.arrays.layout import (
    BLUES,
    CARD,
    DIG,
    DONATE,
    DONATE_ALL,
    DONATIONS,
    DRAW_CARD,
    MARKET,
    MARKET_ALL,
    NOTHING,
    PASS_ROUND,
    PLAY,
    REDS,
    SCORED_ROW_TENT,
    SELL,
    SELL_ALL,
    TAKE_COINS,
    TENT,
    Act,
    Drawn,
    Setup,
    Tables,
)
from croupier_livingstone.arrays.tents import put
from croupier_livingstone.types import (
    BOAT_BACK,
    FOUR_COINS,
    MARKET_PRICES,
    PRICES,
    SIDES,
    TWO_DICE,
)


def step(setup: Setup, tables: Tables, action: Array, drawn: Drawn) -> Tables:
    """Return the tables after legal actions."""
    xp, act = setup.xp, read(setup, tables, action)
    before = tables
    uses = (act.id >= SELL) & (act.id < DONATE)
    tables = setup.among(uses, lambda *now: _sell(setup, *now), tables, act)
    # Which tent is moved depends on the cards in the hand.
    tent = (act.id >= TENT) & (act.id < PLAY)
    tables = setup.among(tent, lambda *now: put(setup, *now), tables, act)
    cards = (act.id >= TENT) & (act.id < SELL) | (act.id >= MARKET) & (act.id < DONATE)
    tables = setup.among(cards, lambda *now: _use_cards(setup, *now), tables, act)
    digs = stones_to_draw(setup, before, act) > 0
    tables = setup.among(digs, lambda *now: _draw_stones(setup, *now), tables, drawn)
    draws = act.id == DRAW_CARD
    tables = setup.among(draws, lambda *now: _draw_cards(setup, *now), tables, drawn)
    tables = _money(setup, tables, act)
    tables = _dice(setup, tables, act)
    can, ended = can_take(setup, before, act), ends_turn(act)
    ends = ended & ~xp.any(can, axis=1)
    tables = _next_turn(setup, tables, act, can, ended)
    after: Tables = setup.among(ends, lambda *now: ending.end_round(setup, *now), tables, drawn)
    return after


def _money(setup: Setup, tables: Tables, act: Act) -> Tables:
    """Take and donate coins; those for gems and tents are reckoned where these are."""
    xp, mine = setup.xp, setup.to_move(tables)
    zero = xp.zeros_like(act.argument)
    purse = xp.astype(setup.own(tables.coins, tables.turn), xp.int32)
    named = xp.asarray([*DONATIONS, 0], dtype=xp.int32)
    donates = (act.id >= DONATE) & (act.id < NOTHING)
    place = xp.where(donates, xp.astype(act.id, xp.int32) - DONATE, zero)
    amount = xp.where(act.id == DONATE_ALL, purse, xp.take(named, place))
    amount = xp.where(donates, xp.where(act.argument > 0, act.argument, amount), zero)
    taken = xp.where(act.id == TAKE_COINS, xp.astype(tables.die, xp.int32), zero)
    taken = xp.where(act.id == PLAY + CARD[FOUR_COINS], xp.full_like(taken, 4), taken)
    gain, given = xp.astype(taken - amount, xp.int16), xp.astype(amount, xp.int16)
    return tables._replace(
        coins=tables.coins + xp.where(mine, gain[:, None], 0),
        chests=tables.chests + xp.where(mine, given[:, None], 0),
    )


def _dice(setup: Setup, tables: Tables, act: Act) -> Tables:
    xp, i8 = setup.xp, setup.xp.int8
    takes = act.id < SIDES
    used = (act.id == DRAW_CARD) | (act.id == TAKE_COINS) | (act.id == DIG)
    used = used | (act.id >= TENT) & (act.id < SCORED_ROW_TENT)
    mine = setup.to_move(tables) & takes[:, None]
    value = xp.where(takes, act.id + 1, 0)
    two = xp.astype(act.id == PLAY + CARD[TWO_DICE], i8)
    return tables._replace(
        pool=tables.pool - xp.astype(setup.number == value[:, None], i8),
        die=xp.where(takes, value, xp.where(used, 0, tables.die)),
        owed=tables.owed - xp.astype(takes, i8) + two,
        taken=tables.taken | takes,
        last=xp.where(mine, value[:, None], tables.last),
    )


def _next_turn(setup: Setup, tables: Tables, act: Act, can: Array, ended: Array) -> Tables:
    """Pass the turn clockwise to a seat with a die to take; to any, if there is none."""
    xp, i8 = setup.xp, setup.xp.int8
    away = (setup.seat - tables.turn[:, None] - 1) % setup.seats
    nearest = xp.argmin(xp.where(can, away, setup.seats), axis=1)
    turned = ended & xp.any(can, axis=1)
    passed = (act.id == PASS_ROUND)[:, None] & setup.to_move(tables)
    return tables._replace(
        turn=xp.where(turned, xp.astype(nearest, i8), tables.turn),
        owed=xp.where(turned, 1, tables.owed),
        taken=tables.taken & ~turned,
        passed=tables.passed | passed,
    )


def sold(setup: Setup, held: Array, act: Any) -> Array:
    """Return the gems that are sold, of those held: int8 [n, 3]."""
    xp = setup.xp
    kind = xp.where(act.id >= MARKET, act.id - MARKET, act.id - SELL)
    one = xp.astype(kind[:, None] == xp.arange(3, dtype=xp.int8), xp.int8)
    everything = ((act.id == SELL_ALL) | (act.id == MARKET_ALL))[:, None]
    amounts = act.argument - 1
    clear, more = amounts // (BLUES * REDS), amounts % (BLUES * REDS)
    said = xp.astype(xp.stack([clear, more // REDS, more % REDS], axis=1), xp.int8)
    return xp.where((act.argument > 0)[:, None], said, xp.where(everything, held, one))


def _sell(setup: Setup, tables: Any, act: Any) -> dict[str, Array]:
    xp, mine = setup.xp, setup.to_move(tables)
    gems = sold(setup, setup.own(tables.gems, tables.turn), act)
    market = act.id >= MARKET
    prices = xp.asarray([PRICES, MARKET_PRICES], dtype=xp.int16)
    price = xp.take(prices, xp.astype(market, xp.int8), axis=0)
    worth = xp.sum(xp.astype(gems, xp.int16) * price, axis=1, dtype=xp.int16)
    earned = xp.where(market, worth, 0)
    none = xp.zeros_like(gems[:, :1])
    return {
        "gems": tables.gems - xp.where(mine[:, :, None], gems[:, None, :], 0),
        "aside": tables.aside + xp.concat([none, gems], axis=1),
        "coins": tables.coins + xp.where(mine, worth[:, None], 0),
        "points": tables.points + xp.where(mine, earned[:, None], 0),
    }


def _use_cards(setup: Setup, tables: Any, act: Any) -> dict[str, Array]:
    """Discard cards, but BOAT_BACK, which leaves the game, and score those of points."""
    xp, mine = setup.xp, setup.to_move(tables)
    used = xp.take(setup.used, act.id, axis=0)
    gone = xp.where(setup.card == CARD[BOAT_BACK], used, 0)
    points = xp.sum(used * setup.points, axis=1, dtype=xp.int16)
    return {
        "hands": tables.hands - xp.where(mine[:, :, None], used[:, None, :], 0),
        "discard": tables.discard + used - gone,
        "out": tables.out + gone,
        "boat": tables.boat - gone[:, CARD[BOAT_BACK]],
        "points": tables.points + xp.where(mine, points[:, None], 0),
    }


def _draw_stones(setup: Setup, tables: Any, drawn: Any) -> dict[str, Array]:
    xp, mine = setup.xp, setup.to_move(tables)
    stones = drawn.stones
    white = stones[:, 4:] > 0
    kept = xp.where(white, 0, stones[:, :4])
    black = xp.where(xp.arange(4, dtype=xp.int8) == 0, kept, 0)
    return {
        "bag": tables.bag + xp.where(white, tables.aside, -kept),
        "aside": xp.where(white, 0, tables.aside + black),
        "gems": tables.gems + xp.where(mine[:, :, None], kept[:, None, 1:], 0),
    }


def _draw_cards(setup: Setup, tables: Any, drawn: Any) -> dict[str, Array]:
    return draw_cards(setup, tables, lambda place, _: drawn.cards[:, place], [])
