"""Whatever a release has stored, every later one must load.

The files are in `tests/engine/games/GAME/stored/`; see `tests.support.stored_matches`. When the
shape changes so that a default is not enough, add a `shape-2`.
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from engine.domain.chance import seeded_chance
from engine.domain.match import Status
from engine.domain.reducer import replay
from engine.domain.registry import GAMES

from tests.support.random_matches import follow, random_move
from tests.support.stored_matches import STORED, file_id, load, load_log

every_stored_match = pytest.mark.parametrize("path", STORED, ids=file_id)


def kept(stored: Any, loaded: Any) -> bool:
    """Whether `loaded` has all that `stored` has; objects may have gained fields."""
    if isinstance(stored, dict):
        return isinstance(loaded, dict) and all(
            name in loaded and kept(value, loaded[name]) for name, value in stored.items()
        )
    if isinstance(stored, list):
        return (
            isinstance(loaded, list)
            and len(loaded) == len(stored)
            and all(map(kept, stored, loaded))
        )
    return type(stored) is type(loaded) and bool(stored == loaded)


@every_stored_match
def test_stored_match_loads_and_nothing_is_dropped(path: Path) -> None:
    match = load(path)
    again = json.loads(GAMES[match.game].match_json.dump_json(match))
    assert kept(json.loads(path.read_bytes()), again)


@every_stored_match
def test_stored_match_goes_on_to_its_end(path: Path) -> None:
    match, rng = load(path), random.Random(5)
    assert match.status == Status.ACTIVE
    while not match.ended:
        match = follow(match, [random_move(match, rng)]).last
    assert match.outcome is not None


@every_stored_match
def test_stored_log_loads_and_leads_to_the_match(path: Path) -> None:
    match = load(path)
    *_, replayed = replay(match, load_log(path), seeded_chance)
    assert replayed == match


@pytest.mark.parametrize(
    "changed", [{}, {"a": []}, {"a": [1, {}]}, {"a": [1, {"b": 0}]}, {"a": [True, {"b": None}]}]
)
def test_what_is_dropped_or_changed_is_noticed(changed: dict[str, Any]) -> None:
    before: dict[str, Any] = {"a": [1, {"b": None}]}
    assert kept(before, {"a": [1, {"b": None, "new": 0}], "new": 1})
    assert not kept(before, changed)
