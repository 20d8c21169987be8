"""Nim, a whole game that tests install: the player who takes the last one wins."""

from typing import Literal

from croupier_game import Chance, IllegalMove, InvalidOptions, dataclass, replace

ID, NAME = "nim", "Nim"
VERSION = 2
MIN_SEATS, MAX_SEATS = 2, 4
MOST = 2


@dataclass(frozen=True)
class Options:
    """What is agreed before the start."""

    heap: int = 21
    """How many there are, 1 to 100."""


@dataclass(frozen=True)
class Move:
    """Take some from one end."""

    end: Literal["left", "right"]
    count: int
    """How many, 1 to the most."""


@dataclass(frozen=True)
class State:
    options: Options
    heap: int
    seats: int
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Event:
    """A seat has taken some."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everybody sees."""

    heap: int
    """How many are left."""


def check_options(options: Options, seats: int) -> None:
    if not 1 <= options.heap <= 100:
        raise InvalidOptions("heap must be 1 to 100.")


def new_game(options: Options, seats: int, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    return State(options, options.heap, seats), ()


def to_move(state: State) -> tuple[int, ...]:
    return (state.turn,) if state.heap else ()


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    counts = range(1, min(MOST, state.heap) + 1)
    return tuple(Move(end, count) for count in counts for end in ("left", "right"))


def apply(state: State, seat: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    if move.count > state.heap:
        raise IllegalMove("There are not so many left.")
    left = state.heap - move.count
    turn = (seat + 1) % state.seats if left else seat
    return replace(state, heap=left, turn=turn), (Event(seat, move.count),)


def scores(state: State) -> tuple[int, ...]:
    return tuple(int(not state.heap and seat == state.turn) for seat in range(state.seats))


def public_view(state: State) -> PublicView:
    return PublicView(state.heap)
