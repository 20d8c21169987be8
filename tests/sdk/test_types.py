"""The types of the Python SDK are those of the service's document, and narrow by the game."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sdk.test_package import HIRAM
from tools.openapi import PAGE
from tools.sdk_types import TARGET, generated

NARROWS = """
from croupier_client import Croupier, LivingstoneView, LostCitiesView, Just4FunMove

def play(me: Croupier) -> None:
    for change in me.matches.get("").follow():
        match = change.match
        if match.game == "livingstone" and match.state:
            state: LivingstoneView = match.state
            wrong: LostCitiesView = match.state
        elif match.game == "just4fun" and match.legal_moves:
            move: Just4FunMove = match.legal_moves.moves[0].move
            gems: int = move.gems
"""


def test_they_are_generated_from_the_document_of_the_service() -> None:
    assert TARGET.read_text() == generated(json.loads(PAGE.read_text())), (
        "run `make openapi sdk-types`"
    )


@pytest.mark.full
def test_they_narrow_for_a_strict_checker(tmp_path: Path) -> None:
    errors = errors_of(NARROWS, tmp_path)
    assert [line.split(":")[1] for line in errors] == ["9", "12"], errors


@pytest.mark.full
def test_a_strict_checker_has_nothing_to_say_to_the_bot_with_types(tmp_path: Path) -> None:
    assert "turn: Turn" in HIRAM
    assert not errors_of(HIRAM, tmp_path)


def errors_of(code: str, folder: Path) -> list[str]:
    program = folder / "program.py"
    program.write_text(code)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", str(program)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    return [line for line in checked.stdout.splitlines() if ": error: " in line]
