"""`make lock`: pin all that is installed, with hashes, in requirements/.

A version that is pinned already stays, unless pyproject.toml demands another one. UPGRADE names
packages to raise to their newest version, such as UPGRADE="redis ruff"; UPGRADE=all raises all.
Every file holds for all Pythons and platforms that docs/decisions/tools-and-platforms.md names.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "requirements"
OLDEST_PYTHON = "3.11"
PIN = re.compile(r"^([\w.-]+==[^ ;\\\n]+)", re.MULTILINE)
SETS: dict[str, tuple[str, ...]] = {
    "engine": ("--extra=engine", "--extra=archive", "--extra=otel"),
    "gateway": ("--extra=gateway", "--extra=otel"),
    "bots": ("--group=bots",),
    "local": ("--extra=engine", "--extra=archive", "--extra=gateway", "--group=local"),
    "dev": ("--all-extras", "--group=dev"),
    "build": ("--group=build",),
    "k8s": ("--group=k8s",),
    "audit": ("--group=audit",),
    "protos": ("--group=protos",),
    "page": ("--group=page",),
    "web": ("--group=web",),
    "clients": ("--group=clients",),
    "docs": ("--group=docs",),
    "uv": ("--group=uv",),
}
"""By file, what of pyproject.toml it has, in the words of `uv pip compile`."""


def main() -> int:
    """Write all files; return the exit code, that of uv if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        # All sets are resolved together first, so that no two of them differ.
        everything = Path(folder) / "everything.txt"
        _prefer(FOLDER.glob("*.txt"), everything)
        groups = (option for options in SETS.values() for option in options if "group" in option)
        upgrades = _upgrades(os.environ.get("UPGRADE", "").split())
        try:
            _compile(everything, ("--all-extras", *groups, *upgrades))
            for name, options in SETS.items():
                _prefer([everything], FOLDER / f"{name}.txt")
                _compile(FOLDER / f"{name}.txt", options)
        except subprocess.CalledProcessError as error:
            return error.returncode
    return 0


def _prefer(sources: Iterable[Path], target: Path) -> None:
    """Write all pins of the sources into the target: uv prefers what its output has already."""
    pins = {pin for source in sources for pin in PIN.findall(source.read_text())}
    target.write_text("".join(f"{pin}\n" for pin in sorted(pins)))


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
        *(_uv(), "pip", "compile", "--quiet", "--universal"),
        *("--generate-hashes", "--python-version", OLDEST_PYTHON),
        *("--custom-compile-command", "make lock", "--output-file", str(path)),
    )
    subprocess.run((*command, *options, *source), cwd=ROOT, check=True)


if __name__ == "__main__":
    sys.exit(main())
