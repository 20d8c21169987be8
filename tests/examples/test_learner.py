"""The example of a learner: it learns something in a few seconds, and plays in all places."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.bots.test_house import house
from tests.support.live import Live
from tests.support.opponents import of_name
from tests.support.players import register
from tests.support.waiting import until
from tools.stack import ROOT

LEARNER = ROOT / "examples/learner"
POINT = re.compile(r"min, update (\d+): ([+-]\d+\.\d) ± ")


def said_by(folder: Path, *command: str) -> str:
    ran = subprocess.run(
        [sys.executable, *command], cwd=folder, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout + ran.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example and what it has learned, by some of the updates that it takes."""
    made = tmp_path_factory.mktemp("learner")
    for file in LEARNER.glob("*.py"):
        (made / file.name).write_text(file.read_text())
    said = said_by(made, "train.py", "--updates", "8", "--rounds", "300")
    points = [(int(update), float(points)) for update, points in POINT.findall(said)]
    assert [update for update, _ in points] == [*range(9)]
    # Random play is 80 points behind: imitating is what it has learned in so short a time. It
    # plays as before while it learns what positions are worth, and otherwise from then on.
    assert points[-1][1] > -70, said
    assert len({each for _, each in points[:6]}) == 1, said
    assert len({each for _, each in points}) > 1, said
    return made


@pytest.mark.full
def test_the_curve_is_a_picture(folder: Path) -> None:
    picture = ElementTree.fromstring((folder / "curve.svg").read_text())  # noqa: S314 - our own
    assert picture.tag.endswith("svg")
    assert "Learning Lost Cities" in "".join(picture.itertext())


@pytest.mark.full
def test_what_was_learned_plays_in_the_arena(folder: Path) -> None:
    options = ("--game", "lost-cities", "--options", '{"rounds": 1}', "--pairs", "2")
    told = said_by(folder, "-m", "croupier_client.arena", "learned:learned", "hugo", *options)
    assert "learned:learned against hugo: lost-cities, 2 pairs" in told
    assert "\n  failed" not in told


@pytest.mark.full
@pytest.mark.service
def test_what_was_learned_plays_hugo_online(live: Live, folder: Path) -> None:
    with house(live.url, folder / "house"):
        until(lambda: of_name(register(live.url), "lost-cities", "Hugo"), 60)
        said = said_by(folder, "learned.py", live.url)
    assert re.search(r": (won|tied|lost) -?\d+ : -?\d+ against Hugo", said)
