"""The protocol of every release, as descriptors in proto/released/VERSION.binpb.

`make release-protos` writes that of the version in pyproject.toml, as a part of releasing it.
A written file never changes: programs of that release speak this protocol.
"""

import sys
import tomllib
from pathlib import Path

from google.protobuf.descriptor_pb2 import FileDescriptorSet

ROOT = Path(__file__).parent.parent
RELEASED = ROOT / "proto/released"
CURRENT = ROOT / "services/croupier/v1/descriptors.binpb"


def main() -> int:
    """Write the file of this version; return the exit code, 1 if it exists already."""
    path = RELEASED / f"{version()}.binpb"
    if path.exists():
        sys.stderr.write(f"{path.relative_to(ROOT)} exists; raise the version first.\n")
        return 1
    RELEASED.mkdir(exist_ok=True)
    path.write_bytes(current().SerializeToString(deterministic=True))
    return 0


def version() -> str:
    """The version in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return str(project["version"])


def current() -> FileDescriptorSet:
    """The protocol of this clone, without comments."""
    found = FileDescriptorSet.FromString(CURRENT.read_bytes())
    for file in found.file:
        file.ClearField("source_code_info")
    return found


def releases() -> list[Path]:
    """The files of all releases, the oldest first."""
    return sorted(RELEASED.glob("*.binpb"), key=lambda path: [*map(int, path.stem.split("."))])


def load(path: Path) -> FileDescriptorSet:
    """The protocol of a release."""
    return FileDescriptorSet.FromString(path.read_bytes())


if __name__ == "__main__":
    sys.exit(main())
