"""Sealed Cards: all choose a card at the same time, face down; then all are turned over."""

from typing import Literal

from croupier_game import Chance, IllegalMove, InvalidMove, InvalidOptions, dataclass, replace
from croupier_game.tuples import with_item, without

ID, NAME, VERSION = "sealed-cards", "Sealed Cards", 1
MIN_SEATS, MAX_SEATS = 2, 4

SUITS = ("elm", "oak", "yew")
HIGHEST = 6
DEALT = 4


@dataclass(frozen=True)
class Options:
    """What is agreed before the deal."""

    rounds: int = DEALT
    """How many cards each chooses."""


@dataclass(frozen=True)
class Move:
    """Choose a card."""

    suit: str
    rank: int


Cards = tuple[Move, ...]


@dataclass(frozen=True)
class State:
    """A match between two choices."""

    options: Options
    deck: Cards  # secret
    hands: tuple[Cards, ...]  # secret
    chosen: tuple[Move | None, ...]  # secret
    taken: tuple[Cards, ...]
    round: int = 0


@dataclass(frozen=True, slots=True)
class Chosen:
    """A seat has chosen a card."""

    seat: int
    card: str | None
    """Left out for all others."""
    kind: Literal["chosen"] = "chosen"


@dataclass(frozen=True, slots=True)
class Shown:
    """All cards are turned over, and a seat has taken them."""

    seat: int
    cards: tuple[str, ...]
    kind: Literal["shown"] = "shown"


Event = Chosen | Shown


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everybody may see."""

    round: int
    chosen: tuple[bool, ...]
    """Which seats have chosen."""
    taken: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What one seat, or a spectator, may see beside it."""

    hand: tuple[str, ...]
    own: str | None
    """What the viewer has chosen."""


def check_options(options: Options, seats: int) -> None:
    if not 1 <= options.rounds <= DEALT:
        raise InvalidOptions("rounds must be 1 to 4.")


def new_game(options: Options, seats: int, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    deck = chance.shuffle([Move(suit, rank) for suit in SUITS for rank in range(1, HIGHEST + 1)])
    hands = tuple(deck[DEALT * seat : DEALT * (seat + 1)] for seat in range(seats))
    state = State(options, deck[DEALT * seats :], hands, (None,) * seats, ((),) * seats)
    return state, ()


def to_move(state: State) -> tuple[int, ...]:
    if state.round == state.options.rounds:
        return ()
    return tuple(seat for seat, card in enumerate(state.chosen) if card is None)


def legal_moves(state: State, seat: int) -> Cards:
    return tuple(state.hands[seat])


def check(state: State, seat: int, move: Move) -> None:
    if move.suit not in SUITS or not 1 <= move.rank <= HIGHEST:
        raise InvalidMove("There is no such card.")
    if move not in state.hands[seat]:
        raise IllegalMove("Only a card of the own hand can be chosen.")


def apply(state: State, seat: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    chosen = with_item(state.chosen, seat, move)
    hands = with_item(state.hands, seat, without(state.hands[seat], move))
    state = replace(state, chosen=chosen, hands=hands)
    events: tuple[Event, ...] = (Chosen(seat, notation(move)),)
    cards = tuple(card for card in chosen if card)
    if len(cards) < len(chosen):
        return state, events
    best = max(range(len(cards)), key=lambda each: (cards[each].rank, cards[each].suit))
    taken = with_item(state.taken, best, state.taken[best] + cards)
    nobody = (None,) * len(chosen)
    state = replace(state, chosen=nobody, taken=taken, round=state.round + 1)
    return state, (*events, Shown(best, tuple(map(notation, cards))))


def scores(state: State) -> tuple[int, ...]:
    return tuple(sum(card.rank for card in cards) for cards in state.taken)


def public_view(state: State) -> PublicView:
    chosen = tuple(card is not None for card in state.chosen)
    return PublicView(state.round, chosen, tuple(map(len, state.taken)))


def private_view(state: State, seat: int | None) -> PrivateView:
    if seat is None:
        return PrivateView((), None)
    own = state.chosen[seat]
    hand = tuple(map(notation, state.hands[seat]))
    return PrivateView(hand, None if own is None else notation(own))


def event_view(event: Event, seat: int | None) -> Event:
    return Chosen(event.seat, None) if isinstance(event, Chosen) and event.seat != seat else event


def move_view(move: Move, mover: int, seat: int | None) -> Move:
    return move if seat == mover else Move("", 0)


def notation(move: Move) -> str:
    return f"{move.suit}-{move.rank}"


def parse(text: str) -> Move:
    suit, _, rank = text.partition("-")
    if not rank.isdecimal():
        raise InvalidMove("A card is a suit, a dash and a rank.")
    return Move(suit, int(rank))
