"""The protocol of every release, as descriptors in proto/released/VERSION.binpb, and beside it the
OpenAPI document, in VERSION.openapi.json.

`make release-protos` writes those of the version in pyproject.toml, as a part of releasing it.
A written file never changes: programs and clients of that release speak this protocol.
"""

import sys
from pathlib import Path

from google.protobuf.descriptor_pb2 import FileDescriptorSet

from tools.images import ROOT, version

RELEASED = ROOT / "proto/released"
PAGE = ROOT / "docs/openapi.json"
CURRENT = ROOT / "libs/croupier/v1/descriptors.binpb"


def main() -> int:
    """Write the file of this version; return the exit code, 1 if it exists already."""
    path = RELEASED / f"{version()}.binpb"
    if path.exists():
        sys.stderr.write(f"{path.relative_to(ROOT)} exists; raise the version first.\n")
        return 1
    RELEASED.mkdir(exist_ok=True)
    path.write_bytes(current().SerializeToString(deterministic=True))
    document_of(path).write_text(PAGE.read_text())
    return 0


def document_of(path: Path) -> Path:
    """The file of the OpenAPI document beside that of the protocol."""
    return path.with_suffix(".openapi.json")


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
