"""What the tables of Livingstone are made of, and the numbers of its actions."""

from typing import Any, NamedTuple

from croupier_game.arrays import Array, Library, OutOfBounds

from croupier_livingstone import types
from croupier_livingstone.types import CARDS, COLUMNS, DICE, MINE_CRASH, ROWS, SIDES, Options

CRASHES = 4
"""The most MINE_CRASH cards: one may follow the other in a single step."""
STONES_DRAWN = 6
"""The most stones that are drawn at once."""
FIELDS = len(COLUMNS) * len(ROWS)
CARD = {card: place for place, card in enumerate(CARDS)}
TENTS, UNSCORED = 0, 1
"""Places in the third axis of a board: all tents, and those of them that do not score."""

# The ids of actions are those of the learners' coding: croupier_client.envs.livingstone.
DRAW_CARD, TAKE_COINS, DIG, END_TURN, PASS_ROUND = range(SIDES, SIDES + 5)
TENT = PASS_ROUND + 1
SCORED_ROW_TENT = TENT + 4 * len(ROWS)
PLAY = SCORED_ROW_TENT + len(ROWS)
SELL = PLAY + len(CARDS)
SELL_ALL = SELL + 3
MARKET = SELL_ALL + 1
MARKET_ALL = MARKET + 3
DONATE = MARKET_ALL + 1
DONATIONS = (1, 2, 5, 10)
DONATE_ALL = DONATE + len(DONATIONS)
ACTIONS = DONATE_ALL + 1
NOTHING = ACTIONS
"""What is done at a table that is over."""
BLUES, REDS = 11, 6
"""How many numbers of blue and red gems there are, from 0 on, in the argument of a sale."""


class Tables(NamedTuple):
    """The states of n tables with s seats; counts of cards are in the order of CARDS.

    pool:    int8 [n, 6], how many of the dice left show 1 to 6.
    board:   int8 [n, s, 2, 10, 6], by column and row: the tents, and those that do not score.
    rows:    int8 [n, s, 6], the tents in each row.
    scored:  bool [n, s, 6], the rows in which a tent has scored.
    chest_dice: int8 [n, 6], those that the chests of two must match, once it is over.
    """

    round: Array
    starter: Array
    turn: Array
    boat: Array
    pool: Array
    die: Array
    owed: Array
    taken: Array
    last: Array
    passed: Array
    deck: Array
    hands: Array
    discard: Array
    out: Array
    coins: Array
    chests: Array
    gems: Array
    bag: Array
    aside: Array
    board: Array
    rows: Array
    scored: Array
    points: Array
    over: Array
    chest_dice: Array


class Drawn(NamedTuple):
    """What chance brings in a step.

    dice:   int8 [n, 6], how many of the dice rolled show 1 to 6.
    stones: int8 [n, 5], black, clear, blue, red and white ones.
    cards:  int8 [n, most], in the order in which they are drawn; -1 for none.
    """

    dice: Array
    stones: Array
    cards: Array


class Setup:
    """The arrays of a library for some options, and what only some of the tables need."""

    def __init__(self, library: Library, options: Options, seats: int) -> None:
        """Raise OutOfBounds."""
        crashes = options.card_counts[CARD[MINE_CRASH]]
        if crashes > CRASHES:
            raise OutOfBounds(f"Arrays hold up to {CRASHES} cards MINE_CRASH, not {crashes}.")
        self.library, self.options, self.seats = library, options, seats
        self.xp = xp = library.xp
        self.draws = 1 + crashes * seats
        """The most cards of a step."""
        self.luck = max(STONES_DRAWN, DICE * seats, self.draws)
        i8, i16 = xp.int8, xp.int16
        self.river = xp.asarray(options.river, dtype=i16)
        self.bonus = xp.asarray(options.row_bonus, dtype=i16)
        self.seat = xp.arange(seats, dtype=i8)
        self.number = xp.arange(1, SIDES + 1, dtype=i8)
        self.card = xp.arange(len(CARDS), dtype=i8)
        self.field = xp.arange(FIELDS, dtype=i8)
        self.used = xp.asarray([_used(action) for action in range(ACTIONS + 1)], dtype=i8)
        self.points = xp.asarray([types.POINTS.get(card, 0) for card in CARDS], dtype=i16)
        self.deck = xp.asarray(options.card_counts, dtype=i8)

    def some(self, mask: Array) -> bool:
        """Return whether it holds at any table; where it is compiled, that it may."""
        return self.library.name == "jax" or bool(self.xp.any(mask))

    def among(self, mask: Array, change: Any, tables: Any, *more: Any) -> Any:
        """Return the tables with what `change` makes of those in the mask, as a dict by field.

        It is called with tables of which each has `more`. NumPy takes them out: most kinds of
        actions are at few tables. Where it is compiled, it is reckoned for all.
        """
        xp = self.xp
        if self.library.name == "jax":
            return tables._replace(
                **{
                    name: xp.where(_wide(xp, mask, new), new, getattr(tables, name))
                    for name, new in change(tables, *more).items()
                }
            )
        rows = xp.nonzero(mask)[0]
        if not rows.shape[0]:
            return tables
        n = mask.shape[0]
        moved = n + xp.cumulative_sum(xp.astype(mask, xp.int32), dtype=xp.int32) - 1
        place = xp.where(mask, moved, xp.arange(n, dtype=xp.int32))
        changed = change(*(Some(xp, each, rows) for each in (tables, *more)))
        return tables._replace(
            **{
                name: xp.take(xp.concat([getattr(tables, name), new]), place, axis=0)
                for name, new in changed.items()
            }
        )

    def own(self, by_seat: Array, seat: Array) -> Array:
        """Return of [n, s, ...] what one seat of each table has: [n, ...]."""
        xp, n = self.xp, seat.shape[0]
        flat = xp.reshape(by_seat, (n * self.seats, *by_seat.shape[2:]))
        return xp.take(flat, xp.arange(n, dtype=xp.int32) * self.seats + seat, axis=0)

    def column(self, tables: Any) -> Array:
        """Return the board where the boat is: int8 [n, s, 2, 6]."""
        xp, n, each = self.xp, tables.boat.shape[0], 2 * self.seats
        flat = xp.reshape(tables.board, (n * each * len(COLUMNS), len(ROWS)))
        first = xp.arange(n * each, dtype=xp.int32) * len(COLUMNS) - 1
        at = xp.reshape(first, (n, each)) + tables.boat[:, None]
        found = xp.take(flat, xp.reshape(at, (-1,)), axis=0)
        return xp.reshape(found, (n, self.seats, 2, len(ROWS)))

    def to_move(self, tables: Any) -> Array:
        """Return bool [n, s]: whose turn it is."""
        return tables.turn[:, None] == self.seat


class Some:
    """Some of the tables: of each field, the rows are taken when it is asked for."""

    def __init__(self, xp: Any, tables: Any, rows: Array) -> None:
        self._xp, self._tables, self._rows = xp, tables, rows

    def __getattr__(self, name: str) -> Array:
        found = self._xp.take(getattr(self._tables, name), self._rows, axis=0)
        setattr(self, name, found)
        return found


class Act(NamedTuple):
    """What is done: its id, and its argument."""

    id: Array
    argument: Array


def _wide(xp: Any, mask: Array, like: Array) -> Array:
    return xp.reshape(mask, (-1,) + (1,) * (like.ndim - 1))


def _used(action: int) -> list[int]:
    """Return how many of each card an action takes from the hand."""
    cards = [0] * len(CARDS)
    if TENT <= action < SCORED_ROW_TENT:
        cards[CARD[types.NO_COST_TENT]] = (action - TENT) // 2 % 2
        cards[CARD[types.ANY_ROW_TENT]] = (action - TENT) % 2
    elif SCORED_ROW_TENT <= action < PLAY:
        cards[CARD[types.SCORED_ROW_TENT]] = 1
    elif PLAY <= action < SELL:
        cards[action - PLAY] = 1
    elif MARKET <= action <= MARKET_ALL:
        cards[CARD[types.MARKET]] = 1
    return cards
