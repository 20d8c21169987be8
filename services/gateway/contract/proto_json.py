"""The proto3 JSON mapping, by a function that is compiled for each type of message.

What `json_format.MessageToDict` finds out about every field of every message is
found out once here. The functions are source text, compiled as dataclasses are,
and such as one would write by hand for this one type:

    def write(message):
        json = {}
        value1 = message.color
        if value1: json['color'] = part1.get(value1, value1)
        value2 = message.top
        if value2: json['top'] = value2
        if not value1: json['color'] = 'COLOR_UNSPECIFIED'
        if not value2: json['top'] = ''
        return json

A game's view takes a sixth of the time that it took, and a whole match or answer
a fifth (`python -m bench.render`). Functions that go through the fields one by
one took twice as long as these, and writing text instead of dicts up to three
times: reading a message makes Python objects anyway, and to make text of those is
a tenth of the work for orjson.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from keyword import iskeyword
from operator import attrgetter
from typing import Any, TypeAlias

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

Json: TypeAlias = dict[str, Any]
Writer: TypeAlias = Callable[[Message], Json]
Part: TypeAlias = Writer | Mapping[int, str] | None

PLAIN = (
    FieldDescriptor.CPPTYPE_BOOL,
    FieldDescriptor.CPPTYPE_INT32,
    FieldDescriptor.CPPTYPE_UINT32,
)
"""What is the same in JSON. Text is as well, but bytes have its cpp_type."""
INDENT = "\n    "


@cache
def writer(descriptor: Descriptor) -> Writer:
    """What makes plain values of messages of this type.

    Byte by byte, once they are text, what MessageToDict gives with
    always_print_fields_with_no_presence, the order of members included: first
    what is set, by number, then the rest. A number of an enum that has no name
    stays a number. Nothing of a message is kept.

    Raise TypeError for what the public contract has no use for: 64-bit integers,
    fractions, bytes, maps, closed enums, Google's own types. A message that can
    hold another of its own type is a RecursionError.
    """
    if descriptor.file.package.startswith("google.") or descriptor.GetOptions().map_entry:
        raise _unknown(descriptor)
    names: dict[str, Any] = {f"part{each.number}": _part(each) for each in descriptor.fields}
    exec(_source(descriptor), names)  # noqa: S102 - made of nothing but our .proto files
    written: Writer = names["write"]
    return written


def _part(field: FieldDescriptor) -> Part:
    """What `write` needs to know of a field's values."""
    if field.message_type:
        return writer(field.message_type)
    if field.enum_type and not field.enum_type.is_closed:
        return _names(field.enum_type)
    if field.cpp_type in PLAIN or field.type == FieldDescriptor.TYPE_STRING:
        return None
    raise _unknown(field)


def _unknown(what: Descriptor | FieldDescriptor) -> TypeError:
    return TypeError(f"{what.full_name}: there is no such type in the public contract.")


def _names(enum: EnumDescriptor) -> Mapping[int, str]:
    """Of a number with several names the one that it is looked up by."""
    return {each.number: enum.values_by_number[each.number].name for each in enum.values}


def _source(descriptor: Descriptor) -> str:
    """The text of `write`, for which `part1` is the part of field 1."""
    fields = sorted(descriptor.fields, key=attrgetter("number"))
    choices = [each for each in descriptor.oneofs if len(each.fields) > 1]
    return INDENT.join(
        [
            "def write(message):",
            "json = {}",
            *(f"choice{each.index} = message.WhichOneof({each.name!r})" for each in choices),
            *(line for each in fields for line in _if_set(each)),
            *(_if_unset(each) for each in descriptor.fields if not each.has_presence),
            "return json",
        ]
    )


def _if_set(field: FieldDescriptor) -> Iterator[str]:
    value = f"message.{field.name}"
    if iskeyword(field.name):
        value = f"getattr(message, {field.name!r})"
    if field.has_presence:
        yield f"if {_presence(field)}: json[{field.json_name!r}] = {_converted(field, value)}"
        return
    local = f"value{field.number}"
    yield f"{local} = {value}"
    yield f"if {local}: json[{field.json_name!r}] = {_converted(field, local)}"


def _if_unset(field: FieldDescriptor) -> str:
    default = [] if field.is_repeated else field.default_value
    if field.enum_type and not field.is_repeated:
        default = field.enum_type.values_by_number[field.default_value].name
    return f"if not value{field.number}: json[{field.json_name!r}] = {default!r}"


def _presence(field: FieldDescriptor) -> str:
    """Whether a field is set that can be set to its default."""
    choice = field.containing_oneof
    if choice and len(choice.fields) > 1:
        return f"choice{choice.index} == {field.name!r}"
    return f"message.HasField({field.name!r})"


def _converted(field: FieldDescriptor, value: str) -> str:
    """Slices are lists, made at one go: going through a repeated field costs three times that."""
    if not field.is_repeated:
        return _one(field, value)
    each = _one(field, "each")
    return f"{value}[:]" if each == "each" else f"[{each} for each in {value}[:]]"


def _one(field: FieldDescriptor, value: str) -> str:
    if field.message_type:
        return f"part{field.number}({value})"
    if field.enum_type:
        return f"part{field.number}.get({value}, {value})"
    return value
