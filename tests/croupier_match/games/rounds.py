"""Rounds: all seats bid in secret in each round, in any order; then their bids are shown."""

from croupier_game import Chance, IllegalMove, InvalidOptions, View, dataclass, replace

ID, NAME = "rounds", "Rounds"
VERSION = 1
MIN_SEATS, MAX_SEATS = 1, 4
MOST = 3
HIDDEN = 0
"""Stands for a bid that is made, or is not, and may not be seen."""


@dataclass(frozen=True)
class Options:
    """What is agreed before the start."""

    rounds: int = 3
    """How many there are, 1 to 100."""


@dataclass(frozen=True)
class Move:
    """Bid some."""

    count: int
    """How many, 1 to the most; 0 in place of what may not be seen."""


@dataclass(frozen=True)
class State:
    rounds: int
    totals: tuple[int, ...]
    due: tuple[int, ...]
    """The seats that have not bid in this round."""
    bids: tuple[int, ...]  # secret
    """What each seat has bid in this round, 0 for those that have not."""


@dataclass(frozen=True)
class Event:
    """A seat has bid, or its bid is shown."""

    seat: int
    count: int
    """How many; 0 in place of what may not be seen."""
    shown: bool


@dataclass(frozen=True)
class PublicView:
    """What everybody sees."""

    rounds: int
    """How many are left, this one included."""
    totals: tuple[int, ...]
    """What each seat has bid in all, without this round."""
    due: tuple[int, ...]
    """The seats that have not bid in this round."""


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What a seat sees."""

    bid: int
    """What it has bid in this round, 0 before."""


def check_options(options: Options, seats: int) -> None:
    if not 1 <= options.rounds <= 100:
        raise InvalidOptions("rounds must be 1 to 100.")


def new_game(options: Options, seats: int, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    return State(options.rounds, (0,) * seats, (*range(seats),), (HIDDEN,) * seats), ()


def to_move(state: State) -> tuple[int, ...]:
    return state.due if state.rounds else ()


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    return tuple(Move(count) for count in range(1, MOST + 1))


def apply(state: State, seat: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    if not 1 <= move.count <= MOST:
        raise IllegalMove(f"count must be 1 to {MOST}.")
    bids = tuple(move.count if each == seat else bid for each, bid in enumerate(state.bids))
    due = tuple(each for each in state.due if each != seat)
    made = Event(seat, move.count, False)
    if due:
        return replace(state, due=due, bids=bids), (made,)
    totals = tuple(total + bid for total, bid in zip(state.totals, bids, strict=True))
    shown = (Event(each, bid, True) for each, bid in enumerate(bids))
    seats = len(bids)
    return State(state.rounds - 1, totals, (*range(seats),), (HIDDEN,) * seats), (made, *shown)


def scores(state: State) -> tuple[int, ...]:
    return state.totals


def public_view(state: State) -> PublicView:
    return PublicView(state.rounds, state.totals, state.due)


def private_view(state: State, seat: int | None) -> PrivateView:
    return PrivateView(HIDDEN if seat is None else state.bids[seat])


def event_view(event: Event, seat: int | None) -> Event:
    return event if event.shown or event.seat == seat else replace(event, count=HIDDEN)


def move_view(move: Move, mover: int, seat: int | None) -> Move:
    return move if mover == seat else Move(HIDDEN)


def decision_view(view: View[PublicView, PrivateView]) -> PublicView:
    """Who else has bid is no reason to bid otherwise."""
    return replace(view.public, due=())
