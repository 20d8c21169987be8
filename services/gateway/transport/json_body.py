"""Request bodies: JSON that means one thing only, checked against a pydantic model."""

import asyncio
import hashlib
import json
from collections.abc import Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import Request

from gateway.errors import Problem
from gateway.transport.headers import field

Model = TypeVar("Model", bound=BaseModel)

MAX_BYTES = 64 * 1024
MAX_DEPTH = 64
PATIENCE_S = 5.0
"""How long a body may take to arrive; shorter than a drain."""
JSON = "application/json"
CLOSE = {"Connection": "close"}
"""The rest of such a body is not read, so nothing can follow it."""
MIN_INTEGER, MAX_INTEGER = -(2**63), 2**64 - 1
INTEGER_DIGITS = 20


SENTENCES = {
    "extra_forbidden": "there is no such member here",
    "missing": "this member is needed",
    "model_type": "must be a JSON object",
}


async def read(request: Request, model: type[Model], most: int = MAX_BYTES) -> Model:
    """The body of up to `most` bytes as `model`; an empty one is an empty object.

    Raise Problem: too_large, unsupported_media_type or malformed.
    """
    body = await _bytes(request, most)
    return checked(parse(body) if body else {}, model)


def checked(value: Any, model: type[Model]) -> Model:
    """The JSON value as `model`; Problem malformed if it is none."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise _first_error(error) from None


def fingerprint(request: Request, body: BaseModel, *query: str) -> str:
    """What makes a request the same as another: route, body, If-Match and the query given."""
    shape = body.model_dump(mode="json", exclude_unset=True)
    if_match = field(request, b"if-match") or ""
    return digest(request.method, request.scope["path"], if_match, shape, *query)


def digest(method: str, path: str, if_match: str, body: Any, *query: str) -> str:
    """As `fingerprint`, of a request that may have come in another way."""
    parts = (method, path, if_match, *query, json.dumps(body, sort_keys=True))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


async def _bytes(request: Request, most: int) -> bytes:
    """The body, unless it is too large or of another type than JSON."""
    body = bytearray()
    declared = field(request, b"content-length") or "0"
    if declared.isdecimal() and int(declared) > most:
        raise _too_large(most)
    try:
        async with asyncio.timeout(PATIENCE_S):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise _too_large(most)
    except TimeoutError:
        raise Problem("malformed", "The body did not arrive in time.", CLOSE) from None
    kind = field(request, b"content-type")
    if body and kind not in (None, JSON) and kind.split(";")[0].strip().lower() != JSON:
        raise Problem("unsupported_media_type", "The body must be application/json.")
    return bytes(body)


def parse(body: bytes) -> Any:
    """The JSON value that is written there; Problem malformed unless it means one thing only."""
    try:
        value = DECODER.decode(body.decode())
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        raise Problem("malformed", f"The body is not JSON: {_reason(error)}.") from None
    if b"\\u" in body or body.count(b"{") + body.count(b"[") > MAX_DEPTH:
        _check(value, MAX_DEPTH)
    return value


def _reason(error: ValueError) -> str:
    """What is wrong, without the body's own words."""
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at line {error.lineno}, column {error.colno}"
    return "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("an object has the same member twice")
    return value


def _constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON number")


def _integer(digits: str) -> int:
    if len(digits) > INTEGER_DIGITS or not MIN_INTEGER <= int(digits) <= MAX_INTEGER:
        raise ValueError("an integer is beyond 64 bits")
    return int(digits)


def _float(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise ValueError("a number is too large")
    return value


DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer, parse_float=_float
)


def _check(value: Any, depth: int) -> None:
    """Neither too deep, nor with characters that cannot be sent on."""
    if isinstance(value, str) and any("\ud800" <= char <= "\udfff" for char in value):
        raise Problem("malformed", "A string has half a surrogate pair in it.")
    if isinstance(value, (dict, list)):
        if depth == 0:
            raise _too_deep()
        for item in [*value, *value.values()] if isinstance(value, dict) else value:
            _check(item, depth - 1)


def _too_deep() -> Problem:
    return Problem("malformed", f"The body is nested more than {MAX_DEPTH} deep.")


def _too_large(most: int) -> Problem:
    return Problem("too_large", f"This body may have up to {most} bytes.", CLOSE)


def _first_error(error: ValidationError) -> Problem:
    """Names the place, and never repeats the value."""
    first = error.errors(include_input=False, include_url=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"]) or "The body"
    wrong = SENTENCES.get(first["type"]) or first["msg"].removeprefix("Value error, ")
    return Problem("malformed", f"{place[:200]}: {wrong}.")
