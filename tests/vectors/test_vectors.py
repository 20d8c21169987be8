"""docs/vectors: every verifier agrees on them, and they are what `make vectors` writes."""

import json
from pathlib import Path
from typing import Any

import pytest
from engine.verify import verify
from engine.verify.errors import NotAReplay, Refuted

from tests.docs import independent_draws, independent_order
from tests.docs.independent_verifier import Cards
from tests.vectors.files import FOLDER, name_of, read, text, wishes
from tests.vectors.honest import Wish
from tests.vectors.tables import Json

FILES = sorted(FOLDER.glob("*.json"))
OLD = pytest.mark.full
"""Recipe 1 is in other tests, too."""
PARTS = [pytest.param(path, marks=[OLD] * path.stem.endswith("1"), id=path.stem) for path in FILES]
MOST_BYTES = 3_000_000
NO_RULES = ("form", "hashes", "seats", "order")
"""The checks that need no rules of a game."""
FOLLOWED: dict[str, Any] = {
    "lost-cities": Cards,
    "livingstone": independent_draws.Livingstone,
    "just4fun": independent_draws.Just4Fun,
}


def refusal(replay: Json) -> str:
    """Return the sentence with which the verifier refuses a replay, or ""."""
    try:
        verify(replay)
    except (Refuted, NotAReplay) as refused:
        return str(refused)
    return ""


def accepted(replay: Json) -> bool:
    """Whether a stranger accepts a replay, as far as no rules are needed."""
    try:
        independent_order.check(replay)
    except ValueError:
        return False
    return True


def honest_of(path: Path) -> dict[str, Json]:
    return {each["name"]: each["replay"] for each in json.loads(path.read_text())["honest"]}


def test_there_is_a_file_for_each_game_and_kind_of_deal() -> None:
    assert [path.name for path in FILES] == sorted(map(name_of, wishes()))
    assert sum(path.stat().st_size for path in FILES) < MOST_BYTES


@pytest.mark.service
@pytest.mark.parametrize("path", PARTS)
def test_all_verifiers_agree_as_far_as_they_go(path: Path) -> None:
    """The engine's on everything, the stranger's on what needs no rules."""
    for vector in read(path):
        assert refusal(vector.replay) == vector.says, vector.name
        if vector.check in ("", *NO_RULES):
            assert accepted(vector.replay) == (not vector.check), vector.name


@pytest.mark.parametrize("path", PARTS)
def test_a_stranger_draws_the_cards_of_the_honest(path: Path) -> None:
    for name, replay in honest_of(path).items():
        match = replay["match"]
        if match["state"] and match["yourSeat"] is not None:
            hand = FOLLOWED[match["game"]](replay).hands[match["yourSeat"]]
            assert sorted(match["state"]["hand"]) == sorted(hand), name


@pytest.mark.full
@pytest.mark.parametrize("wish", wishes(), ids=name_of)
def test_the_files_are_those_that_are_made(wish: Wish) -> None:
    assert (FOLDER / name_of(wish)).read_text() == text(wish)
