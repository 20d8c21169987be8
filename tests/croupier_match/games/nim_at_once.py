"""Nim in which all seats move in each round, in any order: who takes the last one wins."""

from croupier_game import Chance, IllegalMove, InvalidMove, dataclass, replace

ID, NAME = "nim-at-once", "Nim at Once"
VERSION = 1
MIN_SEATS, MAX_SEATS = 2, 4
MOST = 3


@dataclass(frozen=True)
class Options:
    heap: int = 40


@dataclass(frozen=True)
class Move:
    count: int


@dataclass(frozen=True)
class State:
    heap: int
    seats: int
    due: tuple[int, ...]
    last: int = 0


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
    return State(options.heap, seats, tuple(range(seats))), ()


def to_move(state: State) -> tuple[int, ...]:
    return state.due if state.heap else ()


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    return tuple(Move(count) for count in range(1, min(MOST, state.heap) + 1))


def check(state: State, seat: int, move: Move) -> None:
    if not 1 <= move.count <= MOST:
        raise InvalidMove("One to three may be taken.")
    if move.count > state.heap:
        raise IllegalMove("There are not so many left.")


def apply(state: State, seat: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    due = tuple(each for each in state.due if each != seat) or tuple(range(state.seats))
    heap = state.heap - move.count
    return replace(state, heap=heap, due=due, last=seat), (Event(seat, move.count),)


def scores(state: State) -> tuple[int, ...]:
    return tuple(int(not state.heap and seat == state.last) for seat in range(state.seats))


def public_view(state: State) -> PublicView:
    return PublicView(state.heap)
