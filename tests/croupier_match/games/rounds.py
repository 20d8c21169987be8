"""Rounds: from one seat on, all seats move in each round, in any order."""

from croupier_game import Chance, IllegalMove, InvalidOptions, dataclass, replace

ID, NAME = "rounds", "Rounds"
VERSION = 1
MIN_SEATS, MAX_SEATS = 1, 4
MOST = 3


@dataclass(frozen=True)
class Options:
    """What is agreed before the start."""

    rounds: int = 3
    """How many there are, 1 to 100."""


@dataclass(frozen=True)
class Move:
    """Bid some."""

    count: int
    """How many, 1 to the most."""


@dataclass(frozen=True)
class State:
    rounds: int
    totals: tuple[int, ...]
    due: tuple[int, ...]
    """The seats that have not bid in this round."""


@dataclass(frozen=True, slots=True)
class Event:
    """A seat has bid some."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everybody sees."""

    rounds: int
    """How many are left, this one included."""
    totals: tuple[int, ...]
    """What each seat has bid in all."""


def check_options(options: Options, seats: int) -> None:
    if not 1 <= options.rounds <= 100:
        raise InvalidOptions("rounds must be 1 to 100.")


def new_game(options: Options, seats: int, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    return State(options.rounds, (0,) * seats, (*range(seats),)), ()


def to_move(state: State) -> tuple[int, ...]:
    return state.due if state.rounds else ()


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    return tuple(Move(count) for count in range(1, MOST + 1))


def apply(state: State, seat: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    if not 1 <= move.count <= MOST:
        raise IllegalMove(f"count must be 1 to {MOST}.")
    totals = tuple(total + move.count * (index == seat) for index, total in enumerate(state.totals))
    due = tuple(each for each in state.due if each != seat)
    rounds = state.rounds - (not due)
    return replace(state, rounds=rounds, totals=totals, due=due or (*range(len(totals)),)), (
        Event(seat, move.count),
    )


def scores(state: State) -> tuple[int, ...]:
    return state.totals


def public_view(state: State) -> PublicView:
    return PublicView(state.rounds, state.totals)
