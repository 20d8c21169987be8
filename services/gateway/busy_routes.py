"""The three busiest routes, which Starlette calls without FastAPI's dependencies.

They call the functions that FastAPI documents, with parameters as FastAPI would pass them; these
check all of it themselves. docs/performance.md has what that gains.
"""

from collections.abc import Mapping

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Scope

from gateway.routes.batch import make_moves
from gateway.routes.matches import get_match
from gateway.routes.moves import make_move

PARSED: Mapping[bytes, Mapping[str, str]] = {
    b"": {},
    b"view=none": {"view": "none"},
    b"view=full": {"view": "full"},
}
"""The usual query strings, which need not be parsed."""


class BusyRoute(Route):
    """A route that puts itself into the scope, as FastAPI's do: metrics and traces name it."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        match, found = super().matches(scope)
        return match, {**found, "route": self} if found else found


def add_busy_routes(app: FastAPI) -> None:
    """Put the routes in front of those that are in the application already."""
    read = BusyRoute("/v1/matches/{match_id}", _get_match)
    read.methods = {"GET"}  # Starlette adds HEAD, which the API does not have
    app.router.routes[:0] = [
        BusyRoute("/v1/matches/{match_id}/moves", _make_move, methods=["POST"]),
        BusyRoute("/v1/moves", _make_moves, methods=["POST"]),
        read,
    ]


async def _make_move(request: Request) -> Response:
    query = _query(request)
    return await make_move(
        request.path_params["match_id"],
        request,
        request.app.state.dependencies,
        query.get("view"),
        query.get("dryRun"),
        query.get("include"),
    )


async def _make_moves(request: Request) -> Response:
    return await make_moves(request, request.app.state.dependencies, _query(request).get("view"))


async def _get_match(request: Request) -> Response:
    query = _query(request)
    return await get_match(
        request.path_params["match_id"],
        request,
        request.app.state.dependencies,
        include=query.get("include"),
        at_version=query.get("atVersion"),
        look_as=query.get("as"),
        if_none_match=request.headers.get("if-none-match"),
    )


def _query(request: Request) -> Mapping[str, str]:
    """Return the query parameters; of a repeated one the last counts, as in FastAPI."""
    known = PARSED.get(request.scope["query_string"])
    return request.query_params if known is None else known
