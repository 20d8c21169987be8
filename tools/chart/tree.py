"""Several renderings of one object as one tree, with conditions at its parts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tools.chart.choices import BASE, condition


@dataclass(frozen=True)
class Words:
    """What a template says in place of a value. Several lines, or `block`, go below the key."""

    text: str
    block: bool = False
    given: str = ""
    """The value that must not be empty, or else neither key nor value is there."""


@dataclass(frozen=True)
class Part:
    """A value of a map, or an item of a list, and when it is there."""

    node: "Node"
    when: str = ""
    key: str = ""


@dataclass(frozen=True)
class Map:
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Items:
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Either:
    """One value or another: each but the last has its condition."""

    parts: tuple[Part, ...]


Node = Map | Items | Either | Words | str | int | bool | None


def merged(values: Mapping[str, Any]) -> Node:
    """The tree of what the renderings, by name, have in one place."""
    first, *others = values.values()
    if isinstance(first, dict) and all(isinstance(each, dict) for each in others):
        return merged_map(values)
    if isinstance(first, list) and all(isinstance(each, list) for each in others):
        return Items(_parts(_named(values)))
    if all(each == first for each in others):
        leaf: Node = first
        return leaf
    return _either(values)


def merged_map(values: Mapping[str, dict[str, Any]]) -> Map:
    return Map(_parts(values))


def _parts(values: Mapping[str, dict[str, Any]]) -> tuple[Part, ...]:
    return tuple(_part(key, values) for key in _keys(values))


def _part(key: str, values: Mapping[str, dict[str, Any]]) -> Part:
    found = {name: each[key] for name, each in values.items() if key in each}
    return Part(merged(found), condition({*found}, {*values}), key)


def _keys(values: Mapping[str, dict[str, Any]]) -> list[str]:
    """All keys: those that are new stand before what they stand before in their rendering."""
    known: list[str] = []
    for each in values.values():
        place = len(known)
        for key in reversed(each):
            if key in known:
                place = known.index(key)
            else:
                known.insert(place, key)
    return known


def _named(values: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The lists as maps: by the items' names, else by their places, else by what they are."""
    if all(_has_name(item) for each in values.values() for item in each):
        return {name: {item["name"]: item for item in each} for name, each in values.items()}
    if len({len(each) for each in values.values()}) == 1:
        return {name: {str(n): i for n, i in enumerate(each)} for name, each in values.items()}
    return {name: {repr(i): i for i in each} for name, each in values.items()}


def _has_name(item: Any) -> bool:
    return isinstance(item, dict) and isinstance(item.get("name"), str)


def _either(values: Mapping[str, Any]) -> Either:
    """The base's value last, for installations that have chosen no other."""
    usual = values.get(BASE, next(iter(values.values())))
    other: dict[Any, list[str]] = {}
    for name, value in values.items():
        if value != usual:
            other.setdefault(value, []).append(name)
    changed = [Part(value, _when(names)) for value, names in other.items()]
    return Either((*changed, Part(usual)))


def _when(names: list[str]) -> str:
    return condition({*names}, {BASE, *names})
