"""`make release VERSION=0.2.0`: turn this commit into a release, up to what others would see.

Everything is done in a temporary clone first: the version in all places, the section of the
changelog, the protocol, and all files of the release. Then this clone gets the commit, the tag
and dist/. With DRY=1 it gets dist/ only, and with NO_CHART=yes that has no Helm chart. Nothing is
pushed: that is the last step, by hand, and the workflow of the tag publishes.
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
from tools.release_files import SUMS, helm_is_missing
from tools.released import RELEASED

NUMBER = re.compile(r"(\d+)\.(\d+)\.(\d+)", re.ASCII)
UNRELEASED = re.compile(
    r"^## \[Unreleased\]\n+(?:To be [^\n]*\n+)?(.*?)(?=^## |^\[|\Z)", re.M | re.S
)
USER = ("name", "email")
DONE = """
Version {version} is committed and tagged here, and its files are in dist/. To publish it:

  git push --atomic origin HEAD v{version}

To take it back: git tag -d v{version} && git reset --hard HEAD~1"""
REHEARSED = (
    "\nThis was a rehearsal: dist/ has the files of {version}, and nothing else has changed."
)


class NotReleasable(Exception):
    """The clone cannot be released as this version; the message says why."""


def main() -> int:
    """Make the release, or rehearse it; return the exit code, 1 if something is in its way."""
    number, dry = os.environ.get("VERSION", ""), bool(os.environ.get("DRY"))
    try:
        if found := [*obstacles(ROOT, number)]:
            raise NotReleasable("\n".join(found))
        _run(ROOT, "make", "--no-print-directory", "check")
        release(ROOT, number, dry)
    except (NotReleasable, subprocess.CalledProcessError) as error:
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
    if missing := helm_is_missing():
        yield missing


def release(root: Path, number: str, dry: bool) -> None:
    """Release the commit of a clone as this version; with `dry`, build its files only.

    Raise CalledProcessError if a step fails: the clone is as it was then.
    """
    with tempfile.TemporaryDirectory(prefix="croupier-release-") as folder:
        clone = Path(folder) / "clone"
        _git(root, "clone", "--quiet", ".", str(clone))
        _python(clone, "tools.protoc")
        write(clone, number)
        _commit(root, clone, number)
        _take(root / "dist", clone / "dist")
        _python(clone, "tools.release_files")
        shutil.rmtree(root / "dist", ignore_errors=True)
        shutil.copytree(clone / "dist", root / "dist")
        if not dry:
            _git(root, "pull", "--quiet", "--ff-only", str(clone), "HEAD")
            _git(root, "tag", "--annotate", f"v{number}", "--message", f"Croupier {number}")


def _take(dist: Path, target: Path) -> None:
    """Copy a list of files and its signatures, which hold if the same files are built."""
    target.mkdir()
    for path in dist.glob(f"{SUMS}*"):
        shutil.copyfile(path, target / path.name)


def write(clone: Path, number: str) -> None:
    """Write the version into all files of the clone that tell it."""
    versions.write(number, clone)
    page = clone / "CHANGELOG.md"
    page.write_text(dated(page.read_text(), number, f"{datetime.now(UTC):%Y-%m-%d}"))
    # What is there for this version is of a commit that was not released.
    for path in (clone / RELEASED.relative_to(ROOT)).glob(f"{number}.*"):
        path.unlink()
    _python(clone, "tools.released")


def dated(changelog: str, number: str, day: str) -> str:
    """The changelog with what is unreleased as the section of this version."""
    return UNRELEASED.sub(rf"## [Unreleased]\n\n## [{number}] - {day}\n\n\g<1>", changelog, count=1)


def _commit(root: Path, clone: Path, number: str) -> None:
    """Commit all changes of the clone, with the author that `root` is configured with."""
    known = {name: _git(root, "config", "--default", "", f"user.{name}") for name in USER}
    user = [part for name in USER if known[name] for part in ("-c", f"user.{name}={known[name]}")]
    _git(clone, "add", "--all")
    _git(clone, *user, "commit", "--quiet", "--message", f"Release {number}")


def _parts(number: str) -> list[int]:
    return [*map(int, number.split("."))]


def _git(folder: Path, *arguments: str) -> str:
    """What git prints. Raise CalledProcessError if it fails; its error is on the terminal."""
    command = ("git", *arguments)
    return subprocess.run(
        command, cwd=folder, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.strip()


def _python(clone: Path, module: str) -> None:
    """Run a module of the clone, not of this one, with the packages of this environment."""
    _run(clone, sys.executable, "-m", module, PYTHONPATH=f"{clone / 'services'}:{clone}")


def _run(folder: Path, *command: str, **environment: str) -> None:
    subprocess.run(command, cwd=folder, env={**os.environ, **environment}, check=True)


if __name__ == "__main__":
    sys.exit(main())
