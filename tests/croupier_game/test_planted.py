"""The kit finds each planted fault by name, with a sentence that says what to do."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.croupier_game.planted import PLANTED
from tools.packages import ROOT

pytestmark = pytest.mark.service  # processes of seconds

SOME = (
    "a choice in all three",
    "moves out of a set",
    "an endless loop",
)
"""The others are found in the same ways."""


@pytest.fixture(scope="module")
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with what the suites say of each fault that is tested here."""
    folder = tmp_path_factory.mktemp("planted")
    items = (item for item in request.session.items if item.path == request.path)
    names = [item.callspec.params["name"] for item in items]  # type: ignore[attr-defined]
    shutil.copytree(ROOT / "tests/croupier_game/sealed_cards", folder / "sealed_cards")
    new = ("croupier_game.kit.new_game", "ticket-to-mars", "--in", str(folder))
    subprocess.run([sys.executable, "-m", *new], check=True, capture_output=True)
    plant = ("tests.croupier_game.planting", str(folder), *names)
    subprocess.run([sys.executable, "-m", *plant], check=True, env={**os.environ, "SEEDS": "1"})
    return folder


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.full] * (name not in SOME)) for name in PLANTED],
)
def test_a_planted_fault_is_found_by_name(told: Path, name: str) -> None:
    said = (told / name).read_text()
    assert said.endswith("exit code 1"), said
    assert re.search(PLANTED[name].found, said), said
