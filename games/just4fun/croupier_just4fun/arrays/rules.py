"""The rules of Just4Fun over arrays."""

from collections.abc import Sequence
from typing import Any

from croupier_game.arrays import NONE, WHOLE, Array, Library, Plays, below, repeated
from croupier_game.arrays.hands import hidden_hands
from croupier_game.search import VICTORY

from croupier_just4fun.arrays.states import (
    NO_LINE,
    VALUES,
    Drawn,
    Tables,
    from_states,
    to_state,
)
from croupier_just4fun.arrays.stones import Stones, columns, total
from croupier_just4fun.arrays.values import WIN, Values
from croupier_just4fun.board import LINES
from croupier_just4fun.types import (
    DECK,
    FIELDS,
    HAND_SIZE,
    LEAD,
    ORIGINAL,
    STONES,
    CardsDrawn,
    CardsPlayed,
    HandExchanged,
    Move,
    Options,
    State,
)

ACTIONS = 2**HAND_SIZE
"""A bit for each place of the hand whose card is played; the exchange is 0."""
NOWHERE = 127
"""The place of a card that is not drawn: behind all others."""
BY_CARDS = sorted(range(ACTIONS), key=lambda action: -action.bit_count())
"""All actions, those that play the most cards first: among equals the first one is chosen."""


class ArrayRules:
    """Just4Fun over arrays, with all options. The order of the discards is left out."""

    RULES_VERSION = 1
    UNIT = VICTORY
    SCALE = WIN
    ROLLOUTS = 2000

    def __init__(self, library: Library, options: Options, seats: int) -> None:
        self._options, self._seats = options, seats
        self.xp = xp = library.xp
        small = xp.int8
        self.actions = ACTIONS
        self.size = FIELDS * (2 + 2 * seats) + 2 * VALUES + 6 * seats + 1
        self._random = options.layout == "random"
        self.dealing = 1 + len(DECK) + FIELDS * self._random
        self.luck = HAND_SIZE
        self.hidden = 1 + len(DECK)
        self._deck = xp.asarray(DECK, dtype=small)
        self._layout = xp.asarray(options.custom_layout or ORIGINAL, dtype=small)
        # For each card, the value that it adds one to; none for no card.
        self._one = xp.astype(xp.arange(VALUES + 1)[:, None] == xp.arange(1, VALUES + 1), small)
        self._places = xp.arange(FIELDS, dtype=small)
        self._each = xp.arange(seats, dtype=small)
        self._bits = xp.arange(HAND_SIZE, dtype=xp.int32)
        self._by_cards = xp.asarray(BY_CARDS, dtype=xp.int32)
        self._barred = xp.asarray([[_skips(a, e) for a in range(ACTIONS)] for e in range(8)])
        self._lines = xp.asarray([line[0] for line in LINES], dtype=xp.int32)
        self._board = Stones(xp, options.own_locked, seats)
        self._worth = Values(xp, self._board, seats)
        cards = [[self._worth.card * action.bit_count()] for action in range(ACTIONS)]
        self._more_cards = xp.asarray(cards, dtype=xp.int16)

    # A match

    def deal(self, uniform: Array) -> Tables:
        xp, n, s = self.xp, uniform.shape[0], self._seats
        small = xp.int8
        start = self._options.start_seat
        starter = below(xp, uniform[:, 0], s) if start is None else xp.full((n,), start)
        deck = self._deck[xp.argsort(uniform[:, 1 : 1 + len(DECK)], axis=1, stable=True)]
        hands = xp.reshape(deck[:, : s * HAND_SIZE], (n, s, HAND_SIZE))
        if self._random:
            numbers = xp.argsort(uniform[:, 1 + len(DECK) :], axis=1, stable=True) + 1
        else:
            numbers = xp.broadcast_to(self._layout, (n, FIELDS))
        return Tables(
            layout=xp.astype(numbers, small),
            place=xp.astype(xp.argsort(numbers, axis=1), small),
            stones=xp.zeros((n, s, FIELDS), dtype=small),
            hands=xp.sort(hands, axis=2),
            deck=self._counted(deck[:, s * HAND_SIZE :]),
            discard=xp.zeros((n, VALUES), dtype=small),
            supplies=xp.full((n, s), STONES, dtype=small),
            removed=xp.zeros((n, s), dtype=small),
            starter=xp.astype(starter, small),
            turn=xp.astype(starter, small),
            line=xp.full((n,), NO_LINE, dtype=small),
            over=xp.zeros((n,), dtype=xp.bool),
        )

    def turn(self, tables: Tables) -> Array:
        return tables.turn

    def over(self, tables: Tables) -> Array:
        return tables.over

    def legal(self, tables: Tables) -> Array:
        xp = self.xp
        hand = self._hand(tables)
        sums = xp.stack(_sums(xp, hand), axis=1)
        fits = (sums > 0) & (sums <= FIELDS)
        rows = xp.arange(sums.shape[0])[:, None]
        place = tables.place[rows, xp.where(fits, sums, 1) - 1]
        stones = [tables.stones[rows, seat, place] for seat in range(self._seats)]
        takes = self._board.takes(stones, tables.turn[:, None])
        # Of equal cards, those at the first places are played.
        same = xp.astype(hand[:, 1:] == hand[:, :-1], xp.int8)
        barred = xp.take(self._barred, same[:, 0] + 2 * same[:, 1] + 4 * same[:, 2], axis=0)
        plays = fits & takes & ~barred
        exchange = ~xp.any(plays, axis=1, keepdims=True)
        return xp.concat([exchange, plays[:, 1:]], axis=1) & ~tables.over[:, None]

    def chances(self, tables: Tables, action: Array, uniform: Array) -> Drawn:
        xp, small = self.xp, self.xp.int8
        used = xp.astype(self._used(action), small)
        # The deck, and below it what will be shuffled when it is empty: each card has a place.
        pile = tables.discard + self._counted(used * self._hand(tables))
        ends = xp.cumulative_sum(
            columns(xp, xp.concat([tables.deck, pile], axis=1)), axis=0, dtype=small
        )
        deck, both = ends[VALUES - 1, :], ends[2 * VALUES - 1, :]
        drawn: list[Array] = []
        cards, rank = [], xp.zeros_like(deck)
        for k in range(HAND_SIZE):
            left = deck - rank
            bound = left + xp.astype(left <= 0, small) * (both - deck)
            at = xp.astype(below(xp, uniform[:, k], bound), small)
            for each in drawn:  # in ascending order
                at = at + xp.astype(each <= at, small)
            at = xp.where(used[:, k] > 0, at, NOWHERE)
            before = xp.sum(xp.astype(ends <= at, small), axis=0, dtype=small)
            cards.append(used[:, k] * (before % VALUES + 1))
            drawn = _inserted(xp, drawn, at)
            rank = rank + used[:, k]
        return Drawn(xp.stack(cards, axis=1))

    def step(self, tables: Tables, action: Array, drawn: Drawn) -> Tables:
        xp, small, turn = self.xp, self.xp.int8, tables.turn
        mine = xp.astype(self._each == turn[:, None], small)
        live = xp.astype(~tables.over, small)
        used = self._used(action) * live[:, None]
        played = used * self._hand(tables)
        puts = live * xp.astype(action != 0, small)
        put = mine * puts[:, None]
        stones, removed = self._put(tables, put, puts * xp.sum(played, axis=1, dtype=small))
        supplies = tables.supplies - put
        line = xp.where(tables.over, tables.line, self._board.line(stones, turn))
        going = self._board.going(stones, supplies)
        over = tables.over | (line != NO_LINE) | ~xp.any(going, axis=1)
        # No cards are drawn after the end.
        draws = used * xp.astype(~over, small)[:, None]
        deck, discard = self._decks(tables, played, draws * drawn.cards)
        left = _sorted(xp, self._hand(tables) - played + draws * drawn.cards)
        change = mine[:, :, None] * (left - self._hand(tables))[:, None, :]
        return Tables(
            layout=tables.layout,
            place=tables.place,
            stones=stones,
            hands=tables.hands + change,
            deck=deck,
            discard=discard,
            supplies=supplies,
            removed=removed,
            starter=tables.starter,
            turn=xp.where(over, turn, self._next(turn, going)),
            line=line,
            over=over,
        )

    def _put(self, tables: Tables, put: Array, number: Array) -> tuple[Array, Array]:
        """Return the stones, and those removed, after one of a seat, `put`, on a field or none."""
        xp, small = self.xp, self.xp.int8
        rows = xp.arange(number.shape[0])
        place = tables.place[rows, xp.where(number > 0, number, 1) - 1]
        here = tables.stones[rows[:, None], self._each[None, :], place[:, None]]
        others = here * (1 - put)
        own = xp.sum(here * put, axis=1, keepdims=True, dtype=small) + 1
        locks = own - xp.max(others, axis=1, keepdims=True) >= LEAD
        gone = others * xp.astype(locks & (number > 0)[:, None], small)
        at = xp.astype(self._places == place[:, None], small)
        change = at[:, None, :] * (put - gone)[:, :, None]
        return tables.stones + change, tables.removed + gone

    def _decks(self, tables: Tables, played: Array, drawn: Array) -> tuple[Array, Array]:
        """Return the deck and the discards; these become the deck when it is empty."""
        xp, small = self.xp, self.xp.int8
        discard = tables.discard + self._counted(played)
        count = xp.sum(xp.astype(drawn > 0, small), axis=1, keepdims=True, dtype=small)
        size = xp.sum(tables.deck, axis=1, keepdims=True, dtype=small)
        anew = xp.astype((count > 0) & (count >= size), small) * discard
        return tables.deck + anew - self._counted(drawn), discard - anew

    def scores(self, tables: Tables) -> Array:
        xp = self.xp
        numbers = xp.astype(tables.layout, xp.int16)[:, None, :]
        return xp.sum(
            xp.where(self._board.owned(tables.stones), numbers, 0), axis=2, dtype=xp.int32
        )

    def shares(self, tables: Tables) -> Array:
        xp = self.xp
        owned = self._board.owned(tables.stones)
        # Of equal sums, the highest field decides.
        keys = self.scores(tables) * (FIELDS + 1) + self._highest(tables, owned)
        most = keys == xp.max(keys, axis=1, keepdims=True)
        rows = xp.arange(keys.shape[0])[:, None]
        first = self._lines[xp.where(tables.line < 0, 0, tables.line)]
        lined = owned[rows, self._each[None, :], first[:, None]]
        wins = xp.astype(xp.where((tables.line != NO_LINE)[:, None], lined, most), xp.int32)
        return WHOLE * wins // xp.sum(wins, axis=1, keepdims=True, dtype=xp.int32)

    def observe(self, tables: Tables, seat: Array) -> Array:
        xp, n = self.xp, tables.turn.shape[0]
        # The viewer's own seat is the first one.
        seats = (xp.astype(seat, xp.int8)[:, None] + self._each) % self._seats
        owned = self._board.owned(tables.stones)
        parts = (
            xp.reshape(self._fields(tables, seats, owned), (n, FIELDS * (2 + 2 * self._seats))),
            self._counted(self._of(seats[:, :1], tables.hands)),
            tables.discard,
            xp.reshape(self._sides(tables, seats, owned), (n, 6 * self._seats)),
            xp.sum(tables.deck, axis=1, keepdims=True, dtype=xp.int8),
        )
        return xp.concat([xp.astype(each, xp.float32) for each in parts], axis=1)

    def _fields(self, tables: Tables, seats: Array, owned: Array) -> Array:
        """Return what is seen of each place, int8 [n, 36, 2 + 2 * s]."""
        xp, small = self.xp, self.xp.int8
        locked = xp.astype(xp.any(self._board.owned(tables.stones, LEAD), axis=1), small)
        by_seat = [
            self._of(seats[:, k, None], each)
            for each in (tables.stones, xp.astype(owned, small))
            for k in range(self._seats)
        ]
        return xp.stack([tables.layout, locked, *by_seat], axis=2)

    def _sides(self, tables: Tables, seats: Array, owned: Array) -> Array:
        """Return what is seen of each seat, int16 [n, s, 6]."""
        xp = self.xp
        sides = (
            tables.supplies,
            tables.removed,
            self.scores(tables),
            self._highest(tables, owned),
            xp.sum(xp.astype(tables.hands > 0, xp.int8), axis=2, dtype=xp.int8),
            self._each == tables.starter[:, None],
        )
        rows = xp.arange(seats.shape[0])[:, None]
        return xp.stack([xp.astype(each, xp.int16)[rows, seats] for each in sides], axis=2)

    # To and from the rules

    def from_states(self, states: Sequence[State]) -> Tables:
        return from_states(self.xp, self._options, self._seats, states)

    def to_state(self, tables: Tables, row: int) -> State:
        return to_state(tables, row, self._options)

    def action(self, move: Move, state: State) -> int:
        found, at = 0, -1
        hand = state.hands[state.turn]
        for card in move.cards:
            at = hand.index(card, at + 1)
            found |= 1 << at
        return found

    def move(self, action: int, state: State) -> Move:
        hand = state.hands[state.turn]
        return Move(tuple(card for k, card in enumerate(hand) if action >> k & 1))

    def drawn(self, before: State, events: Sequence[Any], after: State) -> Drawn:
        played: tuple[int, ...] = ()
        drawn: list[int] = []
        for event in events:
            match event:
                case CardsPlayed(cards=cards) | HandExchanged(cards=cards):
                    played = cards
                case CardsDrawn(cards=cards):
                    drawn = [*(cards or ())]
        used = self.action(Move(played), before)
        drawn += [0] * HAND_SIZE
        places = [drawn.pop(0) if used >> k & 1 else 0 for k in range(HAND_SIZE)]
        return Drawn(self.xp.asarray([places], dtype=self.xp.int8))

    def part(self, state: State) -> int:
        return 0

    def alone(self, state: State) -> State:
        return state

    # For a search

    def plays(self, tables: Tables) -> Plays:
        xp = self.xp
        worth = xp.astype(xp.permute_dims(self._worths(tables), (1, 0)), xp.int32)
        legal = self.legal(tables)[:, 1:]
        plays = xp.where(legal, xp.minimum(worth[:, 1:], self.SCALE), NONE)
        exchange = NONE * xp.astype(xp.any(legal, axis=1, keepdims=True), xp.int32)
        actions = xp.broadcast_to(xp.arange(ACTIONS, dtype=xp.int32), worth.shape)
        return Plays(actions, xp.astype(xp.concat([exchange, plays], axis=1), xp.int32))

    def policy(self, tables: Tables) -> Array:
        xp = self.xp
        worth = xp.take(self._worths(tables), self._by_cards, axis=0)
        best = self._by_cards[xp.argmax(worth, axis=0)]
        return best * xp.astype(xp.max(worth, axis=0) > 0, xp.int32)

    def worlds(self, seen: Any, table: Tables, seat: int, uniform: Array) -> Tables:
        xp, m = self.xp, uniform.shape[0]
        cards = hidden_hands(xp, seen.pools, [*range(1, VALUES + 1)], HAND_SIZE, uniform)
        theirs = xp.sort(xp.astype(cards, xp.int8), axis=2)
        own = xp.broadcast_to(table.hands[:, seat : seat + 1, :], (m, 1, HAND_SIZE))
        hands = xp.concat([theirs[:, :seat, :], own, theirs[:, seat:, :]], axis=1)
        unseen = table.deck[0, :] + self._counted(xp.reshape(table.hands, (1, -1)))[0, :]
        deck = unseen - self._counted(xp.reshape(hands, (m, self._seats * HAND_SIZE)))
        return repeated(xp, table, m)._replace(hands=hands, deck=deck)

    def _worths(self, tables: Tables) -> Array:
        """Return what each action is worth to the seat to move, int16 [16, n].

        It is 0 for what is no legal play; here equal cards at any place are.
        """
        xp, n = self.xp, tables.turn.shape[0]
        planes = self._board.planes(tables.stones)
        takes = self._board.takes(planes, tables.turn)
        gains = 1 + self._worth.gains(planes, tables.layout, tables.turn)
        gains = gains * xp.astype(takes, xp.int16)
        hand = self._hand(tables)
        sums = xp.stack(_sums(xp, hand))
        fits = (sums > 0) & (sums <= FIELDS)
        place = tables.place[xp.arange(n), xp.where(fits, sums, 1) - 1]
        found = gains[place, xp.arange(n)]
        plays = xp.astype(fits & (found > 0), xp.int16)
        return plays * (found + self._more_cards)

    # Parts

    def _hand(self, tables: Tables) -> Array:
        """Return the hands of the seats to move, int8 [n, 4]."""
        return self._of(tables.turn[:, None], tables.hands)

    def _of(self, seat: Array, arrays: Array) -> Array:
        """Return of arrays [n, s, k] what belongs to one seat of each table, int8 [n, 1]."""
        return self._board.of(seat, self._board.by_seat(arrays))

    def _used(self, action: Array) -> Array:
        """Return which cards of the hand leave it, 0 or 1, int8 [n, 4]: an exchange takes all."""
        xp = self.xp
        bits = xp.where(action == 0, ACTIONS - 1, action)
        return xp.astype((bits[:, None] >> self._bits) & 1, xp.int8)

    def _counted(self, cards: Array) -> Array:
        """Return how often each value is among cards [n, k], int8 [n, 19]."""
        return total([self.xp.take(self._one, cards[:, k], axis=0) for k in range(cards.shape[1])])

    def _next(self, turn: Array, going: Array) -> Array:
        xp, rows = self.xp, self.xp.arange(turn.shape[0])
        found = turn
        for k in range(self._seats, 0, -1):
            seat = (turn + k) % self._seats
            found = xp.where(going[rows, seat], seat, found)
        return found

    def _highest(self, tables: Tables, owned: Array) -> Array:
        xp = self.xp
        return xp.max(xp.where(owned, tables.layout[:, None, :], 0), axis=2)


def _inserted(xp: Any, ascending: Sequence[Array], new: Array) -> list[Array]:
    """Return numbers in ascending order for each table, with one more."""
    found = []
    for each in ascending:
        found.append(xp.minimum(each, new))
        new = xp.maximum(each, new)
    return [*found, new]


def _skips(action: int, same: int) -> bool:
    """Whether an action plays a card, but not the equal one at the place before it.

    `same` has a bit for each place from the second on whose card is the one before it.
    """
    return bool((action >> 1) & ~action & same)


def _sums(xp: Any, hand: Array) -> list[Array]:
    """Return the sums of cards by action, int8 [n] each."""
    sums = [xp.zeros(hand.shape[:1], dtype=hand.dtype)]
    for k in range(HAND_SIZE):
        sums += [each + hand[:, k] for each in sums]
    return sums


def _sorted(xp: Any, cards: Array) -> Array:
    """Return hands [n, 4] in order; a sort of so few by columns is much faster than by rows."""
    each = [cards[:, k] for k in range(HAND_SIZE)]
    for low, high in ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2)):
        each[low], each[high] = xp.minimum(each[low], each[high]), xp.maximum(each[low], each[high])
    return xp.stack(each, axis=1)
