"""`python -m tests.croupier_game.planting FOLDER NAME...`: plant faults in games, one at a time.

Each is planted in a copy of a game, and the suites run against it in a fork of this process, which
has imported all but the games: so a fault costs a second. What the suites print is written to
FOLDER/NAME, with their exit code in the last line.
"""

import os
import shutil
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from croupier_game.kit.local import findable, read

from tests.croupier_game.planted import PLANTED, Fault

HERE = Path(__file__).parent
JOBS = 2


def main(arguments: Sequence[str]) -> None:
    """Plant the faults of these names."""
    folder, *names = arguments
    with ThreadPoolExecutor(JOBS) as pool:
        list(pool.map(partial(_plant, Path(folder)), names))


def _plant(folder: Path, name: str) -> None:
    fault, game = PLANTED[name], folder / f"{name}-game"
    shutil.copytree(folder / fault.game, game)
    child = os.fork()
    if not child:
        os._exit(_run(fault, game, folder / name))
    _, status = os.waitpid(child, 0)
    with (folder / name).open("a") as log:
        log.write(f"\nexit code {os.waitstatus_to_exitcode(status)}")


def _run(fault: Fault, game: Path, log: Path) -> int:
    for stream in (1, 2):
        os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), stream)
    os.chdir(game)  # or pytest would take the settings of these tests
    (package,) = game.glob("croupier_*")
    for module, old, new in fault.edits:
        text = (package / module).read_text()
        assert text.count(old) == 1, (old, text.count(old))
        (package / module).write_text(text.replace(old, new))
    with findable([read(game)]):
        sys.path[:0] = os.environ["PYTHONPATH"].split(os.pathsep)[:2]
        (os.environ["CROUPIER_GAMES"],) = read(game).games
        suite = ("-p", "croupier_game.kit.plugin", "--pyargs", "croupier_game.kit.suite")
        chosen = ("--game", os.environ["CROUPIER_GAMES"], "-k", fault.test)
        config = ("-c", str(game / "pyproject.toml"), "--rootdir", str(game))
        quick = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
        return int(pytest.main([*config, *quick, *suite, *chosen]))


if __name__ == "__main__":
    main(sys.argv[1:])
