"""What the tests must know of Sealed Cards."""

from collections.abc import Iterator, Sequence
from typing import Any

from croupier_game.kit import Oracle, Secrets, Specimen

from croupier_sealed_cards import HIGHEST, SUITS, Event, Move, Options, Shown, State

BOX = [Move(suit, rank) for suit in SUITS for rank in range(1, HIGHEST + 1)]


def pieces(state: State) -> Iterator[str]:
    for cards in (state.deck, *state.hands, *state.taken, state.chosen):
        yield from (str(card) for card in cards if card)


ORACLE = Oracle(
    options=(Options(), Options(rounds=3)),
    bound=lambda options, seats: options.rounds * seats,
    box=lambda options, seats: map(str, BOX),
    pieces=pieces,
    moves=lambda state, seat, rng: [*BOX, Move("ash", 1), Move("elm", 7)],
    kind=lambda move: "choose",
    kinds=frozenset({"choose"}),
    specimens={seats: Specimen(Options(), seed=1, views=2) for seats in (2, 3, 4)},
)


def known(state: State, events: Sequence[Event], viewer: int | None) -> Any:
    shown = [each for each in events if isinstance(each, Shown)]
    own = None if viewer is None else (state.hands[viewer], state.chosen[viewer])
    return shown, own, [card is None for card in state.chosen], state.taken, state.round


def hidden(state: State, viewer: int | None) -> dict[str, Any]:
    hands = [hand for seat, hand in enumerate(state.hands) if seat != viewer]
    return {"deck": state.deck, "hands": hands}


def probe(state: State, viewer: int | None) -> str:
    return "elm-1"


SECRETS = Secrets(
    known=known,
    hidden=hidden,
    probe=probe,
    options=lambda seats, dice: Options(),
    turns=7,
)
