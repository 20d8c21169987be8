"""What `croupier lock-wire` writes."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from croupier_game.errors import BadGame
from croupier_game.protobuf.write_lock import write
from google.protobuf.descriptor_pb2 import FileDescriptorSet

from tests.support.game_packages import NIM, NIM_LOCK, Folder, changed, forget, on_path

PACKAGE = "croupier_nim"
PROTO = """\
syntax = "proto3";
package croupier.games.nim;
message Options { optional int32 heap = 1; }
// Take some.
message Move { string end = 1; int32 count = 2; }
message View { int32 heap = 1; }
message Event { int32 count = 1; }
"""
WIRE = """
from croupier_game.protobuf import messages_of
pb = messages_of(__package__)

def options_json(options): return pb.Options(heap=options.heap)
def move_json(move): return pb.Move(end=move.end, count=move.count)
def public_view_json(view): return pb.View.part(heap=view.heap)
def event_json(event): return pb.Event(count=event.count)
def decode_options(message): raise NotImplementedError
def decode_move(message): raise NotImplementedError
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Folder]:
    with on_path(tmp_path, monkeypatch) as found:
        yield found


def locked(folder: Folder, source: str = NIM, **files: str) -> list[str]:
    """Write the lock of the rules with this source, and return what is new in it."""
    beside = {f"{PACKAGE}/{name}": text for name, text in files.items()}
    folder.install("nim", {f"{PACKAGE}/__init__.py": source, **beside}, {})
    try:
        return write(import_module(PACKAGE))
    finally:
        forget([PACKAGE])


def test_the_numbers_of_the_types_are_written_and_what_is_new_is_told(folder: Folder) -> None:
    path = folder.path / PACKAGE / "wire.lock"
    assert locked(folder) == NIM_LOCK.splitlines()
    assert path.read_text() == NIM_LOCK
    assert locked(folder) == []
    grown = {
        '    heap: int\n    """How many are left."""': "    heap: int\n    taken: int = 0",
        '    count: int\n    """How': '    count: int\n    all: bool | None = None\n    """How',
    }
    new = ["Move.all 3 bool?", "View.taken 2 int"]
    assert locked(folder, changed(NIM, grown)) == new
    assert {*path.read_text().splitlines()} == {*NIM_LOCK.splitlines(), *new}


def test_what_old_moves_cannot_bear_is_not_written(folder: Folder) -> None:
    locked(folder)
    with pytest.raises(BadGame, match=r"^has Move.amount, which moves and options of version 2"):
        locked(folder, changed(NIM, {"count: int": "amount: int"}))
    assert (folder.path / PACKAGE / "wire.lock").read_text() == NIM_LOCK


def test_new_rules_may_have_other_moves(folder: Folder) -> None:
    locked(folder)
    other = changed(NIM, {"count: int": "amount: int", "VERSION = 2": "VERSION = 3"})
    new = locked(folder, other)
    assert new[0] == "version 3"
    assert {"Move.count 2 int (gone)", "Move.amount 3 int"} <= {*new}
    path = folder.path / PACKAGE / "wire.lock"
    text = path.read_text()
    assert locked(folder) == []  # the old rules, which are kept beside them
    assert path.read_text() == text


def test_of_a_proto_descriptors_with_comments_are_written_too(folder: Folder) -> None:
    assert locked(folder, **{"game.proto": PROTO, "wire.py": WIRE}) == [
        "version 2",
        "Move.end 1 string",
        "Move.count 2 int32",
        "Options.heap 1 int32?",
    ]
    (file,) = FileDescriptorSet.FromString((folder.path / PACKAGE / "game.binpb").read_bytes()).file
    comments = [each.leading_comments for each in file.source_code_info.location]
    assert " Take some.\n" in comments
    forget([f"{PACKAGE}.wire"])
    with pytest.raises(BadGame, match=r"^has Move.more, which moves and options of version 2 lack"):
        locked(folder, **{"game.proto": PROTO.replace("int32 count = 2;", "bool more = 9;")})
