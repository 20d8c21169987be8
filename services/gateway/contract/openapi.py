"""The OpenAPI document: the guide at its top, the routes' own parts, the bodies' schemas."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode
from pydantic_core import CoreSchema

from gateway.contract import json_schema, request_models, response_models

TITLE = "Croupier"
VERSION = "1"
ABOUT = """A backend for turn-based card and board games with hidden hands.

To play from this page: create a player (`POST /v1/players`), press *Authorize* and paste its
token; create a match; let a second player join it (from another browser, or with another token);
then ask for the legal moves and post one of them. `GET /v1/matches/{id}` with `Accept: text/plain`
draws the table.

**Versions.** Every stored change of a match adds one to its `version`, which is also its ETag (in
quotes: `"17"`). Send the version that your decision is based on, as `expectedVersion` or
`If-Match`: the move is made at exactly that version, or refused with 412. `If-None-Match: "17"`
with `Prefer: wait=30` waits up to 30 seconds for the next version, and otherwise answers 304.

**Repeats.** A POST with an `Idempotency-Key` may be sent again: it is carried out once, and the
repeat gets the same answer, with `Idempotency-Replayed: true`. A key belongs to you and the match
(for tokens: to the token you use; for tickets: to you) and is remembered as long as the match or
the ticket is kept. Refusals are not remembered. Only `POST /v1/players` cannot be repeated: before
it, there is no player whose keys could be remembered.

**Refusals** are `application/problem+json`: `code` is stable, `detail` is for people, and `type` is
a page that says what to do. Of several that apply, you get the first in this order: 413, 415, 400,
401, 429, 404, 403, a repeat or `idempotency_mismatch`, 412, 409, 422. Before all of these come 414
and 431, for a target of more than 8 KiB and for a head of more than 32 KiB or 100 fields, and 408,
if the head does not arrive within 10 seconds or the body within 5: after 408, send it again.

**Limits.** Requests are counted per token and per address. `RateLimit` and `RateLimit-Policy`
report the limit that is closest to being used up. Beyond a limit, requests are refused with 429
and `Retry-After`, before anything is done.

**Sockets.** `GET /v1/socket` is a WebSocket of the subprotocol `croupier.v1.json`. Send text frames
of up to 64 KiB: `{"id": 1, "op": "hello", "token": "..."}` first, within 10 seconds; then
`subscribe`, `unsubscribe`, `move`, `legalMoves` or `ping`. Each is answered by `{"id": 1, "ok":
{...}}` or `{"id": 1, "error": problem}`; requests about one match are answered in the order in
which they were sent. Changes of the matches that you subscribe to arrive as `{"matchId", "event",
"data"}`. The socket is closed with 1012 when this server stops, with 4401 once your token is
revoked, and with 4408 if no hello arrives.
"""

VALIDATION_ERRORS = ("HTTPValidationError", "ValidationError")
BODIES = (
    request_models.NewPlayer,
    request_models.NewToken,
    request_models.NewMatch,
    request_models.NewTicket,
    request_models.Join,
    request_models.Nothing,
    request_models.Entropy,
    request_models.WantRematch,
    request_models.NewMove,
    request_models.MoveInMatch,
    request_models.NewMoves,
    request_models.PlayerChange,
    response_models.Problem,
)
"""Models that no route declares to FastAPI: those that `json_body.read` checks, and Problem."""


def document(app: FastAPI) -> dict[str, Any]:
    """Return the app's OpenAPI document, made at the first call."""
    if app.openapi_schema is None:
        app.openapi_schema = _build(app)
    return app.openapi_schema


def _build(app: FastAPI) -> dict[str, Any]:
    made = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes
    )
    _remove_validation_errors(made)
    components = made["components"]
    components["schemas"] |= json_schema.components() | _body_schemas()
    components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    made["security"] = [{"token": []}, {}]  # GETs also work without a token
    return made


def _remove_validation_errors(made: dict[str, Any]) -> None:
    """Remove the 422 of FastAPI's own validation, which never fails: parameters are plain text."""
    for operations in made["paths"].values():
        for operation in operations.values():
            if VALIDATION_ERRORS[0] in str(operation["responses"].get("422")):
                del operation["responses"]["422"]
    for name in VALIDATION_ERRORS:
        made["components"]["schemas"].pop(name, None)


def _body_schemas() -> dict[str, Any]:
    """Return the schemas of BODIES by name.

    `model_json_schema` would look for the games' schemas among pydantic's own models.
    """
    generator = GenerateJsonSchema(ref_template=json_schema.REFERENCE + "{model}")
    inputs: list[tuple[str, JsonSchemaMode, CoreSchema]] = [
        (model.__name__, "validation", model.__pydantic_core_schema__) for model in BODIES
    ]
    return {str(name): shape for name, shape in generator.generate_definitions(inputs)[1].items()}
