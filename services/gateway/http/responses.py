"""Responses, and how routes declare them in the OpenAPI document."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import orjson
from fastapi import Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel
from starlette.types import Receive, Scope, Send

from gateway import context
from gateway.errors import KINDS, Problem
from gateway.http.headers import etag
from gateway.http.server.exchange import WholeSend
from gateway.observability.requests import PROBLEM

AS_IT_IS = {"Content-Encoding": "identity"}
"""Keeps proxies from compressing an answer, together with `no-transform`, which some overlook."""
OWN = {"Vary": "Authorization, Accept", "Cache-Control": "private, no-cache, no-transform"}
"""What an answer says may depend on the token, and on Accept."""
PRIVATE = {**OWN, **AS_IT_IS}
UNKEPT = {"Cache-Control": "no-store, no-transform", **AS_IT_IS}
"""What is said once: streams, and refusals."""
REPLAYED = b"idempotency-replayed: true\r\n"
REPEATED = {"Idempotency-Replayed": "true"}

ANYWHERE = ("target_too_long", "headers_too_large", "not_implemented", "unavailable")
"""The codes that every route can refuse with."""


class WholeResponse(Response):
    """A response of header lines and a body, written at once where the connection allows it."""

    background = None

    def __init__(self, status: int, lines: bytes, body: bytes) -> None:
        """The headers in `lines` are as `WholeSend.whole` has them."""
        self.status_code = status
        self.body = body
        self._lines = lines

    @cached_property
    def raw_headers(self) -> list[tuple[bytes, bytes]]:  # type: ignore[override]
        lines = [line.partition(b": ") for line in self._lines.splitlines()]
        return [(name, value) for name, _, value in lines]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if isinstance(send, WholeSend) and send.ready:
            send.whole(self.status_code, self._lines, bytes(self.body))
        else:
            await super().__call__(scope, receive, send)


def json_response(
    content: Any,
    status: int = 200,
    version: int | None = None,
    replayed: bool = False,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return a JSON response; `version` is that of the match in it, and becomes its ETag."""
    return written_response(orjson.dumps(content), status, version, replayed, headers)


def written_response(
    json: bytes,
    status: int = 200,
    version: int | str | None = None,
    replayed: bool = False,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return the `json_response` of what an engine has written as JSON."""
    # The newline is for terminals: without it, a shell's prompt follows the last brace.
    body = json + b"\n"
    own = _lines({**PRIVATE, **headers}) if headers else PRIVATE_LINES
    tag = b"" if version is None else b"etag: %b\r\n" % etag(version).encode()
    again = REPLAYED if replayed else b""
    kind = b"content-length: %d\r\ncontent-type: application/json\r\n" % len(body)
    return WholeResponse(status, b"".join((own, tag, again, kind)), body)


def not_modified(tag: int | str, headers: Mapping[str, str]) -> Response:
    """Return 304 with the headers that a 200 would have had (RFC 9110, 15.4.5)."""
    # Without a coding: a cache would take it for that of what it has kept.
    return WholeResponse(304, _lines({"ETag": etag(tag), **OWN, **headers}), b"")


def text_response(text: str, headers: Mapping[str, str] = PRIVATE) -> Response:
    """Return a response of plain text, which ends with a newline."""
    return PlainTextResponse(text.removesuffix("\n") + "\n", headers=headers)


class ProblemResponse(Response):
    """A refusal as application/problem+json, RFC 9457."""

    media_type = "application/problem+json"

    def __init__(self, refusal: Problem) -> None:
        body = orjson.dumps(refusal.body(context.request_id.get())) + b"\n"
        # It may differ for the next caller.
        super().__init__(body, refusal.status, {**UNKEPT, **refusal.headers})
        self._label = refusal.label

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[PROBLEM] = self._label
        await super().__call__(scope, receive, send)


def problem_response(refusal: Problem) -> Response:
    """Return the refusal as a response, which tells the metrics its code."""
    return ProblemResponse(refusal)


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


def lines_of(name: str) -> dict[str, Any]:
    """Return the OpenAPI content of newline-delimited JSON: the schema is that of one line."""
    return {"schema": {"$ref": f"#/components/schemas/{name}"}}


def request_body(model: type[BaseModel], **examples: Any) -> dict[str, Any]:
    """Return the OpenAPI `requestBody` for a body that `json_body.read` validates.

    Each example is named by its keyword, with spaces for underscores.
    """
    return {
        "requestBody": {
            "required": "json_schema_extra" in model.model_config
            or any(field.is_required() for field in model.model_fields.values()),
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


def _lines(headers: Mapping[str, str]) -> bytes:
    return "".join(f"{name.lower()}: {headers[name]}\r\n" for name in headers).encode("latin-1")


PRIVATE_LINES = _lines(PRIVATE)
