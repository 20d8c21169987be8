"""Records: what a frozen dataclass is to its users, but for what mypy alone finds."""

import dataclasses
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from croupier_game.records import dataclass
from croupier_game.replace import replace


@dataclass(frozen=True, slots=True)
class Record:
    card: str
    seats: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Frozen:
    card: str
    seats: tuple[int, ...] = ()


def test_records_are_compared_hashed_and_shown_as_frozen_dataclasses() -> None:
    record, frozen = Record("Y7", (0, 1)), Frozen("Y7", (0, 1))
    assert record == Record("Y7", (0, 1)) != Record("Y7")
    assert hash(record) == hash(frozen)
    assert repr(record) == repr(frozen).replace("Frozen", "Record")
    assert dataclasses.replace(record, seats=()) == Record("Y7")
    assert not hasattr(record, "__dict__")


def test_only_mypy_finds_who_changes_a_record() -> None:
    with pytest.raises(FrozenInstanceError):
        Frozen("Y7").card = "Y8"  # type: ignore[misc]
    # mypy reports it as that of the frozen one: without the next comment, `make check` would fail.
    Record("Y7").card = "Y8"  # type: ignore[misc]


@dataclasses.dataclass(frozen=True)
class Open:
    card: str
    seats: tuple[int, ...] = ()


@pytest.mark.parametrize("kind", [Record, Frozen, Open])
def test_replace_copies_what_has_slots_and_what_has_none(kind: Any) -> None:
    assert replace(kind("Y7"), seats=(1,)) == kind("Y7", (1,))
