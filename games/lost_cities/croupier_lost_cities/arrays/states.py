"""Tables of Lost Cities, and how states of the rules become tables and tables become states.

A card is 10 * colour + rank, where rank 0 is a wager and 1 to 9 are the numbers 2 to 10.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy
from croupier_game.arrays import Array, OutOfBounds, held

from croupier_lost_cities import rules, types
from croupier_lost_cities.arrays.codes import CODES, NUMBERS, RANKS, WAGER, WEIGHTS, numbers

HIGH = 12
"""Cards of a colour: no discard pile is higher."""
CARD = {card: types.PLACE[card] * RANKS + max(0, types.RANK_OF[card] - 1) for card in types.ORDER}
NAME = {number: card for card, number in CARD.items()}
DEALT = 2 * types.HAND_SIZE
MOST = 2**31 - 1


class Tables(NamedTuple):
    """n tables; see `codes` for what a code is.

    hand:    int16 [n, 2, colours]: the code of each colour in each hand.
    known:   int16 [n, 2, colours]: of the cards in it that were drawn from a discard pile.
    laid:    int16 [n, 2, colours]: of the expeditions.
    deck:    int8 [n, cards of the deck]: its top is at left - 1; what lies above is of no account.
    left:    int8 [n]: the cards in the deck.
    pile:    int8 [n, colours * 12]: the ranks in each discard pile, from the bottom.
    size:    int8 [n, colours]: the cards in it; what lies above is of no account.
    turn:    int8 [n]: the seat to move.
    idle:    int32 [n]: turns since one drew from the deck.
    starter: int8 [n]: the seat that began the round.
    done:    int8 [n]: rounds that are over.
    totals:  int32 [n, 2]: points of these, and those brought along.
    began:   int8 [n, rounds - 1]: the seat that began each round that is over, but for the last.
    past:    int16 [n, rounds - 1, 2 * colours]: the expeditions of those rounds.
    later:   int8 [n, rounds - 1, cards]: the decks of the rounds after the first.
    """

    hand: Array
    known: Array
    laid: Array
    deck: Array
    left: Array
    pile: Array
    size: Array
    turn: Array
    idle: Array
    starter: Array
    done: Array
    totals: Array
    began: Array
    past: Array
    later: Array


def from_states(xp: Any, options: types.Options, states: Sequence[types.State]) -> Tables:
    """Return states as tables; later decks are zeros. Raise OutOfBounds."""
    n, colors, rounds = len(states), options.colors, options.rounds - 1
    cards = colors * HIGH
    shapes: dict[str, tuple[Any, tuple[int, ...]]] = {
        "hand": (xp.int16, (2, colors)),
        "known": (xp.int16, (2, colors)),
        "laid": (xp.int16, (2, colors)),
        "deck": (xp.int8, (cards - DEALT,)),
        "left": (xp.int8, ()),
        "pile": (xp.int8, (cards,)),
        "size": (xp.int8, (colors,)),
        "turn": (xp.int8, ()),
        "idle": (xp.int32, ()),
        "starter": (xp.int8, ()),
        "done": (xp.int8, ()),
        "totals": (xp.int32, (2,)),
        "began": (xp.int8, (rounds,)),
        "past": (xp.int16, (rounds, 2 * colors)),
    }
    rows = [_row(options, state) for state in states]
    fields = {
        name: held(xp, [row[name] for row in rows], kind, (n, *shape))
        for name, (kind, shape) in shapes.items()
    }
    return Tables(**fields, later=xp.zeros((n, rounds, cards), dtype=xp.int8))


def _row(options: types.Options, state: types.State) -> dict[str, Any]:
    if state.options != options:
        raise OutOfBounds("The match has other options than these arrays.")
    if len(state.finished) > options.rounds or not 0 <= state.idle_turns <= MOST:
        raise OutOfBounds("There are too many rounds, or turns without a draw from the deck.")
    # The last round of a match stays on the table.
    past = state.finished[: options.rounds - 1]
    lacking = options.rounds - 1 - len(past)
    colors, nothing = options.colors, [[0] * options.colors] * 2
    return {
        "hand": [_by_color(colors, hand) for hand in state.hands],
        "known": [_by_color(colors, cards) for cards in state.known],
        "laid": _expeditions(colors, state.expeditions),
        "deck": _filled(_cards(colors, state.deck), colors * HIGH - DEALT, "the deck"),
        "left": len(state.deck),
        "pile": [_pile(colors, color, pile) for color, pile in enumerate(state.discards)],
        "size": [*map(len, state.discards)],
        "turn": state.turn,
        "idle": state.idle_turns,
        "starter": state.starter,
        "done": len(state.finished),
        "totals": rules.scores(state),
        "began": [*(each.starter for each in past), *[0] * lacking],
        "past": [*(_expeditions(colors, each.expeditions) for each in past), *[nothing] * lacking],
    }


def _cards(colors: int, cards: Sequence[types.Card]) -> Sequence[int]:
    if not types.CARDS[colors].issuperset(cards):
        raise OutOfBounds("There is a card that this match has not.")
    return [CARD[card] for card in cards]


def _filled(numbers: Sequence[int], size: int, where: str) -> Sequence[int]:
    if len(numbers) > size:
        raise OutOfBounds(f"There are too many cards in {where}.")
    return [*numbers, *[0] * (size - len(numbers))]


@lru_cache(types.CACHED)
def _by_color(colors: int, cards: types.Cards) -> Sequence[int]:
    """Return the code of each colour."""
    if len(cards) > types.HAND_SIZE:
        raise OutOfBounds("There are too many cards in a hand.")
    found = [0] * colors
    for number in _cards(colors, cards):
        found[number // RANKS] = _with(found[number // RANKS], number % RANKS)
    return found


def _with(code: int, rank: int) -> int:
    """Return the code with one card more."""
    weight = WEIGHTS[rank]
    if code + weight >= CODES or (rank and code & weight):
        raise OutOfBounds("There is a card too many.")
    return code + weight


def _expeditions(colors: int, sides: Sequence[Sequence[types.Cards]]) -> Sequence[Sequence[int]]:
    return [
        [_expedition(colors, color, cards) for color, cards in enumerate(each)] for each in sides
    ]


@lru_cache(types.CACHED)
def _expedition(colors: int, color: int, cards: types.Cards) -> int:
    code = 0
    for number in _cards(colors, cards):
        if number // RANKS != color or (code & NUMBERS) >> max(0, number % RANKS - 1):
            raise OutOfBounds("An expedition has a card of another colour, or is not in order.")
        code = _with(code, number % RANKS)
    return code


@lru_cache(types.CACHED)
def _pile(colors: int, color: int, cards: types.Cards) -> Sequence[int]:
    found = _cards(colors, cards)
    if any(number // RANKS != color for number in found):
        raise OutOfBounds("A discard pile has a card of another colour.")
    return _filled([number % RANKS for number in found], HIGH, "a discard pile")


def to_state(options: types.Options, tables: Tables, place: int) -> types.State:
    """Return one of the tables as a state."""
    row = Tables(*(numpy.asarray(each[place, ...]).tolist() for each in tables))
    colors, laid = options.colors, _laid(row.laid)
    past = [
        types.Round(starter, _laid((codes[:colors], codes[colors:])))
        for starter, codes in zip(row.began, row.past, strict=True)
    ]
    return types.State(
        options=options,
        starter=row.starter,
        turn=row.turn,
        deck=tuple(NAME[card] for card in row.deck[: row.left]),
        hands=tuple(map(_hand, row.hand)),
        known=tuple(map(_hand, row.known)),
        expeditions=laid,
        discards=tuple(
            tuple(NAME[color * RANKS + rank] for rank in row.pile[color * HIGH :][:size])
            for color, size in enumerate(row.size)
        ),
        idle_turns=row.idle,
        # The last round of a match stays on the table.
        finished=(*past, types.Round(row.starter, laid))[: row.done],
    )


def _laid(sides: Sequence[Sequence[int]]) -> tuple[tuple[types.Cards, ...], ...]:
    return tuple(tuple(_named(color, code) for color, code in enumerate(each)) for each in sides)


def _hand(codes: Sequence[int]) -> types.Cards:
    return tuple(card for color, code in enumerate(codes) for card in _named(color, code))


@lru_cache(CODES * 6)
def _named(color: int, code: int) -> types.Cards:
    """Return the cards of a code, in order."""
    ranks = [*[0] * (code // WAGER), *numbers(code)]
    return tuple(NAME[color * RANKS + rank] for rank in ranks)
