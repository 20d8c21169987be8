"""`make lock`: pin all that is installed, with hashes, in requirements.txt.

A version that is pinned already stays, unless pyproject.toml demands another one. UPGRADE names
packages to raise to their newest version, such as UPGRADE="redis ruff"; UPGRADE=all raises all.
The pins hold for all Pythons and platforms that docs/decisions/tools-and-platforms.md names.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from tools.pins import FILE, PACKAGE

ROOT = FILE.parent
OLDEST_PYTHON = "3.11"
PIN = re.compile(r"^(\S+==[^\s;]+)(?: ; (.+))?$", re.MULTILINE)
HEAD = """\
# Written by `make lock`. Each package has the installs that need it (tools/lock.py), and
# `python -m tools.pins NAME` prints what one of these needs.
"""
INSTALLS: dict[str, tuple[str, ...]] = {
    "engine": ("--extra=engine", "--extra=archive", "--extra=console", "--extra=otel"),
    "gateway": ("--extra=gateway", "--extra=otel"),
    "herald": ("--extra=herald", "--extra=otel"),
    "bots": ("--group=bots",),
    "local": (
        "--extra=engine",
        "--extra=archive",
        "--extra=console",
        "--extra=gateway",
        "--extra=herald",
        "--group=local",
    ),
    "dev": ("--all-extras", "--group=dev"),
    "build": ("--group=build",),
    "k8s": ("--group=k8s",),
    "audit": ("--group=audit",),
    "protos": ("--group=protos",),
    "page": ("--group=page",),
    "web": ("--group=web",),
    "clients": ("--group=clients",),
    "docs": ("--group=docs",),
    "native": ("--group=native",),
    "rivals": ("--group=rivals",),
    "uv": ("--group=uv",),
}
"""What of pyproject.toml each of them has, in the words of `uv pip compile`."""


def main() -> int:
    """Write requirements.txt; return the exit code, that of uv if it fails."""
    upgrades = [*_upgrades(os.environ.get("UPGRADE", "").split())]
    groups = (option for options in INSTALLS.values() for option in options if "group" in option)
    with tempfile.TemporaryDirectory() as folder:
        try:
            # All are resolved together, so that no two installs differ.
            every = Path(folder) / "every.txt"
            shutil.copy(FILE, every)
            _compile(every, ("--generate-hashes", "--all-extras", *groups, *upgrades))
            found = {name: _resolved(options, every) for name, options in INSTALLS.items()}
        except subprocess.CalledProcessError as error:
            return int(error.returncode)
        packages = PACKAGE.finditer(every.read_text())
        FILE.write_text(HEAD + "".join(_with_installs(each, found) for each in packages))
    return 0


def _resolved(options: Iterable[str], every: Path) -> dict[str, str]:
    """The pins of an install with their markers. Uv prefers what its output has already."""
    path = every.with_name("one.txt")
    path.write_text("".join(f"{pin}\n" for pin, *_ in PACKAGE.findall(every.read_text())))
    _compile(path, options)
    return dict(PIN.findall(path.read_text()))


def _with_installs(package: re.Match[str], found: dict[str, dict[str, str]]) -> str:
    """The package with the installs that need it, and with their markers where these are others."""
    pin, own, hashes, _ = package.groups(default="")
    needing: dict[str, list[str]] = {}
    for name, resolved in found.items():
        if pin in resolved:
            needing.setdefault(resolved[pin], []).append(name)
    for marker, names in needing.items():
        more = f" ; {marker}" if marker != own else ""
        hashes += f"    # for {', '.join(names)}{more}\n"
    return f"{pin}{f' ; {own}' * bool(own)} \\\n{hashes}"


def _upgrades(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        yield "--upgrade" if name == "all" else f"--upgrade-package={name}"


def _uv() -> str:
    """The uv of this environment, or another one on the PATH, which make prefers to installing."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    return shutil.which("uv", path=path) or "uv"


def _compile(path: Path, options: Iterable[str]) -> None:
    """Write the pins of these options. Raise CalledProcessError if uv finds none."""
    # A group alone is without what pyproject.toml says that the services need.
    source = ("pyproject.toml",) if any("extra" in each for each in options) else ()
    command = (
        *(_uv(), "pip", "compile", "--quiet", "--universal", "--no-header", "--no-annotate"),
        *("--python-version", OLDEST_PYTHON, "--output-file", str(path)),
    )
    subprocess.run((*command, *options, *source), cwd=ROOT, check=True)


if __name__ == "__main__":
    sys.exit(main())
