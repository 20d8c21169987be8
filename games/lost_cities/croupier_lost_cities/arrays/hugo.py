"""What Hugo thinks of the moves, in whole numbers: he plays on in the rollouts of a search.

He is the strategy of `bot.py`, but for two things: he values the card and the draw of a turn apart,
each with the hand as it was; and of equal moves he makes the one with the lowest action. In floats,
two libraries would not agree on what is equal.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from croupier_game.arrays import NONE, Array

from croupier_lost_cities.arrays import codes
from croupier_lost_cities.arrays.codes import NUMBERS, POINTS, RANKS, WAGER, taken

SCALE = 2200
"""The worth of a point: all that Hugo reckons with is a multiple of 1/2200."""
LAID, HELD, HOPE, COST = 440, 352, 3, 20 * 440
"""In 1/440 of a point: one that is laid, one that is held, one that is missing, for each card of
the deck, and what an expedition costs."""
BEGUN, NOT_BEGUN = 5, 4
"""An expedition that is not begun counts 4/5 of what it would, and never less than nothing."""
GIFT, SURPRISE = SCALE // 2, 2 * SCALE
TURNS = 11
"""Ten turns and more are alike: nobody has more than nine cards, one just drawn included."""
SUM = sum(POINTS)


class Sight(NamedTuple):
    """What the seats to move look at, n of them.

    hand, mine, theirs: int16 [n, colours]: codes of the hand and of both expeditions.
    full:               bool [n, colours]: whether there are discards.
    top:                int8 [n, colours]: the rank of the last one.
    deck:               int32 [n]: cards in the deck.
    """

    hand: Array
    mine: Array
    theirs: Array
    full: Array
    top: Array
    deck: Array


class Colors(NamedTuple):
    """What a seat thinks of its colours, int32 [n, colours].

    fitting: the code of the cards in the hand that may follow.
    factor:  wagers that are laid, and 1.
    base:    points that are laid, less the cost, in 1/440.
    missing: points of the numbers above those that are laid.
    begun:   bool: whether the expedition has a card.
    turns:   [n, 1]: how many more there are, 10 at most.
    hope:    [n, 1]: what a missing point counts, in 1/440.
    """

    fitting: Array
    factor: Array
    base: Array
    missing: Array
    begun: Array
    turns: Array
    hope: Array


class Hugo:
    """His thoughts, for one library and number of colours."""

    def __init__(self, xp: Any, colors: int) -> None:
        self.xp, self.cards, self.draws = xp, colors * RANKS, 1 + colors
        self._codes, self._look = codes.lookups(xp), _lookups(xp)
        self._points = xp.asarray(POINTS, dtype=xp.int32)
        self._wager = xp.asarray([1] + [0] * (RANKS - 1), dtype=xp.int32)
        self._color = xp.arange(colors, dtype=xp.int32)
        self._draw = xp.arange(self.draws, dtype=xp.int32)

    def best(self, sight: Sight) -> Array:
        """Return the best actions, int32 [n]; of equal ones the lowest."""
        xp, n = self.xp, sight.deck.shape[0]
        lay, throw, draws = self._gains(sight)
        pile, drawn = xp.argmax(draws, axis=1), xp.max(draws, axis=1)
        # The card just thrown may not be drawn: then it is the second best pile.
        others = xp.where(self._draw == pile[:, None], NONE, draws)
        barred = self._color == pile[:, None] - 1
        after = xp.where(barred, xp.max(others, axis=1)[:, None], drawn[:, None])
        lay = xp.reshape(lay, (n, self.cards))
        throw = xp.reshape(throw + after[:, :, None], (n, self.cards))
        laid, thrown = xp.argmax(lay, axis=1), xp.argmax(throw, axis=1)
        by_laying, by_throwing = xp.max(lay, axis=1) + drawn, xp.max(throw, axis=1)
        equal = (by_throwing == by_laying) & (thrown < laid)
        throws = (by_throwing > by_laying) | equal
        card = xp.where(throws, thrown, laid)
        other = throws & (card // RANKS == pile - 1)
        pile = xp.where(other, xp.argmax(others, axis=1), pile)
        place = xp.astype(throws, card.dtype)
        return xp.astype((card * 2 + place) * self.draws + pile, xp.int32)

    def plays(self, sight: Sight, legal: Array) -> tuple[Array, Array]:
        """Return all actions, int32 [n, actions], and what they gain; NONE if they are illegal."""
        xp, n = self.xp, sight.deck.shape[0]
        lay, throw, draws = self._gains(sight)
        cards = xp.reshape(xp.stack([lay, throw], axis=3), (n, 2 * self.cards, 1))
        worth = xp.reshape(cards + draws[:, None, :], legal.shape)
        actions = xp.arange(legal.shape[1], dtype=xp.int32)
        return xp.broadcast_to(actions, legal.shape), xp.where(legal, worth, NONE)

    def _gains(self, sight: Sight) -> tuple[Array, Array, Array]:
        """Return what it gains to lay and to throw each card, int32 [n, colours, 10] each, and to
        draw from each pile, int32 [n, 1 + colours]; NONE for what is not there."""
        xp, n, colors = self.xp, sight.deck.shape[0], self._colors(sight)
        now = self._value(colors, colors.fitting)
        lay = self._laid(colors) - now[:, :, None]
        without = self._without(colors) - now[:, :, None]
        fits, held = (taken(xp, self._codes.holds, each) for each in (colors.fitting, sight.hand))
        gift = GIFT * xp.astype(taken(xp, self._look.gift, sight.theirs), xp.int32)
        throw = xp.where(fits, without, 0) - gift
        drawn = self._drawn(sight, colors) - now
        there = taken(xp, self._look.gift_of, sight.theirs * RANKS + sight.top)
        # What it gains to have the card, and that the other has it not.
        drawn = drawn + GIFT * xp.astype(there, xp.int32) - SURPRISE
        deck = xp.zeros((n, 1), dtype=xp.int32)
        draws = xp.concat([deck, xp.where(sight.full, drawn, NONE)], axis=1)
        return xp.where(fits, lay, NONE), xp.where(held, throw, NONE), draws

    def _colors(self, sight: Sight) -> Colors:
        xp, mine = self.xp, sight.mine
        deck, most = sight.deck[:, None], 2 * (TURNS - 1)
        points = xp.astype(taken(xp, self._look.total, mine), xp.int32)
        return Colors(
            fitting=xp.astype(sight.hand & taken(xp, self._codes.allowed, mine), xp.int32),
            factor=1 + xp.astype(mine // WAGER, xp.int32),
            base=LAID * points - COST,
            missing=taken(xp, self._look.missing, mine),
            begun=mine > 0,
            turns=xp.where(deck < most, deck, most) // 2,
            hope=HOPE * deck,
        )

    def _value(self, colors: Colors, fitting: Array) -> Array:
        """Return what expeditions are worth with these cards in the hand: int32 [n, colours]."""
        xp, look, turns = self.xp, self._look, colors.turns
        follow = taken(xp, look.follow, (fitting & NUMBERS) * TURNS + turns)
        hoped = colors.hope * (colors.missing - taken(xp, look.total, fitting))
        more = taken(xp, look.wagers, fitting * TURNS + turns)
        return self._counted(colors.begun, (colors.base + follow + hoped) * (colors.factor + more))

    def _counted(self, begun: Array, score: Array) -> Array:
        xp = self.xp
        return xp.where(begun, BEGUN * score, NOT_BEGUN * xp.where(score > 0, score, 0))

    def _laid(self, colors: Colors) -> Array:
        """Return what expeditions are worth with each card laid: int32 [n, colours, 10]."""
        xp, look, numbers = self.xp, self._look, colors.fitting & NUMBERS
        follow = taken(xp, look.laid, numbers * TURNS + colors.turns)
        hoped = colors.hope[:, :, None] * taken(xp, look.missing_above, numbers)
        # Behind a number no wager follows; behind a wager the others do.
        wagers = self._wager * (1 + self._fewer(colors))[:, :, None]
        score = colors.base[:, :, None] + follow + hoped
        return BEGUN * score * (colors.factor[:, :, None] + wagers)

    def _without(self, colors: Colors) -> Array:
        """Return what expeditions are worth without each of their cards in the hand."""
        xp, look, fitting = self.xp, self._look, colors.fitting
        follow = taken(xp, look.rest, (fitting & NUMBERS) * TURNS + colors.turns)
        hoped = colors.hope * (colors.missing - taken(xp, look.total, fitting)) + colors.base
        score = hoped[:, :, None] + follow + colors.hope[:, :, None] * self._points
        # One number less is as good as one turn more, for the wagers.
        longer = xp.where(colors.turns < TURNS - 1, colors.turns + 1, colors.turns)
        more = taken(xp, look.wagers, fitting * TURNS + longer)[:, :, None]
        more = xp.where(self._wager > 0, self._fewer(colors)[:, :, None], more)
        return self._counted(colors.begun[:, :, None], score * (colors.factor[:, :, None] + more))

    def _fewer(self, colors: Colors) -> Array:
        """Return the wagers that can follow if there is one less in the hand."""
        fitting = colors.fitting
        fewer = self.xp.where(fitting < WAGER, fitting, fitting - WAGER)
        return taken(self.xp, self._look.wagers, fewer * TURNS + colors.turns)

    def _drawn(self, sight: Sight, colors: Colors) -> Array:
        """Return what expeditions are worth with the last discards in the hand."""
        xp = self.xp
        card = taken(xp, self._codes.weight, sight.top)
        card = card & taken(xp, self._codes.allowed, sight.mine)
        return self._value(colors, colors.fitting + xp.where(sight.full, card, 0))


class Lookups(NamedTuple):
    """What follows from a code, or from its numbers, and from a count of turns where it says so.

    total:         int16 [2048]: the points of its numbers.
    missing:       int16 [2048]: those of the numbers above an expedition.
    gift:          int8 [2048, 10]: what each card is worth to who has it as expedition, in points.
    gift_of:       int8 [20480]: the same, flat.
    follow:        int16 [512 * TURNS]: what the numbers of a hand count, in 1/440.
    wagers:        int8 [2048 * TURNS]: how many wagers of a hand can be laid.
    laid:          int16 [512 * TURNS, 10]: points of a card, and what counts of the hand above it.
    missing_above: int16 [512, 10]: points of the numbers above each card that are not in the hand.
    rest:          int16 [512 * TURNS, 10]: what a hand counts without each of its cards.
    """

    total: Array
    missing: Array
    gift: Array
    gift_of: Array
    follow: Array
    wagers: Array
    laid: Array
    missing_above: Array
    rest: Array


def _lookups(xp: Any) -> Lookups:
    small = ("gift", "gift_of", "wagers")
    kinds = {name: xp.int8 if name in small else xp.int16 for name in Lookups._fields}
    lists = _lists()
    return Lookups(**{name: xp.asarray(lists[name], dtype=kind) for name, kind in kinds.items()})


@cache
def _lists() -> Mapping[str, Sequence[Any]]:
    numbers, every = range(WAGER), range(codes.CODES)
    turns, ranks = range(TURNS), range(RANKS)
    points = {code: [POINTS[rank] for rank in codes.numbers(code)] for code in numbers}

    def follow(code: int, left: int) -> int:
        return HELD * sum(points[code][max(0, len(points[code]) - left) :])

    def above(code: int, rank: int) -> int:
        return code & codes.allowed(codes.WEIGHTS[rank]) if rank else code

    def missing(code: int) -> int:
        return SUM - sum(POINTS[: codes.top(code) + 1])

    def wagers(code: int, left: int) -> int:
        return max(0, min(code // WAGER, left - len(codes.numbers(code))))

    def gift(code: int) -> Sequence[int]:
        more = 1 + code // WAGER if code else 0
        return [POINTS[rank] * more if rank > codes.top(code) else 0 for rank in ranks]

    return {
        "total": [*map(codes.total, every)],
        "missing": [*map(missing, every)],
        "gift": [*map(gift, every)],
        "gift_of": [each for code in every for each in gift(code)],
        "follow": [follow(code, left) for code in numbers for left in turns],
        "wagers": [wagers(code, left) for code in every for left in turns],
        "laid": [
            [LAID * POINTS[rank] + follow(above(code, rank), left) for rank in ranks]
            for code in numbers
            for left in turns
        ],
        "missing_above": [
            [missing(codes.WEIGHTS[rank]) - codes.total(above(code, rank)) for rank in ranks]
            for code in numbers
        ],
        "rest": [
            [follow(code & ~(codes.WEIGHTS[rank] & NUMBERS), left) for rank in ranks]
            for code in numbers
            for left in turns
        ],
    }
