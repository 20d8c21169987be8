"""Bids, a game for tests: in each round all seats bid at once, and none sees another's bid.

What a bid brings is its coins, if no other seat has bid for the same lot; the rest is lost.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from croupier_game import Chance, InvalidOptions, dataclass, replace
from croupier_game.installed import load
from croupier_game.view import View
from engine.domain.registry import GAMES, game_of

ID, NAME = "bids", "Bids"
VERSION = 1
MIN_SEATS, MAX_SEATS = 2, 5
MOST = 9
Lot = Literal["none", "lamp", "clock"]
LOTS: tuple[Lot, ...] = ("lamp", "clock")


@dataclass(frozen=True)
class Options:
    """What is agreed before the start."""

    rounds: int = 3
    """How many there are, 1 to 9."""


@dataclass(frozen=True)
class Move:
    """Bid for a lot."""

    coins: int
    """How many, 1 to 9; 0 if that is hidden."""
    lot: Lot
    """Which one; none if that is hidden."""


HIDDEN = Move(0, "none")


@dataclass(frozen=True)
class State:
    options: Options
    rounds: int
    points: tuple[int, ...]
    bids: tuple[Move | None, ...]  # secret


@dataclass(frozen=True, slots=True)
class Event:
    """A seat has bid; the bids are shown when all have."""

    seat: int
    shown: bool
    bid: Move


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everybody sees."""

    rounds: int
    """How many are left, this one included."""
    points: tuple[int, ...]
    waiting: tuple[int, ...]
    """The seats that have not bid in this round."""


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What the seat alone sees."""

    bid: Move
    """Its own bid of this round."""


def check_options(options: Options, seats: int) -> None:
    if not 1 <= options.rounds <= 9:
        raise InvalidOptions("rounds must be 1 to 9.")


def new_game(options: Options, seats: int, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    return State(options, options.rounds, (0,) * seats, (None,) * seats), ()


def to_move(state: State) -> tuple[int, ...]:
    if not state.rounds:
        return ()
    return tuple(seat for seat, bid in enumerate(state.bids) if bid is None)


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    return tuple(Move(coins, lot) for coins in range(1, MOST + 1) for lot in LOTS)


def apply(state: State, seat: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    bids = tuple(move if each == seat else bid for each, bid in enumerate(state.bids))
    if None in bids:
        return replace(state, bids=bids), (Event(seat, False, HIDDEN),)
    made = [bid for bid in bids if bid is not None]
    lots = [bid.lot for bid in made]
    points = tuple(
        sum_ + bid.coins * (lots.count(bid.lot) == 1)
        for sum_, bid in zip(state.points, made, strict=True)
    )
    state = replace(state, rounds=state.rounds - 1, points=points, bids=(None,) * len(bids))
    return state, tuple(Event(each, True, bid) for each, bid in enumerate(made))


def scores(state: State) -> tuple[int, ...]:
    return state.points


def public_view(state: State) -> PublicView:
    return PublicView(state.rounds, state.points, to_move(state))


def private_view(state: State, seat: int | None) -> PrivateView:
    bid = None if seat is None else state.bids[seat]
    return PrivateView(bid or HIDDEN)


def decision_view(view: View[PublicView, PrivateView]) -> Any:
    """Who has bid already is nothing to bid by."""
    return view.public.rounds, view.public.points, view.private


def move_view(move: Move, mover: int, seat: int | None) -> Move:
    return move if seat == mover else HIDDEN


@contextmanager
def installed() -> Iterator[None]:
    """Play the game as long as the context lasts."""
    GAMES.add(game_of(load(sys.modules[__name__])))
    try:
        yield
    finally:
        GAMES.remove(ID)
