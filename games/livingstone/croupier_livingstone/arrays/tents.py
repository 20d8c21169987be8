"""Tents: what they cost, where one comes from if none is left, and how it is put on the board."""

from typing import Any

from croupier_game.arrays import Array

from croupier_livingstone.arrays.layout import (
    CARD,
    FIELDS,
    SCORED_ROW_TENT,
    TENT,
    TENTS,
    UNSCORED,
    Setup,
)
from croupier_livingstone.types import ANY_ROW_TENT, COLUMNS, NO_COST_TENT, ROWS, TWO
from croupier_livingstone.types import TENTS as ALL_TENTS

PLACES = 2 + 2 * len(ROWS)


def there(setup: Setup, column: Array) -> Array:
    """Return what the tents on each field of a column cost: int16 [n, 6]."""
    return setup.xp.sum(column[:, :, TENTS, :], axis=1, dtype=setup.xp.int16)


def supply(setup: Setup, rows: Array) -> Array:
    """Return how many tents a seat has left, by those in its rows [n, 6]: int8 [n]."""
    return ALL_TENTS - setup.xp.sum(rows, axis=1, dtype=setup.xp.int8)


def put(setup: Setup, tables: Any, act: Any) -> dict[str, Array]:
    """Pay for a tent and put it to the boat's column, lifted from elsewhere if none is left."""
    xp, i8, n = setup.xp, setup.xp.int8, act.id.shape[0]
    mine = setup.to_move(tables)
    scored = act.id >= SCORED_ROW_TENT
    row = xp.where(scored, act.id - SCORED_ROW_TENT, (act.id - TENT) // 4)
    free = scored | ((act.id - TENT) // 2 % 2 == 1)
    at_row = xp.arange(len(ROWS), dtype=i8) == row[:, None]
    price = xp.take(setup.river, tables.boat - 1)
    costs = xp.sum(xp.where(at_row, there(setup, setup.column(tables)), 0), axis=1, dtype=xp.int16)
    paid = costs + xp.where(free, 0, price)
    target = (tables.boat - 1) * len(ROWS) + row
    new = mine[:, :, None] & xp.stack([xp.ones_like(scored), scored], axis=1)[:, None, :]
    put_to = new[:, :, :, None] & (setup.field == target[:, None])[:, None, None, :]
    board = xp.reshape(tables.board, (n, setup.seats, 2, FIELDS)) + xp.astype(put_to, i8)
    rows = tables.rows + xp.astype(mine[:, :, None] & at_row[:, None, :], i8)
    moved = (act.argument > 0) | (supply(setup, setup.own(tables.rows, tables.turn)) == 0)
    if setup.seats == TWO and setup.some(moved):
        board, rows = _lift(setup, tables, act, moved, board, rows)
    return {
        "coins": tables.coins - xp.where(mine, paid[:, None], 0),
        "board": xp.reshape(board, tables.board.shape),
        "rows": rows,
    }


def _lift(
    setup: Setup, tables: Any, act: Any, moved: Array, board: Array, rows: Array
) -> tuple[Array, Array]:
    """Lift a tent; of several at a field, one that does not score."""
    xp, i8 = setup.xp, setup.xp.int8
    origin = xp.where(act.argument > 0, act.argument - 1, default_origin(setup, tables, act))
    mine = setup.to_move(tables)[:, :, None]
    here = (setup.field == origin[:, None]) & moved[:, None]
    lifted = xp.astype(mine & here[:, None, :], i8)
    marked = xp.where(board[:, :, UNSCORED, :] > 0, lifted, 0)
    from_row = xp.any(xp.reshape(here, (-1, len(COLUMNS), len(ROWS))), axis=1)[:, None, :]
    return board - xp.stack([lifted, marked], axis=2), rows - xp.astype(mine & from_row, i8)


def default_origin(setup: Setup, tables: Any, act: Any) -> Array:
    """Return the field of the tent that the learners' coding moves: int32 [n].

    It is the one that the rules list last for the place: the last of all for the place that is
    listed first, and the first of all for the others. But if a tent stands where the first place
    is, only a place in another row can name it, and the first one does.
    """
    xp, i32 = setup.xp, setup.xp.int32
    places, rows = _places(setup, tables, act)
    order = xp.arange(PLACES, dtype=i32)
    place = _place(setup, act)
    row = xp.sum(xp.where(order == place[:, None], rows, 0), axis=1, dtype=i32)
    first = _first(xp, places)
    first_row = xp.sum(xp.where(order == first[:, None], rows, 0), axis=1, dtype=i32)
    other = places & (rows != first_row[:, None])
    named_here = (place == _first(xp, other)) & xp.any(other, axis=1)
    at_boat = (xp.astype(tables.boat, i32) - 1) * len(ROWS)
    own = xp.reshape(setup.own(tables.board, tables.turn)[:, TENTS, ...], (-1, FIELDS)) > 0
    origins = own & (setup.field != (at_boat + row)[:, None])
    last = FIELDS - 1 - _first(xp, xp.flip(origins, axis=1))
    unnamed = at_boat + first_row
    stands = xp.any(own & (setup.field == unnamed[:, None]), axis=1)
    rest = xp.where(named_here & stands, unnamed, _first(xp, origins))
    return xp.where(place == first, last, rest)


def _places(setup: Setup, tables: Any, act: Any) -> tuple[Array, Array]:
    """Return the places that the rules list, and their rows: two arrays [n, 14].

    They are: as the die shows, without and with NO_COST_TENT; rows 1 to 6 by ANY_ROW_TENT, and
    those with NO_COST_TENT. Those of SCORED_ROW_TENT are where those of ANY_ROW_TENT are.
    """
    xp, n = setup.xp, act.id.shape[0]
    free, paid = affordable(setup, tables)
    hand = setup.own(tables.hands, tables.turn)
    free_cards = free & (hand[:, CARD[NO_COST_TENT]] > 0)[:, None]
    any_row = (hand[:, CARD[ANY_ROW_TENT]] > 0)[:, None]
    shown = setup.number == tables.die[:, None]
    by_die = [xp.any(each & shown, axis=1)[:, None] for each in (paid, free_cards)]
    die_places = xp.concat([*by_die, paid & any_row, free_cards & any_row], axis=1)
    scored = setup.own(tables.scored, tables.turn) & free
    barred = xp.zeros_like(scored)
    scored_places = xp.concat([barred[:, :2], scored, barred], axis=1)
    die = xp.broadcast_to(tables.die[:, None] - 1, (n, 2))
    rows = xp.broadcast_to(xp.arange(len(ROWS), dtype=xp.int8), (n, len(ROWS)))
    with_card = (act.id >= SCORED_ROW_TENT)[:, None]
    return xp.where(with_card, scored_places, die_places), xp.concat([die, rows, rows], axis=1)


def _place(setup: Setup, act: Any) -> Array:
    """Return which of the places an action has."""
    xp = setup.xp
    scored = act.id >= SCORED_ROW_TENT
    row = xp.where(scored, act.id - SCORED_ROW_TENT, (act.id - TENT) // 4)
    free = ~scored & ((act.id - TENT) // 2 % 2 == 1)
    any_row = scored | ((act.id - TENT) % 2 == 1)
    free = xp.astype(free, xp.int32)
    return xp.where(any_row, 2 + len(ROWS) * free + row, free)


def affordable(setup: Setup, tables: Any) -> tuple[Array, Array]:
    """Return the rows in which the seat to move can pay a tent, without and with the river."""
    xp = setup.xp
    cost = there(setup, setup.column(tables))
    coins = setup.own(tables.coins, tables.turn)[:, None]
    return cost <= coins, cost + xp.take(setup.river, tables.boat - 1)[:, None] <= coins


def _first(xp: Any, mask: Array) -> Array:
    return xp.astype(xp.argmax(xp.astype(mask, xp.int8), axis=1), xp.int32)
