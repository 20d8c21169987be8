"""Breaking changes between two versions of the protocol.

The rules are those of `buf breaking` in its category WIRE_JSON, with three that are stricter:
messages, enums and rpcs are never removed, a field keeps its type, and both the number and the
name of a removed field or value are reserved. The rules compare descriptors, not texts:
comments, order and file names may change.
"""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from google.protobuf import descriptor_pb2 as d

Messages = dict[str, d.DescriptorProto]
Enums = dict[str, d.EnumDescriptorProto]
Field = d.FieldDescriptorProto
Removable = TypeVar("Removable", d.FieldDescriptorProto, d.EnumValueDescriptorProto)

REQUEST_AND_ANSWER = ("input_type", "output_type", "client_streaming", "server_streaming")


def breaking(old: d.FileDescriptorSet, new: d.FileDescriptorSet) -> list[str]:
    """A sentence for each breaking change: `croupier.v1.Move.card: it has another type`."""
    return [
        *_of_messages(messages(old), messages(new)),
        *_of_enums(enums(old), enums(new)),
        *_of_methods(methods(old), methods(new)),
    ]


def messages(files: d.FileDescriptorSet) -> Messages:
    """All messages by full name, with nested ones."""
    found: Messages = {}
    for file in files.file:
        found.update(_nested(file.package, file.message_type))
    return found


def enums(files: d.FileDescriptorSet) -> Enums:
    """All enums by full name, with those inside messages."""
    found = {f"{file.package}.{each.name}": each for file in files.file for each in file.enum_type}
    for name, message in messages(files).items():
        found.update({f"{name}.{each.name}": each for each in message.enum_type})
    return found


def methods(files: d.FileDescriptorSet) -> dict[str, d.MethodDescriptorProto]:
    """All methods by their gRPC names: `croupier.v1.EngineService/GetMatch`."""
    return {
        f"{file.package}.{service.name}/{method.name}": method
        for file in files.file
        for service in file.service
        for method in service.method
    }


def _nested(
    prefix: str, found: Iterable[d.DescriptorProto]
) -> Iterator[tuple[str, d.DescriptorProto]]:
    for message in found:
        name = f"{prefix}.{message.name}"
        yield name, message
        yield from _nested(name, message.nested_type)


# --- messages


def _of_messages(old: Messages, new: Messages) -> Iterator[str]:
    for name, before in old.items():
        if name not in new:
            yield f"{name}: the message is gone"
        else:
            yield from _of_message(name, before, new[name])


def _of_message(name: str, old: d.DescriptorProto, new: d.DescriptorProto) -> Iterator[str]:
    there = {field.number: field for field in new.field}
    for field in old.field:
        where = f"{name}.{field.name}"
        if field.number in there:
            yield from _of_field(where, (old, field), (new, there[field.number]))
        else:
            yield from _not_reserved(where, field, _numbers(new.reserved_range), new.reserved_name)
    yield from _freed(name, _numbers(old.reserved_range), _numbers(new.reserved_range))
    yield from (f"{name}: {each} is not reserved any more" for each in _lost_names(old, new))


def _of_field(
    where: str, old: tuple[d.DescriptorProto, Field], new: tuple[d.DescriptorProto, Field]
) -> Iterator[str]:
    (_, before), (_, after) = old, new
    if (before.name, before.json_name) != (after.name, after.json_name):
        yield f"{where}: its number is now that of {after.name}"
    if (before.type, before.type_name) != (after.type, after.type_name):
        yield f"{where}: it has another type"
    if (before.label, before.proto3_optional) != (after.label, after.proto3_optional):
        yield f"{where}: it is there another number of times"
    if _oneof(*old) != _oneof(*new):
        yield f"{where}: it is in another oneof"


def _oneof(message: d.DescriptorProto, field: Field) -> str:
    """The name of the oneof that has the field; empty for a field without, or `optional`."""
    if field.proto3_optional or not field.HasField("oneof_index"):
        return ""
    return message.oneof_decl[field.oneof_index].name


# --- enums


def _of_enums(old: Enums, new: Enums) -> Iterator[str]:
    for name, before in old.items():
        if name not in new:
            yield f"{name}: the enum is gone"
        else:
            yield from _of_enum(name, before, new[name])


def _of_enum(name: str, old: d.EnumDescriptorProto, new: d.EnumDescriptorProto) -> Iterator[str]:
    there: dict[int, set[str]] = {}
    for value in new.value:
        there.setdefault(value.number, set()).add(value.name)
    if old.value[0].number != new.value[0].number:
        yield f"{name}: another value is the first"
    for value in old.value:
        where = f"{name}.{value.name}"
        if value.number not in there:
            taken = _numbers(new.reserved_range, inclusive=True)
            yield from _not_reserved(where, value, taken, new.reserved_name)
        elif value.name not in there[value.number]:
            yield f"{where}: its number is now that of {min(there[value.number])}"
    freed = _numbers(old.reserved_range, True), _numbers(new.reserved_range, True)
    yield from _freed(name, *freed)
    yield from (f"{name}: {each} is not reserved any more" for each in _lost_names(old, new))


# --- what is reserved


def _not_reserved(
    where: str, removed: Removable, numbers: "Ranges", names: Iterable[str]
) -> Iterator[str]:
    if not _among(removed.number, numbers):
        yield f"{where}: it is gone, and its number {removed.number} is not reserved"
    if removed.name not in names:
        yield f"{where}: it is gone, and its name is not reserved"


Ranges = list[tuple[int, int]]
"""Pairs of a first number and the number after the last one."""


def _numbers(
    ranges: Iterable[d.DescriptorProto.ReservedRange]
    | Iterable[d.EnumDescriptorProto.EnumReservedRange],
    inclusive: bool = False,
) -> Ranges:
    """The ranges as pairs. Those of messages exclude `end`, those of enums are `inclusive`."""
    return [(each.start, each.end + inclusive) for each in ranges]


def _among(number: int, ranges: Ranges) -> bool:
    return any(first <= number < end for first, end in ranges)


def _freed(name: str, old: Ranges, new: Ranges) -> Iterator[str]:
    for first, end in old:
        if not any(start <= first and end <= stop for start, stop in new):
            yield f"{name}: {first} to {end - 1} are not reserved any more"


def _lost_names(
    old: d.DescriptorProto | d.EnumDescriptorProto, new: d.DescriptorProto | d.EnumDescriptorProto
) -> set[str]:
    return set(old.reserved_name) - set(new.reserved_name)


# --- methods


def _of_methods(
    old: dict[str, d.MethodDescriptorProto], new: dict[str, d.MethodDescriptorProto]
) -> Iterator[str]:
    for name, before in old.items():
        if name not in new:
            yield f"{name}: the rpc is gone"
        elif _shape(before) != _shape(new[name]):
            yield f"{name}: it takes or gives something else"


def _shape(method: d.MethodDescriptorProto) -> list[object]:
    return [getattr(method, part) for part in REQUEST_AND_ANSWER]
