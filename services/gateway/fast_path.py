"""The busiest routes, answered without FastAPI's routing and dependencies.

They are the very functions that FastAPI would call, and it still describes them; only
what it does around them for every request is left out. docs/performance.md tells what
that buys.
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

SHORT: Mapping[bytes, Mapping[str, str]] = {
    b"view=none": {"view": "none"},
    b"view=full": {"view": "full"},
}
"""Queries that need not be taken apart."""
NONE: Mapping[str, str] = {}

Handle: TypeAlias = Callable[[str, Request, Dependencies], Awaitable[Response]]
"""Takes what stands in the path for {}."""


async def _make_move(match_id: str, request: Request, deps: Dependencies) -> Response:
    query = _query(request)
    return await make_move(match_id, request, deps, query.get("view"), query.get("dryRun"))


async def _make_moves(_: str, request: Request, deps: Dependencies) -> Response:
    return await make_moves(request, deps, _query(request).get("view"))


async def _get_match(match_id: str, request: Request, deps: Dependencies) -> Response:
    query, asked = _query(request), request.headers
    return await get_match(
        match_id,
        request,
        deps,
        include=query.get("include"),
        at_version=query.get("atVersion"),
        if_none_match=asked.get("if-none-match"),
    )


def _query(request: Request) -> Mapping[str, str]:
    """The parameters, mostly none or one that is known; of a repeated one the last counts."""
    text = request.scope["query_string"]
    return SHORT.get(text) or (request.query_params if text else NONE)


ROUTES: Mapping[tuple[str, str], Handle] = {
    ("POST", "/v1/matches/{}/moves"): _make_move,
    ("POST", "/v1/moves"): _make_moves,
    ("GET", "/v1/matches/{}"): _get_match,
}


class FastPath:
    """Answers these, and leaves everything else to the application."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        handle, part = _find(scope) if scope["type"] == "http" else (None, "")
        if handle is None:
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive, send)
        try:
            response = await handle(part, request, self._app.state.dependencies)
        except Problem as refusal:
            response = problem_response(refusal)
        await response(scope, receive, send)


def _find(scope: Scope) -> tuple[Handle | None, str]:
    """The route's function, and the part of the path that is not the same for all."""
    parts, part = scope["path"].split("/"), ""
    if len(parts) > 3 and parts[2] == "matches" and parts[3]:
        part, parts[3] = parts[3], "{}"
    return ROUTES.get((scope["method"], "/".join(parts))), part
