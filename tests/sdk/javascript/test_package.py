"""The JavaScript SDK as its users get it: a tarball in an empty folder, with its README."""

import json
import shutil
import subprocess
import tarfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.docs.session import at, blocks_of
from tests.sdk.javascript.runtimes import NAMES, SOURCE, command, deno, run
from tests.support.live import Live
from tests.support.players import Client, register
from tests.support.waiting import until
from tools import npm_package
from tools.stack import ROOT

pytestmark = pytest.mark.full

BLOCKS = blocks_of(SOURCE / "README.md")
BOT, *SESSION = [text for kind, text in BLOCKS if kind == "js"]
TYPED = [text for kind, text in BLOCKS if kind == "ts"]
SAID = """\
move 3 false
seat 1 snapshot 3
seat 1 change 4
seat 1 change 5
seat 1 change 6
seat 0 snapshot 3
seat 0 change 4
seat 0 change 5
seat 0 change 6
socket 6
refused version_mismatch true
clock true true
batch true
rematch active
invited accepted active
proven 0
"""
WEB = ["DOM", "DOM.AsyncIterable", "ES2022"]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return npm_package.build(tmp_path_factory.mktemp("package"))


@pytest.fixture(scope="module", params=NAMES)
def installed(request: pytest.FixtureRequest, package: Path) -> tuple[Path, list[str]]:
    """An empty folder with the package, and the command that runs a module in it."""
    folder = package.with_name(request.param)
    folder.mkdir()
    (folder / "package.json").write_text('{"type": "module"}')
    if request.param == "node" and shutil.which("npm"):
        run(["npm", "install", "--silent", "--offline", str(package)], folder)
    else:
        unpack(package, folder)
    return folder, command(request.param)


def unpack(package: Path, folder: Path) -> None:
    """What npm does with a package that needs no other."""
    (folder / "node_modules/@croupier").mkdir(parents=True)
    with tarfile.open(package) as tar:
        tar.extractall(folder, filter="data")
    (folder / "package").rename(folder / "node_modules/@croupier/client")


def test_the_same_source_gives_the_same_package(package: Path) -> None:
    again = npm_package.build(package.with_name("again"))
    assert again.read_bytes() == package.read_bytes()


def test_it_has_the_version_of_the_release() -> None:
    about = json.loads((SOURCE / "package.json").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert (about["version"], about["license"]) == (project["version"], project["license"])


def test_the_examples_of_the_readme_print_what_they_should(
    live: Live, installed: tuple[Path, list[str]]
) -> None:
    folder, runs = installed
    program = folder / "session.js"
    program.write_text(at(live.url, "\n".join(SESSION)))
    said = run([*runs, str(program)], folder)
    assert sorted(said.splitlines()) == sorted(SAID.splitlines())


@contextmanager
def percy(live: Live, folder: Path, runs: list[str]) -> Iterator[None]:
    """The bot of the README, as it stands."""
    program = folder / "percy.js"
    program.write_text(at(live.url, BOT))
    with subprocess.Popen([*runs, str(program)], cwd=folder) as process:
        try:
            yield
        finally:
            process.kill()


def test_the_bot_of_the_readme_plays_a_match_to_its_end(
    live: Live, installed: tuple[Path, list[str]]
) -> None:
    folder, runs = installed
    human = register(live.url)
    match_id = human.create(game="just4fun")["id"]
    with percy(live, folder, runs):
        until(lambda: play(human, match_id) == "finished", 120)
    assert human.see(match_id)["outcome"]["reason"] == "completed"


def play(human: Client, match_id: str) -> str:
    """Make a move if it is the player's turn; return the status of the match."""
    match = human.see(match_id, include="legalMoves")
    for move in match["legalMoves"]["moves"][:1]:
        human.move(match_id, move["notation"])
    return str(match["status"])


def test_its_types_tell_games_apart(package: Path) -> None:
    """What test/types.ts says holds of the package without its source."""
    folder = package.with_name("typed")
    folder.mkdir()
    unpack(package, folder)
    shutil.copy(SOURCE / "test/types.ts", folder)
    (folder / "readme.ts").write_text("\n".join([*TYPED, "void hand;"]))
    options = {"strict": True, "noEmit": True, "target": "ES2022", "lib": WEB, "types": []}
    config = {"compilerOptions": {**options, "module": "NodeNext"}, "include": ["*.ts"]}
    (folder / "tsconfig.json").write_text(json.dumps(config))
    (folder / "package.json").write_text('{"type": "module"}')
    configured = ["--config", str(SOURCE / "deno.json")]
    run([deno(), "run", "-A", *configured, "npm:typescript@5.9.3/tsc", "-p", str(folder)], folder)
