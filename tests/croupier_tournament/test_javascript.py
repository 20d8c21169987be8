"""The verifier in JavaScript pairs the same, counts the same, and finds the same."""

import json
import re
from pathlib import Path

import pytest

from tests.croupier_tournament.javascript import FOLDER, PROGRAM, forged, honest, ran
from tests.sdk.javascript.runtimes import NAMES
from tests.vectors.tournaments import FILE

pytestmark = pytest.mark.full

ROUNDS = 400
FORGED = 100


@pytest.mark.parametrize("runtime", NAMES)
def test_it_agrees_about_the_vectors(runtime: str) -> None:
    parts = json.loads(FILE.read_text())
    count = len(parts["honest"]) * 2 + len(parts["forged"])
    assert ran([FILE], runtime).startswith(f"{count} as they should be, 0 not")


def test_it_pairs_random_tournaments_the_same(tmp_path: Path) -> None:
    made, _ = honest("javascript", ROUNDS)
    path = tmp_path / "tournaments.json"
    path.write_text(json.dumps({"honest": made}))
    told = sum(1 + (each["standings"] is not None) for each in made)
    assert ran([path]).startswith(f"{told} as they should be, 0 not")


@pytest.mark.parametrize("seed", range(4))
def test_it_finds_the_same_in_what_was_changed(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(forged(f"changed {seed}", FORGED)))
    assert ran([path]).startswith(f"{FORGED + 1} as they should be, 0 not")


def test_a_browser_has_all_that_it_needs() -> None:
    """No module but the program imports anything but its neighbours, or asks for its system."""
    modules = {*FOLDER.glob("*.js")} - {PROGRAM}
    assert len(modules) > 10
    for path in modules:
        names = re.findall(r'from "([^"]+)"', path.read_text())
        assert all(name.startswith(".") and (path.parent / name).exists() for name in names), path
