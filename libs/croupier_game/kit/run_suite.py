"""`croupier test-game [PATH]`: what every game must pass, and the game's own tests.

PATH is the folder of a game, with a pyproject.toml, by default the current one; nothing is
installed. `--installed GAME` tests a game of an installed package.
"""

import argparse
import secrets
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from croupier_game.kit import wheel
from croupier_game.kit.local import Folder, NotAGame, findable, read

SUITE = "croupier_game.kit.suite"
NEEDED = ("pytest", "pydantic", "orjson", "croupier_match")
LACKING = "{} is missing: pip install 'croupier-game[kit]', which has what the tests need."
LOOPING = ("-o", "faulthandler_timeout=240", "-o", "faulthandler_exit_on_timeout=true")
"""A test that takes longer ends, and says where it was: some rule loops."""
JOBS = ("-n", "auto", "--maxprocesses", "4", "--dist", "worksteal")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tests; return the exit code."""
    given = [*(sys.argv[1:] if arguments is None else arguments)]
    # Taken off first: argparse would take the value of an option of pytest's for it.
    root = Path(given.pop(0) if given and not given[0].startswith("-") else "")
    asked, more = _parser().parse_known_args(given)
    if missing := [each for each in NEEDED if not find_spec(each)]:
        return _fail(LACKING.format(missing[0]))
    if asked.installed:
        return _run(["--game", asked.installed, *more], Path())
    try:
        folder = read(root)
    except NotAGame as error:
        return _fail(str(error))
    with findable([folder]):
        if asked.write_playthroughs:
            return _python("croupier_game.kit.playthroughs", *folder.games)
        games = [each for game in folder.games for each in ("--game", game)]
        tests = [*games, *_own_tests(folder), *more]
        if asked.mutate:
            return _mutate(asked, folder, tests)
        return _run(tests, root) or _look_at_wheel(folder)


def _parser() -> argparse.ArgumentParser:
    about, *_ = (__doc__ or "").split("\n")
    parser = argparse.ArgumentParser(
        "croupier test-game", usage=USAGE, description=about, epilog=EPILOG
    )
    add = parser.add_argument
    add("--installed", metavar="GAME", help="test this game of an installed package")
    add(
        "--write-playthroughs",
        action="store_true",
        help="write tests/playthroughs anew, and test nothing: read the difference",
    )
    add("--mutate", type=int, metavar="N", help="plant N faults, of which the tests must find most")
    add("--seed", type=int, default=secrets.randbelow(10**6), help="of the faults")
    return parser


USAGE = "%(prog)s [PATH] [--installed GAME] [--write-playthroughs] [--mutate N] [OPTIONS OF PYTEST]"
EPILOG = "All other options are those of pytest, such as -k, -x or -n 0."


def _run(tests: Sequence[str], root: Path) -> int:
    """Run pytest; return the exit code."""
    jobs = JOBS if find_spec("xdist") else ()
    return _python("pytest", "-q", "-ra", *LOOPING, *jobs, *_suite(root), *tests)


def _look_at_wheel(folder: Folder) -> int:
    """Say what the wheel would lack; return the exit code."""
    complete, told = wheel.report(folder)
    if told:
        sys.stderr.write(f"{told}\n")
    return 0 if complete else 1


def _mutate(asked: argparse.Namespace, folder: Folder, tests: Sequence[str]) -> int:
    """Plant faults in the game; return the exit code."""
    packages = (word for each in folder.packages for word in ("--package", str(each)))
    what = (str(asked.mutate), str(asked.seed), str(folder.source), *packages)
    return _python("croupier_game.kit.mutate", *what, *_suite(folder.root), *tests)


def _suite(root: Path) -> Sequence[str]:
    """Return how pytest finds the suites, with the configuration of the folder."""
    project = root / "pyproject.toml"
    config = ("-c", str(project), "--rootdir", str(root)) if project.is_file() else ()
    return (*config, "-p", "croupier_game.kit.plugin", "--pyargs", SUITE)


def _python(module: str, *arguments: str) -> int:
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, check=False).returncode


def _own_tests(folder: Folder) -> Iterator[str]:
    """Yield where the game's own tests are."""
    for place in (folder.root, *folder.packages):
        if (place / "tests").is_dir():
            yield str(place / "tests")


def _fail(text: str) -> int:
    sys.stderr.write(f"{text}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
