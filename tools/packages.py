"""`make dist` and `make sdk`: the packages of server, clients and chart, built into dist/.

`python -m tools.packages NAME...`, of `server`, `games`, `python`, `npm` and `chart`. They have
what git knows and what is generated of it, and of what else lies around only web/earlier, the page
of the release before. The same files give the same bytes, whatever their times and modes and the
umask: hatchling and npm see to that, and Helm takes the times of the files.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
EARLIER = ROOT / "web/earlier"
TIME_S = 1_580_601_600
"""The time of all files: the one that hatchling takes."""


def main(*names: str) -> int:
    """Build the packages of these names, and print their files; return the exit code."""
    DIST.mkdir(exist_ok=True)
    for name in names:
        for path in BUILDS[name](DIST):
            print(f"Built {path.relative_to(ROOT)}.")
    return 0


def server(folder: Path) -> Iterator[Path]:
    """Build the sdist and the wheel of the server into the folder."""
    with staged() as tree:
        if EARLIER.is_dir():
            shutil.copytree(EARLIER, tree / "web/earlier", copy_function=shutil.copyfile)
        run(tree, sys.executable, "-m", "tools.protoc")
        run(tree, sys.executable, "-m", "tools.sdk_types", "python")
        run(tree, sys.executable, "-m", "tools.web_build")
        (tree / "pyproject.toml").rename(tree / "services.toml")
        (tree / "games.json").write_text(json.dumps(_versions(tree), sort_keys=True))
        for project in tree.glob("libs/*/pyproject.toml"):  # packages of their own
            shutil.rmtree(project.parent)
        shutil.copyfile(tree / "docs/package.md", tree / "README.md")
        shutil.copytree(tree / "tools/package", tree, dirs_exist_ok=True)
        yield from _uv_build(tree, folder)


def games(folder: Path) -> Iterator[Path]:
    """Build the sdists and the wheels of the games, and of the libraries for any process."""
    with staged() as tree:
        run(tree, sys.executable, "-m", "tools.protoc")
        # In place: `web_build` leaves out of a board what browsers do not ask for.
        run(tree, sys.executable, "-m", "tools.web_build", "web/dist", "games")
        for project in _projects(tree):
            yield from _uv_build(project.parent, folder)


def _projects(tree: Path) -> list[Path]:
    return [
        *sorted(tree.glob("libs/*/pyproject.toml")),
        *sorted(tree.glob("games/*/pyproject.toml")),
    ]


def _versions(tree: Path) -> dict[str, str]:
    """The packages of the games and of those libraries, by name, and their versions."""
    read = (tomllib.loads(each.read_text()) for each in _projects(tree))
    return {about["name"]: about["version"] for about in (each["project"] for each in read)}


def python(folder: Path) -> Iterator[Path]:
    """Build the sdist and the wheel of the client for Python into the folder."""
    with staged() as tree:
        run(tree, sys.executable, "-m", "tools.sdk_types", "python")
        yield from _uv_build(tree / "sdk/python", folder)


def npm(folder: Path) -> Iterator[Path]:
    """Build the package for npm into the folder: the source with declarations of its types."""
    with staged() as tree, tempfile.TemporaryDirectory() as out:
        source = tree / "sdk/javascript"
        shutil.copyfile(tree / "LICENSE", source / "LICENSE")
        run(tree, sys.executable, "-m", "tools.sdk_types", "javascript")
        _with_games(source / "verify", tree)
        run(source, deno(), "task", "-q", "declarations")
        run(source, deno(), "task", "-q", "pack", "--silent", "--pack-destination", out)
        yield from _taken(Path(out), folder)


def _with_games(verify: Path, tree: Path) -> None:
    """Copy what games.js imports from the games' packages, and have it import the copies."""
    for module in tree.glob("games/*/*/verify.js"):
        copied = verify / module.relative_to(tree)
        copied.parent.mkdir(parents=True)
        shutil.copyfile(module, copied)
    games = verify / "games.js"
    games.write_text(games.read_text().replace('"../../../games/', '"./games/'))


def chart(folder: Path) -> Iterator[Path]:
    """Build the package of the Helm chart into the folder."""
    try:
        import helm_python as helm
    except ImportError:
        sys.exit(
            "helm-python-sdk is missing: run make .venv/k8s, or leave the chart out, NO_CHART=yes"
        )
    with staged() as tree, tempfile.TemporaryDirectory() as out:
        helm.package(tree / "deploy/helm/croupier", destination=out)
        yield from _taken(Path(out), folder)


BUILDS = {"server": server, "games": games, "python": python, "npm": npm, "chart": chart}


def known(folder: Path) -> list[Path]:
    """The files below a folder of a clone that git knows and that are there."""
    command = ("git", "ls-files", "-z")
    said = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout
    names = (name for name in said.split("\0") if name not in ("", ".gitignore"))
    return [path for name in names if (path := folder / name).is_file()]


@contextmanager
def staged() -> Iterator[Path]:
    """A copy of what git knows, without links; all files have one time and one mode.

    Its own .gitignore is not among them: hatchling would put it into an sdist.
    """
    before = os.umask(0o022)
    try:
        with tempfile.TemporaryDirectory() as folder:
            for path in known(ROOT):
                copied = Path(folder) / path.relative_to(ROOT)
                copied.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copied)
                os.utime(copied, (TIME_S, TIME_S))
            yield Path(folder)
    finally:
        os.umask(before)


def deno() -> str:
    """The program that runs TypeScript. Exit if it is not installed."""
    path = Path(sys.executable).with_name("deno")
    return str(path) if path.exists() else sys.exit("deno is missing: run make .venv/web.")


def run(folder: Path, *command: str) -> None:
    """Run a program of this environment in the folder. Raise CalledProcessError if it fails."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "SOURCE_DATE_EPOCH": str(TIME_S), "PYTHONPATH": ""}
    subprocess.run(command, cwd=folder, env=env, check=True)


def _uv_build(source: Path, folder: Path) -> Iterator[Path]:
    """Build an sdist, and a wheel of that."""
    with tempfile.TemporaryDirectory() as out:
        options = ("--no-build-isolation", "--python", sys.executable, "--out-dir", out)
        run(source, "uv", "build", "-q", *options)
        yield from _taken(Path(out), folder)


def _taken(out: Path, folder: Path) -> Iterator[Path]:
    for path in sorted(out.glob("*[lz]")):
        yield Path(shutil.copyfile(path, folder / path.name))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
