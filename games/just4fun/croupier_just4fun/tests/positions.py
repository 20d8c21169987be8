"""Positions of Just4Fun in a few words, and what tests do with them."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import pytest
from croupier_game.kit.written import Written
from croupier_game.seeded import seeded_chance

from croupier_just4fun import rules
from croupier_just4fun.rules import (
    apply,
    check,
    check_options,
    legal_moves,
    new_game,
    over,
    parse,
    public_view,
    to_move,
)
from croupier_just4fun.types import FIELDS, ORIGINAL, BoardField, Event, Move, Options, State

Y, R, P, W = range(4)

CHANCE = seeded_chance("07" * 32, (), 1, "")

MOVES = Written(rules)

legal, refusal = MOVES.legal, MOVES.refusal

NAMES = ("Ada", "Ben", "Cleo", "Dan")

PLAIN = Options(start_seat=0)

SHUT = Options(start_seat=0, own_locked=False)

EXCHANGE = Move()

ALL_FIELDS = range(1, FIELDS + 1)

Stones = Mapping[int, tuple[int, ...]]


def position(
    hand: str,
    stones: Stones | None = None,
    *,
    seats: int = 2,
    turn: int = Y,
    supplies: tuple[int, ...] = (),
    deck: str = "1 2 3 4 5 6 7",
    discard: str = "",
    options: Options = PLAIN,
) -> State:
    """Return a position: `turn` is to move, with this hand; the others hold nines alone."""
    held = [cards("9 9 9 9")] * seats
    held[turn] = cards(hand)
    there = dict(stones or {})
    return State(
        options=options,
        starter=0,
        turn=turn,
        layout=options.custom_layout or ORIGINAL,
        deck=cards(deck),
        hands=tuple(held),
        discard=cards(discard),
        stones=tuple(there.get(field, (0,) * seats) for field in ALL_FIELDS),
        supplies=supplies or (20,) * seats,
        removed=(0,) * seats,
    )


def ended(stones: Stones, seats: int = 2) -> State:
    """All stones are placed, and these are on the board."""
    return position("1 2 3 4", stones, seats=seats, supplies=(0,) * seats)


def cards(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def alone(seat: int, fields: str, seats: int = 2) -> dict[int, tuple[int, ...]]:
    """One stone of the seat on each of the fields."""
    stones = tuple(int(each == seat) for each in range(seats))
    return dict.fromkeys(cards(fields), stones)


def events_of(state: State, text: str) -> tuple[State, tuple[Event, ...]]:
    assert legal(state, text)
    return apply(state, state.turn, parse(text), CHANCE)


def after(state: State, *turns: str) -> State:
    """Return the position after these turns, each by the seat to move, with any cards it takes."""
    for text in turns:
        hand = parse(text).cards
        held = [*state.hands]
        held[state.turn] = tuple(sorted((*hand, *(1,) * (4 - len(hand)))))
        state, _ = events_of(replace(state, hands=tuple(held)), text)
    return state


def on(state: State, field: int) -> tuple[int, ...]:
    return state.stones[field - 1]


def board(state: State) -> dict[int, BoardField]:
    """The fields as everyone sees them, by number."""
    return {field.number: field for field in public_view(state).board}


def owner(state: State, field: int) -> int | None:
    return board(state)[field].owner


def is_locked(state: State, field: int) -> bool:
    return board(state)[field].locked


def reachable(state: State) -> set[int]:
    """The fields that the player to move can play; each list and check agree."""
    moves = legal_moves(state, state.turn)
    for move in moves:
        check(state, state.turn, move)
    return {sum(move.cards) for move in moves}


def dealt(options: Options = PLAIN, seats: int = 2) -> State:
    check_options(options, seats)
    return new_game(options, seats, CHANCE)[0]


def written(field: int) -> str:
    """Cards that add up to the field."""
    tens, rest = divmod(field - 1, 10)
    return "+".join(["10"] * tens + [str(rest + 1)])


class Turn(NamedTuple):
    before: State
    seat: int
    move: Move
    after: State
    events: tuple[Event, ...]


@cache
def random_turns(options: Options, seats: int, seed: int) -> tuple[Turn, ...]:
    """A match of random moves, turn by turn."""
    return tuple(_random_turns(options, seats, seed))


def _random_turns(options: Options, seats: int, seed: int) -> Iterator[Turn]:
    dice = random.Random(f"{options}{seats}{seed}")
    key = f"{seed:064x}"
    state, _ = new_game(options, seats, seeded_chance(key, (), 0, ""))
    version = 0
    while not over(state):
        version += 1
        (seat,) = to_move(state)
        move = dice.choice(legal_moves(state, seat))
        check(state, seat, move)
        then, events = apply(state, seat, move, seeded_chance(key, (), version, ""))
        yield Turn(state, seat, move, then, events)
        state = then


RANDOM = pytest.mark.parametrize(
    ("options", "seats"),
    [
        (Options(layout=layout, own_locked=own_locked), seats)
        for seats in (2, 3, 4)
        for own_locked in (True, False)
        for layout in ("original", "random")
    ],
)

SEEDS = range(4)


def open_fields(state: State, seat: int) -> list[int]:
    """The fields that the seat could play with the right cards."""
    fields = []
    for field in ALL_FIELDS:
        move = parse(written(field))
        hands = tuple(move.cards for _ in state.hands)
        if move in legal_moves(replace(state, hands=hands), seat):
            fields.append(field)
    return fields


OWN_LOCKED = "A field that you have locked takes no more stones in this match."

MUST_PLAY = "A hand can be exchanged only when nothing in it can be played."

NO_CARD = "There is no such card: they are 1 to 19."

ONE_TO_FOUR = "One to four cards can be played."
