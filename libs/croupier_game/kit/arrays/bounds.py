"""What arrays cannot hold is refused, and never wraps; and no tables at all are tables, too."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from croupier_game.arrays import OutOfBounds, uniform
from croupier_game.kit.arrays.subject import Subject, looks, rows

HUGE = 2**40
MANY = 300
"""So many times the cards of a hand are put into it."""
Path = tuple[str | int, ...]


def check_bounds(subject: Subject, state: Any) -> None:
    """Make each number of a state huge, each tuple long. Raise AssertionError if a table wraps."""
    for path, value in _leaves(state):
        if path[:1] == ("options",):
            continue
        for large in (value * MANY,) if isinstance(value, tuple) else (HUGE, -HUGE):
            _refused(subject, _with(state, path, large), path, large)


def _refused(subject: Subject, state: Any, path: Path, large: Any) -> None:
    where = f"{subject}: a state with {str(large)[:60]} at {'.'.join(map(str, path))}"
    try:
        tables = subject.arrays.from_states([state])
    except OutOfBounds:
        return
    except Exception as error:
        raise AssertionError(f"{where} raises {error!r}, and not OutOfBounds") from error
    assert _at(subject.arrays.to_state(tables, 0), path) == large, f"{where} becomes another one"


def _leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield the whole numbers in a state, and the tuples that have no others in them."""
    if is_dataclass(value):
        for field in fields(value):
            yield from _leaves(getattr(value, field.name), (*path, field.name))
    elif isinstance(value, tuple):
        parts = [each for place, part in enumerate(value) for each in _leaves(part, (*path, place))]
        nested = any(isinstance(part, tuple) or is_dataclass(part) for part in value)
        yield from parts
        if value and not nested:
            yield path, value
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path, value


def _at(value: Any, path: Path) -> Any:
    for place in path:
        value = getattr(value, place) if isinstance(place, str) else value[place]
    return value


def _with(value: Any, path: Path, large: Any) -> Any:
    """Return the value with something else at a place in it."""
    if not path:
        return large
    first, rest = path[0], path[1:]
    if isinstance(first, str):
        return replace(value, **{first: _with(getattr(value, first), rest, large)})
    return (*value[:first], _with(value[first], rest, large), *value[first + 1 :])


def check_no_tables(subject: Subject) -> None:
    """Do everything with a batch of 0. Raise AssertionError."""
    xp, arrays = subject.xp, subject.arrays
    tables = arrays.deal(uniform(xp, xp.arange(0, dtype=xp.uint32), 0, arrays.dealing))
    one = arrays.deal(uniform(xp, xp.arange(1, dtype=xp.uint32), 0, arrays.dealing))
    action = xp.zeros((0,), dtype=xp.int32)
    luck = uniform(xp, xp.arange(0, dtype=xp.uint32), 1, arrays.luck)
    after = arrays.step(tables, action, arrays.chances(tables, action, luck))
    for found in (tables, after, arrays.from_states([])):
        for name, field, other in zip(one._fields, found, one, strict=True):
            assert field.shape == (0, *other.shape[1:]), f"{subject}: {name} has {field.shape}"
            assert field.dtype == other.dtype, f"{subject}: {name} is {field.dtype}"
    expected = looks(subject, one)
    for name, field in looks(subject, after).items():
        assert field.shape == (0, *expected[name].shape[1:]), f"{subject}: {name}"
    assert rows(subject, after) == []
