"""Validation of JSON against a game's protobuf message, and what is wrong with it and where."""

from collections.abc import Iterator
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.json_format import ParseDict, ParseError
from google.protobuf.message import Message

from gateway.contract.json_schema import INTEGERS
from gateway.contract.serializers import as_json
from gateway.errors import Problem

SHOWN = 60
"""So much of a name that the client has made up is repeated."""


def fills(value: Any, message: Message) -> bool:
    """Whether `value` is such a message in its JSON mapping; if so, `message` is it from now on.

    The mapping lets a parser take more than the schema tells of, such as numbers in
    quotes. What would not come out as it went in is none.
    """
    message.SetInParent()
    try:
        ParseDict(value, message)
    except (ParseError, ValueError, TypeError, AttributeError, OverflowError):
        return False
    return _holds(as_json(message), value)


def unlike_schema(name: str, value: Any = None, descriptor: Descriptor | None = None) -> Problem:
    """The value called `name` is no such message; with both given, the first reason why."""
    told = first_error(name, value, descriptor) if descriptor else ""
    general = f"{name} is not as its schema says; GET /v1/games has the schemas."
    return Problem("malformed", told or general)


def first_error(path: str, value: Any, descriptor: Descriptor) -> str:
    """`options.river[0]: must be a whole number ...`; "" if nothing is found."""
    return next(_message(path, value, descriptor), "")


def _message(path: str, value: Any, descriptor: Descriptor) -> Iterator[str]:
    """What is wrong, member by member as they are given."""
    if not isinstance(value, dict):
        yield f"{path}: must be a JSON object."
        return
    fields = {field.json_name: field for field in descriptor.fields}
    for name, part in value.items():
        where = f"{path}.{name[:SHOWN]}"
        if name not in fields:
            yield f"{where}: there is no such member."
        elif fields[name].is_repeated:
            yield from _array(where, part, fields[name])
        else:
            yield from _one(where, part, fields[name])
    for choice in descriptor.oneofs:
        if sum(field.json_name in value for field in choice.fields) > 1:
            names = ", ".join(field.json_name for field in choice.fields)
            yield f"{path}: may have one member only, of {names}."


def _array(path: str, value: Any, field: FieldDescriptor) -> Iterator[str]:
    if not isinstance(value, list):
        yield f"{path}: must be an array."
        return
    for index, item in enumerate(value):
        yield from _one(f"{path}[{index}]", item, field)


def _one(path: str, value: Any, field: FieldDescriptor) -> Iterator[str]:
    if field.message_type:
        yield from _message(path, value, field.message_type)
    elif wanted := _wanted(value, field):
        yield f"{path}: must be {wanted}."


def _wanted(value: Any, field: FieldDescriptor) -> str:
    """What the value must be and is not; "" if it is."""
    if field.enum_type:
        names = [each.name for each in field.enum_type.values]
        shown = ", ".join(name for name in names if not name.endswith("_UNSPECIFIED"))
        return "" if value in names else f"one of {shown}"
    if field.type == FieldDescriptor.TYPE_BOOL:
        return "" if isinstance(value, bool) else "true or false"
    if field.type == FieldDescriptor.TYPE_STRING:
        return "" if isinstance(value, str) else "a string"
    least, most = INTEGERS[field.type]["minimum"], INTEGERS[field.type]["maximum"]
    whole = isinstance(value, (int, float)) and not isinstance(value, bool) and value % 1 == 0
    return "" if whole and least <= value <= most else f"a whole number of {least} to {most}"


def _holds(whole: Any, part: Any) -> bool:
    """Whether `part` is `whole`, but for members that it leaves out."""
    if isinstance(whole, dict) and isinstance(part, dict):
        return all(name in whole and _holds(whole[name], part[name]) for name in part)
    if isinstance(whole, list) and isinstance(part, list):
        return len(whole) == len(part) and all(map(_holds, whole, part))
    return bool(whole == part)
