"""`make release VERSION=0.2.0`: turn this commit into a release, up to what others would see.

Everything is done in a temporary worktree first: the version in all places, the section of the
changelog, the protocol, and `make release-files`. Then this clone gets the commit, the tag and
dist/; with DRY=1 it gets dist/ only. Nothing is pushed: that is the last step, by hand, and the
workflow of the tag publishes.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from tools import versions
from tools.images import ROOT
from tools.released import RELEASED

NUMBER = re.compile(r"(\d+)\.(\d+)\.(\d+)", re.ASCII)
UNRELEASED = re.compile(
    r"^## \[Unreleased\]\n+(?:To be [^\n]*\n+)?(.*?)(?=^## |^\[|\Z)", re.M | re.S
)
INSTALLED = ("local", "croupier", "dev", "web", "audit", "k8s")
"""What `make` need not install: the files are built with the packages of this one."""
DONE = """
Version {version} is committed and tagged here, and its files are in dist/. To publish it:

  git push --atomic origin HEAD v{version}

To take it back: git tag -d v{version} && git reset --hard HEAD~1"""
REHEARSED = (
    "\nThis was a rehearsal: dist/ has the files of {version}, and nothing else has changed."
)


def main() -> int:
    """Make the release, or rehearse it; return the exit code, 1 if something is in its way."""
    number, dry = os.environ.get("VERSION", ""), bool(os.environ.get("DRY"))
    if found := [*obstacles(ROOT, number)]:
        sys.stderr.write("\n".join([*found, ""]))
        return 1
    try:
        _run(ROOT, "make", "--no-print-directory", "check")
        release(ROOT, number, dry)
    except subprocess.CalledProcessError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    print((REHEARSED if dry else DONE).format(version=number))
    return 0


def obstacles(root: Path, number: str) -> Iterator[str]:
    """A sentence for each reason not to release the clone as this version."""
    if not NUMBER.fullmatch(number):
        yield "VERSION must be three numbers: make release VERSION=0.2.0"
    elif _parts(number) < _parts(current := next(versions.found(root))[1]):
        yield f"{number} is older than {current}, the version in pyproject.toml."
    if f"v{number}" in _git(root, "tag").split():
        yield f"v{number} is released: there is a tag."
    if changed := _git(root, "status", "--porcelain").rstrip():
        yield f"There are changes that are not committed:\n{changed}"
    section = UNRELEASED.search((root / "CHANGELOG.md").read_text())
    if not (section and section[1].strip()):
        yield "CHANGELOG.md has nothing below [Unreleased]."


def release(root: Path, number: str, dry: bool) -> None:
    """Release the commit of a clone as this version; with `dry`, build its files only.

    Raise CalledProcessError if a step fails: the clone is as it was then.
    """
    with tempfile.TemporaryDirectory(prefix="croupier-release-") as folder:
        tree = Path(folder) / "tree"
        _git(root, "worktree", "add", "--quiet", "--detach", str(tree))
        try:
            _run(tree, sys.executable, "-m", "tools.protoc")
            write(tree, number)
            _git(tree, "add", "--all")
            _git(tree, "commit", "--quiet", "--message", f"Release {number}")
            if (earlier := root / "web/earlier").is_dir():
                shutil.copytree(earlier, tree / "web/earlier")
            there = [each for name in INSTALLED for each in ("-o", f".venv/{name}")]
            _run(tree, "make", "-s", *there, f"BIN={Path(sys.executable).parent}", "release-files")
            shutil.rmtree(root / "dist", ignore_errors=True)
            shutil.copytree(tree / "dist", root / "dist")
            if not dry:
                _git(root, "merge", "--quiet", "--ff-only", _git(tree, "rev-parse", "HEAD"))
                _git(root, "tag", "--annotate", f"v{number}", "--message", f"Croupier {number}")
        finally:
            _git(root, "worktree", "remove", "--force", str(tree))


def write(tree: Path, number: str) -> None:
    """Write the version into all files of a clone that tell it."""
    versions.write(number, tree)
    page = tree / "CHANGELOG.md"
    page.write_text(dated(page.read_text(), number, f"{datetime.now(UTC):%Y-%m-%d}"))
    # What is there for this version is of a commit that was not released.
    for path in (tree / RELEASED.relative_to(ROOT)).glob(f"{number}.*"):
        path.unlink()
    _run(tree, sys.executable, "-m", "tools.released")


def dated(changelog: str, number: str, day: str) -> str:
    """The changelog with what is unreleased as the section of this version."""
    return UNRELEASED.sub(rf"## [Unreleased]\n\n## [{number}] - {day}\n\n\g<1>", changelog, count=1)


def _parts(number: str) -> list[int]:
    return [*map(int, number.split("."))]


def _git(folder: Path, *arguments: str) -> str:
    """What git prints. Raise CalledProcessError if it fails; its error is on the terminal."""
    command = ("git", *arguments)
    return subprocess.run(
        command, cwd=folder, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.strip()


def _run(tree: Path, *command: str) -> None:
    """Run a program in a clone, which finds the modules of that one, not those of this one."""
    path = f"{tree}/libs:{tree}/services:{tree}"
    subprocess.run(command, cwd=tree, env={**os.environ, "PYTHONPATH": path}, check=True)


if __name__ == "__main__":
    sys.exit(main())
