"""Tuples with one part changed, and seats in ranks: states never change, so rules build anew."""

from collections.abc import Mapping
from typing import Any, TypeVar

T = TypeVar("T")


def with_item(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """Return `items` with `item` at `place`, which counts from 0."""
    return (*items[:place], item, *items[place + 1 :])


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """Return `items` less one `item`; the same if it is not among them."""
    if item not in items:
        return items
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def add_at(counts: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    """Return `counts` with `more`, which may be negative, added at `place`."""
    return with_item(counts, place, counts[place] + more)


def ranked(keys: Mapping[int, Any]) -> tuple[tuple[int, ...], ...]:
    """Return the seats by their keys, the highest first; seats with equal keys share a rank."""
    return tuple(
        tuple(seat for seat, own in keys.items() if own == key)
        for key in sorted(set(keys.values()), reverse=True)
    )
