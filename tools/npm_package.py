"""Build the npm package of sdk/javascript: `python -m tools.npm_package [FOLDER]`, or in dist/.

The package is the source with declarations of its types. The same source gives the same bytes.
"""

import gzip
import json
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from tools import tracked

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "sdk/javascript"
KINDS = {"src": ("*.js",), "types": ("*.d.ts",), "verify": ("*.js", "*.d.ts")}
UNPACKED = {"verify/vectors.js"}
"""What is for tests only."""
EPOCH_S = 499_162_500
"""The time of all files, as npm writes it."""


def deno() -> str:
    """The program that runs TypeScript. Exit if it is not installed."""
    path = Path(sys.executable).with_name("deno")
    return str(path) if path.exists() else sys.exit("deno is missing: run make .venv/web.")


def files() -> Iterator[tuple[str, bytes]]:
    """The files of the package, by their paths in it."""
    yield from (("LICENSE", (ROOT / "LICENSE").read_bytes()), *_named("package.json", "README.md"))
    for folder, patterns in KINDS.items():
        for name in (name for pattern in patterns for name in _known(folder, pattern)):
            yield from () if name in UNPACKED else _named(name)
    yield from declarations()


def _known(folder: str, pattern: str) -> Iterator[str]:
    """The names of the files right in this folder that git knows."""
    for path in tracked.files(SOURCE / folder):
        if path.parent == SOURCE / folder and path.match(pattern):
            yield f"{folder}/{path.name}"


def _named(*names: str) -> Iterator[tuple[str, bytes]]:
    return ((name, (SOURCE / name).read_bytes()) for name in names)


def declarations() -> Iterator[tuple[str, bytes]]:
    """The types of src/, as TypeScript reads them in JSDoc."""
    with tempfile.TemporaryDirectory() as folder:
        command = [deno(), "task", "-q", "declarations", "--outDir", folder, "--rootDir", "."]
        subprocess.run(command, cwd=SOURCE, check=True)
        for name in _known("src", "*.js"):
            types = f"{name.removesuffix('.js')}.d.ts"
            yield types, Path(folder, types).read_bytes()


def tarball(contents: dict[str, bytes]) -> bytes:
    """The files as npm packs them."""
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for name, content in sorted(contents.items()):
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size, entry.mtime = len(content), EPOCH_S
            tar.addfile(entry, BytesIO(content))
    return gzip.compress(packed.getvalue(), mtime=0)


def build(folder: Path) -> Path:
    """Write the package into the folder, and return its path."""
    contents = dict(files())
    about = json.loads(contents["package.json"])
    path = folder / f"{about['name'].removeprefix('@').replace('/', '-')}-{about['version']}.tgz"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_bytes(tarball(contents))
    return path


if __name__ == "__main__":
    print(build(Path(*sys.argv[1:]) if sys.argv[1:] else ROOT / "dist"))
