"""What breaks the protocol of a release is found, by buf with our rules."""

from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from grpc_tools import protoc

from tools import released
from tools.breaking import breaking, main

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
BY_BUF = [
    ("uint32 size = 2;", "uint64 size = 2;", '"size" on message "M" changed type'),
    ("uint32 size = 2;", "uint32 length = 2;", 'from "size" to "length"'),
    ("uint32 size = 2;", 'uint32 size = 2 [json_name = "big"];', "json_name"),
    ("optional bool open", "bool open", '"open" on message "M" changed cardinality'),
    ("uint32 size = 2;", 'reserved "size";', "without reserving the number"),
    ("uint32 size = 2;", "reserved 2;", "without reserving the name"),
    ("bytes blob = 6; }", "} bytes blob = 6;", "oneof"),
    ("int32 deep = 1;", "int64 deep = 1;", '"deep" on message "Inner" changed type'),
    ("reserved 9, 20 to 29;", "reserved 9, 20 to 28;", "reserved range"),
    ('reserved "gone";', "", 'reserved name "gone"'),
    ("E_TWO = 2;", "reserved 2;", "without reserving the name"),
    ("E_TWO = 2;", 'reserved "E_TWO";', "without reserving the number"),
    ("E_TWO = 2;", "E_THREE = 2;", 'from "E_TWO" to "E_THREE"'),
    ("rpc Get(M) returns (M);", "", 'RPC "Get"'),
    ("rpc Get(M)", "rpc Get(M.Inner)", "request type"),
    ("returns (stream M)", "returns (M)", "streaming"),
    ("service S", "service T", 'service "S" was deleted'),
    ("package p;", "package q;", '"p" was deleted'),
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


@pytest.mark.full
@pytest.mark.parametrize(("before", "after", "said"), BY_BUF)
def test_what_breaks_programs_is_found(before: str, after: str, said: str, tmp_path: Path) -> None:
    assert before in OLD
    old, new = described(OLD, tmp_path), described(OLD.replace(before, after), tmp_path)
    found = breaking(old, new)
    assert any(said in each for each in found), found


@pytest.mark.full
@pytest.mark.parametrize(("before", "after"), FINE)
def test_what_is_only_more_breaks_nothing(before: str, after: str, tmp_path: Path) -> None:
    assert before in OLD
    old, new = described(OLD, tmp_path), described(OLD.replace(before, after), tmp_path)
    assert breaking(old, new) == []


@pytest.mark.full
def test_a_change_is_told_with_the_release_that_it_breaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(released, "RELEASED", tmp_path)
    assert main() == 0
    assert "no release yet" in capsys.readouterr().out
    old = released.current()
    (tmp_path / "0.1.0.binpb").write_bytes(old.SerializeToString())
    assert (main(), capsys.readouterr().out) == (0, "")
    old.file[0].message_type.add(name="Gone")
    (tmp_path / "0.2.0.binpb").write_bytes(old.SerializeToString())
    assert main() == 1
    (said,) = capsys.readouterr().out.splitlines()
    assert said.startswith("Protocol of 0.2.0: ")
    assert '"Gone" was deleted' in said
