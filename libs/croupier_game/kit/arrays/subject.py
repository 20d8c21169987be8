"""Rules over arrays that are looked at, and what can be compared of their tables."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from croupier_game.arrays import (
    NUMPY,
    Array,
    ArrayRules,
    Library,
    OutOfBounds,
    Tables,
    array_rules,
    array_rules_class,
    jax,
    on,
)
from croupier_game.game import Rules
from croupier_game.kit.games import package

STRICT = "array_api_strict"


@dataclass(frozen=True)
class Subject:
    """The rules over arrays of one game, for a set of options, a number of seats and a library."""

    game_id: str
    options: Any
    seats: int
    arrays: ArrayRules
    library: Library

    @cached_property
    def rules(self) -> Rules:
        return package(self.game_id).rules

    @property
    def xp(self) -> Any:
        return self.library.xp

    @property
    def plays(self) -> bool:
        """Whether they say what may be tried, and how to play on."""
        return hasattr(self.arrays, "policy")

    def __str__(self) -> str:
        return f"{self.game_id}, {self.seats} seats, {self.options}, {self.library.name}"


def subject(game_id: str, options: Any, seats: int, library: Library = NUMPY) -> Subject:
    """Return the rules over arrays that are in a game's package."""
    arrays = array_rules(package(game_id).rules.module, options, seats, library)
    return Subject(game_id, options, seats, arrays, library)


def has_worlds(game_id: str) -> bool:
    """Return whether the rules over arrays of a game make worlds."""
    return hasattr(array_rules_class(package(game_id).rules), "worlds")


def libraries() -> Sequence[Library]:
    """Return those that are installed: NumPy, the standard taken at its word, JAX."""
    strict = [on(STRICT, import_module(STRICT))] if find_spec(STRICT) else []
    return [NUMPY, *strict, *([jax()] if find_spec("jax") else [])]


def listed(array: Array) -> Any:
    """Return an array of any library as lists."""
    return NUMPY.xp.asarray(array).tolist()


def rows(subject: Subject, tables: Tables) -> Sequence[Any]:
    """Return tables as states."""
    count = subject.arrays.over(tables).shape[0]
    return [subject.arrays.to_state(tables, row) for row in range(count)]


def canonical(subject: Subject, tables: Tables) -> Tables:
    """Return tables by what they stand for: equal ones are equal number by number."""
    try:
        return subject.arrays.from_states(rows(subject, tables))
    except OutOfBounds as error:
        raise AssertionError(f"{subject}: a table is no state: {error}") from error


def joined(xp: Any, parts: Sequence[Any]) -> Any:
    """Return named tuples of arrays as one, along the first axis."""
    return type(parts[0])(*(xp.concat([*each]) for each in zip(*parts, strict=True)))


def looks(subject: Subject, tables: Tables) -> Mapping[str, Any]:
    """Return all that can be asked of tables, but for worlds."""
    arrays = subject.arrays
    sights = {
        f"what seat {seat} sees": seen(subject, tables, seat) for seat in range(subject.seats)
    }
    return {
        "legal": arrays.legal(tables),
        "over": arrays.over(tables),
        "scores": arrays.scores(tables),
        "shares": arrays.shares(tables),
        **sights,
        **thoughts(subject, tables),
    }


def thoughts(subject: Subject, tables: Tables) -> Mapping[str, Any]:
    """Return what the seats to move think of their moves."""
    arrays = subject.arrays
    if not subject.plays:
        return {}
    plays = arrays.plays(tables)
    return {
        "policy": arrays.policy(tables),
        "the actions of plays": plays.action,
        "the worth of plays": plays.worth,
    }


def seen(subject: Subject, tables: Tables, seat: int) -> Array:
    """Return what one seat of all tables sees."""
    xp, turn = subject.xp, subject.arrays.turn(tables)
    return subject.arrays.observe(tables, xp.full(turn.shape, seat, dtype=xp.int8))


def unequal(one: Any, other: Any) -> tuple[str, int] | None:
    """Return how two arrays, or tuples of arrays, differ, and in which row; None if they do not."""
    if isinstance(one, tuple):
        pairs = zip(type(one)._fields, one, other, strict=True)  # type: ignore[attr-defined]
        found = ((name, unequal(first, second)) for name, first, second in pairs)
        return next(((f"{name}: {each[0]}", each[1]) for name, each in found if each), None)
    np = NUMPY.xp
    first, second = np.asarray(one), np.asarray(other)
    if (first.dtype, first.shape) != (second.dtype, second.shape):
        return f"{first.dtype}{first.shape} against {second.dtype}{second.shape}", 0
    places = np.argwhere(first != second)
    if not places.shape[0]:
        return None
    place = tuple(places[0].tolist())
    return f"at {[*place[1:]]} {first[place]} against {second[place]}", place[0]


def compare(one: Any, other: Any, why: Callable[[str, int], str]) -> None:
    """Raise AssertionError, with `why` of the difference and its row, unless both are equal."""
    if wrong := unequal(one, other):
        raise AssertionError(why(*wrong))
