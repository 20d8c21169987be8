"""Writes the `wire.lock` of a game, and `game.binpb` of one with a .proto: `croupier lock-wire`."""

from importlib import import_module
from importlib.resources import files
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import ModuleType

from google.protobuf.descriptor_pb2 import FileDescriptorSet

from croupier_game.errors import BadGame
from croupier_game.game import Rules, package_of
from croupier_game.protobuf.derived import DerivedWire
from croupier_game.protobuf.lock import NAME, Lock
from croupier_game.protobuf.messages import DESCRIPTORS, SHARED
from croupier_game.protobuf.of_proto import ProtoWire

PROTO = "game.proto"


def write(module: ModuleType) -> list[str]:
    """Write the files beside the rules in this module; return the lines that are new in the lock.

    Raise BadGame, and then leave the lock as it was. Rules that are kept beside newer ones are only
    held against it.
    """
    package = package_of(module)
    folder = Path(str(files(package)))
    path, proto = folder / NAME, folder / PROTO
    old = path.read_text(encoding="utf-8") if path.is_file() else ""
    rules = Rules(module)
    lock = Lock(rules.VERSION, old, is_open=True)
    if proto.is_file():
        compile_proto(proto)
        ProtoWire(import_module(f"{package}.wire"), lock)
    else:
        DerivedWire(rules, lock)
    if not lock.is_open:
        return []
    path.write_text(lock.text(), encoding="utf-8")
    known = old.splitlines()
    return [line for line in lock.text().splitlines() if line not in known]


def compile_proto(proto: Path) -> None:
    """Write the descriptors of a game's messages, with comments, beside its .proto.

    Raise BadGame if it has mistakes, which protoc prints, or if protoc is missing.
    """
    try:
        from grpc_tools import protoc
    except ImportError:
        raise BadGame(f"has a {PROTO}, which needs `pip install grpcio-tools`") from None
    # What it may import comes with the service, and need not be found as files.
    shared = FileDescriptorSet()
    for each in SHARED:
        each.CopyToProto(shared.file.add())
    with NamedTemporaryFile() as file:
        file.write(shared.SerializeToString())
        file.flush()
        failed = protoc.main(
            [
                "protoc",
                f"--descriptor_set_in={file.name}",
                f"--proto_path={proto.parent}",
                f"--descriptor_set_out={proto.with_name(DESCRIPTORS)}",
                "--include_source_info",
                proto.name,
            ]
        )
    if failed:
        raise BadGame(f"has a {PROTO} with mistakes: see above")
