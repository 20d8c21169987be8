"""The ends of a round and of the match, and who has won."""

from typing import Any

from croupier_game.arrays import WHOLE, Array

from croupier_livingstone.arrays.layout import TENTS, UNSCORED, Setup, Tables
from croupier_livingstone.types import LAST_COLUMN, TWO


def end_round(setup: Setup, tables: Any, drawn: Any) -> dict[str, Array]:
    """Score the boat's column; then the boat moves on, or the match ends."""
    xp, column = setup.xp, setup.column(tables)
    scoring = column[:, :, TENTS, :] - column[:, :, UNSCORED, :]
    points = tables.points + xp.sum(scoring * setup.number, axis=2, dtype=xp.int16)
    marked = xp.reshape(xp.arange(2, dtype=xp.int8) == UNSCORED, (2, 1, 1))
    over = tables.boat == LAST_COLUMN
    goes_on = xp.astype(~over, xp.int8)
    starter = (tables.starter + goes_on) % setup.seats
    still = over[:, None]
    if setup.some(over):
        points = points + xp.where(still, bonuses(setup, tables), 0)
    return {
        "round": tables.round + goes_on,
        "starter": starter,
        "turn": xp.where(over, tables.turn, starter),
        "boat": tables.boat + goes_on,
        "pool": xp.where(still, 0, drawn.dice),
        "owed": goes_on,
        "taken": tables.taken & over,
        "last": xp.where(still, tables.last, 0),
        "passed": tables.passed & still,
        "board": xp.where(marked, 0, tables.board),
        "scored": tables.scored | (scoring > 0),
        "points": points,
        "over": over,
        "chest_dice": xp.where(still, drawn.dice, 0),
    }


def bonuses(setup: Setup, tables: Any) -> Array:
    """Return what the end adds to the points: int16 [n, s]."""
    xp, i16 = setup.xp, setup.xp.int16
    gems = xp.sum(tables.gems, axis=2, dtype=i16)
    cards = xp.sum(tables.hands * setup.points, axis=2, dtype=i16)
    return xp.sum(row_bonuses(setup, tables.rows), axis=2, dtype=i16) + gems + cards


def row_bonuses(setup: Setup, rows: Array) -> Array:
    """Return the points for most tents in each row, shared on a tie: int16 [n, s, 6]."""
    xp, i16 = setup.xp, setup.xp.int16
    leads = (rows > 0) & (rows == xp.max(rows, axis=1, keepdims=True))
    leaders = xp.sum(xp.astype(leads, i16), axis=1, keepdims=True, dtype=i16)
    share = setup.bonus // xp.where(leaders > 0, leaders, 1)
    return xp.where(leads, share, 0)


def eliminated(setup: Setup, tables: Tables) -> Array:
    """Return the seats that gave too little: bool [n, s]; none before the end."""
    xp, i16 = setup.xp, setup.xp.int16
    if setup.seats == TWO:
        shown = xp.sum(tables.chest_dice * setup.number, axis=1, dtype=i16)[:, None]
        little = tables.chests < shown
    else:
        little = tables.chests == xp.min(tables.chests, axis=1, keepdims=True)
    return little & tables.over[:, None]


def shares(setup: Setup, tables: Tables) -> Array:
    """Return the seats' shares of the victory, in 1/60: int32 [n, s]."""
    xp = setup.xp
    first = ~eliminated(setup, tables)
    tents = xp.sum(tables.rows, axis=2, dtype=xp.int16)
    over = tables.over[:, None]
    # Donations are secret before the end.
    for number in (tables.points, xp.where(over, tables.chests, 0), xp.where(over, tents, 0)):
        worth = xp.where(first, number, -1)
        first = first & (worth == xp.max(worth, axis=1, keepdims=True))
    winners = xp.sum(xp.astype(first, xp.int32), axis=1, keepdims=True, dtype=xp.int32)
    return xp.where(first, WHOLE // xp.where(winners > 0, winners, 1), 0)
