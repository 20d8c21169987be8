"""Request bodies: JSON with only one possible meaning, validated against a pydantic model."""

import asyncio
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError
from starlette.requests import Request

from gateway.errors import Problem
from gateway.http.headers import fields
from gateway.http.server.exchange import WholeReceive

Model = TypeVar("Model", bound=BaseModel)

MAX_BYTES = 64 * 1024
MAX_DEPTH = 64
RECEIVE_TIMEOUT_S = 5.0
"""How long a body may take to arrive; shorter than a drain."""
JSON = "application/json"
USUAL_TYPE = JSON.encode()
IDENTITY = "identity"
CLOSE = {"Connection": "close"}
"""For a body that was not read to its end: a next request could not be told from its rest."""
MIN_INTEGER, MAX_INTEGER = -(2**63), 2**64 - 1
INTEGER_DIGITS = 20
"""Longer ones are refused unparsed: Python's int() takes time quadratic in the digits."""
SHOWN = 200
"""How many characters of a value's place are repeated in a refusal."""

MESSAGES = {
    "extra_forbidden": "unknown member",
    "missing": "this member is required",
    "model_type": "must be a JSON object",
}
"""What pydantic's error types mean to a caller; the others have a clear message of their own."""


async def read(
    request: Request,
    model: type[Model],
    max_bytes: int = MAX_BYTES,
    usual: re.Pattern[bytes] | None = None,
) -> Model:
    """Return the body, of up to `max_bytes`, as `model`; no body counts as an empty object.

    Bodies that are `usual` take less time; `model` accepts them all, and they have one meaning.
    Raise Problem too_large, unsupported_media_type, timeout or malformed.
    """
    body = await _receive(request, max_bytes)
    if usual and usual.fullmatch(body):
        return model.model_validate_json(body)
    return validate(parse(body) if body else {}, model)


def validate(value: Any, model: type[Model]) -> Model:
    """Return the JSON value as `model`. Raise Problem malformed, naming the first wrong place."""
    try:
        return model.model_validate(_shortened(value, model))
    except ValidationError as error:
        raise _first_error(error) from None


def parse(body: bytes) -> Any:
    """Return the JSON value of these bytes.

    Raise Problem malformed for what is not JSON, or is JSON that two parsers could read
    differently: duplicate members, NaN, integers beyond 64 bits, unpaired surrogates.
    """
    try:
        value = DECODER.decode(body.decode())
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        raise Problem("malformed", f"The body is not JSON: {_reason(error)}.") from None
    # Only these bodies can break the rules below; going through every value costs time.
    if b"\\u" in body or body.count(b"{") + body.count(b"[") > MAX_DEPTH:
        _check_nested(value, MAX_DEPTH)
    return value


def digest(method: str, path: str, condition: str, body: Any, *query: str) -> str:
    """Return a hash that is equal for equal requests; `condition` is what If-Match demands."""
    parts = (method, path, condition, *query, json.dumps(body, sort_keys=True))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


async def _receive(request: Request, max_bytes: int) -> bytes:
    """Return the body's bytes, unless they are too many or of another media type than JSON."""
    known = fields(request.scope)
    declared = known.get(b"content-length", b"0")
    if declared.isdigit() and int(declared) > max_bytes:
        raise _too_large(max_bytes)
    receive = request.receive
    whole = await receive.whole() if isinstance(receive, WholeReceive) else None
    body = await _gather(request, max_bytes) if whole is None else whole
    if len(body) > max_bytes:
        raise _too_large(max_bytes)
    if body:  # only now, since 413 comes before 415
        _check_form(known.get(b"content-type"), known.get(b"content-encoding"))
    return body


def _check_form(media_type: bytes | None, coding: bytes | None) -> None:
    """Raise Problem unsupported_media_type for a body that is not JSON as it is."""
    if media_type not in (None, USUAL_TYPE) and _without_parameters(media_type) != JSON:
        raise Problem("unsupported_media_type", f"Content-Type must be {JSON}.")
    if coding and coding.lower() != IDENTITY.encode():
        detail = "A body must be sent as it is, without a Content-Encoding."
        raise Problem("unsupported_media_type", detail, {"Accept-Encoding": IDENTITY})


async def _gather(request: Request, max_bytes: int) -> bytes:
    """Return the body's bytes as they come. Raise Problem too_large or timeout."""
    body = bytearray()
    try:
        async with asyncio.timeout(RECEIVE_TIMEOUT_S):
            async for chunk in request.stream():
                body += chunk
                if len(body) > max_bytes:
                    raise _too_large(max_bytes)
    except TimeoutError:
        detail = f"The body did not arrive within {RECEIVE_TIMEOUT_S:g} seconds."
        raise Problem("timeout", detail, CLOSE) from None
    return bytes(body)


def _without_parameters(media_type: bytes) -> str:
    return media_type.decode("latin-1").split(";")[0].strip().lower()


def _shortened(value: Any, model: type[BaseModel]) -> Any:
    """Return the value with few unknown members: pydantic would describe all of them."""
    if not isinstance(value, dict):
        return value
    if len(value) > len(model.model_fields):
        value = _without_further(value, model)
    for name, inner in _objects_in(model).items():
        if name in value:
            value = {**value, name: _shortened(value[name], inner)}
    return value


@cache
def _objects_in(model: type[BaseModel]) -> Mapping[str, type[BaseModel]]:
    """Return the members that are objects of a model of their own, perhaps null, and that model.

    A member that maps names to objects is none: what its names are is for its own validator.
    """
    return {
        field.alias or name: kind
        for name, field in model.model_fields.items()
        if get_origin(field.annotation) is not dict
        for kind in (field.annotation, *get_args(field.annotation))
        if isinstance(kind, type) and issubclass(kind, BaseModel)
    }


def _without_further(value: dict[str, Any], model: type[BaseModel]) -> dict[str, Any]:
    """Return the object with one of its unknown members."""
    known = {field.alias or name for name, field in model.model_fields.items()}
    unknown = next(name for name in value if name not in known)
    return {name: each for name, each in value.items() if name in known or name == unknown}


def _reason(error: ValueError) -> str:
    """Return what is wrong, without repeating the body: it may contain a token."""
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at line {error.lineno}, column {error.colno}"
    return "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("an object has the same member twice")
    return value


def _constant(name: str) -> float:
    raise ValueError(f"{name} is not a JSON number")


def _integer(digits: str) -> int:
    if len(digits) > INTEGER_DIGITS or not MIN_INTEGER <= int(digits) <= MAX_INTEGER:
        raise ValueError("an integer does not fit into 64 bits")
    return int(digits)


def _float(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise ValueError("a number is too large")
    return value


DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer, parse_float=_float
)


def _check_nested(value: Any, depth: int) -> None:
    """Raise Problem malformed for a value that is too deep, or a string that is not UTF-8."""
    if isinstance(value, str) and any("\ud800" <= char <= "\udfff" for char in value):
        raise Problem("malformed", "A string contains an unpaired surrogate.")
    if isinstance(value, (dict, list)):
        if depth == 0:
            raise _too_deep()
        for item in [*value, *value.values()] if isinstance(value, dict) else value:
            _check_nested(item, depth - 1)


def _too_deep() -> Problem:
    return Problem("malformed", f"The body is nested deeper than {MAX_DEPTH} levels.")


def _too_large(max_bytes: int) -> Problem:
    return Problem("too_large", f"The body must be at most {max_bytes} bytes.", CLOSE)


def _first_error(error: ValidationError) -> Problem:
    """Return the first error with its place, and never with the value."""
    first = error.errors(include_input=False, include_url=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"]) or "The body"
    message = MESSAGES.get(first["type"]) or first["msg"].removeprefix("Value error, ")
    return Problem("malformed", f"{place[:SHOWN]}: {message}.")
