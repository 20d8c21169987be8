"""The JSON of moves and options of a game with a .proto stays as it was."""

from pathlib import Path

import pytest
from croupier_game.errors import BadGame
from croupier_game.protobuf.lock import Lock
from croupier_game.protobuf.messages import DESCRIPTORS, classes_in, file_of
from croupier_game.protobuf.proto_lock import check
from croupier_game.protobuf.write_lock import compile_proto

PROTO = """\
syntax = "proto3";
package p;
import "croupier_game/example.proto";
message Move {
  option (croupier_game.example) = {notation: "5"};
  uint32 card = 1;
  repeated Part parts = 3;
  Way way = 4;
  oneof where { string text = 5; Part part = 6; }
}
message Part { string place_of = 1; optional Way way = 2; Part inner = 3; }
enum Way { UP = 0; DOWN = 1; }
message Options { optional uint32 rounds = 1; message In { bool a = 1; } In in = 2; }
message View { uint32 size = 1; }
message Event { uint32 seat = 1; }
"""
LOCK = """\
version 1
Move.card 1 uint32
Move.parts 3 Part*
Move.way 4 enum
Move.way=UP 0
Move.way=DOWN 1
Move.text 5 string?
Move.part 6 Part
Options.rounds 1 uint32?
Options.in 2 Options.In
Part.placeOf 1 string
Part.way 2 enum?
Part.way=UP 0
Part.way=DOWN 1
Part.inner 3 Part
Options.In.a 1 bool
"""


def checked(folder: Path, proto: str, lock: Lock) -> str:
    """Return the lock's text after a check of these messages. Raise BadGame."""
    path = folder / "game.proto"
    path.write_text(proto)
    compile_proto(path)
    check(classes_in(file_of(path.with_name(DESCRIPTORS).read_bytes())), lock)
    return lock.text()


def test_what_moves_and_options_have_is_locked(tmp_path: Path) -> None:
    assert checked(tmp_path, PROTO, Lock(1)) == LOCK
    assert checked(tmp_path, PROTO, Lock(1, LOCK)) == LOCK


LACKED = ", which moves and options of version 1 lack: let it be left out, or raise VERSION"
GONE = " any more, which moves and options of version 1 may have: keep it, or raise VERSION"
CARD = "uint32 card = 1;"
CHANGED = [
    (CARD, f"{CARD} bool more = 9;", f"has Move.more{LACKED}"),
    (CARD, f"{CARD} repeated bool more = 9;", f"has Move.more{LACKED}"),
    (CARD, f"{CARD} map<string, bool> more = 9;", f"has Move.more{LACKED}"),
    ("Part inner = 3;", "Part inner = 3; Way more = 9;", f"has Part.more{LACKED}"),
    ("bool a = 1;", "bool a = 1; bool more = 9;", f"has Options.In.more{LACKED}"),
    (CARD, "", f"has no Move.card{GONE}"),
    (CARD, "uint32 rank = 1;", f"has Move.rank{LACKED}"),
    (CARD, 'uint32 card = 1 [json_name = "rank"];', f"has Move.rank{LACKED}"),
    (CARD, "uint32 card = 2;", "has Move.card with number 2, and in wire.lock with 1: change it"),
    (CARD, "string card = 1;", "has Move.card as string, and in wire.lock as uint32: give it"),
    (CARD, "optional uint32 card = 1;", "has Move.card as uint32?, and in wire.lock as uint32:"),
    (CARD, "repeated uint32 card = 1;", "has Move.card as uint32*, and in wire.lock as uint32:"),
    (CARD, "oneof new { uint32 card = 1; }", "has Move.card as uint32?, and in wire.lock as"),
    ("DOWN = 1;", "BELOW = 1;", "has no number for Move.way=BELOW in wire.lock: write it with"),
    ("DOWN = 1;", "", f"has no Move.way=DOWN{GONE}"),
    ("optional uint32 rounds = 1;", "", f"has no Options.rounds{GONE}"),
]


@pytest.mark.parametrize(("before", "after", "why"), CHANGED)
def test_what_gives_old_ones_other_json_is_refused(
    tmp_path: Path, before: str, after: str, why: str
) -> None:
    assert before in PROTO
    with pytest.raises(BadGame) as told:
        checked(tmp_path, PROTO.replace(before, after), Lock(1, LOCK))
    assert str(told.value).startswith(why)


FINE = [
    (CARD, f"{CARD} optional bool more = 9;", "Move.more 9 bool?"),
    (CARD, f"{CARD} Part more = 9;", "Move.more 9 Part"),
    ("string text = 5;", "string text = 5; bool more = 9;", "Move.more 9 bool?"),
    ("DOWN = 1;", "DOWN = 1; LEFT = 2;", "Part.way=LEFT 2"),
    (CARD, f"{CARD} New more = 9; message New {{ bool any = 1; }}", "Move.New.any 1 bool"),
]


@pytest.mark.parametrize(("before", "after", "line"), FINE)
def test_what_old_ones_lack_can_be_added_and_is_locked_then(
    tmp_path: Path, before: str, after: str, line: str
) -> None:
    proto = PROTO.replace(before, after)
    text = checked(tmp_path, proto, Lock(1, LOCK, is_open=True))
    assert {*LOCK.splitlines(), line} <= {*text.splitlines()}
    with pytest.raises(BadGame, match=r"has no number for .* in wire\.lock"):
        checked(tmp_path, proto, Lock(1, LOCK))
    checked(tmp_path, proto, Lock(1, text))


def test_views_and_events_are_free_and_so_are_other_rules(tmp_path: Path) -> None:
    checked(tmp_path, PROTO.replace("uint32 size = 1;", "string size = 2;"), Lock(1, LOCK))
    changed = PROTO.replace(CARD, "bool more = 9;")
    text = checked(tmp_path, changed, Lock(2, LOCK, is_open=True))
    assert "Move.card 1 uint32 (gone)\n" in text
    checked(tmp_path, changed, Lock(2, text))
    checked(tmp_path, PROTO, Lock(1, text))


def test_a_proto_with_mistakes_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadGame, match=r"has a game.proto with mistakes: see above"):
        checked(tmp_path, PROTO.replace("uint32 card", "uint33 card"), Lock(1))
    assert 'game.proto:6:3: "uint33" is not defined.' in capfd.readouterr().err


def test_a_proto_without_a_message_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadGame, match=r"has no message View in game.proto: write it"):
        checked(tmp_path, PROTO.replace("message View", "message Look"), Lock(1))
