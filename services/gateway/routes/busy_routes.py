"""The three busiest routes, in front of FastAPI's middleware, routing and dependencies.

They call the functions that FastAPI documents, with parameters as FastAPI would pass them; these
check all of it themselves. Inside FastAPI, its middleware would also wrap `send`, so that answers
could not be written whole; docs/performance.md has what that costs.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import compile_path
from starlette.types import Receive, Scope, Send

from gateway.dependencies import Dependencies
from gateway.errors import Problem
from gateway.http.headers import field
from gateway.http.responses import problem_response
from gateway.http.server.unwound import run_unwound
from gateway.routes.batch import make_moves
from gateway.routes.matches import get_match
from gateway.routes.moves import make_move

PARSED: Mapping[bytes, Mapping[str, str]] = {
    b"": {},
    b"view=none": {"view": "none"},
    b"view=full": {"view": "full"},
}
"""The usual query strings, which need not be parsed."""


Answer: TypeAlias = Callable[[Request, Dependencies], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class BusyRoute:
    """A route that stands in the scope as FastAPI's do: metrics and traces name it."""

    path: str
    pattern: re.Pattern[str]
    answer: Answer

    @classmethod
    def of(cls, path: str, answer: Answer) -> "BusyRoute":
        pattern, _, _ = compile_path(path)
        return cls(path, pattern, answer)


class BusyRoutes:
    """An ASGI application that answers the busy routes, and leaves all others to FastAPI."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        self.routes: Mapping[str, Sequence[BusyRoute]] = {
            "POST": (
                BusyRoute.of("/v1/matches/{match_id}/moves", _make_move),
                BusyRoute.of("/v1/moves", _make_moves),
            ),
            "GET": (BusyRoute.of("/v1/matches/{match_id}", _get_match),),
        }
        """By method; HeadRequests has made HEAD GET."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        for route in self.routes.get(scope.get("method", ""), ()):
            if found := route.pattern.match(scope["path"]):
                scope["route"], scope["path_params"] = route, found.groupdict()
                await self._answer(route, scope, receive, send)
                return
        await run_unwound(self._app, scope, receive, send)

    async def _answer(self, route: BusyRoute, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, send)
        try:
            response = await route.answer(request, self._app.state.dependencies)
        except Problem as refusal:  # FastAPI would call the error handler
            response = problem_response(refusal)
        await response(scope, receive, send)


async def _make_move(request: Request, deps: Dependencies) -> Response:
    query = _query(request)
    return await make_move(
        request.path_params["match_id"],
        request,
        deps,
        query.get("view"),
        query.get("dryRun"),
        query.get("include"),
    )


async def _make_moves(request: Request, deps: Dependencies) -> Response:
    return await make_moves(request, deps, _query(request).get("view"))


async def _get_match(request: Request, deps: Dependencies) -> Response:
    query = _query(request)
    return await get_match(
        request.path_params["match_id"],
        request,
        deps,
        include=query.get("include"),
        at_version=query.get("atVersion"),
        look_as=query.get("as"),
        if_none_match=field(request, b"if-none-match"),
    )


def _query(request: Request) -> Mapping[str, str]:
    """Return the query parameters; of a repeated one the last counts, as in FastAPI."""
    known = PARSED.get(request.scope["query_string"])
    return request.query_params if known is None else known
