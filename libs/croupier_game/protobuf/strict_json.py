"""Messages from JSON, strictly: of what the proto3 mapping allows, only what a service takes."""

from collections.abc import Mapping
from typing import Any

from google.protobuf.json_format import ParseDict, ParseError
from google.protobuf.message import Message


class Unreadable(ValueError):
    """This JSON is no such message."""


def encoded(json: Any, kind: type[Message]) -> bytes:
    """Return the message of a class that is in JSON, in protobuf's encoding.

    Raise Unreadable, also for numbers in quotes, enum values by their numbers, and null.
    """
    _demand_exact(json, kind.DESCRIPTOR)
    try:
        return ParseDict(dict(json), kind()).SerializeToString()
    except (ParseError, ValueError) as error:  # ValueError: half a surrogate pair
        raise Unreadable(str(error)) from None


def _demand_exact(json: Any, descriptor: Any) -> None:
    """Raise Unreadable for what ParseDict alone would take."""
    if not isinstance(json, Mapping):
        raise Unreadable(f"{json!r} is no JSON object.")
    fields = {field.json_name: field for field in descriptor.fields}
    for name, value in json.items():
        if name not in fields:
            raise Unreadable(f"{name!r} is not known.")
        field = fields[name]
        for each in value if field.is_repeated and isinstance(value, list) else [value]:
            if field.message_type:
                _demand_exact(each, field.message_type)
                continue
            words = [*field.enum_type.values_by_name] if field.enum_type else []
            is_text = bool(words) or field.type == field.TYPE_STRING
            if each is None or isinstance(each, str) != is_text or (words and each not in words):
                raise Unreadable(f"{name} cannot be {each!r}.")
