"""What the tests must know of Passing."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from croupier_game.kit import Oracle, Secrets, Specimen

from tests.support.passing import Discard, Event, Lay, Move, Options, Pass, State


def pieces(state: State) -> Iterator[str]:
    for cards in (state.deck, *state.hands, *state.sets, state.pile):
        yield from map(str, cards)


def moves(state: State, seat: int, rng: random.Random) -> Iterator[Move]:
    hand = state.hands[seat]
    for _ in range(20):
        cards = tuple(sorted(rng.sample(hand, rng.randint(1, min(4, len(hand))))))
        yield from (Pass(cards), Lay(cards), Discard(cards))
    alike = tuple(card for card in hand if card % 10 == rng.choice(hand) % 10)
    yield from (Lay(alike), Discard((*hand[:1], rng.randint(1, 40))), Pass((0, 1, 41)), Lay(()))


ORACLE = Oracle(
    options=(Options(), Options(hand=6), Options(hand=9)),
    bound=lambda options, seats: seats * (options.hand + 1),
    box=lambda options, seats: map(str, range(1, 41)),
    pieces=pieces,
    moves=moves,
    kind=lambda move: type(move).__name__,
    kinds=frozenset({"Pass", "Lay", "Discard"}),
    specimens={seats: Specimen(Options(hand=6), seed=1, views=2) for seats in (2, 3)},
)


def known(state: State, events: Sequence[Event], viewer: int | None) -> Any:
    own = ((), ()) if viewer is None else (state.hands[viewer], state.passed[viewer])
    got = [each for each in events if type(each).__name__ == "Got" and each.seat == viewer]
    sizes = [len(cards) for cards in (state.deck, *state.hands)]
    who = [bool(cards) for cards in state.passed]
    return own, got, sizes, who, [len(each) for each in state.sets], state.pile, state.turn


def hidden(state: State, viewer: int | None) -> dict[str, Any]:
    others = [seat for seat in range(len(state.hands)) if seat != viewer]
    return {"deck": state.deck, "hands": [state.hands[seat] for seat in others]}


def probe(state: State, viewer: int | None) -> str:
    """Discard a card that another player holds and the viewer does not."""
    others = [card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand]
    return f"discard {others[0] if others else 1}"


def options(seats: int, dice: random.Random) -> Options:
    return Options(hand=dice.choice((8, 13)))


SECRETS = Secrets(known=known, hidden=hidden, probe=probe, options=options, turns=6)
