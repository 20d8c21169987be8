"""The rules of Lost Cities over arrays.

An action is the number that learners have for it: (card * 2 + place) * (1 + colours) + pile to draw
from, where a card is 10 * colour + rank, rank 0 is a wager and 1 to 9 are the numbers 2 to 10. The
decks of all rounds are dealt at once, so that no step needs luck.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from croupier_game.arrays import WHOLE, Array, Library, Plays, below, repeated
from croupier_game.search import POINTS

from croupier_lost_cities import rules, types
from croupier_lost_cities.arrays import codes
from croupier_lost_cities.arrays.codes import RANKS, WAGER, taken
from croupier_lost_cities.arrays.hugo import SCALE, Hugo, Sight
from croupier_lost_cities.arrays.states import CARD, HIGH, NAME, Tables, from_states, to_state

PLACES: tuple[types.Place, ...] = (types.EXPEDITION, types.DISCARD)
PLACE = 0x7F
"""The bits of a random number that give way to a place in the deck."""
ALL = 0xFFFFFFFF


class Drawn(NamedTuple):
    """`order`, int8 [n, cards], is the deck of a round that begins; None: as dealt ahead."""

    order: Array | None = None


class ArrayRules:
    """Lost Cities over arrays, all options; see `croupier_game.arrays.ArrayRules`.

    Tables that come from states have zeros for decks of later rounds: to play on beyond the round,
    give `step` the order of the next one. Searches play the round alone.
    """

    RULES_VERSION = 1
    UNIT, SCALE = POINTS, SCALE
    ROLLOUTS = 1000
    luck = 0

    def __init__(self, library: Library, options: types.Options, seats: int) -> None:
        xp = library.xp
        self.xp, self.options = xp, options
        self.colors, self.rounds = options.colors, options.rounds
        self.limit = options.max_turns_without_deck_draw
        self.cards, self.draws = self.colors * RANKS, 1 + self.colors
        self.all = self.colors * HIGH
        self.deck = self.all - 2 * types.HAND_SIZE
        self.actions = self.cards * 2 * self.draws
        self.size = 6 * self.cards + self.colors + 9
        self.dealing = 1 + self.rounds * self.all
        self.hidden = self.rounds * self.all
        self.codes = codes.lookups(xp)
        self._hugo = Hugo(xp, self.colors)
        self._places = xp.arange(2 * self.colors, dtype=xp.int32)
        self._heights = xp.arange(self.all, dtype=xp.int32)
        deck = types.DECKS[self.colors]
        self._physical = xp.asarray([CARD[card] for card in deck], dtype=xp.int8)
        copies = [deck[:place].count(card) for place, card in enumerate(deck)]
        self._copy = xp.asarray(copies, dtype=xp.int8)
        card = xp.arange(self.cards)[:, None] // RANKS
        self._other = card != xp.arange(self.draws)[None, :] - 1

    # Dealing

    def deal(self, uniform: Array) -> Tables:
        xp, n = self.xp, uniform.shape[0]
        start = self.options.start_seat
        drawn = below(xp, uniform[:, 0], 2)
        starter = xp.astype(drawn if start is None else xp.full((n,), start), xp.int8)
        orders = self._orders(xp.reshape(uniform[:, 1:], (n, self.rounds, self.all)))
        carried = xp.asarray(self.options.carried_scores or (0, 0), dtype=xp.int32)
        rounds = self.rounds - 1
        return self._dealt(
            orders[:, 0, :],
            starter,
            done=xp.zeros((n,), dtype=xp.int8),
            totals=xp.broadcast_to(carried, (n, 2)),
            began=xp.zeros((n, rounds), dtype=xp.int8),
            past=xp.zeros((n, rounds, 2 * self.colors), dtype=xp.int16),
            later=orders[:, 1:, :],
        )

    def _orders(self, uniform: Array) -> Array:
        """Return all cards in random orders, along the last axis."""
        xp = self.xp
        place = xp.arange(self.all, dtype=xp.uint32)
        high, low = (xp.asarray(each, dtype=xp.uint32) for each in (ALL - PLACE, PLACE))
        # A number's place is part of it: to sort them is cheaper than to find their order.
        order = xp.sort((uniform & high) | place, axis=-1) & low
        return taken(xp, self._physical, xp.astype(order, xp.int32))

    def _coded(self, cards: Array, counted: Array) -> Array:
        """Return the codes of cards, int8 [..., k], those that count: int16 [..., colours]."""
        xp = self.xp
        color = xp.where(counted, cards // RANKS, -1)[..., None]
        here = color == xp.arange(self.colors, dtype=xp.int8)
        weight = taken(xp, self.codes.weight, cards % RANKS)[..., None]
        return xp.sum(xp.where(here, weight, 0), axis=-2, dtype=xp.int16)

    def _dealt(self, order: Array, starter: Array, **match: Array) -> Tables:
        """Return tables at the beginning of a round; `match` are the fields beyond the round."""
        xp, n, colors = self.xp, order.shape[0], self.colors
        nothing = xp.zeros((n, 2, colors), dtype=xp.int16)
        hands = xp.reshape(order[:, self.deck :], (n, 2, types.HAND_SIZE))
        return Tables(
            # The top eight cards are those of seat 0, as in the rules.
            hand=xp.flip(self._coded(hands, hands >= 0), axis=1),
            known=nothing,
            laid=nothing,
            deck=order[:, : self.deck],
            left=xp.full((n,), self.deck, dtype=xp.int8),
            pile=xp.zeros((n, self.all), dtype=xp.int8),
            size=xp.zeros((n, colors), dtype=xp.int8),
            turn=starter,
            idle=xp.zeros((n,), dtype=xp.int32),
            starter=starter,
            **match,
        )

    # Playing

    def turn(self, tables: Tables) -> Array:
        return tables.turn

    def over(self, tables: Tables) -> Array:
        return tables.done == self.rounds

    def legal(self, tables: Tables) -> Array:
        xp, n = self.xp, tables.turn.shape[0]
        hand, laid = self._of(tables.hand, tables.turn), self._of(tables.laid, tables.turn)
        hand = xp.where(self.over(tables)[:, None], 0, hand)
        fitting = hand & taken(xp, self.codes.allowed, laid)
        full = xp.concat([xp.ones((n, 1), dtype=xp.bool), tables.size > 0], axis=1)[:, None, :]
        lay = self._ranks(fitting)[:, :, None] & full
        throw = self._ranks(hand)[:, :, None] & (full & self._other)
        return xp.reshape(xp.stack([lay, throw], axis=2), (n, self.actions))

    def chances(self, tables: Tables, action: Array, uniform: Array) -> Drawn:
        return Drawn()

    def step(self, tables: Tables, action: Array, drawn: Drawn) -> Tables:
        xp, c = self.xp, self.colors
        n, live, turn = action.shape[0], ~self.over(tables), tables.turn
        card, rest = action // (2 * self.draws), action % (2 * self.draws)
        color, rank = card // RANKS, card % RANKS
        thrown, pile = rest >= self.draws, rest % self.draws - 1
        deep = pile < 0
        # The piles as they were: a card just thrown may not be drawn.
        got = self._drawn(tables, deep, pile)
        weight, gain = (taken(xp, self.codes.weight, each) for each in (rank, got % RANKS))
        own = xp.astype(turn, xp.int32) * c
        there = own + got // RANKS
        known = self._at(xp.reshape(tables.known, (n, 2 * c)), own + color)
        was_known = xp.where(rank == 0, known >= WAGER, (known & weight) != 0)

        def change(field: Array, at: Array, where: Array, by: Array) -> Array:
            here = self._places == xp.where(where & live, at, -1)[:, None]
            return field + xp.reshape(xp.where(here, by[:, None], 0), field.shape)

        def piled(at: Array, where: Array, by: int) -> Array:
            here = self._places[:c] == xp.where(where & live, at, -1)[:, None]
            return xp.astype(here, xp.int8) * xp.asarray(by, dtype=xp.int8)

        hand = change(tables.hand, own + color, live, -weight)
        known = change(tables.known, own + color, was_known, -weight)
        height = color * HIGH + xp.astype(self._at(tables.size, color), xp.int32)
        onto = self._heights == xp.where(thrown & live, height, -1)[:, None]
        gone = xp.astype(deep & live, xp.int8)
        moved = tables._replace(
            hand=change(hand, there, live, gain),
            known=change(known, there, ~deep, gain),
            laid=change(tables.laid, own + color, ~thrown, weight),
            left=tables.left - gone,
            pile=xp.where(onto, xp.astype(rank, xp.int8)[:, None], tables.pile),
            size=tables.size + piled(color, thrown, 1) + piled(pile, ~deep, -1),
            turn=xp.where(live, 1 - turn, turn),
            idle=xp.where(live, xp.where(deep, 0, tables.idle + 1), tables.idle),
        )
        return self._ended(moved, live, drawn)

    def _drawn(self, tables: Tables, deep: Array, pile: Array) -> Array:
        """Return the cards that are drawn, int32 [n]: from the deck where `deep`."""
        xp = self.xp
        left = xp.astype(tables.left, xp.int32) - 1
        pile = xp.where(deep, 0, pile)
        height = xp.astype(self._at(tables.size, pile), xp.int32) - 1
        top = self._at(tables.pile, pile * HIGH + xp.where(height < 0, 0, height))
        deck = self._at(tables.deck, xp.where(left < 0, 0, left))
        return xp.where(deep, xp.astype(deck, xp.int32), pile * RANKS + xp.astype(top, xp.int32))

    def _ended(self, tables: Tables, live: Array, drawn: Drawn) -> Tables:
        """Return the tables with the rounds scored that have ended, and the next ones dealt."""
        xp = self.xp
        ended = live & (tables.left == 0)
        if self.limit:
            ended = ended | (live & (tables.idle >= self.limit))
        done = tables.done + xp.astype(ended, xp.int8)
        totals = tables.totals + xp.where(ended[:, None], self._round_scores(tables), 0)
        scored = tables._replace(done=done, totals=totals)
        return self._next_round(scored, ended, drawn) if self.rounds > 1 else scored

    def _next_round(self, tables: Tables, ended: Array, drawn: Drawn) -> Tables:
        xp, n, rounds = self.xp, tables.turn.shape[0], self.rounds - 1
        number = xp.astype(tables.done, xp.int32) - 1
        here = ended[:, None] & (xp.arange(rounds, dtype=xp.int32) == number[:, None])
        order = drawn.order
        if order is None:
            flat = xp.reshape(tables.later, (n * rounds, self.all))
            at = xp.where(number < 0, 0, xp.where(number < rounds, number, rounds - 1))
            order = xp.take(flat, xp.arange(n, dtype=xp.int32) * rounds + at, axis=0)
        first, second = tables.totals[:, 0], tables.totals[:, 1]
        loser = xp.astype(first < second, xp.int8)
        fresh = self._dealt(
            order,
            xp.where(first == second, 1 - tables.starter, loser),
            done=tables.done,
            totals=tables.totals,
            began=xp.where(here, tables.starter[:, None], tables.began),
            past=xp.where(
                here[:, :, None],
                xp.reshape(tables.laid, (n, 1, 2 * self.colors)),
                tables.past,
            ),
            later=tables.later,
        )
        again = ended & ~self.over(tables)

        def chosen(new: Array, old: Array) -> Array:
            return xp.where(xp.reshape(again, (n, *[1] * (old.ndim - 1))), new, old)

        return Tables(*map(chosen, fresh, tables))

    def _of(self, both: Array, seat: Array) -> Array:
        """Return what is a seat's own, of [n, 2, k]: [n, k]."""
        xp, (n, _, width) = self.xp, both.shape
        at = xp.arange(n, dtype=xp.int32) * 2 + xp.astype(seat, xp.int32)
        return xp.take(xp.reshape(both, (2 * n, width)), at, axis=0)

    def _at(self, field: Array, place: Array) -> Array:
        """Return what is at a place of each row of [n, k], or at some places of it."""
        xp, (n, width) = self.xp, field.shape
        rows = xp.arange(n, dtype=xp.int32) * width
        at = (rows if place.ndim == 1 else rows[:, None]) + place
        return taken(xp, xp.reshape(field, (-1,)), at)

    def _ranks(self, held: Array) -> Array:
        """Return which cards there are in codes: bool [n, cards]."""
        rows = taken(self.xp, self.codes.holds, held)
        return self.xp.reshape(rows, (held.shape[0], self.cards))

    def _piled(self, tables: Tables) -> Array:
        """Return the codes of the discard piles, int16 [n, colours]."""
        xp, n = self.xp, tables.turn.shape[0]
        ranks = xp.reshape(tables.pile, (n, self.colors, HIGH))
        there = xp.arange(HIGH, dtype=xp.int8) < tables.size[:, :, None]
        weights = taken(xp, self.codes.weight, ranks)
        return xp.sum(xp.where(there, weights, 0), axis=2, dtype=xp.int16)

    # What comes of it

    def scores(self, tables: Tables) -> Array:
        return tables.totals

    def shares(self, tables: Tables) -> Array:
        xp = self.xp
        mine, theirs = tables.totals, xp.flip(tables.totals, axis=1)
        return xp.where(mine > theirs, WHOLE, WHOLE // 2 * xp.astype(mine == theirs, xp.int32))

    def _round_scores(self, tables: Tables) -> Array:
        scores = taken(self.xp, self.codes.score, tables.laid)
        return self.xp.sum(scores, axis=2, dtype=self.xp.int32)

    def observe(self, tables: Tables, seat: Array) -> Array:
        xp, n = self.xp, tables.turn.shape[0]
        other = 1 - seat
        height = xp.arange(self.colors, dtype=xp.int32) * HIGH + xp.astype(tables.size, xp.int32)
        # A pile of one card is a code, too.
        top = self._at(tables.pile, xp.where(tables.size > 0, height - 1, 0))
        tops = xp.where(tables.size > 0, taken(xp, self.codes.weight, top), 0)
        planes = [
            self._of(tables.hand, seat),
            self._of(tables.laid, seat),
            self._of(tables.laid, other),
            tops,
            self._of(tables.known, other),
            self._of(tables.known, seat),
        ]
        counted = taken(xp, self.codes.counts, xp.concat(planes, axis=1))
        number = xp.where(self.over(tables), tables.done, tables.done + 1)
        points = xp.stack([tables.totals, self._round_scores(tables)], axis=1)
        points = xp.where((seat == 0)[:, None, None], points, xp.flip(points, axis=2))
        singles = [tables.left, tables.idle, number, xp.full((n,), self.rounds, dtype=xp.int8)]
        parts = [
            xp.reshape(counted, (n, 6 * self.cards)),
            tables.size,
            *(each[:, None] for each in singles),
            xp.reshape(points, (n, 4)),
            (tables.starter == seat)[:, None],
        ]
        return xp.concat([xp.astype(each, xp.float32) for each in parts], axis=1)

    # As the rules have it

    def from_states(self, states: Sequence[types.State]) -> Tables:
        return from_states(self.xp, self.options, states)

    def to_state(self, tables: Tables, row: int) -> types.State:
        return to_state(self.options, tables, row)

    def action(self, move: types.Move, state: types.State) -> int:
        pile = 0 if move.draw == types.DECK else 1 + types.COLORS.index(move.draw)
        return (CARD[move.card] * 2 + PLACES.index(move.place)) * self.draws + pile

    def move(self, action: int, state: types.State) -> types.Move:
        card, rest = divmod(action, 2 * self.draws)
        place, pile = divmod(rest, self.draws)
        return types.Move(NAME[card], PLACES[place], (types.DECK, *types.COLORS)[pile])

    def drawn(
        self, before: types.State, events: Sequence[types.Event], after: types.State
    ) -> Drawn:
        order = [0] * self.all
        if any(isinstance(each, types.RoundStarted) for each in events):
            order = [CARD[card] for card in (*after.deck, *after.hands[1], *after.hands[0])]
        return Drawn(self.xp.asarray([order], dtype=self.xp.int8))

    # For a search

    def plays(self, tables: Tables) -> Plays:
        return Plays(*self._hugo.plays(self._sight(tables), self.legal(tables)))

    def policy(self, tables: Tables) -> Array:
        return self._hugo.best(self._sight(tables))

    def _sight(self, tables: Tables) -> Sight:
        """Return what the seats to move look at."""
        xp, turn = self.xp, tables.turn
        height = xp.arange(self.colors, dtype=xp.int32) * HIGH + xp.astype(tables.size, xp.int32)
        return Sight(
            hand=self._of(tables.hand, turn),
            mine=self._of(tables.laid, turn),
            theirs=self._of(tables.laid, 1 - turn),
            full=tables.size > 0,
            top=self._at(tables.pile, xp.where(tables.size > 0, height - 1, 0)),
            deck=xp.astype(tables.left, xp.int32),
        )

    def worlds(self, seen: Any, table: Tables, seat: int, uniform: Array) -> Tables:
        """Return tables that look the same to the seat; the table tells all that `seen` does."""
        xp, m, size = self.xp, uniform.shape[0], types.HAND_SIZE
        # From nothing but what lies open to the seat, as a view is.
        known = table.known[0, 1 - seat, :]
        laid = table.laid[0, 0, :] + table.laid[0, 1, :]
        unseen = codes.CODES - 1 - table.hand[0, seat, :] - known - laid - self._piled(table)[0, :]
        counts = xp.astype(taken(xp, self.codes.counts, unseen), xp.int8)
        free = self._copy < xp.take(xp.reshape(counts, (-1,)), self._physical)
        number = xp.sum(xp.astype(free, xp.int32)) - xp.astype(table.left[0], xp.int32)
        # What is seen goes to the end; first come the cards of the hand, then the deck.
        last, most = (xp.asarray(each, dtype=xp.uint32) for each in (ALL, ALL - PLACE - 1))
        order = self._orders(xp.where(free, xp.minimum(uniform[:, : self.all], most), last))
        hand = self._coded(order[:, :size], xp.arange(size) < number)
        own = xp.broadcast_to(table.hand[:, seat, :], (m, self.colors))
        later = xp.reshape(uniform[:, self.all :], (m, self.rounds - 1, self.all))
        return repeated(xp, table, m)._replace(
            hand=xp.stack([own, hand + known][:: 1 - 2 * seat], axis=1),
            deck=xp.take(order, number + xp.arange(self.deck), axis=1),
            later=self._orders(later),
        )

    def part(self, state: types.State) -> int:
        return len(state.finished)

    def alone(self, state: types.State) -> types.State:
        options = types.Options(
            rounds=1,
            colors=state.options.colors,
            max_turns_without_deck_draw=state.options.max_turns_without_deck_draw,
        )
        finished = state.finished[-1:] if rules.over(state) else ()
        return replace(state, options=options, finished=finished)
