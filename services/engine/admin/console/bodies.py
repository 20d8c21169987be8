"""Bodies and members of requests: what is wrong with one is refused with a sentence."""

import json
import re
from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from starlette.requests import Request

from engine.admin.argument_types import reason
from engine.admin.console.problems import Refused

MAX_BYTES = 16 * 1024
MAX_TEXT = 100
OFFSET = re.compile("[0-9]{1,9}", re.ASCII)
ID = re.compile(r"[\w.-]{1,100}", re.ASCII)
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


def optional(
    given: Mapping[str, Any], name: str, read: Callable[[str], Value], otherwise: Value
) -> Value:
    """The same of a text that need not be given, or may be empty. Raise Refused."""
    return otherwise if given.get(name) in (None, "") else member(given, name, read)


def id_in(request: Request, name: str = "id") -> str:
    """An id in the path. Raise Refused for what can be none."""
    given: str = request.path_params[name]
    if not ID.fullmatch(given):
        raise Refused("not_found", "There is nothing of this id.")
    return given


def an_id(text: str) -> str:
    """Return `text`: what can be an id. Raise ArgumentTypeError."""
    if not ID.fullmatch(text):
        raise ArgumentTypeError("must be an id")
    return text


def plain(text: str) -> str:
    """Return `text`: one line of up to MAX_TEXT characters. Raise ArgumentTypeError."""
    if not 0 < len(text) <= MAX_TEXT or not text.isprintable():
        raise ArgumentTypeError(f"must be 1 to {MAX_TEXT} printable characters")
    return text


def an_offset(text: str) -> int:
    """Where a page begins. Raise ArgumentTypeError."""
    if not OFFSET.fullmatch(text):
        raise ArgumentTypeError("must be a number from 0 on")
    return int(text)
