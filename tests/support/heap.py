"""Heap, a game for tests: in turn, take one to three from the heap until it is empty.

The player who has taken most wins. It has more than two seats and no secrets, with
rules, wire and table in this one module. Its messages are JSON.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from croupier_game.chance import Chance
from croupier_game.errors import IllegalMove, InvalidMove
from croupier_game.game import Rules
from croupier_game.installed import Package
from croupier_game.view import Nothing, View
from engine.domain.registry import GAMES, game_of

ID = "heap"
NAME = "Heap"
VERSION = 1
MIN_SEATS, MAX_SEATS = 2, 5
MOST = 3


@dataclass(frozen=True, slots=True)
class Options:
    size: int = 12


@dataclass(frozen=True, slots=True)
class Move:
    take: int


@dataclass(frozen=True, slots=True)
class State:
    heap: int
    turn: int
    taken: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Event:
    seat: int
    take: int


PublicView = State
"""It has no secrets."""


def check_options(options: Options, seats: int) -> None:
    """Any will do."""


def new_game(options: Options, seats: int, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    return State(options.size, 0, (0,) * seats), ()


def rematch_options(state: State, keep_score: bool) -> Options:
    return Options()


def to_move(state: State) -> tuple[int, ...]:
    return () if over(state) else (state.turn,)


def over(state: State) -> bool:
    return state.heap == 0


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    return tuple(Move(take) for take in range(1, min(MOST, state.heap) + 1))


def check(state: State, seat: int, move: Move) -> None:
    if not 1 <= move.take <= MOST:
        raise InvalidMove("One to three may be taken.")
    if move.take > state.heap:
        raise IllegalMove("There are not as many left.")


def apply(state: State, seat: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    taken = tuple(own + move.take * (place == seat) for place, own in enumerate(state.taken))
    turn = (seat + 1) % len(taken)
    return replace(state, heap=state.heap - move.take, turn=turn, taken=taken), (
        Event(seat, move.take),
    )


def scores(state: State) -> tuple[int, ...]:
    return state.taken


def ranking(state: State) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(seat for seat, own in enumerate(state.taken) if own == score)
        for score in sorted(set(state.taken), reverse=True)
    )


def eliminated(state: State) -> tuple[int, ...]:
    return ()


def public_view(state: State) -> State:
    return state


def event_view(event: Event, seat: int | None) -> Event:
    return event


def move_view(move: Move, mover: int, seat: int | None) -> Move:
    return move


def notation(move: Move) -> str:
    return str(move.take)


def parse(text: str) -> Move:
    return Move(int(text))


descriptors = b""
classes: Mapping[str, Any] = {}


def read_options(message: bytes) -> Options:
    return Options(json.loads(message)["size"])


def options_json(options: Options) -> Any:
    return {"size": options.size}


def read_move(message: bytes) -> Move:
    return Move(json.loads(message)["take"])


def move_json(move: Move) -> Any:
    return {"take": move.take}


def public_view_json(view: State) -> Any:
    return {"heap": view.heap}


def private_view_json(view: Nothing) -> Any:
    return {}


def event_json(event: Event) -> Any:
    return {"seat": event.seat, "take": event.take}


def render(view: View[State, Nothing], names: Sequence[str], seat: int | None) -> str:
    return f"{view.public.heap} are left\n"


@contextmanager
def installed() -> Iterator[None]:
    """Play the game as long as the context lasts."""
    module: Any = sys.modules[__name__]
    GAMES.add(game_of(Package(Rules(module), module, module, "", {})))
    try:
        yield
    finally:
        GAMES.remove(ID)
