"""Where two values differ, in words: what a failed comparison of sights reports."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import zip_longest
from typing import Any

AROUND = 24
"""Characters or bytes that are shown on both sides of a difference."""
MISSING = "nothing"


def difference(one: Any, other: Any, path: str = "") -> str:
    """The first place where the values differ, and what is there; "" if they are equal.

    `path` names the values; the place within them is added to it. So
    `view.sides[1].hand_size: 3 against 4`, `match line 3 .state.hand[0]: "Y7" against "B2"`.
    """
    if one == other:
        return ""
    if isinstance(one, bytes) and isinstance(other, bytes):
        return _of_bytes(one, other, path)
    if isinstance(one, str) and isinstance(other, str) and "\n" in one + other:
        return _of_lines(one, other, path)
    for place, first, second in _parts(one, other):
        if first != second:
            return difference(first, second, path + place)
    return f"{path}: {_shown(one)} against {_shown(other)}"


def _parts(one: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    """The parts of two values of the same kind, by place; without any, if they are of none."""
    if is_dataclass(one) and type(one) is type(other):
        for field in fields(one):
            yield f".{field.name}", getattr(one, field.name), getattr(other, field.name)
    elif isinstance(one, Mapping) and isinstance(other, Mapping):
        for name in {**one, **other}:
            yield f".{name}", one.get(name, MISSING), other.get(name, MISSING)
    elif _listed(one) and _listed(other):
        for index, (first, second) in enumerate(zip_longest(one, other, fillvalue=MISSING)):
            yield f"[{index}]", first, second


def _listed(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def _of_bytes(one: bytes, other: bytes, path: str) -> str:
    """By lines, if both are text, as an answer is; else by the first byte, as of a message."""
    first, second = one.decode(errors="replace"), other.decode(errors="replace")
    if all(text.replace("\n", "").isprintable() for text in (first, second)):
        return _of_lines(first, second, path)
    return _at_first(one, other, f"{path} byte")


def _of_lines(one: str, other: str, path: str) -> str:
    """By the first line that differs; by its member, if it is JSON as in answers and streams."""
    lines = zip_longest(one.splitlines(), other.splitlines(), fillvalue=MISSING)
    number, first, second = next((n, a, b) for n, (a, b) in enumerate(lines, 1) if a != b)
    here = f"{path} line {number}"
    try:
        one_json, other_json = (json.loads(line.removeprefix("data: ")) for line in (first, second))
        return difference(one_json, other_json, f"{here} ")
    except ValueError:
        return _at_first(first, second, f"{here} character")


def _at_first(one: Any, other: Any, path: str) -> str:
    place = next(
        (index for index, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    around = slice(max(0, place - AROUND), place + AROUND)
    return f"{path} {place}: {one[around]!r} against {other[around]!r}"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 8 * AROUND else f"{text[: 8 * AROUND]}..."
