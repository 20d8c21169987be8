"""The gateway's JSON of messages as protobuf itself makes it: the oracle of the compiled one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gateway.contract import serializers
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message


def by_the_book(message: Message) -> dict[str, Any]:
    """`serializers.as_json`, as protobuf does it."""
    return MessageToDict(message, always_print_fields_with_no_presence=True)


@contextmanager
def written_by_the_book() -> Iterator[None]:
    """Make the gateway write JSON with protobuf's own functions inside the block."""
    compiled = serializers.as_json
    serializers.as_json = by_the_book
    try:
        yield
    finally:
        serializers.as_json = compiled
