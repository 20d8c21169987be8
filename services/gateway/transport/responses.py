"""Responses, and how routes declare them in the OpenAPI document."""

from collections.abc import Mapping
from typing import Any

import orjson
from fastapi import Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel

from gateway import context
from gateway.errors import KINDS, Problem
from gateway.transport.headers import etag

PRIVATE = {"Vary": "Authorization, Accept", "Cache-Control": "private, no-cache"}
"""What an answer says may depend on the token, and on Accept."""

ANYWHERE = ("target_too_long", "headers_too_large", "unavailable")
"""The codes that every route can refuse with."""


def json_response(
    content: Any,
    status: int = 200,
    version: int | None = None,
    replayed: bool = False,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return a JSON response; `version` is that of the match in it, and becomes its ETag."""
    own = {**PRIVATE, **(headers or {})}
    if version is not None:
        own["ETag"] = etag(version)
    if replayed:
        own["Idempotency-Replayed"] = "true"
    return Response(_encode(content), status, own, media_type="application/json")


def written_response(json: bytes, version: int, headers: Mapping[str, str]) -> Response:
    """Return the `json_response` of a match that an engine has written as JSON."""
    own = {**PRIVATE, **headers, "ETag": etag(version)}
    return Response(json + b"\n", 200, own, media_type="application/json")


def text_response(text: str, headers: Mapping[str, str] = PRIVATE) -> Response:
    """Return a response of plain text, which ends with a newline."""
    return PlainTextResponse(text.removesuffix("\n") + "\n", headers=headers)


def problem_response(refusal: Problem) -> Response:
    """Return the refusal as application/problem+json, RFC 9457."""
    return Response(
        _encode(refusal.body(context.request_id.get())),
        refusal.status,
        {"Cache-Control": "no-store", **refusal.headers},  # it may differ for the next caller
        media_type="application/problem+json",
    )


def error_responses(*codes: str) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI `responses` for these codes, and for ANYWHERE."""
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys((*codes, *ANYWHERE)):
        by_status.setdefault(KINDS[code].status, []).append(code)
    return {
        status: {
            "description": "; ".join(f"`{code}`: {KINDS[code].title}" for code in names),
            "content": {
                "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
            },
        }
        for status, names in sorted(by_status.items())
    }


def request_body(model: type[BaseModel], **examples: Any) -> dict[str, Any]:
    """Return the OpenAPI `requestBody` for a body that `json_body.read` validates.

    Each example is named by its keyword, with spaces for underscores.
    """
    return {
        "requestBody": {
            "required": any(field.is_required() for field in model.model_fields.values()),
            "content": {
                "application/json": {
                    "schema": {"$ref": f"#/components/schemas/{model.__name__}"},
                    "examples": {
                        name.replace("_", " "): {"value": value} for name, value in examples.items()
                    },
                }
            },
        }
    }


def _encode(content: Any) -> bytes:
    # The newline is for terminals: without it, a shell's prompt follows the last brace.
    return orjson.dumps(content, option=orjson.OPT_APPEND_NEWLINE)
