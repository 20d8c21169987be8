"""What `docs/recovery.md` has to run for `make run` is run: a backup, and its restore."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from tests.docs.session import blocks_of
from tests.support.launch import Launch
from tests.support.players import Client, start_match
from tests.support.pythons import SERVERS_DIFFER, with_another_server
from tools.stack import ROOT

PAGE = ROOT / "docs/recovery.md"
PASTE_S = 600
OWN, OTHER = Path(sys.executable), with_another_server()
PYTHONS = [OWN, *[OTHER] * (OTHER is not None)]
"""This one, and one that has another server, if it can be found here. CI has a job for each of both
kinds, of which a test below makes sure."""
SHELLS = ["bash", *(["zsh"] if shutil.which("zsh") else [])]


def block(part: str) -> str:
    """The one of the page that has this in it."""
    (text,) = [text for _, text in blocks_of(PAGE) if part in text]
    return text


BACKUP, RESTORE = block("make backup"), block("make restore")


@dataclass
class Clone:
    """A clone in which an operator works, with a Python, and where `make run` has its data."""

    folder: Path
    python: Path
    data: Path

    def script(self, text: str) -> str:
        """What the text is in a shell of the operator."""
        if self.python == OWN:
            # What `make` installs for this Python is there, and is not what is tested.
            made = f"-o libs/croupier/v1/generated BIN={OWN.parent}"
        else:
            made = f"PYTHON={self.python}"
        return f'make() {{ command make -s {made} "$@"; }}\ncd {self.folder}\n{text}'

    def pasted(self, text: str, shell: str = "bash") -> str:
        """What is printed when the text is pasted into a shell, which goes on after a failure."""
        done = subprocess.run(
            [shell],
            input=self.script(text),
            env={**os.environ, "CROUPIER_DATA": str(self.data), "REDIS_URL": ""},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=PASTE_S,
        )
        return done.stdout


@pytest.fixture(params=PYTHONS, ids=lambda path: "own" if path == OWN else path.name)
def clone(request: pytest.FixtureRequest, tmp_path: Path) -> Clone:
    folder = tmp_path / "clone"
    folder.mkdir()
    if request.param == OWN:
        for path in ROOT.iterdir():
            (folder / path.name).symlink_to(path)
    else:
        known = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
        packed = ["tar", "-c", "--null", "-T", "-"]
        tar = subprocess.run(packed, cwd=ROOT, input=known.stdout, capture_output=True, check=True)
        subprocess.run(["tar", "-x", "-C", folder], input=tar.stdout, check=True)
    return Clone(folder, request.param, tmp_path / "data")


@pytest.mark.full
def test_a_backup_is_restored_as_the_page_says(clone: Clone, tmp_path: Path) -> None:
    """While the service runs, nothing is moved; then it has the match of the backup alone."""
    running = ("bash", "-c", clone.script("make run"))
    with Launch(tmp_path, *running, CROUPIER_DATA=str(clone.data)) as launch:
        launch.ready()
        match_id, (ann, *_) = start_match(launch.url)
        assert "backup.rdb: " in clone.pasted(BACKUP)
        later, (_, bob) = start_match(launch.url)
        said = clone.pasted(RESTORE.replace("make run", ""))
        assert f"`make run` uses the data in {clone.data}. Stop it first.\n" in said
        assert bob.see(later)["status"] == "active"
        launch.press_ctrl_c()
        launch.ended()
    again = ("bash", "-c", clone.script(RESTORE))
    with Launch(tmp_path, *again, CROUPIER_DATA=str(clone.data)) as launch:
        launch.ready()
        assert "1 matches verified, 0 wrong" in launch.output
        url = launch.url
        assert Client(url, ann.token).get(f"/v1/matches/{match_id}").is_success
        assert Client(url, bob.token).get(f"/v1/matches/{later}").status_code == 401
        (kept,) = re.findall(r"was there before is in (\S+)\.\n", launch.output)
        assert [*Path(kept).glob("appendonly*")]
        assert (clone.folder / "backup.rdb").stat().st_mode & 0o777 == 0o600
        launch.press_ctrl_c()
        launch.ended()


@pytest.mark.full
@pytest.mark.parametrize("shell", SHELLS)
def test_a_backup_takes_the_place_of_data_that_are_gone(tmp_path: Path, shell: str) -> None:
    """Of a service that is stopped, in the folder that `make run` has by itself."""
    clone = Clone(tmp_path, OWN, tmp_path / "var")
    for path in ROOT.iterdir():
        if path.name != "var":
            (tmp_path / path.name).symlink_to(path)
    assert "There are no data in" in clone.pasted(BACKUP, shell)
    with Launch(tmp_path, "bash", "-c", clone.script("make run"), CROUPIER_DATA="") as launch:
        launch.ready()
        start_match(launch.url)
        launch.press_ctrl_c()
        launch.ended()
    assert "backup.rdb: " in clone.pasted(BACKUP, shell)
    shutil.rmtree(clone.data)
    assert "1 matches verified" in clone.pasted(RESTORE.replace("make run", ""), shell)
    assert [*clone.data.glob("redis/appendonly*")]


def test_ci_runs_the_page_with_each_of_the_servers() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())["jobs"]
    pythons = jobs["test"]["strategy"]["matrix"]["python"]
    versions = [tuple(map(int, each.split("."))) for each in pythons]
    assert {version >= SERVERS_DIFFER for version in versions} == {True, False}
    assert f"python_version >= '{'.'.join(map(str, SERVERS_DIFFER))}'" in (
        (ROOT / "pyproject.toml").read_text()
    )
