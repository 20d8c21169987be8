"""The OpenAPI document: the guide at its top, the routes' own parts, the bodies' schemas."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from telemetry.metrics import release

from gateway.contract.document import answer_headers, components, examples, refusals
from gateway.contract.games import Games

TITLE = "Croupier"
VERSION = release()
ABOUT = """A backend for turn-based card and board games with hidden hands.

To play from this page: create a player (`POST /v1/players`), press *Authorize* and paste its
token; create a match; let a second player join it (from another browser, or with another token);
then ask for the legal moves and post one of them. `GET /v1/matches/{id}` with `Accept: text/plain`
draws the table.

**Versions.** Every stored change of a match adds one to its `version`, which is also its ETag (in
quotes: `"17"`). Send the decision that you have made, `yourDecision` of the match, as
`expectedDecision` of a move: the move is made as long as nothing has changed that you choose by, or
refused with 412. `expectedVersion` or `If-Match` asks for exactly that version, also where several
seats are to move, and others may have chosen since. `If-None-Match: "17"` with `Prefer: wait=30`
waits up to 30 seconds for the next version, and otherwise answers 304. A rated match has the ETag
`"17-rated"` once its `ratings` are known, which make no new version. HEAD is answered wherever GET
is, with the same headers.

**Repeats.** A POST with an `Idempotency-Key` may be sent again: it is carried out once, and the
repeat gets the same answer, with `Idempotency-Replayed: true`. A key belongs to you and the match
(for tokens and codes: to the token or code you use; for tickets: to you) and is remembered as long
as the match, the ticket or the code is kept, or for a day. Refusals are not remembered. Only `POST
/v1/players` cannot be repeated: before it, there is no player whose keys could be remembered.

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

TAGS = {
    "Players": "Accounts and their tokens.",
    "Friends": "Friends, and whom somebody does not want to meet.",
    "Games": "The kinds of games, with their rules and the schemas of what they say.",
    "Opponents": "Who can be had for a match, and invitations.",
    "Matches": "Contests: make, find, join, read, leave and end them.",
    "Moves": "Legal moves, moves, and what happened.",
    "Live": "Streams and sockets.",
    "Webhooks": "URLs that are told what waits for somebody.",
    "Tickets": "Finding opponents.",
    "Tournaments": "Many players, paired round after round in a way that anybody can check.",
    "Ratings": "Leaderboards, and the ledgers that they follow from.",
    "Operation": "Health of the process that answers.",
    "Analysis": "What the moves of an ended match were worth.",
    "Documentation": "This document and pages about it.",
}
"""The groups of operations, in the order in which pages show them."""
TOKEN: list[dict[str, list[str]]] = [{"token": []}]
EITHER_WAY: list[dict[str, list[str]]] = [*TOKEN, {}]
TOKENLESS = (
    *(("post", "/v1/players"), ("post", "/v1/pairings"), ("post", "/v1/invitations")),
    *(("post", "/v1/sessions"), ("post", "/v1/sessions/options")),
    ("get", "/v1/socket"),
)
"""Operations without a token: of callers that have none yet, and of sockets, whose hello has it."""
FIRST = ("tags", "summary", "description", "operationId", "parameters")
"""The members of an operation that come first, wherever a route has them from."""
REQUIRED = (("/v1/players", "available"),)
"""The parameters without which a route refuses: for FastAPI, any may be left out."""
OWN = (
    *("/v1/players/me", "/v1/players/me/data", "/v1/players/me/tokens"),
    *("/v1/players/me/friends", "/v1/players/me/blocks", "/v1/players/me/webhooks"),
    "/v1/players/me/push",
    "/v1/players/me/passkeys",
    "/v1/players/me/webhooks/{webhook_id}",
    "/v1/players/me/webhooks/{webhook_id}/deliveries",
    *("/v1/events", "/v1/tickets/{ticket_id}"),
)
"""The paths whose GET needs a token: all others show what a spectator may see."""


class Document:
    """The OpenAPI document of an application. It is made anew when there are other games."""

    def __init__(self, app: FastAPI, operations: components.Operations, root: str = "") -> None:
        """`operations` are the requests of a socket by their `op`; `root` is the path of all."""
        self._app, self._operations, self._root = app, operations, root
        self._digests: tuple[str, ...] | None = None
        self._made: dict[str, Any] = {}

    def of(self, games: Games) -> dict[str, Any]:
        """Return the document for these games, of which there must be one."""
        if self._digests != games.digests:
            made = _build(self._app, self._operations, games)
            about = "The service that this document comes from."
            self._made = {**made, "servers": [{"url": self._root or "/", "description": about}]}
            self._digests = games.digests
        return self._made


def _build(app: FastAPI, operations: components.Operations, games: Games) -> dict[str, Any]:
    made = get_openapi(
        title=app.title,
        version=app.version,
        description=app.description,
        routes=app.routes,
        tags=[{"name": name, "description": text} for name, text in TAGS.items()],
    )
    made["info"] |= {
        "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        "contact": {"name": "The operator of the service"},
    }
    made["components"] = {
        "schemas": components.schemas(operations, games),
        "headers": answer_headers.HEADERS,
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
    }
    for path, methods in made["paths"].items():
        for method, operation in methods.items():
            methods[method] = _finished(path, method, operation, games)
    every = (each for methods in made["paths"].values() for each in methods.values())
    made["components"]["responses"] = refusals.shared(every)
    return made


def _finished(path: str, method: str, operation: dict[str, Any], games: Games) -> dict[str, Any]:
    """Return an operation as FastAPI describes it, with what it does not know."""
    first = {name: operation[name] for name in FIRST if name in operation}
    operation = components.tidied({**first, **operation})
    if "HTTPValidationError" in str(operation["responses"].get("422")):
        # That of FastAPI's own validation, which never fails: parameters are plain text.
        del operation["responses"]["422"]
    if "parameters" in operation:
        operation["parameters"] = [
            {**each, "schema": _given(each["schema"]), "required": _is_required(path, each)}
            for each in operation["parameters"]
        ]
    for body in operation.get("requestBody", {}).get("content", {}).values():
        body["examples"] = examples.filled(body["examples"], games.values())
    answer_headers.add(path, operation)
    return {**operation, "security": _security(path, method)}


def _is_required(path: str, parameter: dict[str, Any]) -> bool:
    return parameter["required"] or (path, parameter["name"]) in REQUIRED


def _given(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a parameter's schema without the null that stands for one that is left out.

    The parameter has the description.
    """
    (given,) = (each for each in schema.get("anyOf", [schema]) if each != {"type": "null"})
    return {key: value for key, value in given.items() if key != "description"}


def _security(path: str, method: str) -> list[dict[str, list[str]]]:
    """Return the operation's `security`: a token, none, or either with different answers."""
    if not path.startswith("/v1/") or (method, path) in TOKENLESS:
        return []
    return TOKEN if method != "get" or path in OWN else EITHER_WAY
