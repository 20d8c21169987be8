"""The Masked Ball, as the tests know it."""

import random
from collections.abc import Iterator, Mapping, Sequence

from croupier_game.kit import Oracle, Secrets, Specimen
from croupier_game.replace import replace

from croupier_masked_ball import rules
from croupier_masked_ball.types import (
    CHOOSING,
    DECK,
    OPEN,
    ROSES,
    Compared,
    Drawn,
    Event,
    Exchanged,
    Looked,
    Mask,
    Masks,
    Move,
    Options,
    RoundStarted,
    State,
)

NO_EFFECT = "no effect"


def bound(options: Options, seats: int) -> int:
    """The most moves there can be.

    Each turn takes a mask from the deck, and the round ends when that is empty. Each
    round gives at least one rose, so with n to win there are at most seats * (n - 1) + 1.
    """
    deck = len(DECK) - 1 - OPEN[seats] - seats
    return deck * (seats * ((options.roses or ROSES[seats]) - 1) + 1)


def box(options: Options, seats: int) -> Iterator[str]:
    for mask in DECK:
        yield mask.name


def pieces(state: State) -> Iterator[str]:
    for masks in (state.deck, state.aside, state.open, *state.hands, *state.put_down):
        for mask in masks:
            yield mask.name


def moves(state: State, seat: int, rng: random.Random) -> Iterator[Move]:
    """All that can be written down."""
    for mask in Mask:
        for target in (None, 0, 1, 2, 3):
            for named in (None, *Mask):
                yield Move(mask, target, named)


def kind(move: Move) -> str:
    return NO_EFFECT if move.target is None and move.mask in CHOOSING else move.mask.name


def sheltered() -> State:
    """Seat 0 has a Fox and no seat to choose: seat 1 is sheltered, the others have left."""
    state = position(hands=((Mask.FOX, Mask.WASP), (Mask.BOAR,), (), ()))
    return replace(state, sheltered=(1,))


def position(hands: tuple[Masks, ...], deck: int = 3) -> State:
    """Seat 0 is to move; the deck has so many masks, and what is left is put down."""
    rest = list(DECK)
    for mask in (mask for hand in hands for mask in hand):
        rest.remove(mask)
    seats = len(hands)
    return State(
        options=Options(),
        round=1,
        starter=0,
        turn=0,
        deck=tuple(rest[:deck]),
        aside=(rest[deck],),
        open=tuple(rest[deck + 1 : deck + 1 + OPEN[seats]]),
        hands=hands,
        seen=((None,) * seats,) * seats,
        put_down=(tuple(rest[deck + 1 + OPEN[seats] :]), *((),) * (seats - 1)),
        sheltered=(),
        roses=(0,) * seats,
    )


ORACLE = Oracle(
    options=(Options(roses=3), Options(), Options(roses=2, start_seat=1)),
    bound=bound,
    box=box,
    pieces=pieces,
    moves=moves,
    kind=kind,
    kinds=frozenset({NO_EFFECT, *(mask.name for mask in Mask)}),
    specimens={
        2: Specimen(Options(roses=3), seed=1, views=4),
        3: Specimen(Options(roses=2), seed=2, views=4),
        4: Specimen(Options(roses=2), seed=3, views=4),
    },
    rare=frozenset({NO_EFFECT}),
    constructed=((sheltered(), Move(Mask.FOX)),),
)


# What is secret


def known(state: State, events: Sequence[Event], viewer: int | None) -> object:
    return (
        [known_event(event, viewer) for event in events],
        None if viewer is None else (state.hands[viewer], state.seen[viewer]),
        [len(hand) for hand in state.hands],
        len(state.deck),
        state.open,
        state.put_down,
        state.sheltered,
        state.roses,
        (state.round, state.starter, state.turn),
    )


def known_event(event: Event, viewer: int | None) -> object:
    """The whole event if it happened in the open or to the viewer, else the seats it involves."""
    match event:
        case RoundStarted():
            return event.round, event.starter, None if viewer is None else event.dealt[viewer]
        case Drawn():
            return event if viewer == event.seat else event.seat
        case Looked() | Compared() | Exchanged():
            both = event.seat, event.target
            return event if viewer in both else (type(event), *both)
        case _:
            return event


def hidden(state: State, viewer: int | None) -> Mapping[str, object]:
    return {
        "deck and aside": (state.deck, state.aside),
        "hands": [hand for seat, hand in enumerate(state.hands) if seat != viewer],
    }


def ahead(state: State) -> object:
    """The top of the deck, which the next player draws. Not the hands: a move only probes them."""
    return state.deck[-1:]


def probe(state: State, viewer: int | None) -> str:
    """Put a mask down that another player holds and the viewer does not."""
    own = () if viewer is None else state.hands[viewer]
    others = [mask for hand in state.hands for mask in hand if mask not in own]
    mask = min(others, default=Mask.TORTOISE)
    target = next(seat for seat, hand in enumerate(state.hands) if hand and seat != viewer)
    named = Mask.SWAN if mask == Mask.WASP else None
    return rules.notation(Move(mask, target if mask in CHOOSING else None, named))


def any_options(seats: int, dice: random.Random) -> Options:
    return Options(roses=9, start_seat=dice.randrange(seats))


SECRETS = Secrets(
    known=known,
    hidden=hidden,
    ahead=ahead,
    probe=probe,
    options=any_options,
    turns=24,
)
