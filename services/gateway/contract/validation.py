"""Validation of JSON against a game's protobuf message, with the place of the first error."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.json_format import ParseDict, ParseError
from google.protobuf.message import Message

from gateway.contract.document.json_schema import INTEGERS
from gateway.errors import Problem

DESCRIPTORS = 1000
"""Of so many messages and enums, what validation needs is kept: games come and go."""
SHOWN = 60
"""How many characters of an unknown member's name are repeated in a refusal."""


def fills(value: Any, message: Message) -> bool:
    """Parse `value` into `message`; return whether it is valid by the message's JSON Schema.

    The proto3 JSON mapping lets a parser accept more than the schema, such as numbers in quotes.
    """
    descriptor: Any = message.DESCRIPTOR  # the stubs know of two kinds
    if first_error("", value, descriptor):
        return False
    try:
        ParseDict(value, message)
    except (ParseError, ValueError):  # what no schema can say, such as half a surrogate pair
        return False
    return True


def unlike_schema(name: str, value: Any = None, descriptor: Descriptor | None = None) -> Problem:
    """Return the refusal of the value called `name`; with the other two, its first error."""
    first = first_error(name, value, descriptor) if descriptor else ""
    general = f"{name} does not match its schema; GET /v1/games has the schemas."
    return Problem("malformed", first or general)


def first_error(path: str, value: Any, descriptor: Descriptor) -> str:
    """Return such as `options.river[0]: must be a whole number ...`; "" without an error."""
    return next(_message_errors(path, value, descriptor), "")


def _message_errors(path: str, value: Any, descriptor: Descriptor) -> Iterator[str]:
    """Yield the errors of an object, in the order of its members."""
    if not isinstance(value, dict):
        yield f"{path}: must be a JSON object."
        return
    fields = _fields(descriptor)
    for name, part in value.items():
        where = f"{path}.{name[:SHOWN]}"
        if name not in fields:
            yield f"{where}: unknown member."
        elif fields[name].is_repeated:
            yield from _array_errors(where, part, fields[name])
        else:
            yield from _value_errors(where, part, fields[name])
    # A oneof keeps the member that was parsed last, silently.
    for names in _choices(descriptor):
        if sum(name in value for name in names) > 1:
            yield f"{path}: must have only one of the members {', '.join(names)}."


@lru_cache(DESCRIPTORS)
def _fields(descriptor: Descriptor) -> Mapping[str, FieldDescriptor]:
    """Return the fields by their names in JSON."""
    return {field.json_name: field for field in descriptor.fields}


@lru_cache(DESCRIPTORS)
def _choices(descriptor: Descriptor) -> Sequence[Sequence[str]]:
    """Return the names in JSON of each oneof's fields."""
    return [[field.json_name for field in choice.fields] for choice in descriptor.oneofs]


@lru_cache(DESCRIPTORS)
def _words(enum: EnumDescriptor) -> Sequence[str]:
    """Return the names of the enum's values."""
    return [each.name for each in enum.values]


def _array_errors(path: str, value: Any, field: FieldDescriptor) -> Iterator[str]:
    if not isinstance(value, list):
        yield f"{path}: must be an array."
        return
    for index, item in enumerate(value):
        yield from _value_errors(f"{path}[{index}]", item, field)


def _value_errors(path: str, value: Any, field: FieldDescriptor) -> Iterator[str]:
    if field.message_type:
        yield from _message_errors(path, value, field.message_type)
    elif expected := _expected(value, field):
        yield f"{path}: must be {expected}."


def _expected(value: Any, field: FieldDescriptor) -> str:
    """Return what the value must be and is not; "" if it is valid."""
    if field.enum_type:
        names = _words(field.enum_type)
        documented = (name for name in names if not name.endswith("_UNSPECIFIED"))
        return "" if value in names else f"one of {', '.join(documented)}"
    if field.type == FieldDescriptor.TYPE_BOOL:
        return "" if isinstance(value, bool) else "true or false"
    if field.type == FieldDescriptor.TYPE_STRING:
        return "" if isinstance(value, str) else "a string"
    least, most = INTEGERS[field.type]["minimum"], INTEGERS[field.type]["maximum"]
    # JSON has one type of numbers, so 3.0 is an integer; True is one to Python only.
    whole = isinstance(value, (int, float)) and not isinstance(value, bool) and value % 1 == 0
    return "" if whole and least <= value <= most else f"a whole number from {least} to {most}"
