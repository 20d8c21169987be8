"""The Python SDK as its users get it: a wheel in an empty environment, with its README."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.bots.test_house import house
from tests.docs.session import at, blocks_of
from tests.support import bare
from tests.support.live import Live
from tests.support.opponents import of_name, of_the_house, withdraw_offer
from tests.support.players import Client, register
from tests.support.waiting import Stopwatch, until
from tools import packages, sdk_types
from tools.stack import ROOT

BOT, HIRAM, *EXAMPLES = [
    text for kind, text in blocks_of(ROOT / "sdk/python/README.md") if kind == "python"
]
WAITING = BOT.replace(', against="Hugo", matches=20', "")
"""The first one, as it waits for others."""
LOADED = """
import sys
of_server = {"grpc", "redis", "pydantic", "fastapi", "engine", "gateway"}
print(of_server & {name.partition(".")[0] for name in sys.modules})
"""
SHARED = ("croupier_game-", "croupier_match-")
"""What is found by those that need it."""
TIMEOUT_S = 300
FIRST_MATCH_S = 20.0


def run(command: Sequence[object], folder: Path) -> str:
    """The output of a program that must succeed; it does not see this clone."""
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
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = packages.python(tmp_path_factory.mktemp("sdk"))
    return next(each for each in built if each.suffix == ".whl")


@pytest.mark.service
def test_the_wheel_has_the_types_that_git_has_not(wheel: Path) -> None:
    with ZipFile(wheel) as files:
        for name in ("protocol.py", "games.py"):
            there = files.read(f"croupier_client/types/{name}").decode()
            assert there == (sdk_types.PYTHON / name).read_text()


@pytest.fixture(scope="module")
def alone(wheel: Path) -> Path:
    """The Python of an empty environment with the wheel in it."""
    return bare.environment(wheel.with_name("alone"), str(wheel)) / "python"


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """The same with what sockets and matches without a server need, and the games."""
    built = [each for each in packages.games(wheel.parent) if each.suffix == ".whl"]
    games = [str(each) for each in built if not each.name.startswith(SHARED)]
    found, client = f"--find-links={wheel.parent}", f"{wheel}[local,socket]"
    return bare.environment(wheel.with_name("empty"), found, client, *games) / "python"


@contextmanager
def playing(python: Path, folder: Path, url: str, bot: str) -> Iterator["subprocess.Popen[str]"]:
    """A bot of the README, as it stands."""
    program = folder / "percy.py"
    program.write_text(at(url, bot))
    command = [str(python), str(program)]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.terminate()


def play(seat: Client, match_id: str) -> None:
    """Make the first legal move whenever there is one, from the start to the end."""
    until(lambda: seat.see(match_id)["status"] == "active", 60)
    while seat.see(match_id)["status"] == "active":
        if moves := seat.legal_moves(match_id):
            seat.move(match_id, moves[0]["notation"])


@pytest.mark.full
def test_the_first_bot_of_the_readme_has_played_soon(
    quiet: Live, alone: Path, tmp_path: Path
) -> None:
    """With one terminal: the wheel, and a service with its house bots."""
    with house(quiet.url, tmp_path / "house"):
        until(lambda: of_name(register(quiet.url), "lost-cities", "Hugo"), 60)
        watch = Stopwatch()
        with playing(alone, tmp_path, quiet.url, BOT) as process:
            assert process.stderr
            result = next(line for line in process.stderr if " against " in line)
            assert not watch.exceeds(FIRST_MATCH_S)
    assert re.match(r"lost-cities [\w-]{22}: (won|tied|lost) -?\d+ : -?\d+ against Hugo\n", result)


@pytest.mark.service
def test_without_what_sockets_need_it_says_what_to_install(live: Live, alone: Path) -> None:
    code = f"from croupier_client import Croupier; next(Croupier('{live.url}').watch(['A']))"
    with pytest.raises(AssertionError, match=r"pip install 'croupier-client\[socket\]'"):
        run([alone, "-c", code], alone.parent)


@pytest.mark.full
def test_without_a_server_matches_need_nothing_of_it(installed: Path, tmp_path: Path) -> None:
    (program,) = (each for each in EXAMPLES if "LocalMatch, play" in each)
    said = run([installed, "-c", program + LOADED], tmp_path)
    assert re.fullmatch(r"The first seat has won \d+ of 20\.\nset\(\)\n", said)


@pytest.mark.service
def test_without_what_tools_for_models_need_it_says_what_to_install(alone: Path) -> None:
    with pytest.raises(AssertionError, match=r"pip install 'croupier-client\[mcp\]'"):
        run([alone.with_name("croupier-mcp")], alone.parent)


@pytest.mark.full
@pytest.mark.parametrize(
    ("bot", "games"),
    [(WAITING, ("lost-cities", "just4fun")), (HIRAM, ("lost-cities", "lost-cities"))],
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
def test_the_wheel_has_the_licence(wheel: Path) -> None:
    with ZipFile(wheel) as files:
        assert any(name.endswith("/LICENSE") for name in files.namelist())


@pytest.mark.full
@pytest.mark.parametrize("code", EXAMPLES)
def test_a_block_of_the_readme_runs(live: Live, installed: Path, tmp_path: Path, code: str) -> None:
    program = tmp_path / "program.py"
    program.write_text(at(live.url, code))
    hugo = of_the_house(live.url)  # the deal of the day needs him
    run([installed, program], tmp_path)
    withdraw_offer(hugo)
