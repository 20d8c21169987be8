"""Livingstone: the table as text."""

import re

import pytest
from croupier_game.game import view_of
from croupier_game.kit.random_matches import NAMES
from croupier_game.text import width

from croupier_livingstone import rules, table
from croupier_livingstone.tests.positions import (
    FIRST,
    HIDDEN,
    PRICES,
    at_the_end,
    dice,
    position,
    random_states,
    wealthy,
)
from croupier_livingstone.types import State


def text_of(state: State, viewer: int | None) -> str:
    return table.render(view_of(rules, state, viewer), NAMES, viewer)


def test_table_hides_numbers() -> None:
    for viewer in (1, 2, None):
        text = text_of(wealthy(), viewer)
        line = next(line for line in text.splitlines() if line.startswith("A  Ada"))
        assert line.split()[2:6] == ["0", "99", "?", "?"]
        assert not HIDDEN.search(text)
        assert text == text_of(wealthy(7), viewer)


def test_table_shows_the_own_numbers() -> None:
    text = text_of(wealthy(), 0)
    line = next(line for line in text.splitlines() if line.startswith("A  Ada"))
    assert " ".join(line.split()[2:]) == "(you) 0 99 41 58 0 0 0 11 2 ."
    assert re.search(r"^your hand  VP2 MARKET$", text, re.MULTILINE)
    assert "your hand" not in text_of(wealthy(), None)


def test_table_at_the_end() -> None:
    ended = at_the_end(
        dice(1, 2, 3, 4), seats=2, coins=(41,), chests=(58, 9), tents=("a1",), hands=("VP2",)
    )
    text = text_of(ended, None)
    assert "A  Ada" in text
    assert re.search(r"^A  Ada +14 +99 +41 +58 ", text, re.MULTILINE)
    assert "Dice" not in text
    assert re.search(r"^A  Ada +12 +0 +2$", text, re.MULTILINE)
    assert re.search(r"^B  Ben +0 +0 +0 +out: gave too little$", text, re.MULTILINE)
    assert re.search(r"^chests +dice 1 2 3 4: who gave less than 10 is out$", text, re.MULTILINE)


def test_table_draws_tents_and_boat() -> None:
    state = position(
        "1246", boat=3, die=5, tents=("c2 c2 a6", "c2"), unscored=("c2",), passed=(0, 1)
    )
    lines = text_of(state, None).splitlines()
    rows = {line.split()[1]: line.split()[2:] for line in lines if line.startswith("row ")}
    assert [*rows] == ["6", "5", "4", "3", "2", "1"]
    assert rows["2"] == [".", ".", "AaB", *"......."]
    assert rows["6"] == ["A", *"........."]
    river, boat, columns, legend = lines[9:13]
    assert legend.startswith("A2a: small letters do not score this round; tents: left to place")
    assert river.split() == ["river", *map(str, PRICES)]
    assert boat.index("<boat>") == columns.index(" c ") + 1
    assert lines[:2] == [
        "Round 1, begun by Ada",
        "Dice in the pool: 1 2 4 6; taken: 5; still to take in this turn: 0",
    ]
    assert re.search(r"^B  Ben .* passed$", "\n".join(lines), re.MULTILINE)


@pytest.mark.parametrize("viewer", [0, None])
def test_table_is_100_columns_wide(viewer: int | None) -> None:
    names = ["\u6f22" * 30, *(name * 20 for name in NAMES[:4])]
    last = random_states(FIRST, 5, 3)[-1]
    text = table.render(view_of(rules, last, viewer), names, viewer)
    assert max(map(width, text.splitlines())) <= 100
    assert ("(you)" in text) == (viewer is not None)
