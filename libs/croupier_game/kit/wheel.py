"""Would the wheel of a game have all that an engine and the page load? It is built, and looked at.

The package's own backend builds it, without a network, into a folder that is removed; backends that
leave files beside the sources build a copy of them.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

from croupier_game.installed import UNSENT
from croupier_game.kit.local import Folder

USUAL = "setuptools.build_meta:__legacy__"
"""What builds a folder that names nothing."""
TIDY = ("hatchling.build", "flit_core.buildapi", "uv_build")
"""Backends that leave nothing behind; one of them asks git what to leave out."""
LEFT_OUT = shutil.ignore_patterns(
    *(".git", ".venv", "venv", "__pycache__", "build", "dist", "node_modules", "*.egg-info")
)
BUILD = """import importlib, sys
name, _, attribute = sys.argv[1].partition(":")
backend = importlib.import_module(name)
getattr(backend, attribute, backend).build_wheel(sys.argv[2])
"""
LONGEST_S = 120
UNKNOWN = "Whether the wheel would lack files is not known: {} builds it, and is not installed."
FAILED = "The wheel cannot be built: {}"
LACKING = "The wheel would lack {}. Write into pyproject.toml:\n\n{}"
OF_HATCHLING = "[tool.hatch.build.targets.wheel.force-include]"
OF_SETUPTOOLS = "[tool.setuptools.package-data]"
OF_OTHERS = "# what {} is told of files that a wheel has"
ASKED_FOR = (".py", ".lock", ".binpb", "RULES.md", "verify.js")
"""How the names of files end that an engine or the kit looks for beside those of the board."""
NOT_PACKED = frozenset({"tests", "__pycache__"})


class NotBuilt(Exception):
    """Why there is no wheel, in a sentence."""


def report(folder: Folder) -> tuple[bool, str]:
    """Return whether the wheel is complete as far as is known, and what to say of it."""
    backend = _backend(folder.root)
    tool = backend.replace(":", ".").partition(".")[0]
    if not find_spec(tool):
        return True, UNKNOWN.format(tool)
    try:
        missing = [each.relative_to(folder.source) for each in lacking(folder)]
    except NotBuilt as error:
        return False, FAILED.format(error)
    if not missing:
        return True, ""
    within = folder.source.relative_to(folder.root.absolute())
    names = ", ".join(each.as_posix() for each in missing)
    return False, LACKING.format(names, "\n".join(_remedy(tool, within, missing)))


def lacking(folder: Folder) -> Sequence[Path]:
    """Return the files of the game that its wheel would not have. Raise NotBuilt."""
    with tempfile.TemporaryDirectory(prefix="croupier-wheel-") as out:
        names = _built(folder.root.absolute(), Path(out))
    needed = (path for package in folder.packages for path in _needed(package))
    return [path for path in needed if path.relative_to(folder.source).as_posix() not in names]


def _needed(package: Path) -> Iterator[Path]:
    """Yield the files of a package that are looked for when its game is played or tested."""
    for path in sorted(package.rglob("*")):
        *folders, name = path.relative_to(package).parts
        if not path.is_file() or name.startswith(".") or NOT_PACKED & {*folders}:
            continue
        of_board = folders == ["board"] and not name.endswith(UNSENT)
        if of_board or name.endswith(ASKED_FOR):
            yield path


def _built(root: Path, out: Path) -> set[str]:
    """Return the names of the files in the wheel of the folder. Raise NotBuilt."""
    backend, source = _backend(root), root
    if backend not in TIDY:
        source = Path(shutil.copytree(root, out / "source", ignore=LEFT_OUT))
    command = [sys.executable, "-P", "-c", BUILD, backend, str(out)]
    try:
        ran = subprocess.run(
            command, cwd=source, capture_output=True, text=True, timeout=LONGEST_S, check=False
        )
    except subprocess.TimeoutExpired:
        raise NotBuilt(f"{backend} takes longer than {LONGEST_S} s.") from None
    if not (wheels := [*out.glob("*.whl")]):
        raise NotBuilt((ran.stderr or ran.stdout).strip().rpartition("\n")[2])
    with ZipFile(wheels[0]) as wheel:
        return {*wheel.namelist()}


def _backend(root: Path) -> str:
    about = tomllib.loads((root / "pyproject.toml").read_text())
    return str(about.get("build-system", {}).get("build-backend", USUAL))


def _remedy(tool: str, within: Path, missing: Sequence[Path]) -> Iterator[str]:
    """Yield the lines that mend it; `within` is where the packages lie in the folder."""
    if tool == "hatchling":
        yield OF_HATCHLING
        yield from (f'"{(within / each).as_posix()}" = "{each.as_posix()}"' for each in missing)
    elif tool == "setuptools":
        yield OF_SETUPTOOLS
        for package in dict.fromkeys(each.parts[0] for each in missing):
            own = [each.relative_to(package) for each in missing if each.parts[0] == package]
            yield f"{package} = {json.dumps([each.as_posix() for each in own])}"
    else:
        yield OF_OTHERS.format(tool)
