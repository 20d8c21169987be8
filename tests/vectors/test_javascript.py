"""The verifier in JavaScript agrees with the engine: about the vectors, and about other matches."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from croupier_game.kit.games import ORACLES
from engine.domain.registry import GAMES

from tests.vectors.files import FOLDER
from tests.vectors.honest import BRIEF
from tests.vectors.strolls import strolled

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "sdk/javascript/verify/vectors.js"
VERIFIERS = {*ROOT.glob("games/*/*/verify.js")}


def runtimes() -> list[list[str]]:
    """Return the commands that run a program in JavaScript and can be had here."""
    deno = shutil.which("deno", path=str(Path(sys.executable).parent)) or shutil.which("deno")
    node = shutil.which("node")
    return [*([[deno, "run", "--allow-read"]] if deno else []), *([[node]] if node else [])]


FOUND = runtimes()
RUNTIMES = FOUND or [["none"]]
"""Without any, the tests are there all the same, and fail."""


@pytest.fixture(autouse=True)
def runtime_needed() -> None:
    if not FOUND:
        pytest.fail("Neither deno nor Node is here. `make .venv/web` installs deno.", pytrace=False)


def run(runtime: Sequence[str], files: Sequence[Path], program: Path = PROGRAM) -> str:
    """Return what the program says about files of vectors."""
    command = [*runtime, str(program), *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("runtime", RUNTIMES, ids=lambda command: Path(command[0]).name)
def test_it_agrees_about_all_vectors(runtime: Sequence[str]) -> None:
    files = sorted(FOLDER.glob("*.json"))
    count = sum(len(part) for path in files for part in json.loads(path.read_text()).values())
    assert run(runtime, files) == f"{count} as they should be, 0 not\n"


def test_it_verifies_honest_matches_of_all_options(tmp_path: Path) -> None:
    """Of every number of seats, with clocks, time-outs, resignations, open and sealed."""
    tables = [
        strolled(game, number, seats)
        for game in BRIEF
        for number in range(len(ORACLES[game].options))
        for seats in range(GAMES[game].rules.MIN_SEATS, GAMES[game].rules.MAX_SEATS + 1)
    ]
    honest = [{"name": table.name, "replay": table.replay(0)} for table in tables]
    path = tmp_path / "honest.json"
    path.write_text(json.dumps({"honest": honest, "forged": []}))
    assert run(RUNTIMES[0], [path]) == f"{len(tables)} as they should be, 0 not\n"


def test_a_browser_has_all_that_it_needs() -> None:
    """No module but the program imports anything but its neighbours, or asks for its system."""
    modules = {*PROGRAM.parent.glob("*.js"), *VERIFIERS} - {PROGRAM}
    assert len(modules) > len(VERIFIERS)
    for path in modules:
        code = path.read_text()
        names = re.findall(r'from "([^"]+)"', code)
        assert all(name[:2] == "./" and (path.parent / name).exists() for name in names), path
        assert not re.search(r"\b(require|process|Deno|Buffer)\b[.(]", code), path


def test_a_game_imports_nothing_since_it_is_loaded_from_anywhere() -> None:
    assert not [
        path
        for path in VERIFIERS
        if re.search(r"^import|\bimport\(|\bfrom \"", path.read_text(), re.M)
    ]


def test_the_verifier_of_every_game_of_this_repository_is_at_hand() -> None:
    code = (PROGRAM.parent / "games.js").read_text()
    named = {
        name: (PROGRAM.parent / path).resolve()
        for name, path in re.findall(r'"(.+)": \(\) => import\("(.+)"\)', code)
    }
    assert sorted(named) == sorted(GAMES)
    assert sorted(named.values()) == sorted(VERIFIERS)
