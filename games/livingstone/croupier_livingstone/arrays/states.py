"""Tables made of states of the rules, and states made of tables."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy
from croupier_game.arrays import Array, OutOfBounds

from croupier_livingstone.arrays.ending import eliminated, row_bonuses
from croupier_livingstone.arrays.layout import FIELDS, Setup, Tables
from croupier_livingstone.types import (
    CARDS,
    COLUMNS,
    POINTS,
    ROWS,
    SIDES,
    TENTS,
    Cards,
    Field,
    Final,
    State,
)

MOST = 10_000
"""Of coins, in a chest, and of points: far more than a match brings, and two of them fit."""
PLACES = {card: place for place, card in enumerate(CARDS)}
NUMBERS = range(1, SIDES + 1)


def of_states(setup: Setup, states: Sequence[State]) -> Tables:
    """Return states as tables. Raise OutOfBounds for numbers that these cannot hold."""
    n, kinds = len(states), _kinds(setup)
    columns = zip(*map(_row, states), strict=True) if n else [[] for _ in Tables._fields]
    tables = Tables(
        *(
            _held(setup, name, column, (n, *shape), kind)
            for (name, (kind, shape)), column in zip(kinds.items(), columns, strict=True)
        )
    )
    for row, state in enumerate(states):
        if state.final and state.final != to_state(setup, tables, row).final:
            raise OutOfBounds("Arrays hold only such an end as follows from the table.")
    return tables


def _held(setup: Setup, name: str, column: Any, shape: tuple[int, ...], kind: str) -> Array:
    bound = 1 if kind == "bool" else min(MOST, numpy.iinfo(kind).max)
    try:
        numbers = numpy.asarray(column, dtype=numpy.int64).reshape(shape)
    except (OverflowError, ValueError) as error:
        raise OutOfBounds(f"Arrays cannot hold {name}: {error}") from error
    if numbers.size and (numbers.min() < 0 or numbers.max() > bound):
        raise OutOfBounds(f"Arrays hold {name} from 0 to {bound} alone.")
    return setup.xp.asarray(numbers.astype(kind))


def to_state(setup: Setup, tables: Tables, row: int) -> State:
    """Return a table as a state; the deck, the discards and tents are in any order."""
    said = Tables(*(numpy.asarray(each[row, ...]).tolist() for each in tables))
    board = numpy.asarray(tables.board[row, ...]).reshape(setup.seats, 2, FIELDS)
    return State(
        options=setup.options,
        round=said.round,
        starter=said.starter,
        turn=said.turn,
        boat=said.boat,
        pool=_dice(said.pool),
        die=said.die,
        owed=said.owed,
        taken=said.taken,
        last=tuple(said.last),
        passed=tuple(said.passed),
        deck=_cards(said.deck),
        hands=tuple(map(_cards, said.hands)),
        discard=_cards(said.discard),
        out_of_game=_cards(said.out),
        coins=tuple(said.coins),
        chests=tuple(said.chests),
        gems=tuple(map(tuple, said.gems)),
        bag=tuple(said.bag),
        aside=tuple(said.aside),
        tents=tuple(_fields(board[seat, 0]) for seat in range(setup.seats)),
        unscored=tuple(_fields(board[seat, 1]) for seat in range(setup.seats)),
        scored_rows=tuple(
            tuple(row for row, has in zip(ROWS, rows, strict=True) if has) for rows in said.scored
        ),
        points=tuple(said.points),
        final=_final(setup, tables, row, said) if said.over else None,
    )


def _final(setup: Setup, tables: Tables, row: int, said: Any) -> Final:
    one = Tables(*(each[row : row + 1, ...] for each in tables))
    rows = numpy.asarray(row_bonuses(setup, one.rows))[0].sum(axis=1)
    out = numpy.asarray(eliminated(setup, one))[0].tolist()
    return Final(
        rows=tuple(rows.tolist()),
        gems=tuple(map(sum, said.gems)),
        cards=tuple(sum(POINTS.get(card, 0) for card in _cards(hand)) for hand in said.hands),
        dice=_dice(said.chest_dice),
        eliminated=tuple(seat for seat, is_out in enumerate(out) if is_out),
    )


def _kinds(setup: Setup) -> dict[str, tuple[str, tuple[int, ...]]]:
    """Return the kind of numbers and the shape of each field."""
    seats, cards = setup.seats, len(CARDS)
    flags = {"taken": (), "over": (), "passed": (seats,), "scored": (seats, SIDES)}
    wide = {"coins", "chests", "points"}
    shapes = {
        **dict.fromkeys(("last", *wide), (seats,)),
        **dict.fromkeys(("pool", "chest_dice"), (SIDES,)),
        **dict.fromkeys(("deck", "discard", "out"), (cards,)),
        **dict.fromkeys(("bag", "aside"), (4,)),
        "hands": (seats, cards),
        "gems": (seats, 3),
        "rows": (seats, SIDES),
        "board": (seats, 2, len(COLUMNS), SIDES),
        **flags,
    }
    kinds = {**dict.fromkeys(wide, "int16"), **dict.fromkeys(flags, "bool")}
    return {name: (kinds.get(name, "int8"), shapes.get(name, ())) for name in Tables._fields}


def _row(state: State) -> Tables:
    seats = len(state.hands)
    board, rows = [0] * (FIELDS * 2 * seats), [0] * (SIDES * seats)
    for seat in range(seats):
        if len(state.tents[seat]) > TENTS:
            raise OutOfBounds(f"A player has {TENTS} tents, not {len(state.tents[seat])}.")
        for place, fields in enumerate((state.tents[seat], state.unscored[seat])):
            for field in fields:
                board[(seat * 2 + place) * FIELDS + _number(field)] += 1
        for field in state.tents[seat]:
            rows[seat * SIDES + int(field[1]) - 1] += 1
    cards = [*map(_counts, (state.deck, state.discard, state.out_of_game, *state.hands))]
    if max(map(sum, zip(*cards, strict=True))) > numpy.iinfo("int8").max:
        raise OutOfBounds("There are too many cards of a kind.")
    deck, discard, out, *hands = cards
    final = state.final
    return Tables(
        round=state.round,
        starter=state.starter,
        turn=state.turn,
        boat=state.boat,
        pool=_shown(state.pool),
        die=state.die,
        owed=state.owed,
        taken=state.taken,
        last=state.last,
        passed=state.passed,
        deck=deck,
        hands=hands,
        discard=discard,
        out=out,
        coins=state.coins,
        chests=state.chests,
        gems=state.gems,
        bag=state.bag,
        aside=state.aside,
        board=board,
        rows=rows,
        scored=list(map(_shown, state.scored_rows)),
        points=state.points,
        over=final is not None,
        chest_dice=_shown(final.dice if final else ()),
    )


def _number(field: Field) -> int:
    return COLUMNS.index(field[0]) * len(ROWS) + int(field[1]) - 1


def _counts(cards: Cards) -> list[int]:
    counts = [0] * len(CARDS)
    for card in cards:
        counts[PLACES[card]] += 1
    return counts


def _shown(numbers: Sequence[int]) -> list[int]:
    """Return how often each number from 1 to 6 is among these."""
    counts = [*map(numbers.count, NUMBERS)]
    if sum(counts) != len(numbers):
        raise OutOfBounds("Dice show, and rows are, 1 to 6.")
    return counts


def _cards(counts: Iterable[int]) -> Cards:
    return tuple(card for card, count in zip(CARDS, counts, strict=True) for _ in range(count))


def _dice(counts: Iterable[int]) -> tuple[int, ...]:
    return tuple(die for die, count in zip(NUMBERS, counts, strict=True) for _ in range(count))


def _fields(counts: Any) -> tuple[Field, ...]:
    return tuple(
        f"{COLUMNS[number // len(ROWS)]}{number % len(ROWS) + 1}"
        for number, count in enumerate(counts.tolist())
        for _ in range(count)
    )
