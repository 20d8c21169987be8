"""A verifier that a stranger wrote from the page alone agrees with the engine: about all vectors,
and each check finds what it has to."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.vectors.files import FOLDER
from tests.vectors.test_javascript import NEEDED, RUNTIMES, run

pytestmark = pytest.mark.full

PROGRAM = Path(__file__).parent / "stranger/run.mjs"


@NEEDED
@pytest.mark.parametrize("runtime", RUNTIMES, ids=lambda command: Path(command[0]).name)
def test_a_stranger_agrees_about_all_vectors(runtime: Sequence[str]) -> None:
    """It prints a further line for each forgery that it finds by a later check than its `check`."""
    files = sorted(FOLDER.glob("*.json"))
    assert run(runtime, files, PROGRAM) == "".join(map(agreement, files))


def agreement(path: Path) -> str:
    count = sum(map(len, json.loads(path.read_text()).values()))
    return f"{path}: {count} of {count} verdicts agree\n"
