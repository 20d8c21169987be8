"""The Python SDK as its users get it: a wheel in an empty environment, with its README."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.docs.session import at, blocks_of
from tests.support.live import Live
from tests.support.players import Client, register
from tests.support.waiting import until
from tools.stack import ROOT

BOT, HIRAM, *EXAMPLES = [
    text for kind, text in blocks_of(ROOT / "sdk/python/README.md") if kind == "python"
]
TIMEOUT_S = 300


def run(command: Sequence[object], folder: Path) -> str:
    """The output of a program that must succeed; it sees nothing of this clone."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    known = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment = {**known, "PATH": path}
    ran = subprocess.run(
        [str(each) for each in command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an empty environment with the wheel in it."""
    folder = tmp_path_factory.mktemp("sdk")
    build = ["uv", "build", "-q", "--no-build-isolation", "--python", sys.executable, "--wheel"]
    run([*build, "--out-dir", folder, ROOT / "sdk/python"], folder)
    run([sys.executable, "-m", "venv", folder / "empty"], folder)
    python = folder / "empty/bin/python"
    (wheel,) = folder.glob("croupier_client-*.whl")
    run([python, "-m", "pip", "install", "-q", f"{wheel}[socket]"], folder)
    return python


@contextmanager
def playing(python: Path, folder: Path, url: str, bot: str) -> Iterator[None]:
    """A bot of the README, as it stands."""
    program = folder / "percy.py"
    program.write_text(at(url, bot))
    with subprocess.Popen([python, program], cwd=folder) as process:
        try:
            yield
        finally:
            process.terminate()


def play(seat: Client, match_id: str) -> None:
    """Make the first legal move whenever there is one, from the start to the end."""
    until(lambda: seat.see(match_id)["status"] == "active", 60)
    while seat.see(match_id)["status"] == "active":
        if moves := seat.legal_moves(match_id):
            seat.move(match_id, moves[0]["notation"])


@pytest.mark.full
@pytest.mark.parametrize(
    ("bot", "games"), [(BOT, ("lost-cities", "just4fun")), (HIRAM, ("lost-cities", "lost-cities"))]
)
def test_a_bot_of_the_readme_plays_two_matches_to_their_end(
    quiet: Live, installed: Path, tmp_path: Path, bot: str, games: Sequence[str]
) -> None:
    ann = register(quiet.url)
    matches = [ann.create(game=game)["id"] for game in games]
    with playing(installed, tmp_path, quiet.url, bot):
        for match_id in matches:
            play(ann, match_id)
    assert [ann.see(each)["outcome"]["reason"] for each in matches] == ["completed"] * 2


@pytest.mark.full
def test_the_wheel_has_the_licence(installed: Path) -> None:
    (wheel,) = installed.parents[2].glob("croupier_client-*.whl")
    with ZipFile(wheel) as files:
        assert any(name.endswith("/LICENSE") for name in files.namelist())


@pytest.mark.full
@pytest.mark.parametrize("code", EXAMPLES)
def test_a_block_of_the_readme_runs(live: Live, installed: Path, tmp_path: Path, code: str) -> None:
    program = tmp_path / "program.py"
    program.write_text(at(live.url, code))
    run([installed, program], tmp_path)
