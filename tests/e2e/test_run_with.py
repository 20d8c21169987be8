"""`croupier run --with PATH` plays a game from its folder, and every change of it at once."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from croupier_game.kit.new_game import Name, made

from tests.support.players import Client, register
from tests.support.waiting import until
from tools.stack import ROOT, free_port

pytestmark = pytest.mark.full

RULES = "croupier_rummy/__init__.py"


class Run:
    """The command, and what it has printed."""

    def __init__(self, folder: Path, data: Path) -> None:
        self.url = f"http://127.0.0.1:{(port := free_port())}"
        self._told = data / "told"
        env = {**os.environ, "CROUPIER_DATA": str(data), "PORT": str(port), "GATEWAY_WEB": ""}
        with self._told.open("w") as out:
            command = [sys.executable, "-u", "-m", "tools.run", "--with", str(folder)]
            self._process = subprocess.Popen(
                command, cwd=ROOT, env=env, stdout=out, stderr=subprocess.STDOUT
            )

    def told(self) -> str:
        return self._told.read_text()

    def stop(self) -> None:
        self._process.send_signal(signal.SIGINT)
        self._process.wait()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a game that is not installed."""
    return made(Name("rummy"), tmp_path)


@pytest.fixture
def run(folder: Path, tmp_path: Path) -> Iterator[Run]:
    data = tmp_path / "data"
    data.mkdir()
    running = Run(folder, data)
    try:
        until(lambda: "Ctrl-C stops everything" in running.told())
        yield running
    finally:
        running.stop()


def change(folder: Path, old: str, new: str) -> None:
    path = folder / RULES
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_game_is_played_from_its_folder_and_its_changes_are_told(run: Run, folder: Path) -> None:
    ann, bob = register(run.url, "Ann"), register(run.url, "Bob")
    match_id = str(ann.create(game="rummy")["id"])
    bob.join(match_id)
    change(folder, "def public_view(", "def public_view((")
    until(lambda: "cannot be imported, SyntaxError" in run.told())
    assert "Played on by the rules before this change." in run.told()
    change(folder, "def public_view((", "def public_view(")
    until(lambda: run.told().count("Reloaded: rummy.") == 1)
    ann.move(match_id, ann.legal_moves(match_id)[0]["notation"])
    assert match_id not in run.told()
    change(folder, "DEALT = 3", "DEALT = 4")
    until(lambda: f"{match_id} WRONG: It is not what its log makes of it." in run.told())
    # It is played on by the rules on disk all the same.
    bob.move(match_id, bob.legal_moves(match_id)[0]["notation"])
    assert len(Client(run.url).see(match_id)["state"]["hands"]) == 2


def test_a_folder_of_no_game_is_refused(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tools.run", "--with", str(tmp_path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "has no pyproject.toml" in ran.stderr
