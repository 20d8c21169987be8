"""The tutorial for authors of bots: its programs run as they stand, and print what is shown."""

import json
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from croupier_client import NotProven
from croupier_client.replaying import verify

from tests.bots.test_house import house
from tests.docs.session import at, blocks_of
from tests.support.live import Live
from tests.support.opponents import of_name
from tests.support.players import register
from tests.support.waiting import until
from tools.stack import ROOT

BLOCKS = blocks_of(ROOT / "docs/writing-a-bot.md")
PROGRAMS = {text.split()[1]: text for kind, text in BLOCKS if kind == "python"}
SHOWN = {
    program.split()[1]: text
    for (kind, program), (after, text) in pairwise(BLOCKS)
    if (kind, after) == ("python", "text")
}
VECTOR = ROOT / "docs/vectors/lost-cities-sealed.json"

pytestmark = pytest.mark.service


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in PROGRAMS.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def said_by(folder: Path, *command: str) -> str:
    ran = subprocess.run(
        [sys.executable, *command], cwd=folder, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout + ran.stderr


@pytest.mark.parametrize("name", ["percy.py", "hiram.py", "ida.py", "guided.py"])
def test_a_program_prints_what_is_shown(name: str, folder: Path) -> None:
    assert said_by(folder, name) == SHOWN[name]


@pytest.mark.full
def test_what_was_trained_plays(folder: Path) -> None:
    assert "50 matches" in said_by(folder, "train.py", "50")
    options = ("--game", "lost-cities", "--options", '{"rounds": 1}', "--pairs", "2")
    told = said_by(folder, "-m", "croupier_client.arena", "learned:learned", "random", *options)
    assert "learned:learned against random: lost-cities, 2 pairs" in told
    assert "\n  failed" not in told


def test_a_replay_is_checked(folder: Path) -> None:
    honest = json.loads(VECTOR.read_text())["honest"]
    replay = next(each["replay"] for each in honest if len(each["replay"]["log"]) > 9)
    (folder / "replay.json").write_text(json.dumps(replay))
    shown = re.sub(r"\d+", r"\\d+", re.escape(SHOWN["check.py"]))
    assert re.fullmatch(shown, said_by(folder, "check.py", "replay.json"))


def test_a_refusal_in_place_of_a_replay_is_told() -> None:
    with pytest.raises(NotProven, match="no replay: The match is still active"):
        verify({"code": "match_active", "detail": "The match is still active."})


@pytest.mark.full
def test_the_heuristic_plays_hugo_on_a_service(live: Live, folder: Path) -> None:
    with house(live.url, folder / "house"):
        until(lambda: of_name(register(live.url), "lost-cities", "Hugo"), 60)
        (folder / "online.py").write_text(at(live.url, PROGRAMS["online.py"]))
        said = said_by(folder, "online.py")
    assert re.search(r": (won|tied|lost) -?\d+ : -?\d+ against Hugo", said)
