"""Parts of a state: its single values, what else each might be, and the state with others there."""

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from itertools import chain
from typing import Any, TypeAlias

from croupier_game.records import dataclass
from croupier_game.replace import replace

Path: TypeAlias = tuple[str | int, ...]
"""The fields, and the places in tuples, that lead from a whole to a part."""
Shape: TypeAlias = tuple[str, ...]
"""The same without the places."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a whole: a tuple or dataclass with its `inner` parts, or a single value."""

    value: Any
    path: Path
    inner: tuple["Part", ...] = ()
    within: tuple["Part", ...] = ()
    is_single: bool = False

    @property
    def singles(self) -> tuple["Part", ...]:
        """The single values in it; it may be one itself."""
        return (self,) if self.is_single else self.within

    @property
    def shape(self) -> Shape:
        return tuple(step for step in self.path if isinstance(step, str))

    def rebuilt(self, values: Iterator[Any]) -> Any:
        """The part with the given single values, in order."""
        if not self.inner:
            return next(values) if self.is_single else self.value
        new = [part.rebuilt(values) for part in self.inner]
        if isinstance(self.value, tuple):
            return tuple(new)
        names = (str(part.path[-1]) for part in self.inner)
        return _replaced(self.value, **dict(zip(names, new, strict=True)))


def parts(value: Any, known: type[Any], path: Path = ()) -> Part:
    """A whole as parts. One of the type `known` has no values: they are public."""
    inner: Iterator[tuple[str | int, Any]] = iter(())
    composed = dataclasses.is_dataclass(value)
    if isinstance(value, tuple):
        inner, composed = iter(enumerate(value)), True
    elif composed and not isinstance(value, known):
        inner = ((field.name, getattr(value, field.name)) for field in dataclasses.fields(value))
    found = tuple(parts(each, known, (*path, step)) for step, each in inner)
    within = tuple(chain.from_iterable(part.singles for part in found))
    return Part(value, path, found, within, not composed)


def put(whole: Any, path: Path, new: Any, at: int = 0) -> Any:
    """The whole with something else as the part at a path, of which `at` steps are made."""
    if at == len(path):
        return new
    step = path[at]
    if isinstance(step, int):
        return (*whole[:step], put(whole[step], path, new, at + 1), *whole[step + 1 :])
    return _replaced(whole, **{step: put(getattr(whole, step), path, new, at + 1)})


def others(*wholes: Part) -> Callable[[Part], Sequence[Any]]:
    """Return a function: the other values that a single value of the first whole might have.

    They are those of its type in all of the wholes, or all that the type has; of numbers, in order,
    also one that is larger than all. Where the same field of another part has none, or has any,
    so may this.
    """
    by_type: dict[type, list[Any]] = {}
    by_shape: dict[Shape, list[Any]] = {}
    for single in (each for whole in wholes for each in whole.singles):
        by_type.setdefault(type(single.value), []).append(single.value)
        by_shape.setdefault(single.shape, []).append(single.value)
    all_of = {kind: _all_of(kind, values) for kind, values in by_type.items()}
    known: dict[Path, Sequence[Any]] = {}

    def of(single: Part) -> Sequence[Any]:
        if single.path not in known:
            known[single.path] = found(single)
        return known[single.path]

    def found(single: Part) -> Sequence[Any]:
        alike = by_shape[single.shape]
        values = all_of[type(single.value)]
        more = alike if None in alike else ()
        return [each for each in _distinct([*values, *more]) if each != single.value]

    return of


def _replaced(whole: Any, **changes: Any) -> Any:
    # States have no slots, which makes them quicker to copy; other classes may have.
    copied = replace if hasattr(whole, "__dict__") else dataclasses.replace
    return copied(whole, **changes)


def _all_of(kind: type, values: Sequence[Any]) -> list[Any]:
    """All values of a type that has few; else those that there are, and a larger number."""
    if kind is bool:
        return [False, True]
    if issubclass(kind, Enum):
        return [*kind]
    found = _distinct(values)
    return [*sorted(found), max(found) + 1] if kind is int else found


def _distinct(values: Sequence[Any]) -> list[Any]:
    """Each value once, in their order."""
    try:
        return [*dict.fromkeys(values)]
    except TypeError:  # one without a hash, such as a set
        return [each for place, each in enumerate(values) if each not in values[:place]]
