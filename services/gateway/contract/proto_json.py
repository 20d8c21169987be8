"""The proto3 JSON mapping, by a function that is compiled for each message type.

`json_format.MessageToDict` inspects the descriptor of every field of every message;
here that is done once per type. The functions are generated source text, as those of
dataclasses, and what one would write by hand for the type:

    def write(message):
        json = {}
        value1 = message.color
        if value1: json['color'] = part1.get(value1, value1)
        value2 = message.top
        if value2: json['top'] = value2
        if not value1: json['color'] = 'COLOR_UNSPECIFIED'
        if not value2: json['top'] = ''
        return json

A game's view takes a sixth of MessageToDict's time, and a whole match or answer a
fifth (measured at commit 7f0a1e8d). Functions that loop over the fields took twice as
long as these, and writing text instead of dicts up to three times: reading a message
makes Python objects anyway, and turning those into text is a tenth of orjson's work.
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
"""Types whose values are the same in JSON. So are strings, but bytes share their cpp_type."""
INDENT = "\n    "


@cache
def writer(descriptor: Descriptor) -> Writer:
    """Return a function that turns a message of this type into a dict.

    The result equals MessageToDict's with always_print_fields_with_no_presence, in the
    order of members, too: first the fields that are set, by number, then the rest. An
    enum value without a name stays a number. The dict shares nothing with the message.

    Raise TypeError for types that the public contract does not use: 64-bit integers,
    fractions, bytes, maps, closed enums, Google's own types. Raise RecursionError for a
    message type that can contain itself.
    """
    if descriptor.file.package.startswith("google.") or descriptor.GetOptions().map_entry:
        raise _unknown(descriptor)
    names: dict[str, Any] = {f"part{each.number}": _part(each) for each in descriptor.fields}
    exec(_source(descriptor), names)  # noqa: S102 - made of nothing but our .proto files
    written: Writer = names["write"]
    return written


def _part(field: FieldDescriptor) -> Part:
    """Return what converts a field's values: a writer, an enum's names, or None if plain."""
    if field.message_type:
        return writer(field.message_type)
    if field.enum_type and not field.enum_type.is_closed:
        return _names(field.enum_type)
    if field.cpp_type in PLAIN or field.type == FieldDescriptor.TYPE_STRING:
        return None
    raise _unknown(field)


def _unknown(what: Descriptor | FieldDescriptor) -> TypeError:
    return TypeError(f"{what.full_name}: the public contract does not use this type.")


def _names(enum: EnumDescriptor) -> Mapping[int, str]:
    """Return the name of each number; of an alias, the name that protobuf prints."""
    return {each.number: enum.values_by_number[each.number].name for each in enum.values}


def _source(descriptor: Descriptor) -> str:
    """Return the source of `write`, in which `part1` is the `_part` of field 1."""
    # MessageToDict writes what is set by number, and what is unset in the order of declaration.
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
    """Return the expression for whether a field with presence is set."""
    choice = field.containing_oneof
    if choice and len(choice.fields) > 1:
        return f"choice{choice.index} == {field.name!r}"
    return f"message.HasField({field.name!r})"


def _converted(field: FieldDescriptor, value: str) -> str:
    """Return the expression for a field's value in JSON.

    Slices are lists that upb makes at once; iterating over a repeated field takes three times
    as long.
    """
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
