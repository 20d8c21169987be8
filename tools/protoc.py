"""Generate services/croupier from proto/: messages, types, and descriptors with their comments."""

import sys
from pathlib import Path

import grpc_tools
from grpc_tools import protoc

ROOT = Path(__file__).parent.parent
PROTOS = ROOT / "proto"
OUT = ROOT / "services"
PACKAGE = OUT / "croupier" / "v1"
DESCRIPTORS = PACKAGE / "descriptors.binpb"


def main() -> int:
    """Run protoc over all files at once, and remove stale modules; returns protoc's exit code."""
    sources = sorted(PROTOS.rglob("*.proto"))
    PACKAGE.mkdir(parents=True, exist_ok=True)
    for folder in (PACKAGE, PACKAGE.parent):
        (folder / "__init__.py").touch()
    failed = _generate([str(path.relative_to(PROTOS)) for path in sources])
    if not failed:
        _remove_stale({path.stem for path in sources})
    return failed


def _generate(sources: list[str]) -> int:
    bundled = Path(grpc_tools.__file__).parent / "_proto"
    plugin = Path(sys.executable).parent
    return int(
        protoc.main(
            [
                "protoc",
                f"--proto_path={PROTOS}",
                f"--proto_path={bundled}",
                f"--plugin=protoc-gen-mypy={plugin / 'protoc-gen-mypy'}",
                f"--plugin=protoc-gen-mypy_grpc={plugin / 'protoc-gen-mypy_grpc'}",
                f"--python_out={OUT}",
                f"--grpc_python_out={OUT}",
                f"--mypy_out=quiet:{OUT}",
                f"--mypy_grpc_out=quiet:{OUT}",
                f"--descriptor_set_out={DESCRIPTORS}",
                "--include_source_info",
                *sources,
            ]
        )
    )


def _remove_stale(stems: set[str]) -> None:
    """Remove modules without a .proto.

    Importing one registers its messages once more, and two files that declare the same
    message cannot be loaded together.
    """
    for module in PACKAGE.glob("*_pb2*.py*"):
        if module.name.partition("_pb2")[0] not in stems:
            module.unlink()


if __name__ == "__main__":
    sys.exit(main())
