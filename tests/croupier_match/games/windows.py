"""Windows: a bid in turn, upon which all others may raise it within a few seconds.

Each raise opens another window, for all but its seat.
"""

from croupier_game import Chance, IllegalMove, InvalidMove, dataclass, replace

ID, NAME = "windows", "Windows"
VERSION = 1
MIN_SEATS, MAX_SEATS = 1, 4
MOST = 4
"""The highest bid, which cannot be raised."""
BONUS = 3
WINDOW_MS = 5_000


@dataclass(frozen=True)
class Options:
    rounds: int = 3


@dataclass(frozen=True)
class Move:
    count: int
    """Of the first bid, 1 to 2; then 1 to raise it by that, or 0 to pass."""


@dataclass(frozen=True)
class State:
    options: Options
    rounds: int
    totals: tuple[int, ...]
    turn: int = 0
    bid: int = 0
    holder: int = 0
    due: tuple[int, ...] = ()
    """The seats that may still raise the bid."""


@dataclass(frozen=True)
class Event:
    seat: int
    count: int


@dataclass(frozen=True)
class PublicView:
    totals: tuple[int, ...]
    bid: int


def new_game(options: Options, seats: int, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    return State(options, options.rounds, (0,) * seats), ()


def to_move(state: State) -> tuple[int, ...]:
    if not state.rounds:
        return ()
    return state.due or (state.turn,)


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    if not state.due:
        return Move(1), Move(2)
    return (Move(0), Move(1)) if state.bid < MOST else (Move(0),)


def check(state: State, seat: int, move: Move) -> None:
    if not 0 <= move.count <= 2:
        raise InvalidMove("There are only 0, 1 and 2.")
    if move not in legal_moves(state, seat):
        raise IllegalMove("That cannot be bid now.")


def apply(state: State, seat: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    others = tuple(each for each in range(len(state.totals)) if each != seat)
    due = others if move.count else tuple(each for each in state.due if each != seat)
    holder = seat if move.count else state.holder
    state = replace(state, bid=state.bid + move.count, holder=holder, due=due)
    if not due:
        won = state.bid + chance.below(BONUS)
        totals = tuple(total + won * (at == holder) for at, total in enumerate(state.totals))
        turn = (state.turn + 1) % len(totals)
        state = replace(state, rounds=state.rounds - 1, totals=totals, turn=turn, bid=0)
    return state, (Event(seat, move.count),)


def on_timeout(state: State, seat: int) -> Move:
    return Move(0) if state.due else Move(2)


def phase_ms(state: State) -> int | None:
    return WINDOW_MS if state.due else None


def scores(state: State) -> tuple[int, ...]:
    return state.totals


def public_view(state: State) -> PublicView:
    return PublicView(state.totals, state.bid)
