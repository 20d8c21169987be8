"""Nim of one to four seats, in turn: who takes the last one wins."""

from croupier_game import Chance, IllegalMove, InvalidMove, dataclass, replace

ID, NAME = "nim", "Nim"
VERSION = 1
MIN_SEATS, MAX_SEATS = 1, 4
MOST = 3


@dataclass(frozen=True)
class Options:
    heap: int = 21


@dataclass(frozen=True)
class Move:
    count: int


@dataclass(frozen=True)
class State:
    heap: int
    seats: int
    turn: int = 0


@dataclass(frozen=True)
class Event:
    seat: int
    count: int


@dataclass(frozen=True)
class PublicView:
    heap: int


def check_options(options: Options, seats: int) -> None:
    """Any will do."""


def new_game(options: Options, seats: int, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    return State(options.heap, seats), ()


def to_move(state: State) -> tuple[int, ...]:
    return (state.turn,) if state.heap else ()


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    return tuple(Move(count) for count in range(1, min(MOST, state.heap) + 1))


def check(state: State, seat: int, move: Move) -> None:
    if not 1 <= move.count <= MOST:
        raise InvalidMove("One to three may be taken.")
    if move.count > state.heap:
        raise IllegalMove("There are not so many left.")


def apply(state: State, seat: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    left = state.heap - move.count
    turn = (seat + 1) % state.seats if left else seat
    return replace(state, heap=left, turn=turn), (Event(seat, move.count),)


def scores(state: State) -> tuple[int, ...]:
    return tuple(int(not state.heap and seat == state.turn) for seat in range(state.seats))


def public_view(state: State) -> PublicView:
    return PublicView(state.heap)
