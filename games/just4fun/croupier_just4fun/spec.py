"""Just4Fun, as the tests know it."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, combinations_with_replacement

from croupier_game.kit.spec import Oracle, Secrets, Specimen

from croupier_just4fun import rules, types
from croupier_just4fun.rules import EXCHANGE
from croupier_just4fun.types import (
    CARDS,
    DECK,
    FIELDS,
    HAND_SIZE,
    ORIGINAL,
    STONES,
    Cards,
    Move,
    Options,
    State,
)

EXCHANGES = 30
"""For each stone; see `bound`."""
TRIED = 400
"""Moves to try in a position."""
EVERYTHING = 1 / 12
"""In so many positions all moves are tried that cards can make."""

ALL_MOVES = [
    Move(),
    *(
        Move(cards)
        for size in range(1, HAND_SIZE + 1)
        for cards in combinations_with_replacement(sorted(CARDS), size)
    ),
]
SNAKE = tuple(range(1, FIELDS + 1))
"""A layout on which the cards of a hand lie near to each other, so that lines are frequent."""


def bound(options: Options, seats: int) -> int:
    """The most moves there can be, but for a probability below one in 10^8.

    Proven: every play takes a stone from a supply, so there are at most 20 plays
    a seat. Not bounded are exchanges of the hand. But a seat that is to move has
    an open field, and four fresh cards reach any field with a probability of at
    least p = 1/12: 36 is the hardest, 0.090 by counting hands of the 55 cards.
    (With ownLocked, six fields are open at least: the others' 60 stones bar one
    for each two. The sixth hardest is reached with 0.176.)

    So exchanges end in a play as coins with p fall heads: with N = 20 * seats
    plays to come, more than 30 * N exchanges mean fewer than N heads in 31 * N
    throws, where m = 31 * N / 12 are expected. By Chernoff that has at most
    exp(-(m - N)^2 / (2 * m)): 4 in 10^9 with two seats, and less with more. This
    takes the fresh cards as drawn from all 55; the deck may have fewer of what is
    wanted, but is made anew after a dozen exchanges.
    """
    return STONES * seats * (1 + EXCHANGES)


def box(options: Options, seats: int) -> Iterator[str]:
    yield from map(str, DECK)
    for seat in range(seats):
        yield from [f"stone of {seat}"] * STONES


def pieces(state: State) -> Iterator[str]:
    """The cards; and of each seat the stones in supply, removed and on the board."""
    for cards in (state.deck, *state.hands, state.discard):
        yield from map(str, cards)
    for places in (state.supplies, state.removed, *state.stones):
        for seat, count in enumerate(places):
            yield from [f"stone of {seat}"] * count


def moves(state: State, seat: int, rng: random.Random) -> Iterator[Move]:
    """All parts of the hand, and these and any cards with one changed; now and then all moves."""
    hand = state.hands[seat]
    held = [Move(cards) for size in range(HAND_SIZE + 1) for cards in combinations(hand, size)]
    yield from held
    if rng.random() < EVERYTHING:
        yield from ALL_MOVES
    for _ in range(TRIED):
        yield changed(rng.choice(held if rng.random() < 1 / 2 else ALL_MOVES), rng)


def changed(move: Move, rng: random.Random) -> Move:
    """The move with a card more, less or different; it may be none that exists."""
    cards, card = list(move.cards), rng.randint(0, 21)
    match rng.choice(("more", "less", "other", "next")):
        case "less" if cards:
            cards.remove(rng.choice(cards))
        case "other" if cards:
            cards[rng.randrange(len(cards))] = card
        case "next" if cards:
            cards[rng.randrange(len(cards))] += rng.choice((-1, 1))
        case _:
            cards.append(card)
    return Move(tuple(sorted(cards)))


def kind(move: Move) -> str:
    return f"play {len(move.cards)}" if move.cards else EXCHANGE


def stuck(hand: Cards = (1, 1, 1, 1)) -> State:
    """Seat 0 has four ones, or other cards, and seat 1 has locked all that they add up to."""
    hands: tuple[Cards, ...] = (hand, (2, 2, 2, 2))
    deck = list(DECK)
    for card in (*hands[0], *hands[1]):
        deck.remove(card)
    sums = {sum(cards) for size in range(1, 5) for cards in combinations(hand, size)}
    locked = sums & {*range(1, FIELDS + 1)}
    return State(
        options=Options(start_seat=0),
        starter=0,
        turn=0,
        layout=ORIGINAL,
        deck=tuple(deck),
        hands=hands,
        discard=(),
        stones=tuple((0, 2 * (field in locked)) for field in range(1, FIELDS + 1)),
        supplies=(STONES, STONES - 2 * len(locked)),
        removed=(0, 0),
    )


def stuck_with_few_cards() -> State:
    """As `stuck`, with two cards left in the deck."""
    state = stuck()
    return replace(state, deck=state.deck[-2:], discard=state.deck[:-2])


HIGH = (16, 17, 18, 19)
"""A hand that adds up to no field."""
EXCHANGED = Move()
OPTIONS: Sequence[Options] = (
    Options(),
    Options(layout="random", own_locked=False),
    Options(layout="custom", custom_layout=SNAKE, start_seat=1),
    Options(own_locked=False, start_seat=0),
)

ORACLE = Oracle(
    options=tuple(OPTIONS),
    bound=bound,
    box=box,
    pieces=pieces,
    moves=moves,
    kind=kind,
    kinds=frozenset({EXCHANGE, "play 1", "play 2", "play 3", "play 4"}),
    specimens={
        2: Specimen(Options(), seed=1562, views=10),
        3: Specimen(Options(layout="random"), seed=1789, views=5),
        4: Specimen(Options(own_locked=False, start_seat=2), seed=922, views=7),
    },
    rare=frozenset({EXCHANGE, "HandExchanged"}),
    constructed=tuple(
        (state, EXCHANGED) for state in (stuck(), stuck(HIGH), stuck_with_few_cards())
    ),
)


# What is secret


def known(state: rules.State, events: Sequence[rules.Event], viewer: int | None) -> object:
    return (
        state.starter,
        state.turn,
        state.layout,
        len(state.deck),
        [hand if seat == viewer else len(hand) for seat, hand in enumerate(state.hands)],
        state.discard,
        state.stones,
        state.supplies,
        state.removed,
        state.line,
    )


def hidden(state: rules.State, viewer: int | None) -> dict[str, object]:
    return {
        "deck": state.deck,
        "hands": [hand for seat, hand in enumerate(state.hands) if seat != viewer],
    }


def ahead(state: rules.State) -> object:
    return state.deck[-types.HAND_SIZE :]


def probe(state: rules.State, viewer: int | None) -> str:
    """Return the play of a card that another player holds and the viewer does not, if any."""
    own = () if viewer is None else state.hands[viewer]
    others = sorted({card for hand in state.hands for card in hand} - {*own})
    return str(others[0] if others else 19)


def any_options(seats: int, dice: random.Random) -> rules.Options:
    return rules.Options(
        layout=dice.choice(("original", "random")),
        own_locked=dice.random() < 0.5,
        start_seat=dice.choice((None, dice.randrange(seats))),
    )


SECRETS = Secrets(known, hidden, probe, any_options, turns=60, ahead=ahead)
