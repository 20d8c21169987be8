"""What the compiled functions make of messages is, byte by byte, what protobuf makes of them.

The oracle is `MessageToDict`, which is slow and knows everything. What is random comes
from seeds that a failure names.
"""

import random
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier.v1.lost_cities_pb2 import LostCitiesOptions, LostCitiesView
from engine.games import proto_json as engine_json
from engine.rpc import encode
from engine.service.queries import Replay
from gateway.contract import serializers
from gateway.contract.proto_json import writer
from google.protobuf import struct_pb2, wrappers_pb2
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorProto
from google.protobuf.descriptor_pb2 import FieldDescriptorProto as Field
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from bench.render import as_before, by_the_book, play
from tests.support.games import TABLES
from tests.support.matches import Step

SEED = 20261121
SOME = 60
"""Messages of each type."""
SET = 0.6
"""The share of fields that are set."""
TEXTS = ("", "Y7", "Zoë 🐫", '"\\/', "\n\t\b\x00\x1f\x7f", "\u2028<&>", "a" * 70)
INTEGERS = {
    FieldDescriptor.CPPTYPE_UINT32: (0, 1, 7, 2**32 - 1),
    FieldDescriptor.CPPTYPE_INT32: (0, 1, -1, -(2**31), 2**31 - 1),
}
STRANGE = (97, -1)
"""Numbers that no enum has a name for."""


def test_random_messages_of_every_type_of_the_games() -> None:
    reachable = types(pb.Options, pb.Move, pb.View, pb.Event)
    assert len(reachable) > 60
    for descriptor in reachable:
        agree(descriptor)


def test_random_messages_of_types_as_no_game_has_them() -> None:
    for descriptor in types(*(GetMessageClass(each) for each in odd_types())):
        agree(descriptor)


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_every_answer_in_a_whole_match(game_id: str, seats: int) -> None:
    dice = random.Random(f"{SEED} {game_id} {seats}")
    steps = list(play(game_id, seats, dice))
    assert steps[-1][0].ended
    shown = [
        answer
        for before, (match, entry) in zip([None, *steps], steps, strict=False)
        for eye in {None, entry.seat, dice.randrange(seats)}
        for answer in answers(before, (match, entry), eye)
    ]
    shown.append(pb.Replay(match=encode.match(steps[-1][0], 0), log=logged(steps)))
    for number, message in enumerate(shown):
        assert rendered(message) == rendered_before(message), f"{SEED} {game_id} {seats}, {number}"


def test_a_match_is_as_the_contract_writes_it() -> None:
    message = pb.Match(
        id="AAAA",
        game="lost-cities",
        status=pb.MATCH_STATUS_WAITING,
        access=pb.ACCESS_PRIVATE,
        start=pb.START_MODE_MANUAL,
        invite_code="secret",
        version=1,
        rules_version=2,
        options=pb.Options(lost_cities=LostCitiesOptions(rounds=0)),
        create_time="then",
        update_time="now",
        seats=[
            pb.Seat(player=pb.Player(id="BBBB", display_name="Ada", kind=pb.PLAYER_KIND_BOT)),
            pb.Seat(index=1),
        ],
        your_seat=0,
        fairness=pb.Fairness(commitment="12", log_head="34"),
    )
    ada = {"id": "BBBB", "displayName": "Ada", "kind": "bot"}
    assert orjson.dumps(serializers.match(message)) == orjson.dumps(
        {
            "id": "AAAA",
            "game": "lost-cities",
            "status": "waiting",
            "access": "private",
            "start": "manual",
            "version": 1,
            "rulesVersion": 2,
            "options": {"rounds": 0, "carriedScores": []},
            "createTime": "then",
            "updateTime": "now",
            "seats": [
                {"index": 0, "player": ada, "resigned": False},
                {"index": 1, "player": None, "resigned": False},
            ],
            "yourSeat": 0,
            "toMove": [],
            "clock": None,
            "state": None,
            "lastEvents": [],
            "outcome": None,
            "fairness": {"commitment": "12", "serverSeed": None, "logHead": "34"},
            "inviteCode": "secret",
        }
    )
    replay = serializers.replay(pb.Replay(match=message))
    assert replay["match"]["options"] == replay["options"] == {"rounds": 0, "carriedScores": []}


@pytest.mark.parametrize("kind", [pb.Options, pb.Move, pb.View, pb.Event])
def test_no_game_is_an_empty_object(kind: type[Message]) -> None:
    assert serializers.arm(kind()) == {}


def test_the_words_of_the_contract() -> None:
    assert list(serializers.STATUS.values())[1:] == ["waiting", "active", "finished", "aborted"]
    assert list(serializers.ACCESS.values())[1:] == ["public", "private"]
    assert list(serializers.START.values())[1:] == ["auto", "manual"]
    assert list(serializers.REASON.values())[1:] == ["completed", "resigned", "timeout", "aborted"]
    assert list(serializers.PLAYER.values())[1:] == ["human", "bot"]
    assert list(serializers.TICKET.values())[1:] == ["searching", "matched", "cancelled", "expired"]
    assert " ".join(list(serializers.KIND.values())[1:]) == (
        "created joined left started move resigned timeout aborted"
    )
    for words in (
        serializers.STATUS,
        serializers.ACCESS,
        serializers.START,
        serializers.REASON,
        serializers.KIND,
    ):
        assert list(words) == list(range(len(words)))


def test_what_is_made_is_the_callers_own() -> None:
    view = LostCitiesView(hand=["Y7"])
    first = serializers.as_json(view)
    first["hand"].append("Y8")
    first["sides"].append({})
    assert serializers.as_json(view) == by_the_book(view)


def test_moves_are_as_the_log_is_hashed() -> None:
    for descriptor in types(pb.Move):
        for message in some(descriptor):
            assert serializers.as_json(message) == engine_json.as_json(message)


@pytest.mark.parametrize(
    "message", [wrappers_pb2.StringValue(), struct_pb2.Struct(), struct_pb2.Value(), pb.Clock()]
)
def test_types_that_the_contract_has_no_use_for_are_refused(message: Message) -> None:
    with pytest.raises(TypeError, match="there is no such type in the public contract"):
        serializers.as_json(message)


@pytest.mark.parametrize("name", ["int64", "fixed64", "double", "float", "bytes"])
def test_scalars_that_the_contract_has_no_use_for_are_refused(name: str) -> None:
    (descriptor,) = made(DescriptorProto(name="Odd", field=[a_field("odd", 1, name)]))
    with pytest.raises(TypeError, match=r"odd\.Odd\.odd: there is no such type"):
        writer(descriptor)


def test_maps_are_refused() -> None:
    odd = DescriptorProto(name="Odd", field=[a_field("odd", 1, ".odd.Odd.OddEntry", repeated=True)])
    entry = odd.nested_type.add(name="OddEntry", field=[a_field("key", 1, "string")])
    entry.field.append(a_field("value", 2, "string"))
    entry.options.map_entry = True
    (descriptor,) = made(odd)
    with pytest.raises(TypeError, match="OddEntry: there is no such type"):
        writer(descriptor)


def agree(descriptor: Descriptor) -> None:
    write = writer(descriptor)
    for number, message in enumerate(some(descriptor)):
        told = f"seed {SEED}, {descriptor.full_name} {number}: {message}"
        assert orjson.dumps(write(message)) == orjson.dumps(by_the_book(message)), told


def some(descriptor: Descriptor) -> Iterator[Any]:
    """An empty message, then random ones; read from bytes, as those that are shown."""
    dice, kind = random.Random(f"{SEED} {descriptor.full_name}"), GetMessageClass(descriptor)
    yield kind()
    for _ in range(SOME):
        message = kind()
        fill(message, dice)
        yield kind.FromString(message.SerializeToString())


def fill(message: Any, dice: random.Random) -> None:
    """With anything that its type can hold; of a oneof, the last field that is drawn stays."""
    for field in message.DESCRIPTOR.fields:
        if dice.random() > SET:
            continue
        if field.message_type and field.is_repeated:
            for _ in range(dice.randrange(4)):
                fill(getattr(message, field.name).add(), dice)
        elif field.message_type:
            getattr(message, field.name).SetInParent()
            fill(getattr(message, field.name), dice)
        elif field.is_repeated:
            getattr(message, field.name).extend(
                scalar(field, dice) for _ in range(dice.randrange(4))
            )
        else:
            setattr(message, field.name, scalar(field, dice))


def scalar(field: FieldDescriptor, dice: random.Random) -> Any:
    if field.enum_type:
        return dice.choice([*(value.number for value in field.enum_type.values), *STRANGE])
    if field.type == FieldDescriptor.TYPE_STRING:
        return dice.choice(TEXTS)
    if field.type == FieldDescriptor.TYPE_BOOL:
        return dice.random() < 0.5
    return dice.choice(INTEGERS[field.cpp_type])


def types(*kinds: Any) -> list[Descriptor]:
    """These types of messages, and all that are within them."""
    found: dict[str, Descriptor] = {}
    left = [kind.DESCRIPTOR for kind in kinds]
    while left:
        descriptor = left.pop()
        found[descriptor.full_name] = descriptor
        inner = [field.message_type for field in descriptor.fields if field.message_type]
        left += [each for each in inner if each.full_name not in found]
    return [*found.values()]


def odd_types() -> list[Descriptor]:
    """Fields out of order, between those of a oneof, and called as the functions' own names."""
    inner = DescriptorProto(
        name="Inner", field=[a_field("b", 2, "sint32"), a_field("a", 1, "string")]
    )
    outer = DescriptorProto(
        name="Outer",
        field=[
            a_field("from", 30, "string"),
            a_field("message", 5, "bool", repeated=True),
            a_field("class", 4, "fixed32", repeated=True),
            a_field("first", 3, "bool", oneof_index=0),
            a_field("json", 2, "sfixed32"),
            a_field("pass", 1, "string", oneof_index=0),
            a_field("inner", 9, ".odd.Inner", oneof_index=0),
            a_field("part4", 8, ".odd.Inner", repeated=True),
            a_field("value2", 7, ".odd.Inner"),
            a_field("word", 10, ".odd.Word", repeated=True),
            a_field("may", 11, ".odd.Word", oneof_index=1),
            a_field("only", 6, "uint32", json_name='it\'s \\ "o"'),
            a_field("lone", 12, "bool", oneof_index=2, proto3_optional=True),
            a_field("plain", 13, ".odd.Word"),
        ],
    )
    for name in ("choice", "other", "_lone"):
        outer.oneof_decl.add(name=name)
    return made(inner, outer)


def a_field(name: str, number: int, kind: str, repeated: bool = False, **more: Any) -> Field:
    """`kind` is a scalar, or the full name of a type of `made` with a dot in front."""
    label = Field.LABEL_REPEATED if repeated else Field.LABEL_OPTIONAL
    of = "enum" if kind == ".odd.Word" else "message" if kind.startswith(".") else kind
    field = Field(name=name, number=number, label=label, **more)
    field.type = Field.Type.Value(f"TYPE_{of.upper()}")
    if kind.startswith("."):
        field.type_name = kind
    return field


def made(*messages: DescriptorProto) -> list[Descriptor]:
    """These types, of a file of their own; in it is an enum with two names for a number."""
    file = FileDescriptorProto(name="odd.proto", package="odd", syntax="proto3")
    file.message_type.extend(messages)
    word = file.enum_type.add(name="Word")
    word.options.allow_alias = True
    for name, number in (("NONE", 0), ("NOTHING", 0), ("MINUS", -7), ("ONE", 1), ("UNO", 1)):
        word.value.add(name=name, number=number)
    pool = DescriptorPool()
    pool.AddSerializedFile(file.SerializeToString())
    return [pool.FindMessageTypeByName(f"odd.{each.name}") for each in messages]


def answers(before: Step | None, now: Step, eye: int | None) -> Iterator[Message]:
    """What a viewer may be answered at a version."""
    match, entry = now
    past = Replay(match, entry, before[0].log_head if before else "")
    change = encode.seen_change(match, eye)
    yield pb.Change.FromString(change.SerializeToString())
    yield encode.legal_moves(match, eye)
    yield pb.ListMovesResponse(entries=[encode.history_entry(past, eye)])


def logged(steps: list[Step]) -> list[pb.LogEntry]:
    return [encode.log_entry(Replay(match, entry, "")) for match, entry in steps]


def rendered(message: Any) -> bytes:
    make: dict[type, Any] = {
        pb.Change: serializers.change,
        pb.LegalMoves: serializers.legal_moves,
        pb.ListMovesResponse: serializers.history,
        pb.Replay: serializers.replay,
    }
    return orjson.dumps(make[type(message)](message))


def rendered_before(message: Any) -> bytes:
    with as_before():
        return rendered(message)
