"""Generate code from proto/ into libs/: messages, types, and descriptors with their comments.

And game.binpb beside each game.proto of games/: descriptors with their comments.
"""

import sys
from pathlib import Path

import grpc_tools
from grpc_tools import protoc

ROOT = Path(__file__).parent.parent
PROTOS = ROOT / "proto"
OUT = ROOT / "libs"
PACKAGE = OUT / "croupier" / "v1"
DESCRIPTORS = PACKAGE / "descriptors.binpb"


def main() -> int:
    """Run protoc over all files, and remove stale modules; returns protoc's exit code."""
    sources = sorted(PROTOS.rglob("*.proto"))
    PACKAGE.mkdir(parents=True, exist_ok=True)
    for folder in (PACKAGE, PACKAGE.parent):
        (folder / "__init__.py").touch()
    failed = _generate([str(path.relative_to(PROTOS)) for path in sources])
    if not failed:
        _remove_stale({path.stem for path in sources if path.parent.name == PACKAGE.name})
    return failed or max(map(_describe, sorted(ROOT.glob("games/*/*/game.proto"))), default=0)


def _generate(sources: list[str]) -> int:
    plugin = Path(sys.executable).parent
    return _protoc(
        f"--proto_path={PROTOS}",
        f"--plugin=protoc-gen-mypy={plugin / 'protoc-gen-mypy'}",
        f"--plugin=protoc-gen-mypy_grpc={plugin / 'protoc-gen-mypy_grpc'}",
        f"--python_out={OUT}",
        f"--grpc_python_out={OUT}",
        f"--mypy_out=quiet:{OUT}",
        f"--mypy_grpc_out=quiet:{OUT}",
        f"--descriptor_set_out={DESCRIPTORS}",
        "--include_source_info",
        *sources,
    )


def _describe(game: Path) -> int:
    """Write the descriptors of a game's messages beside its .proto.

    `croupier lock-wire` does so with the generated code, which is only being made here.
    """
    return _protoc(
        f"--proto_path={game.parent}",
        f"--proto_path={PROTOS}",
        f"--descriptor_set_out={game.with_suffix('.binpb')}",
        "--include_source_info",
        game.name,
    )


def _protoc(*arguments: str) -> int:
    bundled = Path(grpc_tools.__file__).parent / "_proto"
    return int(protoc.main(["protoc", f"--proto_path={bundled}", *arguments]))


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
