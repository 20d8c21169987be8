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
from croupier.v1.lost_cities_pb2 import LostCitiesView
from engine.games import proto_json as engine_json
from gateway.contract import serializers
from gateway.contract.proto_json import writer
from google.protobuf import struct_pb2, wrappers_pb2
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorProto
from google.protobuf.descriptor_pb2 import FieldDescriptorProto as Field
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from tests.support.by_the_book import by_the_book

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
    with pytest.raises(TypeError, match="the public contract does not use this type"):
        serializers.as_json(message)


@pytest.mark.parametrize("name", ["int64", "fixed64", "double", "float", "bytes"])
def test_scalars_that_the_contract_has_no_use_for_are_refused(name: str) -> None:
    (descriptor,) = made(DescriptorProto(name="Odd", field=[a_field("odd", 1, name)]))
    with pytest.raises(TypeError, match=r"odd\.Odd\.odd: the public contract does not"):
        writer(descriptor)


def test_maps_are_refused() -> None:
    odd = DescriptorProto(name="Odd", field=[a_field("odd", 1, ".odd.Odd.OddEntry", repeated=True)])
    entry = odd.nested_type.add(name="OddEntry", field=[a_field("key", 1, "string")])
    entry.field.append(a_field("value", 2, "string"))
    entry.options.map_entry = True
    (descriptor,) = made(odd)
    with pytest.raises(TypeError, match="OddEntry: the public contract does not"):
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
