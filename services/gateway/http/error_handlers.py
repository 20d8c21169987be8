"""Exception handlers: every refusal, the framework's own included, becomes a problem."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route

from gateway.errors import Problem
from gateway.http.responses import problem_response

MissingPage: TypeAlias = Callable[[Request], Response | None]
"""The answer for people at a path that does not exist; None for programs, who get a problem."""


def add_error_handlers(
    app: FastAPI, routes: Sequence[BaseRoute], missing_page: MissingPage
) -> None:
    """Answer Problem and HTTPException as problems; `routes` tell which methods a path allows."""

    async def refuse_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)  # noqa: S101
        page = missing_page(request) if error.status_code == 404 else None
        return page or problem_response(_as_problem(error, request, routes))

    app.add_exception_handler(Problem, _refuse)
    app.add_exception_handler(HTTPException, refuse_http)


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)  # noqa: S101
    return problem_response(error)


def _as_problem(error: HTTPException, request: Request, routes: Sequence[BaseRoute]) -> Problem:
    """Return the Problem for a path, method or request that the framework refuses."""
    if error.status_code == 405:
        allowed = ", ".join(_allowed_methods(request, routes))
        return Problem("method_not_allowed", f"Allowed methods: {allowed}.", {"Allow": allowed})
    if error.status_code == 404:
        return Problem("not_found", "Unknown path.")
    return Problem("malformed", "The request cannot be parsed.")


def _allowed_methods(request: Request, routes: Sequence[BaseRoute]) -> list[str]:
    """Return the methods of all routes at the request's path.

    Starlette's own Allow names those of one route only. A path without routes is an asset's.
    """
    methods: set[str] = set()
    for route in routes:
        if isinstance(route, Route) and route.matches(request.scope)[0] != Match.NONE:
            methods |= route.methods or set()
    methods = methods or {"GET"}
    return sorted(methods | {"HEAD"} if "GET" in methods else methods)
