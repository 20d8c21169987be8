"""Empty environments, in which a package finds only what it declares."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

PATH = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
"""Where uv is: beside this Python, or on the user's path."""


def environment(folder: Path, *packages: str) -> Path:
    """Return the folder of the programs of a new environment with the packages in it.

    Options of pip may be among them. What the packages need comes in the versions of this
    environment: from uv's cache, or the registry.
    """
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    pinned = folder / "versions.txt"
    pinned.write_text(_frozen())
    into = ["--python", str(folder / "bin/python"), "--constraint", str(pinned), *packages]
    if _uv("pip", "install", "-q", "--offline", *into, check=False).returncode:
        _uv("pip", "install", "-q", *into)
    return folder / "bin"


def _frozen() -> str:
    """The packages of this environment, without those that are folders of this clone."""
    found = _uv("pip", "freeze", "--python", sys.executable).stdout.splitlines()
    return "\n".join(each for each in found if "==" in each and " @ " not in each)


def _uv(*arguments: str, check: bool = True) -> "subprocess.CompletedProcess[str]":
    command: Sequence[str] = ("uv", *arguments)
    known = {**os.environ, "PATH": PATH}
    return subprocess.run(command, env=known, check=check, capture_output=True, text=True)
