"""Passing, a whole game of which no move is listed: pass three cards, then lay sets or discard.

All pass at the same time. A set is of one rank; what is discarded is all odd or all even. Who has
most cards in sets when a hand is empty wins. The rules are in this one module.
"""

from typing import Literal

from croupier_game import (
    Chance,
    Choose,
    Condition,
    IllegalMove,
    InvalidMove,
    InvalidOptions,
    Moves,
    dataclass,
    replace,
)
from croupier_game.tuples import with_item

ID, NAME, VERSION = "passing", "Passing", 1
MIN_SEATS, MAX_SEATS = 2, 3

CARDS, RANKS = 40, 10
TO_PASS, MOST_DISCARDED = 3, 3
Cards = tuple[int, ...]


@dataclass(frozen=True)
class Options:
    """What is agreed before the deal."""

    hand: int = 13
    """How many cards are dealt to each, 6 to 13."""


@dataclass(frozen=True)
class Pass:
    """Pass three cards to the next seat."""

    passed: Cards


@dataclass(frozen=True)
class Lay:
    """Lay two cards or more of one rank."""

    laid: Cards


@dataclass(frozen=True)
class Discard:
    """Discard one to three cards, all odd or all even."""

    thrown: Cards


Move = Pass | Lay | Discard


@dataclass(frozen=True)
class State:
    """A match between two moves; what is passed stays in the hand until all have passed."""

    options: Options
    deck: Cards  # secret
    hands: tuple[Cards, ...]  # secret
    passed: tuple[Cards, ...]  # secret
    sets: tuple[Cards, ...]
    pile: Cards = ()
    passing: bool = True
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat has passed cards."""

    seat: int
    passed: Cards
    """Empty for all others."""
    kind: Literal["passed"] = "passed"


@dataclass(frozen=True, slots=True)
class Got:
    """A seat has got what was passed to it."""

    seat: int
    got: Cards
    """Empty for who has neither passed nor got it."""
    kind: Literal["got"] = "got"


@dataclass(frozen=True, slots=True)
class Played:
    """A seat has laid or discarded cards."""

    seat: int
    cards: Cards
    kind: Literal["played"] = "played"


Event = Passed | Got | Played
Events = tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everybody sees."""

    hands: tuple[int, ...]
    """How many cards each seat has."""
    sets: tuple[int, ...]
    """How many cards of each seat lie in sets."""
    pile: Cards
    passing: bool


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What one seat sees beside it."""

    hand: Cards
    passed: Cards


def check_options(options: Options, seats: int) -> None:
    if not 6 <= options.hand <= 13:
        raise InvalidOptions("hand must be 6 to 13.")


def new_game(options: Options, seats: int, chance: Chance) -> tuple[State, Events]:
    cards, size = chance.shuffle(range(1, CARDS + 1)), options.hand
    hands = tuple(tuple(sorted(cards[size * n : size * (n + 1)])) for n in range(seats))
    return State(options, cards[size * seats :], hands, ((),) * seats, ((),) * seats), ()


def to_move(state: State) -> tuple[int, ...]:
    if state.passing:
        return tuple(seat for seat, passed in enumerate(state.passed) if not passed)
    return (state.turn,) if all(state.hands) else ()


def rank(card: int) -> int:
    return card % RANKS


def legal_moves(state: State, seat: int) -> Moves:
    hand = state.hands[seat]
    if state.passing:
        return Moves(Choose(Pass(()), "passed", hand, TO_PASS, TO_PASS))
    ranks = sorted({rank(card) for card in hand})
    alike = [tuple(card for card in hand if rank(card) == each) for each in ranks]
    sets = [Choose(Lay(()), "laid", cards, 2) for cards in alike if len(cards) > 1]
    even = Condition("What is discarded is all odd or all even.", are_even)
    return Moves(*sets, Choose(Discard(()), "thrown", hand, 1, MOST_DISCARDED, (even,)))


def are_even(cards: Cards) -> bool:
    return len({card % 2 for card in cards}) == 1


def check(state: State, seat: int, move: Move) -> None:
    """In words of its own, against which the description is tested."""
    cards = cards_of(move)
    if not cards or not all(1 <= card <= CARDS for card in cards):
        raise InvalidMove("There are no such cards.")
    if list(cards) != sorted({*cards} & {*state.hands[seat]}):
        raise IllegalMove("Only cards of the own hand, once each and the lowest first.")
    if isinstance(move, Pass) != state.passing:
        raise IllegalMove("All pass cards before they play.")
    if isinstance(move, Pass) and len(cards) != 3:
        raise IllegalMove("Three cards are passed.")
    if isinstance(move, Lay) and (len(cards) < 2 or len({card % 10 for card in cards}) > 1):
        raise IllegalMove("A set has two cards or more of one rank.")
    if isinstance(move, Discard) and (len(cards) > 3 or len({card % 2 for card in cards}) > 1):
        raise IllegalMove("One to three cards are discarded, all odd or all even.")


def cards_of(move: Move) -> Cards:
    if isinstance(move, Pass):
        return move.passed
    return move.laid if isinstance(move, Lay) else move.thrown


def apply(state: State, seat: int, move: Move, chance: Chance) -> tuple[State, Events]:
    cards = cards_of(move)
    if isinstance(move, Pass):
        state = replace(state, passed=with_item(state.passed, seat, cards))
        done, got = _handed_on(state) if all(state.passed) else (state, ())
        return done, (Passed(seat, cards), *got)
    hands = with_item(state.hands, seat, tuple(c for c in state.hands[seat] if c not in cards))
    state = replace(state, hands=hands, turn=(seat + 1) % len(hands))
    if isinstance(move, Lay):
        sets = with_item(state.sets, seat, state.sets[seat] + cards)
        return replace(state, sets=sets), (Played(seat, cards),)
    return replace(state, pile=state.pile + cards), (Played(seat, cards),)


def _handed_on(state: State) -> tuple[State, tuple[Got, ...]]:
    """Return the state after what is passed has come to the next seats."""
    got = (state.passed[-1], *state.passed[:-1])
    hands = tuple(
        tuple(sorted({*hand} - {*passed} | {*more}))
        for hand, passed, more in zip(state.hands, state.passed, got, strict=True)
    )
    events = tuple(Got(seat, cards) for seat, cards in enumerate(got))
    return replace(state, hands=hands, passed=((),) * len(hands), passing=False), events


def scores(state: State) -> tuple[int, ...]:
    return tuple(map(len, state.sets))


def public_view(state: State) -> PublicView:
    return PublicView(tuple(map(len, state.hands)), scores(state), state.pile, state.passing)


def private_view(state: State, seat: int | None) -> PrivateView:
    return (
        PrivateView((), ()) if seat is None else PrivateView(state.hands[seat], state.passed[seat])
    )


def event_view(event: Event, seat: int | None) -> Event:
    if isinstance(event, Passed) and event.seat != seat:
        return Passed(event.seat, ())
    # Who passed it knows as well, but is not told twice.
    return Got(event.seat, ()) if isinstance(event, Got) and event.seat != seat else event


def move_view(move: Move, mover: int, seat: int | None) -> Move:
    return Pass(()) if isinstance(move, Pass) and mover != seat else move
