"""Answers, and how the routes describe them in the OpenAPI document."""

from collections.abc import Mapping
from typing import Any

import orjson
from fastapi import Response
from pydantic import BaseModel

from gateway import context
from gateway.errors import KINDS, Problem
from gateway.transport.headers import etag

PRIVATE = {"Vary": "Authorization, Accept", "Cache-Control": "private, no-cache"}


def json_response(
    content: Any,
    status: int = 200,
    version: int | None = None,
    replayed: bool = False,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """JSON; with the version of the match that it shows, if it shows one."""
    own = {**PRIVATE, **(headers or {})}
    if version is not None:
        own["ETag"] = etag(version)
    if replayed:
        own["Idempotency-Replayed"] = "true"
    return Response(orjson.dumps(content), status, own, media_type="application/json")


def problem_response(refusal: Problem) -> Response:
    """application/problem+json, RFC 9457."""
    return Response(
        orjson.dumps(refusal.body(context.request_id.get())),
        refusal.status,
        {"Cache-Control": "no-store", **refusal.headers},
        media_type="application/problem+json",
    )


def error_responses(*codes: str) -> dict[int | str, dict[str, Any]]:
    """The OpenAPI `responses` for these refusals, and those that every route has."""
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys((*codes, "unavailable")):
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
    """The OpenAPI `requestBody` for a body that `bodies.read` checks."""
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
