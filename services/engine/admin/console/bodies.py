"""Bodies and members of requests: what is wrong with one is refused with a sentence."""

import json
from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from starlette.requests import Request

from engine.admin.argument_types import reason
from engine.admin.console.problems import Refused

MAX_BYTES = 16 * 1024
Value = TypeVar("Value")


async def json_body(request: Request) -> dict[str, Any]:
    """The body: one JSON object. Raise Refused."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused("unsupported_media_type", "The body must be application/json.")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MAX_BYTES:
            raise Refused("too_large", f"The body may have {MAX_BYTES} bytes.")
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise Refused("malformed", "The body must be JSON.") from None
    if not isinstance(found, dict):
        raise Refused("malformed", "The body must be one JSON object.")
    return found


def reason_in(body: Mapping[str, Any]) -> str:
    """The reason of an act. Raise Refused."""
    return member(body, "reason", reason)


def member(body: Mapping[str, Any], name: str, read: Callable[[str], Value]) -> Value:
    """A text of a body or a query, read as croupierctl reads it. Raise Refused."""
    given = body.get(name)
    if not isinstance(given, str):
        raise Refused("malformed", f"{name} must be given, as text.")
    return read_as(name, given, read)


def read_as(name: str, text: str, read: Callable[[str], Value]) -> Value:
    """A text as croupierctl reads it. Raise Refused."""
    try:
        return read(text)
    except (ArgumentTypeError, ValueError) as error:
        sentence = str(error) if isinstance(error, ArgumentTypeError) else "is not valid"
        raise Refused("malformed", f"{name} {sentence}.") from None
