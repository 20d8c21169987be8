"""What the tests must know of My Game, in words of its own: a mistake must not be in both."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from croupier_game.kit import Oracle, Secrets, Specimen

from croupier_my_game import Event, Move, Options, State


def pieces(state: State) -> Iterator[str]:
    for cards in (state.deck, *state.hands, *state.taken, state.played):
        yield from map(str, cards)


ORACLE = Oracle(
    options=(Options(), Options(cards=12), Options(cards=30)),
    bound=lambda options, seats: options.cards,
    box=lambda options, seats: [str(card) for card in range(1, options.cards + 1)],
    pieces=pieces,
    moves=lambda state, seat, rng: [Move(card) for card in range(32)],
    kind=lambda move: "play",
    kinds=frozenset({"play"}),
    specimens={seats: Specimen(Options(cards=12), seed=1, views=2) for seats in (2, 3, 4)},
)


def known(state: State, events: Sequence[Event], viewer: int | None) -> Any:
    hand = () if viewer is None else state.hands[viewer]
    sizes = [len(cards) for cards in (state.deck, *state.hands)]
    return hand, sizes, state.played, state.taken, state.turn


def hidden(state: State, viewer: int | None) -> dict[str, Any]:
    hands = [hand for seat, hand in enumerate(state.hands) if seat != viewer]
    return {"deck": state.deck, "hands": hands}


def probe(state: State, viewer: int | None) -> str:
    """Play a card that another player holds and the viewer does not."""
    others = [card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand]
    return str(others[0] if others else 1)


def options(seats: int, dice: random.Random) -> Options:
    return Options(cards=dice.choice((20, 30)))


SECRETS = Secrets(
    known=known,
    hidden=hidden,
    probe=probe,
    options=options,
    turns=8,
    # At the end of a round everybody draws.
    ahead=lambda state: state.deck[: len(state.hands)],
)
