"""The page of the arena is true: what it prints is run, with fewer pairs."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bots.test_house import house
from tests.docs.session import at, blocks_of
from tests.support.live import Live
from tests.support.opponents import of_name
from tests.support.players import register
from tests.support.waiting import until
from tools import strength

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[2]
BLOCKS = blocks_of(ROOT / "docs/arena.md")
COMMANDS = [line for kind, text in BLOCKS if kind == "sh" for line in text.splitlines()]
TIMEOUT_S = 300


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the page's two programs in files, as its reader would have them."""
    bot, program = (text for kind, text in BLOCKS if kind == "python")
    (tmp_path / "mybot.py").write_text(bot)
    (tmp_path / "first.py").write_text(program)
    return tmp_path


def run(command: str, folder: Path) -> str:
    """Run a command of the page, which must succeed, and return its output."""
    name, *arguments = shlex.split(re.sub(r"--pairs \d\d+", "--pairs 2", command))
    assert name == "croupier-arena"
    ran = subprocess.run(
        [sys.executable, "-m", "croupier_client.arena", *arguments],
        cwd=folder,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "failed" not in ran.stdout, ran.stdout
    return ran.stdout


def test_the_commands_of_the_page_measure(live: Live, folder: Path) -> None:
    with house(live.url, folder / "house"):
        token = register(live.url, kind="bot").token
        (folder / "tokens").write_text(f"{token}\n")
        until(lambda: of_name(register(live.url), "lost-cities", "Hugo"), 60)
        said = [run(at(live.url, command), folder) for command in COMMANDS]
    assert len(said) >= 8
    shown = next(text for kind, text in BLOCKS if kind == "text")
    names = [re.split(r"  +", line.strip())[0] for line in shown.splitlines()[1:-1]]
    assert all(f"  {name}" in said[0] for name in names)
    assert (folder / "percy-hugo.svg").read_text().startswith("<svg")


def test_the_table_of_strength_has_the_rows_of_its_command() -> None:
    page = (ROOT / "docs/strength.md").read_text()
    assert strength.HEAD in page
    rows = re.findall(
        r"^\| ([a-z][\w-]*) \| (\d) \| (\S+) \| (\S+) \| (\d+) \|", page, re.MULTILINE
    )
    wanted = [(row.game, str(row.seats), row.player, row.rival) for row in strength.ROWS]
    assert [row[:4] for row in rows] == wanted
    assert [int(row[4]) for row in rows] == [row.pairs for row in strength.ROWS]
    assert f"seed {strength.SEED}" in page
