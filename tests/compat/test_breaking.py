"""The protocol of every release is still understood, and each rule finds what breaks it."""

from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from grpc_tools import protoc

from tools import released
from tools.breaking import breaking, enums, messages, methods

OLD = """
syntax = "proto3";
package p;
service S { rpc Get(M) returns (M); rpc Watch(M) returns (stream M); }
enum E { E_UNSPECIFIED = 0; E_ONE = 1; E_TWO = 2; reserved 5 to 7; reserved "E_OLD"; }
message M {
  string name = 1;
  uint32 size = 2;
  repeated E kinds = 3;
  optional bool open = 4;
  oneof what { string text = 5; bytes blob = 6; }
  Inner inner = 7;
  message Inner { int32 deep = 1; enum Nested { N_ZERO = 0; N_ONE = 1; } Nested nested = 2; }
  reserved 9, 20 to 29;
  reserved "gone";
}
"""
BREAKS = [
    ("uint32 size = 2;", "uint64 size = 2;", "p.M.size: it has another type"),
    ("Inner inner = 7;", "M inner = 7;", "p.M.inner: it has another type"),
    ("uint32 size = 2;", "uint32 length = 2;", "p.M.size: its number is now that of length"),
    (
        "uint32 size = 2;",
        'uint32 size = 2 [json_name = "big"];',
        "p.M.size: its number is now that of size",
    ),
    ("uint32 size = 2;", "repeated uint32 size = 2;", "p.M.size: it is there another number"),
    ("optional bool open", "bool open", "p.M.open: it is there another number of times"),
    ("uint32 size = 2;", 'reserved "size";', "p.M.size: it is gone, and its number 2 is not"),
    ("uint32 size = 2;", "reserved 2;", "p.M.size: it is gone, and its name is not reserved"),
    ("uint32 size = 2;", "uint32 size = 8;", "p.M.size: it is gone, and its number 2 is not"),
    ("bytes blob = 6; }", "} bytes blob = 6;", "p.M.blob: it is in another oneof"),
    ("oneof what", "oneof how", "p.M.text: it is in another oneof"),
    ("int32 deep = 1;", "int64 deep = 1;", "p.M.Inner.deep: it has another type"),
    ("reserved 9, 20 to 29;", "reserved 9, 20 to 28;", "p.M: 20 to 29 are not reserved any more"),
    ('reserved "gone";', "", "p.M: gone is not reserved any more"),
    ("E_TWO = 2;", "", "p.E.E_TWO: it is gone, and its number 2 is not reserved"),
    ("E_TWO = 2;", "reserved 2;", "p.E.E_TWO: it is gone, and its name is not reserved"),
    ("E_TWO = 2;", "E_THREE = 2;", "p.E.E_TWO: its number is now that of E_THREE"),
    ("reserved 5 to 7;", "reserved 5 to 6;", "p.E: 5 to 7 are not reserved any more"),
    ('reserved "E_OLD";', "", "p.E: E_OLD is not reserved any more"),
    ("N_ONE = 1;", "N_TWO = 1;", "p.M.Inner.Nested.N_ONE: its number is now that of N_TWO"),
    ("rpc Get(M) returns (M);", "", "p.S/Get: the rpc is gone"),
    ("rpc Get(M)", "rpc Get(M.Inner)", "p.S/Get: it takes or gives something else"),
    ("returns (stream M)", "returns (M)", "p.S/Watch: it takes or gives something else"),
    ("rpc Get(M)", "rpc Get(stream M)", "p.S/Get: it takes or gives something else"),
    ("service S", "service T", "p.S/Get: the rpc is gone"),
    ("package p;", "package q;", "p.M: the message is gone"),
    ("package p;", "package q;", "p.E: the enum is gone"),
]
FINE = [
    ("uint32 size = 2;", "uint32 size = 2; string more = 8;"),
    ("uint32 size = 2;", 'reserved 2; reserved "size";'),
    ("E_TWO = 2;", "E_TWO = 2; E_THREE = 3;"),
    ("E_TWO = 2;", 'reserved 2; reserved "E_TWO";'),
    ("rpc Get(M) returns (M);", "rpc Get(M) returns (M); rpc Put(M) returns (M);"),
    ("bytes blob = 6;", "bytes blob = 6; bool flag = 10;"),
    ("reserved 9, 20 to 29;", "reserved 9, 20 to 30;"),
    ("message M {", "message New { } message M {"),
]


def described(text: str, folder: Path) -> FileDescriptorSet:
    (folder / "p.proto").write_text(text)
    out = folder / "p.binpb"
    assert protoc.main(["", f"-I{folder}", f"--descriptor_set_out={out}", "p.proto"]) == 0
    return FileDescriptorSet.FromString(out.read_bytes())


@pytest.mark.parametrize(("before", "after", "sentence"), BREAKS)
def test_what_breaks_is_found(before: str, after: str, sentence: str, tmp_path: Path) -> None:
    assert before in OLD
    old = described(OLD, tmp_path)
    found = breaking(old, described(OLD.replace(before, after), tmp_path))
    assert any(each.startswith(sentence) for each in found), found


@pytest.mark.parametrize(("before", "after"), FINE)
def test_what_is_only_more_breaks_nothing(before: str, after: str, tmp_path: Path) -> None:
    assert before in OLD
    old = described(OLD, tmp_path)
    assert breaking(old, described(OLD.replace(before, after), tmp_path)) == []


@pytest.mark.parametrize("path", released.releases(), ids=lambda path: path.stem)
def test_the_protocol_of_a_release_is_understood(path: Path) -> None:
    old = released.load(path)
    assert len(methods(old)) >= 19
    assert len(messages(old)) > 50
    assert enums(old)
    assert breaking(old, released.current()) == []


def test_every_release_up_to_this_version_is_kept() -> None:
    """The first is 0.1.0; later ones are written when they are released."""
    assert [path.stem for path in released.releases()][:1] == ["0.1.0"]
