"""Generate services/croupier from proto/: messages, types, and descriptors with their comments."""

import sys
from pathlib import Path

import grpc_tools
from grpc_tools import protoc

ROOT = Path(__file__).parent.parent
OUT = ROOT / "services"


def main() -> int:
    """Run protoc over all files at once; returns its exit code."""
    protos = ROOT / "proto"
    sources = sorted(str(path.relative_to(protos)) for path in protos.rglob("*.proto"))
    bundled = Path(grpc_tools.__file__).parent / "_proto"
    package = OUT / "croupier" / "v1"
    package.mkdir(parents=True, exist_ok=True)
    for folder in (package, package.parent):
        (folder / "__init__.py").touch()
    plugin = Path(sys.executable).parent
    return int(
        protoc.main(
            [
                "protoc",
                f"--proto_path={protos}",
                f"--proto_path={bundled}",
                f"--plugin=protoc-gen-mypy={plugin / 'protoc-gen-mypy'}",
                f"--plugin=protoc-gen-mypy_grpc={plugin / 'protoc-gen-mypy_grpc'}",
                f"--python_out={OUT}",
                f"--grpc_python_out={OUT}",
                f"--mypy_out=quiet:{OUT}",
                f"--mypy_grpc_out=quiet:{OUT}",
                f"--descriptor_set_out={package / 'descriptors.binpb'}",
                "--include_source_info",
                *sources,
            ]
        )
    )


if __name__ == "__main__":
    sys.exit(main())
