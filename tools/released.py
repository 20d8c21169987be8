"""The protocol of every release, as descriptors in proto/released/VERSION.binpb.

`make release-protos` writes that of the version in pyproject.toml, as a part of releasing it.
What has been written stays as it is: it is what programs of that release speak.
"""

import sys
import tomllib
from pathlib import Path

from google.protobuf.descriptor_pb2 import FileDescriptorSet

ROOT = Path(__file__).parent.parent
RELEASED = ROOT / "proto/released"
CURRENT = ROOT / "services/croupier/v1/descriptors.binpb"


def main() -> int:
    """Write it, unless it is there; the exit code."""
    path = RELEASED / f"{version()}.binpb"
    if path.exists():
        sys.stderr.write(f"{path.relative_to(ROOT)} is there; raise the version first.\n")
        return 1
    RELEASED.mkdir(exist_ok=True)
    path.write_bytes(current().SerializeToString(deterministic=True))
    return 0


def version() -> str:
    """Of this folder's code."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return str(project["version"])


def current() -> FileDescriptorSet:
    """The protocol as it is now, without comments."""
    found = FileDescriptorSet.FromString(CURRENT.read_bytes())
    for file in found.file:
        file.ClearField("source_code_info")
    return found


def releases() -> list[Path]:
    """The protocols of all releases, the oldest first."""
    return sorted(RELEASED.glob("*.binpb"), key=lambda path: [*map(int, path.stem.split("."))])


def load(path: Path) -> FileDescriptorSet:
    return FileDescriptorSet.FromString(path.read_bytes())


if __name__ == "__main__":
    sys.exit(main())
