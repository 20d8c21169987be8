"""The fast path: the three busiest routes, answered without FastAPI's routing and dependencies.

They call the same functions that FastAPI would call, which still documents them; only its
work around each request is left out. docs/performance.md has what that gains.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gateway.dependencies import Dependencies
from gateway.errors import Problem
from gateway.routes.batch import make_moves
from gateway.routes.matches import get_match
from gateway.routes.moves import make_move
from gateway.transport.responses import problem_response
from gateway.transport.unwound import run_unwound

PARSED: Mapping[bytes, Mapping[str, str]] = {
    b"": {},
    b"view=none": {"view": "none"},
    b"view=full": {"view": "full"},
}
"""The usual query strings, which need not be parsed."""

Handler: TypeAlias = Callable[[str, Request, Dependencies], Awaitable[Response]]
"""Takes the match id of the path; "" where the path has none."""


async def _make_move(match_id: str, request: Request, deps: Dependencies) -> Response:
    query = _query(request)
    return await make_move(
        match_id, request, deps, query.get("view"), query.get("dryRun"), query.get("include")
    )


async def _make_moves(_: str, request: Request, deps: Dependencies) -> Response:
    return await make_moves(request, deps, _query(request).get("view"))


async def _get_match(match_id: str, request: Request, deps: Dependencies) -> Response:
    query = _query(request)
    return await get_match(
        match_id,
        request,
        deps,
        include=query.get("include"),
        at_version=query.get("atVersion"),
        look_as=query.get("as"),
        if_none_match=request.headers.get("if-none-match"),
    )


def _query(request: Request) -> Mapping[str, str]:
    """Return the query parameters; of a repeated one the last counts, as in FastAPI."""
    known = PARSED.get(request.scope["query_string"])
    return request.query_params if known is None else known


ROUTES: Mapping[tuple[str, str], Handler] = {
    ("POST", "/v1/matches/{}/moves"): _make_move,
    ("POST", "/v1/moves"): _make_moves,
    ("GET", "/v1/matches/{}"): _get_match,
}


class FastPath:
    """An ASGI application that answers ROUTES itself and passes everything else to `app`."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        handler, match_id = _find(scope) if scope["type"] == "http" else (None, "")
        if handler is None:
            await run_unwound(self._app, scope, receive, send)
            return
        request = Request(scope, receive, send)
        try:
            response = await handler(match_id, request, self._app.state.dependencies)
        except Problem as refusal:  # FastAPI would call the error handler
            response = problem_response(refusal)
        await response(scope, receive, send)


def _find(scope: Scope) -> tuple[Handler | None, str]:
    """Return the handler of this method and path, if it is in ROUTES, and the match id."""
    parts, match_id = scope["path"].split("/"), ""
    # An empty id is left to FastAPI, which knows no such path.
    if len(parts) > 3 and parts[2] == "matches" and parts[3]:
        match_id, parts[3] = parts[3], "{}"
    return ROUTES.get((scope["method"], "/".join(parts))), match_id
