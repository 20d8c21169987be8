"""Heap, a game for tests: in turn, take one to three from the heap until it is empty.

The player who has taken most wins. It has more than two seats and no secrets, with
rules, wire and table in this one module. Its moves have no arm: each is a Struct.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.games.chance import Chance
from engine.games.errors import IllegalMove, InvalidMove
from google.protobuf.struct_pb2 import Struct

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


def view(state: State, seat: int | None) -> State:
    return state


def event_view(event: Event, seat: int | None) -> Event:
    return event


def move_view(move: Move, mover: int, seat: int | None) -> Move:
    return move


def notation(move: Move) -> str:
    return str(move.take)


def parse(text: str) -> Move:
    return Move(int(text))


def decode_options(message: Struct) -> Options:
    return Options(_number(message, "size"))


def encode_options(options: Options) -> Struct:
    return _struct(size=options.size)


def decode_move(message: Struct) -> Move:
    return Move(_number(message, "take"))


def encode_move(move: Move) -> Struct:
    return _struct(take=move.take)


def encode_view(view: State) -> Struct:
    return _struct(heap=view.heap)


def encode_event(event: Event) -> Struct:
    return _struct(seat=event.seat, take=event.take)


def render(view: State, names: Sequence[str], seat: int | None) -> str:
    return f"{view.heap} are left\n"


def _struct(**values: Any) -> Struct:
    message = Struct()
    message.update(values)
    return message


def _number(message: Struct, name: str) -> int:
    value = message[name]
    assert isinstance(value, float)
    return int(value)
