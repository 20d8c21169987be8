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
MOST_BYTES = 2_000_000


def refusal(replay: Json) -> str:
    """Return the sentence with which the verifier refuses a replay, or ""."""
    try:
        verify(replay)
    except (Refuted, NotAReplay) as refused:
        return str(refused)
    return ""


def test_there_is_a_file_for_each_game_and_kind_of_deal() -> None:
    assert [path.name for path in FILES] == sorted(map(name_of, wishes()))
    assert sum(path.stat().st_size for path in FILES) < MOST_BYTES


@pytest.mark.service
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_verifier_accepts_the_honest_and_names_what_is_wrong_with_the_forged(
    path: Path,
) -> None:
    says = {each["name"]: each["says"] for each in json.loads(path.read_text())["forged"]}
    for name, check, replay in read(path):
        assert refusal(replay) == (says[name] if check else ""), name


NO_RULES = ("form", "hashes", "seats", "order")
"""The checks that need no rules of a game."""
FOLLOWED: dict[str, Any] = {
    "lost-cities": Cards,
    "livingstone": independent_draws.Livingstone,
    "just4fun": independent_draws.Just4Fun,
}


def accepted(replay: Json) -> bool:
    """Whether a stranger accepts a replay, as far as no rules are needed."""
    try:
        independent_order.check(replay)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_stranger_agrees_as_far_as_no_rules_are_needed(path: Path) -> None:
    for name, check, replay in read(path):
        assert accepted(replay) == (not check) or check not in ("", *NO_RULES), name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_stranger_draws_the_cards_of_the_honest(path: Path) -> None:
    for name, check, replay in read(path):
        match = replay["match"]
        if not check and match["state"] and match["yourSeat"] is not None:
            hand = FOLLOWED[match["game"]](replay).hands[match["yourSeat"]]
            assert sorted(match["state"]["hand"]) == sorted(hand), name


@pytest.mark.full
@pytest.mark.parametrize("wish", wishes(), ids=name_of)
def test_the_files_are_those_that_are_made(wish: Wish) -> None:
    assert (FOLDER / name_of(wish)).read_text() == text(wish)
