"""My Game: play a card in turn; the highest of a round takes them all."""

from typing import Literal

from croupier_game import Chance, IllegalMove, InvalidMove, InvalidOptions, dataclass, replace
from croupier_game.tuples import with_item, without

ID, NAME, VERSION = "my-game", "My Game", 1
MIN_SEATS, MAX_SEATS = 2, 4

DEALT = 3


@dataclass(frozen=True)
class Options:
    """What is agreed before the deal."""

    cards: int = 20
    """How many cards there are, 12 to 30."""


@dataclass(frozen=True)
class Move:
    """Play a card."""

    card: int


@dataclass(frozen=True)
class State:
    """A match between two moves. The first of the deck is drawn first."""

    options: Options
    deck: tuple[int, ...]  # secret
    hands: tuple[tuple[int, ...], ...]  # secret
    taken: tuple[tuple[int, ...], ...]
    played: tuple[int, ...] = ()
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Drawn:
    """A seat has drawn a card."""

    seat: int
    card: int | None
    """Left out for all others."""
    kind: Literal["drawn"] = "drawn"


@dataclass(frozen=True, slots=True)
class Played:
    """A seat has played a card."""

    seat: int
    card: int
    kind: Literal["played"] = "played"


@dataclass(frozen=True, slots=True)
class Taken:
    """A seat has taken the cards of a round."""

    seat: int
    cards: tuple[int, ...]
    kind: Literal["taken"] = "taken"


Event = Drawn | Played | Taken
Events = tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everybody may see."""

    deck: int
    """The number of cards that are left to draw."""
    played: tuple[int, ...]
    hands: tuple[int, ...]
    taken: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What one seat, or a spectator, may see beside it."""

    hand: tuple[int, ...]
    """The viewer's own; empty for a spectator."""


def check_options(options: Options, seats: int) -> None:
    if not 12 <= options.cards <= 30:
        raise InvalidOptions("cards must be 12 to 30.")


def new_game(options: Options, seats: int, chance: Chance) -> tuple[State, Events]:
    deck = chance.shuffle(range(1, options.cards + 1))
    state, events = State(options, deck, ((),) * seats, ((),) * seats), tuple[Event, ...]()
    for _ in range(DEALT):
        state, drawn = _draw(state)
        events += drawn
    return state, events


def to_move(state: State) -> tuple[int, ...]:
    return (state.turn,) if any(state.hands) else ()


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    return tuple(Move(card) for card in state.hands[seat])


def check(state: State, seat: int, move: Move) -> None:
    if not 1 <= move.card <= state.options.cards:
        raise InvalidMove("There is no such card.")
    if move.card not in state.hands[seat]:
        raise IllegalMove("Only a card of the own hand can be played.")


def apply(state: State, seat: int, move: Move, chance: Chance) -> tuple[State, Events]:
    hands = with_item(state.hands, seat, without(state.hands[seat], move.card))
    played, turn = (*state.played, move.card), (seat + 1) % len(hands)
    state = replace(state, hands=hands, played=played, turn=turn)
    if len(played) < len(hands):
        return state, (Played(seat, move.card),)
    winner = (turn + played.index(max(played))) % len(hands)  # whose turn it is has begun the round
    taken = with_item(state.taken, winner, state.taken[winner] + played)
    state, drawn = _draw(replace(state, taken=taken, played=(), turn=winner))
    return state, (Played(seat, move.card), Taken(winner, played), *drawn)


def _draw(state: State) -> tuple[State, Events]:
    """Return the state after each seat has drawn a card, if there is one for everybody."""
    if len(state.deck) < (seats := len(state.hands)):
        return state, ()
    drawn = state.deck[:seats]
    hands = tuple((*hand, card) for hand, card in zip(state.hands, drawn, strict=True))
    events = tuple(Drawn(seat, card) for seat, card in enumerate(drawn))
    return replace(state, deck=state.deck[seats:], hands=hands), events


def scores(state: State) -> tuple[int, ...]:
    # Everybody sees them at every version: what is secret must not count.
    return tuple(map(len, state.taken))


def public_view(state: State) -> PublicView:
    # Made of nothing but what is shown: a member that State gets later stays hidden.
    sizes = tuple(map(len, state.hands))
    return PublicView(len(state.deck), state.played, sizes, scores(state))


def private_view(state: State, seat: int | None) -> PrivateView:
    return PrivateView(() if seat is None else state.hands[seat])


def event_view(event: Event, seat: int | None) -> Event:
    return Drawn(event.seat, None) if isinstance(event, Drawn) and event.seat != seat else event
