"""My Game: take the last bean and win.

There is a common heap, and each player has a pile of 1 to 6 beans that no other player
sees. In turn, take one to three from the heap or from the own pile. A player who has
nothing to take from is skipped. The player who takes the last bean of all wins.

A move is written "heap 2" or "own 2".
"""

import re
from typing import Literal, TypeAlias

from engine.games.chance import Chance
from engine.games.errors import IllegalMove, InvalidMove, InvalidOptions
from engine.games.records import dataclass
from engine.games.replace import replace

ID = "my-game"
NAME = "My Game"
VERSION = 1
MIN_SEATS, MAX_SEATS = 2, 4

MOST = 3
"""Beans that a move takes, at most."""
PILES = range(1, 7)
"""The sizes of the piles, of which each player is dealt one."""
WRITTEN = re.compile(r"(heap|own) ([1-3])", re.ASCII)


@dataclass(frozen=True)
class Options:
    """What is agreed before the deal."""

    heap: int = 9


@dataclass(frozen=True)
class Move:
    """Take `count`; from the own pile if `own`, else from the heap."""

    own: bool
    count: int


@dataclass(frozen=True)
class State:
    """A match between two moves; `aside` are the piles that were not dealt."""

    options: Options
    heap: int
    piles: tuple[int, ...]  # secret
    aside: tuple[int, ...]  # secret
    taken: tuple[int, ...]
    turn: int = 0
    last: int = 0


@dataclass(frozen=True, slots=True)
class Dealt:
    piles: tuple[int | None, ...]  # secret
    kind: Literal["dealt"] = "dealt"


@dataclass(frozen=True, slots=True)
class Taken:
    seat: int
    count: int
    own: bool
    kind: Literal["taken"] = "taken"


Event: TypeAlias = Dealt | Taken


@dataclass(frozen=True, slots=True)
class View:
    """What one seat, or a spectator, may see; `own` is the viewer's pile."""

    heap: int
    own: int | None
    taken: tuple[int, ...]


def check_options(options: Options, seats: int) -> None:
    """Raise InvalidOptions if no match of `seats` can be played so."""
    if not 1 <= options.heap <= 30:
        raise InvalidOptions("heap must be 1 to 30.")


def new_game(options: Options, seats: int, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Deal the piles."""
    shuffled = chance.shuffle(PILES)
    piles, aside = shuffled[:seats], shuffled[seats:]
    return State(options, options.heap, piles, aside, (0,) * seats), (Dealt(piles),)


def rematch_options(state: State, keep_score: bool) -> Options:
    """The same again; there are no standings to keep."""
    return state.options


def to_move(state: State) -> tuple[int, ...]:
    """The seats that must decide now."""
    return () if over(state) else (state.turn,)


def over(state: State) -> bool:
    return not state.heap and not any(state.piles)


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """Every legal move of `seat`, which must be to move."""
    sources = ((False, state.heap), (True, state.piles[seat]))
    return tuple(
        Move(own, count) for own, size in sources for count in range(1, min(MOST, size) + 1)
    )


def check(state: State, seat: int, move: Move) -> None:
    """Raise InvalidMove or IllegalMove, saying why, unless `seat` may make `move`."""
    if not 1 <= move.count <= MOST:
        raise InvalidMove("One to three beans can be taken.")
    if move.count > (state.piles[seat] if move.own else state.heap):
        raise IllegalMove("No more beans can be taken than there are.")


def apply(state: State, seat: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """The state after a legal `move`, and what happened."""
    piles, taken = list(state.piles), list(state.taken)
    piles[seat] -= move.count * move.own
    taken[seat] += move.count
    heap = state.heap - move.count * (not move.own)
    order = [(seat + step) % len(piles) for step in range(1, len(piles) + 1)]
    turn = next((each for each in order if heap or piles[each]), seat)
    after = replace(state, heap=heap, piles=tuple(piles), taken=tuple(taken), turn=turn, last=seat)
    return after, (Taken(seat, move.count, move.own),)


def scores(state: State) -> tuple[int, ...]:
    """The beans of each seat. Everyone sees them at every version, so they must not be secret."""
    return state.taken


def ranking(state: State) -> tuple[tuple[int, ...], ...]:
    """The seat that took last, then all others. Everyone sees it at every version."""
    others = tuple(seat for seat in range(len(state.piles)) if seat != state.last)
    return ((state.last,), others)


def eliminated(state: State) -> tuple[int, ...]:
    """No seat. Everyone sees it at every version."""
    return ()


def view(state: State, seat: int | None) -> View:
    """What `seat` may see; None is a spectator.

    Built up from nothing rather than stripped from the state, so a field added
    to State stays hidden until someone shows it here.
    """
    return View(state.heap, None if seat is None else state.piles[seat], state.taken)


def event_view(event: Event, seat: int | None) -> Event:
    """The event as `seat` may see it."""
    if isinstance(event, Taken):
        return Taken(event.seat, event.count, event.own)
    return Dealt(tuple(size if side == seat else None for side, size in enumerate(event.piles)))


def move_view(move: Move, mover: int, seat: int | None) -> Move:
    """The move as `seat` may see it: all of it."""
    return Move(move.own, move.count)


def notation(move: Move) -> str:
    return f"{'own' if move.own else 'heap'} {move.count}"


def parse(text: str) -> Move:
    """Read `notation`; raise InvalidMove for any other text."""
    if not (written := WRITTEN.fullmatch(text)):
        raise InvalidMove("A move is written like heap 2 or own 2.")
    return Move(written[1] == "own", int(written[2]))
