"""The proto3 JSON mapping, as the public API and the log's hashes use it."""

from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message


def as_json(message: Message) -> dict[str, Any]:
    """Return the message as plain values: lowerCamelCase, enums by name, defaults printed."""
    return MessageToDict(message, always_print_fields_with_no_presence=True)
