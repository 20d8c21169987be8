"""docs/pairings.md is true: its rules, its kinds, its numbers are the library's."""

import re
from pathlib import Path

import pytest
from croupier_tournament import POINT, RECIPE, lots
from croupier_tournament.entries import CLASSES, NAMES, End, Reason, Withdrawal
from croupier_tournament.pairing import arena, first, larger_tables
from croupier_tournament.settings import ARENA_PAIRS_EVERY_MS, Settings, System
from croupier_tournament.verify import Rule
from croupier_tournament.verify.form import FORMS

from tests.croupier_tournament.playing import settings

PAGE = (Path(__file__).parents[2] / "docs/pairings.md").read_text()


def rows(heading: str, table: int = 0) -> list[list[str]]:
    """The rows of a table under a heading."""
    part = PAGE.partition(f"### {heading}\n")[2].partition("\n#")[0]
    tables = re.findall(r"(?:^\|.*\n)+", part, re.MULTILINE)
    lines = tables[table].splitlines()
    return [line.strip("| ").split(" | ") for line in lines[2:]]


def names(cells: list[str]) -> list[str]:
    return re.findall("`([A-Za-z]+)`", cells[0])


def test_every_rule_is_listed_in_its_order() -> None:
    assert [name for each in rows("Rules") for name in names(each)] == [rule.value for rule in Rule]


def test_every_kind_is_listed() -> None:
    listed = [name for each in rows("The log") for name in names(each)]
    assert listed == [each.kind for each in CLASSES]


@pytest.mark.parametrize("kind", FORMS)
def test_every_member_of_every_kind_is_named(kind: str) -> None:
    row = next(" | ".join(each) for each in rows("The log") if f"`{kind}`" in each[0])
    for member in FORMS[kind].keys() - {"version", "kind", "at", "prev"}:
        assert f"`{member}`" in row, member


def test_members_are_listed_in_the_order_in_which_they_are_compared() -> None:
    for of_class in CLASSES:
        row = next(" | ".join(each) for each in rows("The log") if f"`{of_class.kind}`" in each[0])
        members = [NAMES[name] for name in list(of_class.__dataclass_fields__)[4:]]
        places = [row.index(f"`{member}`", len(of_class.kind) + 2) for member in members]
        assert places == sorted(places), of_class.kind


def test_every_setting_is_listed() -> None:
    listed = [name for each in rows("The log", 1) for name in names(each)]
    assert sorted(listed) == sorted(settings().json)
    assert len(listed) == len(Settings.__dataclass_fields__)


def test_every_reason_and_system_is_named() -> None:
    for each in (*Withdrawal, *End, *System):
        assert f"`{each}`" in PAGE
    for each in {*Reason} & {Reason.NO_SHOW, Reason.ABORTED, Reason.OVERDUE, Reason.HELD}:
        assert f"`{each}`" in PAGE


def test_the_constants_are_those_of_the_page() -> None:
    assert (POINT, RECIPE, arena.MOST_LAST) == (48, 1, 2)
    assert "integers of 48ths" in PAGE
    assert f"Of the first {first.EVEN_WINDOW} that remain" in PAGE
    assert f"of the next {larger_tables.NEAR} · `seats`" in PAGE
    assert f"{ARENA_PAIRS_EVERY_MS:,} after the one before" in PAGE
    for label in (lots.SEAL_LABEL, lots.KEY_LABEL):
        assert f'"{label.decode()}"' in PAGE
