"""The three busiest routes, in front of FastAPI's middleware, routing and dependencies.

They read requests as FastAPI would for the functions that it documents, and call these. Inside
FastAPI, its middleware would also wrap `send`, so that answers could not be written whole;
docs/performance.md has what that costs.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gateway.dependencies import Dependencies
from gateway.errors import Problem
from gateway.http import parameters
from gateway.http.responses import problem_response
from gateway.http.server.unwound import run_unwound
from gateway.limits.requester import Requester
from gateway.routes.batch import NEW_MOVES, make_moves
from gateway.routes.matches import as_text, get_match
from gateway.routes.moves import NEW_MOVE, make_move
from gateway.routing import Route

PARSED: Mapping[bytes, Mapping[str, str]] = {
    b"": {},
    b"view=none": {"view": "none"},
    b"view=full": {"view": "full"},
}
"""The usual query strings, which need not be parsed."""


Handler: TypeAlias = Callable[[Request, Dependencies], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class BusyRoute:
    """A route of FastAPI's, which stands in the scope, and what answers in its place."""

    path: str
    pattern: re.Pattern[str]
    route: Route
    answer: Handler

    @classmethod
    def of(cls, app: FastAPI, documented: Callable[..., Any], answer: Handler) -> "BusyRoute":
        """Return the route for which FastAPI documents this function."""
        routes = (each for each in app.routes if isinstance(each, Route))
        route = next(each for each in routes if each.endpoint is documented)
        return cls(route.path, route.path_regex, route, answer)


class BusyRoutes:
    """An ASGI application that answers the busy routes, and leaves all others to FastAPI."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        self.routes: Mapping[str, Sequence[BusyRoute]] = {
            "POST": (
                BusyRoute.of(app, make_move, _make_move),
                BusyRoute.of(app, make_moves, _make_moves),
            ),
            "GET": (BusyRoute.of(app, get_match, _get_match),),
        }
        """By method; HeadRequests has made HEAD GET."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        for busy in self.routes.get(scope.get("method", ""), ()):
            if found := busy.pattern.match(scope["path"]):
                scope["route"], scope["path_params"] = busy.route, found.groupdict()
                await self._answer(busy, scope, receive, send)
                return
        await run_unwound(self._app, scope, receive, send)

    async def _answer(self, busy: BusyRoute, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, send)
        try:
            response = await busy.answer(request, self._app.state.dependencies)
        except Problem as refusal:  # FastAPI would call the error handler
            response = problem_response(refusal)
        await response(scope, receive, send)


async def _make_move(request: Request, deps: Dependencies) -> Response:
    asked, query = await NEW_MOVE(request), _query(request)
    return await make_move(
        request.path_params["match_id"],
        asked,
        deps,
        parameters.view(query.get("view")),
        parameters.boolean(query.get("dryRun"), "dryRun"),
        parameters.with_legal_moves(query.get("include")),
    )


async def _make_moves(request: Request, deps: Dependencies) -> Response:
    asked = await NEW_MOVES(request)
    return await make_moves(asked, deps, parameters.view(_query(request).get("view")))


async def _get_match(request: Request, deps: Dependencies) -> Response:
    query = _query(request)
    return await get_match(
        request.path_params["match_id"],
        request,
        await as_text(request),
        Requester.of(request),
        deps,
        parameters.with_legal_moves(query.get("include")),
        parameters.integer(query.get("atVersion"), "atVersion"),
        query.get("as"),
    )


def _query(request: Request) -> Mapping[str, str]:
    """Return the query parameters; of a repeated one the last counts, as in FastAPI."""
    known = PARSED.get(request.scope["query_string"])
    return request.query_params if known is None else known
