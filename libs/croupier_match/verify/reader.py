"""A strict reader of JSON: the fields of dataclasses say what an object must have.

A field `log_head` reads the member `logHead`. What has a default may be left out. Nothing is
converted: 1.0, true and "1" are no whole numbers.
"""

import dataclasses
import re
import types
from collections.abc import Callable, Sequence
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

Read: TypeAlias = Callable[[Any], Any]
"""Returns what a value of JSON is read as. Raises Misread."""
EXACT = "exact"
"""In a class's `extra`: other members than its fields are refused. By default they are ignored."""


class Misread(ValueError):
    """A value that is not what it must be; `path` are the names and places that lead to it."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.path: list[str | int] = []


@dataclasses.dataclass(frozen=True)
class Form:
    """The form of a text: the pattern that all of it fits, and the words for what does not.

    `check` raises ValueError for what no pattern can tell.
    """

    pattern: str
    words: str
    check: Callable[[str], object] = str


@cache
def reader(kind: Any) -> Read:
    """The reader of a type: of a dataclass, an enum, a list, a Literal, a union with None, of a
    text that has a Form, of text, whole numbers, truth values, and objects that are kept as they
    are."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _of_form(next(each for each in inner if isinstance(each, Form)))
    if origin in (Union, types.UnionType):
        return _or_none(reader(next(each for each in inner if each is not type(None))))
    if origin is list:
        return _list_of(reader(inner[0]))
    if origin is Literal:
        return _one_of({each: each for each in inner})
    if dataclasses.is_dataclass(kind):
        return _members_of(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _one_of({each.value: each for each in kind})
    return _plain(origin or kind)


def _of_form(form: Form) -> Read:
    fits = re.compile(form.pattern).fullmatch

    def read(value: Any) -> str:
        if not isinstance(value, str) or not fits(value):
            raise Misread(form.words)
        try:
            form.check(value)
        except ValueError:
            raise Misread(form.words) from None
        return value

    return read


WORDS = {str: "a text", int: "a whole number", bool: "true or false", dict: "an object"}


def _plain(kind: Any) -> Read:
    def read(value: Any) -> Any:
        # Not isinstance: to Python, True is a number.
        if type(value) is not kind:
            raise Misread(f"this is not {WORDS[kind]}")
        return value

    return read


def _or_none(read: Read) -> Read:
    return lambda value: None if value is None else read(value)


def _one_of(known: dict[str, Any]) -> Read:
    def read(value: Any) -> Any:
        if not isinstance(value, str) or value not in known:
            raise Misread(f"this is none of {', '.join(known)}")
        return known[value]

    return read


def _list_of(read: Read) -> Read:
    def read_all(value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise Misread("this is not a list")
        return [_at(place, read, item) for place, item in enumerate(value)]

    return read_all


def members(kind: Any) -> "dict[str, dataclasses.Field[Any]]":
    """The fields of a dataclass, by the names of the members that they read."""
    return {_camel(each.name): each for each in dataclasses.fields(kind)}


def _members_of(kind: Any) -> Read:
    hints, fields = get_type_hints(kind, include_extras=True), members(kind)
    reads = {name: reader(hints[field.name]) for name, field in fields.items()}
    needed = {name for name, field in fields.items() if not _has_default(field)}
    exact = getattr(kind, "extra", "") == EXACT

    def read(value: Any) -> Any:
        _plain(dict)(value)
        found = {}
        for name, read_member in reads.items():
            if name in value:
                found[fields[name].name] = _at(name, read_member, value[name])
            elif name in needed:
                _at(name, _missing, None)
        for name in value if exact else ():
            if name not in fields:
                _at(name, _unknown, None)
        return kind(**found)

    return read


def _at(step: str | int, read: Read, value: Any) -> Any:
    """What is read at a name or a place. Raise Misread with the step."""
    try:
        return read(value)
    except Misread as error:
        error.path.insert(0, step)
        raise


def _missing(_: Any) -> Any:
    raise Misread("it is missing")


def _unknown(_: Any) -> Any:
    raise Misread("this verifier does not know this member")


def _has_default(field: "dataclasses.Field[Any]") -> bool:
    missing = dataclasses.MISSING
    return field.default is not missing or field.default_factory is not missing


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def path(steps: Sequence[str | int]) -> str:
    """`("log", 3, "seat")` as `log[3].seat`."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    return text.removeprefix(".")
