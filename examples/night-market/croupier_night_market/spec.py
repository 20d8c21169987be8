"""What the tests must know of The Night Market, in words of its own."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from croupier_game.kit import Oracle, Secrets, Specimen

from croupier_night_market import BASKET, Dealt, Event, Good, Move, NightEnded, Options, State

PER_NIGHT: dict[Good, int] = {"lantern": 12, "tea": 14, "silk": 12, "spice": 10}


def pieces(state: State) -> Iterator[str]:
    for goods in (state.rest, *state.baskets, *state.stalls):
        yield from goods


ORACLE = Oracle(
    options=(Options(), Options(nights=1), Options(nights=5)),
    bound=lambda options, seats: options.nights * seats * BASKET,
    box=lambda options, seats: [name for name, count in PER_NIGHT.items() for _ in range(count)],
    pieces=pieces,
    moves=lambda state, seat, rng: [Move(good) for good in (None, *PER_NIGHT)],
    kind=lambda move: move.good or "none",
    kinds=frozenset(PER_NIGHT),
    specimens={seats: Specimen(Options(nights=1), seed=1, views=8) for seats in (2, 3, 4, 5)},
)


def known(state: State, events: Sequence[Event], viewer: int | None) -> Any:
    own = () if viewer is None else (state.baskets[viewer], state.chosen[viewer])
    sizes = [len(basket) for basket in state.baskets]
    chosen = [good is not None for good in state.chosen]
    told = [
        (event.night, event.seat, event.seat == viewer and event.basket)
        if isinstance(event, Dealt)
        else isinstance(event, NightEnded)
        for event in events
    ]
    return own, sizes, chosen, told, state.night, state.stalls, state.points


def hidden(state: State, viewer: int | None) -> dict[str, Any]:
    others = [seat for seat in range(len(state.points)) if seat != viewer]
    return {
        "rest": state.rest,
        "baskets": [state.baskets[seat] for seat in others],
        "chosen": [state.chosen[seat] for seat in others],
    }


def probe(state: State, viewer: int | None) -> str:
    """Choose a good of another basket that is not in the viewer's."""
    own = () if viewer is None else state.baskets[viewer]
    others = [good for basket in state.baskets for good in basket if good not in own]
    return others[0] if others else "tea"


def otherwise(move: Move, dice: random.Random) -> Move:
    """Choose another good, which looks the same to all others."""
    return Move(dice.choice([good for good in PER_NIGHT if good != move.good]))


SECRETS = Secrets(
    known=known,
    hidden=hidden,
    probe=probe,
    options=lambda seats, dice: Options(nights=dice.choice((1, 2))),
    turns=20,
    otherwise=otherwise,
)
