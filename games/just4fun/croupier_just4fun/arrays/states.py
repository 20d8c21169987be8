"""Matches of Just4Fun as arrays, from states of the rules and back."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from croupier_game.arrays import Array, OutOfBounds

from croupier_just4fun import rules
from croupier_just4fun.board import LINES
from croupier_just4fun.types import CARDS, DECK, FIELDS, HAND_SIZE, STONES, Cards, Options, State

VALUES = len(CARDS)
"""How many values cards have: 1 to 19."""
NO_LINE = -1


class Tables(NamedTuple):
    """Matches of s seats. A place is where a field lies on the board, from 0 on, row by row."""

    layout: Array  # [n, 36] int8: the number of the field in each place
    place: Array  # [n, 36] int8: the place of each number, from 1 on
    stones: Array  # [n, s, 36] int8: in each place
    hands: Array  # [n, s, 4] int8: ascending; 0 is no card
    deck: Array  # [n, 19] int8: how many there are of each card
    discard: Array  # [n, 19] int8
    supplies: Array  # [n, s] int8
    removed: Array  # [n, s] int8
    starter: Array  # [n] int8
    turn: Array  # [n] int8
    line: Array  # [n] int8: the index in LINES of the one that is complete, or NO_LINE
    over: Array  # [n] bool


class Drawn(NamedTuple):
    """The cards that are drawn."""

    cards: Array  # [n, 4] int8: by the places of the hand whose cards they follow; 0 is none


def from_states(xp: Any, options: Options, seats: int, states: Sequence[State]) -> Tables:
    """Return states as tables. Raise OutOfBounds."""
    for state in states:
        _check(state, options, seats)

    def small(values: Sequence[Any], *shape: int) -> Array:
        return xp.reshape(xp.asarray(values, dtype=xp.int8), (len(states), *shape))

    numbers = range(1, FIELDS + 1)
    return Tables(
        layout=small([each.layout for each in states], FIELDS),
        place=small([[each.layout.index(k) for k in numbers] for each in states], FIELDS),
        stones=small([_stones(each, seats) for each in states], seats, FIELDS),
        hands=small([[*map(_filled, each.hands)] for each in states], seats, HAND_SIZE),
        deck=small([_counts(each.deck) for each in states], VALUES),
        discard=small([_counts(each.discard) for each in states], VALUES),
        supplies=small([each.supplies for each in states], seats),
        removed=small([each.removed for each in states], seats),
        starter=small([each.starter for each in states]),
        turn=small([each.turn for each in states]),
        line=small([_line(each) for each in states]),
        over=xp.asarray([rules.over(each) for each in states], dtype=xp.bool),
    )


def to_state(tables: Tables, row: int, options: Options) -> State:
    """Return a table as a state; deck and discards are in ascending order."""

    def many(array: Array) -> tuple[int, ...]:
        return tuple(int(array[k]) for k in range(array.shape[0]))

    seats, line = tables.stones.shape[1], int(tables.line[row])
    layout = many(tables.layout[row, ...])
    stones = [many(tables.stones[row, seat, :]) for seat in range(seats)]
    hands = [many(tables.hands[row, seat, :]) for seat in range(seats)]
    return State(
        options=options,
        starter=int(tables.starter[row]),
        turn=int(tables.turn[row]),
        layout=layout,
        deck=_cards(many(tables.deck[row, ...])),
        hands=tuple(tuple(filter(None, hand)) for hand in hands),
        discard=_cards(many(tables.discard[row, ...])),
        stones=tuple(tuple(each[at] for each in stones) for at in many(tables.place[row, ...])),
        supplies=many(tables.supplies[row, ...]),
        removed=many(tables.removed[row, ...]),
        line=() if line == NO_LINE else tuple(layout[at] for at in LINES[line]),
    )


def _check(state: State, options: Options, seats: int) -> None:
    hands = state.hands
    cards = (*state.deck, *state.discard, *(card for hand in hands for card in hand))
    each = (*state.stones, state.supplies, state.removed)
    if state.options != options or {len(hands), *map(len, each)} != {seats}:
        raise OutOfBounds("The state has other options or seats than these arrays.")
    if not {state.starter, state.turn} <= {*range(seats)}:
        raise OutOfBounds("There is no such seat.")
    if len(state.stones) != FIELDS or sorted(state.layout) != [*range(1, FIELDS + 1)]:
        raise OutOfBounds("The board has each number once.")
    if state.line and _places(state) not in LINES:
        raise OutOfBounds("There is no such line.")
    if max(map(len, hands)) > HAND_SIZE or len(cards) > len(DECK) or not CARDS.issuperset(cards):
        raise OutOfBounds("There are more cards than in the game, or others.")
    if min(map(min, each)) < 0 or max(map(max, each)) > STONES:
        raise OutOfBounds(f"A seat has at most {STONES} stones.")


def _stones(state: State, seats: int) -> Sequence[Sequence[int]]:
    return [[state.stones[field - 1][seat] for field in state.layout] for seat in range(seats)]


def _filled(hand: Cards) -> Cards:
    return (0,) * (HAND_SIZE - len(hand)) + hand


def _counts(cards: Cards) -> Sequence[int]:
    return [cards.count(value) for value in range(1, VALUES + 1)]


def _cards(counts: Sequence[int]) -> Cards:
    return tuple(value for value, count in enumerate(counts, 1) for _ in range(count))


def _places(state: State) -> tuple[int, ...]:
    """Return the places of the complete line."""
    places = {number: place for place, number in enumerate(state.layout)}
    return tuple(places.get(number, -1) for number in state.line)


def _line(state: State) -> int:
    return LINES.index(_places(state)) if state.line else NO_LINE
