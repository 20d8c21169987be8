"""What a seat sees, as the learners' coding has it."""

from croupier_game.arrays import Array

from croupier_livingstone.arrays.layout import FIELDS, Setup, Tables
from croupier_livingstone.types import CARDS, COLUMNS, SIDES, TWO
from croupier_livingstone.types import TENTS as ALL_TENTS

BY_SEAT = 12 + SIDES
STONES = 5


def size(seats: int) -> int:
    """Return how many numbers an observation has."""
    common = len(COLUMNS) + 2 * SIDES + 4 + 3 * len(CARDS) + 2 * STONES
    return 2 * seats * FIELDS + common + seats * BY_SEAT


def observe(setup: Setup, tables: Tables, seat: Array) -> Array:
    """Return what the seats see: float32 [n, size]."""
    xp, n = setup.xp, seat.shape[0]
    # The viewer's own comes first, then the others by the numbers of their seats.
    away = xp.astype(seat[:, None] + setup.seat, xp.int32) % setup.seats
    order = xp.arange(n, dtype=xp.int32)[:, None] * setup.seats + away
    river = xp.broadcast_to(setup.river, (n, len(COLUMNS)))
    public = [tables.boat, tables.round, tables.owed]
    deck = xp.sum(tables.deck, axis=1, keepdims=True, dtype=xp.int16)
    white = xp.ones_like(tables.boat)[:, None]
    parts = [
        _board(setup, tables, order),
        river,
        tables.pool,
        setup.number == tables.die[:, None],
        *(each[:, None] for each in public),
        deck,
        setup.own(tables.hands, seat),
        tables.discard,
        tables.out,
        tables.bag,
        white,
        tables.aside,
        xp.zeros_like(white),
        xp.reshape(_sides(setup, tables, order), (n, setup.seats * BY_SEAT)),
    ]
    return xp.concat([xp.astype(each, xp.float32) for each in parts], axis=1)


def _board(setup: Setup, tables: Tables, order: Array) -> Array:
    """Return of each field the tents by seat, and those that do not score: [n, 2 * s * 60]."""
    xp, n, seats = setup.xp, order.shape[0], setup.seats
    flat = xp.reshape(tables.board, (n * seats, 2 * FIELDS))
    board = xp.reshape(xp.take(flat, xp.reshape(order, (-1,)), axis=0), (n, seats, 2, FIELDS))
    return xp.reshape(xp.permute_dims(board, (0, 3, 2, 1)), (n, 2 * FIELDS * seats))


def _sides(setup: Setup, tables: Tables, order: Array) -> Array:
    """Return what each seat has: int16 [n, s, 18]."""
    xp, i16, n, seats = setup.xp, setup.xp.int16, order.shape[0], setup.seats
    tents = ALL_TENTS - xp.sum(tables.rows, axis=2, dtype=i16)
    size = xp.sum(tables.hands, axis=2, dtype=i16)

    def sides(each: Array) -> Array:
        """Return of [n, s, ...] the viewer's own first: int16 [n, s, k]."""
        wide = each if each.ndim > TWO else each[:, :, None]
        flat = xp.reshape(wide, (n * seats, wide.shape[2]))
        shown = xp.take(flat, xp.reshape(order, (-1,)), axis=0)
        return xp.astype(xp.reshape(shown, wide.shape), i16)

    starter = tables.starter[:, None] == setup.seat
    coins, chests = sides(tables.coins), sides(tables.chests)
    other = (setup.seat > 0)[:, None]
    closed = other & ~tables.over[:, None, None]
    hidden = other & (not setup.options.coins_public)
    return xp.concat(
        [
            sides(tables.points),
            coins + chests,
            sides(tables.gems),
            *(sides(each) for each in (tents, size, tables.last, tables.passed, starter)),
            xp.where(hidden, -1, coins),
            xp.where(closed, -1, chests),
            sides(tables.scored),
        ],
        axis=2,
    )
