"""A verifier that a stranger wrote from the page alone agrees with the engine about all vectors;
with any of many slips it would not."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.vectors.files import FOLDER
from tests.vectors.slips import GONE, SLIPS
from tests.vectors.test_javascript import RUNTIMES, run, runtime_needed

__all__ = ["runtime_needed"]
pytestmark = pytest.mark.full

PROGRAM = Path(__file__).parent / "stranger/run.mjs"


@pytest.mark.parametrize("runtime", RUNTIMES, ids=lambda command: Path(command[0]).name)
def test_a_stranger_agrees_about_all_vectors(runtime: Sequence[str]) -> None:
    """It prints a further line for each forgery that it finds by a later check than its `check`."""
    files = sorted(FOLDER.glob("*.json"))
    assert run(runtime, files, PROGRAM) == "".join(map(agreement, files))


def agreement(path: Path) -> str:
    count = sum(map(len, json.loads(path.read_text()).values()))
    return f"{path}: {count} of {count} verdicts agree\n"


@pytest.mark.parametrize("name", [*SLIPS, *GONE])
def test_a_slip_is_noticed(name: str, tmp_path: Path) -> None:
    part, right, wrong = (SLIPS | GONE)[name]
    slipped = shutil.copytree(PROGRAM.parent, tmp_path / "stranger")
    text = (slipped / part).read_text()
    assert text.count(right) == 1
    (slipped / part).write_text(text.replace(right, wrong))
    small = [*FOLDER.glob("*-rare.json"), *FOLDER.glob("*-undo.json")]
    files = [FOLDER / "livingstone-2.json"] if name in GONE else sorted(small)
    assert run(RUNTIMES[0], files, slipped / "run.mjs") != "".join(map(agreement, files))
