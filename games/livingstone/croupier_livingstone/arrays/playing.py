"""What plays are worth a try, and what all play in a rollout, in whole numbers.

It thinks as Hugo of `bot.py` does, and knows more: what a tent does for the bonus of its row, which
dice may follow, that the river is cheap at first and chests can wait. It looks at nothing but what
its seat may see, and is short: a rollout is some 120 of its decisions with two seats.
"""

from typing import NamedTuple

from croupier_game.arrays import NONE, Array

from croupier_livingstone.arrays import legal
from croupier_livingstone.arrays.layout import (
    ACTIONS,
    BLUES,
    CARD,
    DIG,
    DONATE,
    DRAW_CARD,
    END_TURN,
    MARKET_ALL,
    PLAY,
    REDS,
    SCORED_ROW_TENT,
    SELL_ALL,
    TAKE_COINS,
    TENT,
    TENTS,
    Setup,
    Tables,
)
from croupier_livingstone.arrays.tents import supply, there
from croupier_livingstone.arrays.values import CARD_USED, FAR, POINT, SURE, TWO_MORE, Values
from croupier_livingstone.types import (
    ANY_ROW_TENT,
    BOAT_BACK,
    FOUR_COINS,
    LAST_COLUMN,
    MARKET,
    MARKET_PRICES,
    NO_COST_TENT,
    PRICES,
    ROWS,
    SIDES,
    THREE_STONES,
    TWO,
    TWO_DICE,
)
from croupier_livingstone.types import SCORED_ROW_TENT as SCORED_ROW_CARD

WAYS = (0, 2, 1, 3)
"""Of tents by the die: plain, by NO_COST_TENT, by ANY_ROW_TENT, and by both."""


class Sight(NamedTuple):
    """What the seats to move look at, n of them, int32.

    has:     bool [n, 12], the cards in the hand.
    gems:    [n, 3].
    coin, card: what one is worth, [n].
    coins:   [n].
    lacking: coins that the chest still needs, [n].
    paid, free, scored: [n, 6], what a tent in each row is worth, by the die, by NO_COST_TENT and by
             SCORED_ROW_TENT; NONE where there is none, or the coins do not suffice for the chest.
    origin:  [n, 6], the argument of these tents.
    """

    has: Array
    gems: Array
    coin: Array
    card: Array
    coins: Array
    lacking: Array
    paid: Array
    free: Array
    scored: Array
    origin: Array


class Player:
    """A way to play."""

    def __init__(self, setup: Setup, values: Values) -> None:
        self._setup, self._xp, self._values = setup, setup.xp, values

        def numbers(*each: int) -> Array:
            return setup.xp.asarray(each, dtype=setup.xp.int32)

        self._coin, self._card = numbers(*values.coin), numbers(*values.card)
        self._keep, self._lead = numbers(*values.keep), numbers(*values.lead)
        self._bonus, self._river = numbers(*setup.options.row_bonus), numbers(*setup.options.river)
        self._prices, self._market = numbers(*PRICES), numbers(*MARKET_PRICES)
        self._row, self._number = numbers(*range(SIDES)), numbers(*range(1, SIDES + 1))
        self._plain, self._ways = numbers(DRAW_CARD, TAKE_COINS, DIG), numbers(*WAYS)
        self._none, self._sure = numbers(NONE), numbers(SURE)

    def policy(self, tables: Tables) -> Array:
        """Return the first play of the greatest worth, int32 [n]."""
        xp = self._xp
        action, worth = self.plays(tables)
        return xp.take_along_axis(action, xp.argmax(worth, axis=1)[:, None], axis=1)[:, 0]

    def plays(self, tables: Tables) -> tuple[Array, Array]:
        """Return plays, int32 [n, k], and their worth, NONE for those that are none."""
        xp, sight = self._xp, self._sight(tables)
        tents, others = self._tents(sight), self._others(tables, sight)
        dice, dice_worth = self._dice(tables, tents, others)
        uses, use_worth = self._uses(tables, sight, tents, others)
        ends = (tables.die == 0) & (tables.owed == 0)
        zero = xp.zeros_like(sight.coin)
        end_worth = xp.where(ends, zero, NONE)[:, None]
        worth = xp.concat([dice_worth, use_worth, end_worth], axis=1)
        free, gain = self._free(tables, sight, ends)
        # What uses no die comes before the best that there is otherwise, or after it.
        gain = xp.where(gain > NONE, xp.max(worth, axis=1, keepdims=True) + gain, NONE)
        action = xp.concat([dice, uses, (zero + END_TURN)[:, None], free], axis=1)
        return action, xp.concat([worth, gain], axis=1)

    def _sight(self, tables: Tables) -> Sight:
        setup, xp, i32 = self._setup, self._xp, self._xp.int32
        column = xp.astype(tables.boat, i32) - 1
        coins = xp.astype(setup.own(tables.coins, tables.turn), i32)
        lacking = self._lacking(tables, coins, column)
        spend = (coins - xp.where(lacking > 0, lacking, 0))[:, None]
        coin = xp.take(self._coin, column)
        costs = xp.astype(there(setup, setup.column(tables)), i32)
        price = xp.take(self._river, column)[:, None]
        rows = setup.own(tables.rows, tables.turn)
        left = supply(setup, rows)[:, None] > 0
        able, origin, bonus = left, xp.zeros_like(costs), self._bonuses(tables, rows)
        if setup.seats == TWO and setup.some(~left):
            origin, able = self._origins(tables, left)
            bonus = xp.where(left, bonus, 0)
        bonus = bonus - costs * coin[:, None]
        free = bonus + POINT * self._number
        cheap = able & (costs <= spend)
        dear = able & (costs + price <= spend)
        return Sight(
            has=setup.own(tables.hands, tables.turn) > 0,
            gems=xp.astype(setup.own(tables.gems, tables.turn), i32),
            coin=coin,
            card=xp.take(self._card, column),
            coins=coins,
            lacking=lacking,
            paid=xp.where(dear, free - price * coin[:, None], NONE),
            free=xp.where(cheap, free, NONE),
            scored=xp.where(cheap & setup.own(tables.scored, tables.turn), bonus, NONE),
            origin=origin,
        )

    def _lacking(self, tables: Tables, coins: Array, column: Array) -> Array:
        """Return how many coins the chest still needs by now: all, in the last turn."""
        setup, xp, i32 = self._setup, self._xp, self._xp.int32
        chest = xp.astype(setup.own(tables.chests, tables.turn), i32)
        goal = xp.take(self._keep, column)
        if setup.seats > TWO:
            wealth = xp.astype(tables.coins + tables.chests, i32)
            goal = goal + xp.min(xp.where(setup.to_move(tables), -NONE, wealth), axis=1)
        again = xp.any(legal.higher(setup, tables), axis=1)
        last = (tables.boat == LAST_COLUMN) & ~again & (chest + coins > goal)
        return xp.where(last, coins, goal - chest)

    def _bonuses(self, tables: Tables, rows: Array) -> Array:
        """Return what a tent in each row is worth for the row's bonus: int32 [n, 6]."""
        setup, xp = self._setup, self._xp
        others = xp.where(setup.to_move(tables)[:, :, None], -1, tables.rows)
        lead = rows - xp.max(others, axis=1)
        lead = xp.where(lead < -FAR, -FAR, xp.where(lead > FAR, FAR, lead)) + FAR
        share = xp.take(self._lead, xp.astype(xp.reshape(lead, (-1,)), xp.int32))
        return self._bonus * xp.reshape(share, lead.shape)

    def _origins(self, tables: Tables, left: Array) -> tuple[Array, Array]:
        """Return from where a tent is moved, as arguments, and the rows where one can be.

        It is one of the same row, so that the row's bonus is not at stake.
        """
        setup, xp, i32 = self._setup, self._xp, self._xp.int32
        board = setup.own(tables.board, tables.turn)[:, TENTS, ...] > 0
        here = xp.arange(1, LAST_COLUMN + 1, dtype=xp.int8) == tables.boat[:, None]
        board = board & ~here[:, :, None]
        column = xp.astype(xp.argmax(xp.astype(board, xp.int8), axis=1), i32)
        argument = 1 + column * len(ROWS) + self._row
        return xp.where(left, 0, argument), left | xp.any(board, axis=1)

    def _tents(self, sight: Sight) -> list[Array]:
        """Return what a tent in each row is worth, in each of the WAYS: int32 [n, 6] each."""
        xp, none = self._xp, self._none
        free_card = sight.has[:, CARD[NO_COST_TENT], None]
        any_row = sight.has[:, CARD[ANY_ROW_TENT], None]
        free = xp.where(free_card, sight.free - CARD_USED, none)
        any_paid = xp.where(any_row, sight.paid - CARD_USED, none)
        return [sight.paid, free, any_paid, xp.where(any_row, free - CARD_USED, none)]

    def _others(self, tables: Tables, sight: Sight) -> list[Array]:
        """Return what a card, coins and stones are worth for each die: int32 [n, 6] each."""
        xp, i32 = self._xp, self._xp.int32
        cards = xp.any((tables.deck > 0) | (tables.discard > 0), axis=1)
        card = xp.where(cards, sight.card, NONE)[:, None] + xp.zeros_like(self._number)
        bag = xp.astype(tables.bag, i32)
        count = xp.sum(bag, axis=1, keepdims=True, dtype=i32)
        count = xp.where(count > 0, count, 1)
        whole = xp.sum(bag[:, 1:] * self._gem(sight), axis=1, keepdims=True, dtype=i32)
        # The white stone makes all worthless.
        black = xp.where(count > self._number, count - self._number, 0)
        stones = self._number * whole // count * black // count
        return [card, self._number * sight.coin[:, None], stones]

    def _gem(self, sight: Sight) -> Array:
        """Return what each kind of gem is worth: its price, or a point."""
        price = self._prices * sight.coin[:, None]
        return self._xp.where(price > self._values.gem, price, self._values.gem)

    def _dice(self, tables: Tables, tents: list[Array], others: list[Array]) -> tuple[Array, Array]:
        """Return the dice to take, and what they are worth with those that may follow."""
        xp, values = self._xp, self._values
        paid, free, any_paid, any_free = tents
        any_row = xp.max(xp.maximum(any_paid, any_free), axis=1, keepdims=True)
        use = xp.maximum(xp.maximum(paid, free), any_row)
        for other in others:
            use = xp.maximum(use, other)
        after, worth = xp.zeros_like(use[:, 0]), []
        for die in reversed(range(SIDES)):
            now = use[:, die] + after * values.again // 100
            now = xp.where(after > 0, now + values.more, now)
            worth.append(now)
            after = xp.where(tables.pool[:, die] > 0, xp.maximum(after, now), after)
        able = legal.dice(self._setup, tables)
        found = xp.where(able, xp.stack(worth[::-1], axis=1), NONE)
        return xp.broadcast_to(self._row, found.shape), found

    def _uses(
        self, tables: Tables, sight: Sight, tents: list[Array], others: list[Array]
    ) -> tuple[Array, Array]:
        """Return what may be done with the die in use, and what it is worth."""
        xp, n = self._xp, tables.die.shape[0]
        paid, free, *any_row = tents
        shown = (self._number == tables.die[:, None])[:, None, :]
        by_die = xp.stack([*others, paid, free], axis=1)
        by_die = xp.sum(xp.where(shown, by_die, 0), axis=2, dtype=xp.int32)
        die = xp.where(tables.die > 0, tables.die - 1, 0)
        rows = [die, die, *(xp.astype(xp.argmax(each, axis=1), xp.int8) for each in any_row)]
        row = xp.astype(xp.stack(rows, axis=1), xp.int32)
        origin = xp.take_along_axis(sight.origin, row, axis=1)
        actions = TENT + 4 * row + self._ways + ACTIONS * origin
        best = xp.stack([xp.max(each, axis=1) for each in any_row], axis=1)
        worth = xp.concat([by_die, best], axis=1)
        actions = xp.concat([xp.broadcast_to(self._plain, (n, len(others))), actions], axis=1)
        return actions, xp.where(tables.die[:, None] > 0, worth, NONE)

    def _free(self, tables: Tables, sight: Sight, ends: Array) -> tuple[Array, Array]:
        """Return what may be played beside the die, and how much better it is than to wait."""
        xp, i32, none, sure = self._xp, self._xp.int32, self._none, self._sure
        has, gems, coin = sight.has, sight.gems, sight.coin[:, None]
        chain = xp.sum(xp.astype(legal.higher(self._setup, tables), i32), axis=1, dtype=i32)
        market = has[:, CARD[MARKET]]
        poor = sight.lacking > sight.coins
        # Clear gems are worth more than their price; but the chest comes first.
        sale = xp.where(poor[:, None] | (self._row[:3] > 0), gems, 0)
        gain = xp.sum(sale * (self._prices * coin - self._values.gem), axis=1, dtype=i32)
        gain = xp.where(poor, sure, gain)
        held = gems * (self._market * (coin + POINT) - self._gem(sight))
        row = xp.astype(xp.argmax(sight.scored, axis=1), i32)
        origin = xp.take_along_axis(sight.origin, row[:, None], axis=1)[:, 0]
        amount = xp.where(sight.lacking < sight.coins, sight.lacking, sight.coins)
        gives = ends & (amount > 0) & (tables.boat >= self._values.give)
        plays = {
            CARD[TWO_DICE]: xp.where(chain > tables.owed, none * 0 + TWO_MORE, none),
            CARD[BOAT_BACK]: xp.where(tables.boat > 1, none * 0 - POINT, none),
            CARD[THREE_STONES]: sure,
            CARD[FOUR_COINS]: sure,
        }
        found = [
            *((PLAY + card, xp.where(has[:, card], worth, none)) for card, worth in plays.items()),
            (
                SCORED_ROW_TENT + row + ACTIONS * origin,
                xp.where(has[:, CARD[SCORED_ROW_CARD]], xp.max(sight.scored, axis=1), none),
            ),
            (self._sale(SELL_ALL, sale), xp.where(xp.any(sale > 0, axis=1) & ~market, gain, none)),
            (
                self._sale(MARKET_ALL, gems),
                xp.where(market & xp.any(gems > 0, axis=1), xp.sum(held, axis=1, dtype=i32), none),
            ),
            (DONATE + ACTIONS * amount, xp.where(gives, sure, none)),
        ]
        zero = xp.zeros_like(sight.coin)
        return (
            xp.stack([zero + action for action, _ in found], axis=1),
            xp.stack([zero + worth for _, worth in found], axis=1),
        )

    def _sale(self, everything: int, gems: Array) -> Array:
        """Return the action that sells these gems; one alone has an action of its own."""
        xp = self._xp
        one = everything - 3 + xp.astype(xp.argmax(gems, axis=1), xp.int32)
        number = (gems[:, 0] * BLUES + gems[:, 1]) * REDS + gems[:, 2]
        alone = xp.sum(gems, axis=1, dtype=xp.int32) == 1
        return xp.where(alone, one, everything + ACTIONS * (1 + number))
