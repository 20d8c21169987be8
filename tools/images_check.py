"""`make images-check`: build the images once more, without a cache, and compare them.

Each file of the images that `make images` has built must have the same path, kind, mode, owner
and bytes in a second build. BUILDER, BASE and BUILD_FLAGS must be as they were. Times and the
digest of an image depend on the builder: it is said whether they are equal as well.
"""

import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tools.images import IMAGES, build, find_builder, tag

SHOWN = 20
"""How many of the paths that differ are printed."""


@dataclass(frozen=True)
class Exported:
    """The file system of an image."""

    files: dict[str, tuple[object, ...]]
    """For each path: kind, mode, owner, group, target of a link, and SHA-256."""
    times: dict[str, float]

    @staticmethod
    def of(archive: tarfile.TarFile) -> "Exported":
        """What is in a tar archive."""
        files: dict[str, tuple[object, ...]] = {}
        times: dict[str, float] = {}
        for entry in archive:
            file = archive.extractfile(entry) if entry.isreg() else None
            digest = hashlib.sha256(file.read()).hexdigest() if file else ""
            about = (entry.type, entry.mode, entry.uid, entry.gid, entry.linkname)
            files[entry.name], times[entry.name] = (*about, digest), entry.mtime
        return Exported(files, times)


def main() -> int:
    """Build and compare all images; return the exit code, 1 if a file differs."""
    builder = os.environ.get("BUILDER") or find_builder()
    if builder not in ("docker", "podman"):
        sys.stderr.write("Docker or Podman is needed to compare images: BUILDER=podman\n")
        return 2
    same = [_is_the_same(builder, image) for image in IMAGES]
    return int(not all(same))


def different(one: Exported, other: Exported) -> list[str]:
    """The paths that only one has, or that are not the same in both."""
    paths = sorted({*one.files, *other.files})
    return [path for path in paths if one.files.get(path) != other.files.get(path)]


def _is_the_same(builder: str, image: str) -> bool:
    """Build the image by another name, say what differs, and remove it; whether nothing does."""
    known, again = tag(image), f"{tag(image)}-again"
    if build(builder, image, again, "--no-cache"):
        return False
    one, other = _exported(builder, known), _exported(builder, again)
    paths = different(one, other)
    ids = {_said(builder, "image", "inspect", "--format={{.Id}}", name) for name in (known, again)}
    _said(builder, "image", "rm", again)
    for path in paths[:SHOWN]:
        print(f"  {path}")
    print(
        f"{known}: {len(one.files)} files, {len(paths)} of them differ;"
        f" times {_word(one.times == other.times)}, digest {_word(len(ids) == 1)}",
        flush=True,
    )
    return not paths


def _exported(builder: str, name: str) -> Exported:
    container = _said(builder, "create", name)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "image.tar"
        try:
            _said(builder, "export", "--output", str(path), container)
        finally:
            _said(builder, "rm", container)
        with tarfile.open(path) as archive:
            return Exported.of(archive)


def _said(*command: str) -> str:
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


def _word(equal: bool) -> str:
    return "equal" if equal else "different"


if __name__ == "__main__":
    sys.exit(main())
