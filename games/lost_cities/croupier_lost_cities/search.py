"""What a search in worlds knows of Lost Cities: the moves that Hugo likes, and how he plays on.

Hugo is `bot.py`. Here he values the card and the draw of a turn apart, colour by colour, and what
he thinks of a colour is remembered by its ranks: a round is played out in about a millisecond.
"""

from collections.abc import Sequence
from functools import lru_cache

from croupier_game.chance import Chance
from croupier_game.replace import replace

from croupier_lost_cities import bot, rules
from croupier_lost_cities.types import (
    CARD_OF,
    COLORS,
    DECK,
    DISCARD,
    EXPEDITION,
    PLACE,
    RANK_OF,
    Cards,
    Move,
    Place,
    State,
)

UNIT = "points"
REMEMBERED = 50_000
"""Thoughts of each kind; all of them take some 60 MB."""
COARSE, STEP = 16, 4
"""A deck of so many cards and more is rounded down while both play on, so that thoughts recur."""

Ranks = tuple[int, ...]
Draw = tuple[float, str]
Play = tuple[float, int, Place]


class Sight:
    """What a seat knows of its colours: by colour, the ranks that are laid and held."""

    def __init__(self, state: State, seat: int, deck: int) -> None:
        self.mine = [_ranks(cards) for cards in state.expeditions[seat]]
        self.theirs = [_open(cards) for cards in state.expeditions[1 - seat]]
        self.tops = [RANK_OF[pile[-1]] if pile else None for pile in state.discards]
        self.deck = deck
        self.held: list[Ranks] = [()] * len(self.mine)
        for card in state.hands[seat]:
            self.held[PLACE[card]] += (RANK_OF[card],)

    def plays(self) -> Sequence[tuple[Sequence[Play], int]]:
        """Return for each colour in the hand what can be done with its cards, the best first."""
        colors = zip(self.mine, self.held, self.theirs, strict=True)
        return [
            (_plays(laid, held, theirs, self.deck), color)
            for color, (laid, held, theirs) in enumerate(colors)
            if held
        ]

    def draws(self) -> Sequence[Draw]:
        """Return the piles to draw from, with what that gains."""
        colors = zip(COLORS, self.mine, self.held, self.theirs, self.tops, strict=False)
        draws = [
            (_drawn(laid, held, top, self.deck) + bot.gift(theirs, top) - bot.SURPRISE, pile)
            for pile, laid, held, theirs, top in colors
            if top is not None
        ]
        return [(0.0, DECK), *draws]


def candidates(state: State, seat: int, most: int) -> Sequence[tuple[float, Move]]:
    """Return the moves that Hugo likes most, with what he expects of them, in points."""
    sight = Sight(state, seat, len(state.deck))
    draws = sight.draws()
    moves = [
        (played + drawn, Move(CARD_OF[color, rank], place, pile))
        for plays, color in sight.plays()
        for played, rank, place in plays
        for drawn, pile in draws
        if place == EXPEDITION or pile != COLORS[color]
    ]
    return sorted(moves, key=lambda each: each[0], reverse=True)[:most]


def part(state: State) -> int:
    """Return the number of rounds that are over."""
    return len(state.finished)


def roll(state: State, seat: int, move: Move, chance: Chance) -> float:
    """Return the difference of points in the round if both play on as Hugo does."""
    number, before = part(state), rules.scores(state)
    # The last round: no other is dealt behind it.
    state = replace(state, options=replace(state.options, rounds=number + 1))
    state, _ = rules.apply(state, seat, move, chance)
    while part(state) == number:
        state, _ = rules.apply(state, state.turn, _best(state, state.turn), chance)
    after = rules.scores(state)
    return after[seat] - before[seat] - after[1 - seat] + before[1 - seat]


def _best(state: State, seat: int) -> Move:
    deck = len(state.deck)
    sight = Sight(state, seat, deck - deck % STEP if deck > COARSE else deck)
    (_, rank, place), color = max([(plays[0], color) for plays, color in sight.plays()])
    barred = COLORS[color] if place == DISCARD else ""
    _, pile = max([draw for draw in sight.draws() if draw[1] != barred])
    return Move(CARD_OF[color, rank], place, pile)


@lru_cache(REMEMBERED)
def _plays(laid: Ranks, held: Ranks, theirs: Ranks, deck: int) -> Sequence[Play]:
    """Return what can be done with cards of a colour and what each gains, the best first."""
    fitting, plays = _fitting(laid, held), list[Play]()
    now = _value(laid, fitting, deck)
    for rank in {*held}:
        without = now
        if rank in fitting:
            place = fitting.index(rank)
            rest = fitting[:place] + fitting[place + 1 :]
            follow = fitting[place + 1 :] if rank else rest
            plays.append((_value((*laid, rank), follow, deck) - now, rank, EXPEDITION))
            without = _value(laid, rest, deck)
        plays.append((without - now - bot.gift(theirs, rank), rank, DISCARD))
    return sorted(plays, reverse=True)


@lru_cache(REMEMBERED)
def _drawn(laid: Ranks, held: Ranks, rank: int, deck: int) -> float:
    """Return what it gains to have a card of this rank as well."""
    fitting, more = _fitting(laid, held), _fitting(laid, (*held, rank))
    return _value(laid, more, deck) - _value(laid, fitting, deck)


def _fitting(laid: Ranks, held: Ranks) -> Ranks:
    """Return the cards that can still follow, in order."""
    return tuple(sorted([rank for rank in held if bot.fits(rank, laid)]))


@lru_cache(REMEMBERED)
def _value(laid: Ranks, fitting: Ranks, deck: int) -> float:
    return bot.estimate(laid, fitting, deck)


@lru_cache(REMEMBERED)
def _ranks(cards: Cards) -> Ranks:
    return tuple(RANK_OF[card] for card in cards)


@lru_cache(REMEMBERED)
def _open(cards: Cards) -> Ranks:
    """Return the wagers and the last rank of an expedition: by these, a card is a gift to it."""
    ranks = _ranks(cards)
    return (*(rank for rank in ranks[:-1] if rank == 0), *ranks[-1:])
