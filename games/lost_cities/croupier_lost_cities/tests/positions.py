"""Positions of Lost Cities in a few words, and what tests do with them."""

from dataclasses import replace

from croupier_game.kit.written import Written
from croupier_game.seeded import seeded_chance

from croupier_lost_cities import rules
from croupier_lost_cities.rules import apply, check_options, new_game, parse
from croupier_lost_cities.types import COLORS, DECK, DISCARD, Cards, Event, Move, Options, State

CHANCE = seeded_chance("07" * 32, (), 1, "")

MOVES = Written(rules)

legal, refusal = MOVES.legal, MOVES.refusal

ONE_ROUND = Options(rounds=1, start_seat=0)

THREE_ROUNDS = Options(start_seat=0)

THEIR_HAND = "Y10 G8 G9 G10"

# The example of the rule sheets: 3 + 0 - 40 - 10 + 65 = 18.
SHEET = "R5 R8 R10 Yx Bx B4 B5 B6 Gx Gx G2 G3 G5 G7 G8 G10"

WORTH_18 = SHEET

WORTH_30 = "Wx W5 W6 W7 W8 W9"

WORTH_40 = "Rx R6 R7 R8 R9 R10"

WORTH_10 = "Y6 Y7 Y8 Y9"

WORTH_54 = "R2 R3 R4 R5 R6 R7 R8 R9 R10"

WORTH_36 = "Wx W5 W6 W8 W9 W10"

RED_25 = "R5 R6 R7 R8 R9 R10"

WHITE_25 = "W5 W6 W7 W8 W9 W10"


def cards(text: str) -> Cards:
    return tuple(text.split())


def piles(text: str, colors: int = 5) -> tuple[Cards, ...]:
    """The cards of `text`, each on the pile of its colour."""
    return tuple(
        tuple(card for card in text.split() if card[0] == color) for color in COLORS[:colors]
    )


def position(
    hand: str,
    *,
    own: str = "",
    theirs: str = "",
    discards: str = "",
    deck: str = "W8 W9 W10",
    known: str = "",
    options: Options = ONE_ROUND,
) -> State:
    """Seat 0 is to move, with this hand, its own and their expeditions, and these piles."""
    return State(
        options=options,
        starter=0,
        turn=0,
        deck=cards(deck),
        hands=(cards(hand), cards(THEIR_HAND)),
        known=(cards(known), ()),
        expeditions=(piles(own, options.colors), piles(theirs, options.colors)),
        discards=piles(discards, options.colors),
    )


def after(state: State, *turns: str) -> State:
    """The position after these turns, the players' in turn."""
    for text in turns:
        state, _ = events_of(state, text)
    return state


def events_of(state: State, text: str) -> tuple[State, tuple[Event, ...]]:
    assert legal(state, text)
    return apply(state, state.turn, parse(text), CHANCE)


def dealt(options: Options) -> State:
    check_options(options, 2)
    return new_game(options, 2, CHANCE)[0]


def play_out(state: State, a: str, b: str) -> State:
    """The state after the running round has ended with these expeditions."""
    return end_of_round(state, a, b)[0]


def end_of_round(state: State, a: str, b: str) -> tuple[State, tuple[Event, ...]]:
    colors = state.options.colors
    last = replace(state, deck=state.deck[:1], expeditions=(piles(a, colors), piles(b, colors)))
    return apply(last, last.turn, Move(last.hands[last.turn][0], DISCARD, DECK), CHANCE)
