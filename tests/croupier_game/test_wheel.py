"""What the wheel of a game would lack is said by `croupier test-game`, with what mends it."""

from pathlib import Path

import pytest
from croupier_game.kit import new_game, wheel
from croupier_game.kit.local import read

pytestmark = pytest.mark.service  # builds wheels

HATCHLING = """[tool.hatch.build.targets.wheel]
packages = ["croupier_tiny"]
exclude = ["tests"]
"""
SETUPTOOLS = '[tool.setuptools]\npackages = ["croupier_tiny"]\n'
BUILT = {"hatchling.build": HATCHLING, "setuptools.build_meta": SETUPTOOLS}
FILES = ("RULES.md", "board/board.js", "wire.lock")
OF_NO_USE = ("board/board.test.js", "board/types.d.ts", "notes.txt")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A new game with a board, and with files that nobody asks for."""
    folder = new_game.made(new_game.checked("tiny"), tmp_path)
    package = folder / "croupier_tiny"
    (package / "board").mkdir()
    for name in ("board/board.js", *OF_NO_USE):
        (package / name).write_text("")
    return folder


def write(game: Path, backend: str, lines: str) -> None:
    project = game / "pyproject.toml"
    text = project.read_text().partition("[tool.")[0].replace("hatchling.build", backend)
    project.write_text(text + lines)


def test_the_wheel_of_a_new_game_is_complete(game: Path) -> None:
    (game / ".gitignore").write_text("*.txt\n")
    before = {*game.rglob("*")}
    assert wheel.report(read(game)) == (True, "")
    assert {*game.rglob("*")} == before


@pytest.mark.parametrize("backend", BUILT)
def test_what_is_missing_is_named_and_the_lines_that_are_told_mend_it(
    game: Path, backend: str
) -> None:
    (game / ".gitignore").write_text("".join(f"croupier_tiny/{each}\n" for each in FILES))
    write(game, backend, BUILT[backend])
    before = {*game.rglob("*")}
    complete, told = wheel.report(read(game))
    assert not complete
    assert {*game.rglob("*")} == before
    names, _, lines = told.partition("\n\n")
    assert f"lack {', '.join(f'croupier_tiny/{each}' for each in FILES)}." in names
    write(game, backend, f"{BUILT[backend]}\n{lines}\n")
    assert wheel.report(read(game)) == (True, "")


def test_a_wheel_that_cannot_be_built_or_looked_at_says_why(game: Path) -> None:
    write(game, "hatchling.build", "[tool.hatch.build.targets.wheel]\npackages = 7\n")
    complete, told = wheel.report(read(game))
    assert not complete
    assert told.startswith("The wheel cannot be built: ")
    write(game, "no_such_backend.build", "")
    assert wheel.report(read(game)) == (True, wheel.UNKNOWN.format("no_such_backend"))
