"""The games among the examples as anybody's: their wheels, in an empty folder, with a service."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.packages import ROOT, run

pytestmark = pytest.mark.service  # processes of seconds

GAMES = (pytest.param("masked-ball", marks=pytest.mark.full), "night-market")
WITHOUT_A_SERVICE = ("-n", "0", "-k", "not over_http")


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


@pytest.fixture(scope="module")
def installed(game: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing but what the wheel has."""
    source, built, folder = (tmp_path_factory.mktemp(name) for name in ("source", "built", "games"))
    ignored = shutil.ignore_patterns("__pycache__", "*.binpb", "wire.lock")
    shutil.copytree(ROOT / "examples" / game, source, ignore=ignored, dirs_exist_ok=True)
    run(source, sys.executable, "-m", "croupier_game.kit.lock_wire")
    options = ("--no-build-isolation", "--python", sys.executable, "--out-dir", str(built))
    run(source, "uv", "build", "-q", "--wheel", *options)
    (wheel,) = built.glob("*.whl")
    target = ("--python", sys.executable, "--target", str(folder), "--no-deps", "--no-index")
    run(source, "uv", "pip", "install", "-q", *target, str(wheel))
    return folder


def tried(game: str, installed: Path, *options: str) -> str:
    """Run what every game must pass on the installed package; return what is told."""
    command = [sys.executable, "-m", "croupier_game.kit.run_suite", "--installed", game]
    ran = subprocess.run(
        [*command, *options],
        env={**os.environ, "PYTHONPATH": str(installed)},
        cwd=installed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.full
def test_an_installed_package_passes_what_every_game_must(game: str, installed: Path) -> None:
    assert "passed" in tried(game, installed, *WITHOUT_A_SERVICE)


@pytest.mark.full
def test_an_installed_package_is_played_over_http(game: str, installed: Path) -> None:
    assert "2 passed" in tried(game, installed, "-n", "0", "-k", "over_http")


def test_the_wheel_has_no_tests(game: str, installed: Path) -> None:
    package = installed / f"croupier_{game.replace('-', '_')}"
    assert {"wire.lock", "RULES.md", "spec.py", "board"} <= {
        path.name for path in package.iterdir()
    }
    assert not (package / "tests").exists()
