"""Every route names its bucket, and reads what it declares."""

import ast
import inspect
from collections.abc import Callable, Iterator
from textwrap import dedent
from typing import Any, get_args

import pytest
from fastapi.dependencies.models import Dependant
from gateway.app import create_app
from gateway.config import Settings
from gateway.limits.limit_table import LIMITS, Bucket
from gateway.routing import Route, WebSocketRoute
from gateway.web import page
from starlette.routing import Mount

from tests.gateway.limits.test_rate_limits import bucket_of
from tests.support.openapi import documented
from tests.support.requests import ROUTES
from tests.support.requests import Route as Sent

APP = create_app(Settings(engines="nowhere", redis_url="redis://nowhere"))
DECLARED = [route for route in APP.routes if isinstance(route, Route)]
FREE = {"/healthz", "/readyz", "/openapi.json", "/docs", "/problems/{code}"}
"""What is not below /v1 and needs no account: probes and documentation."""


def test_every_route_is_one_that_names_its_bucket() -> None:
    for route in (*APP.routes, *page.router.routes):
        if isinstance(route, Mount):
            assert route.path == "/assets"  # which says it to its files
            continue
        assert isinstance(route, Route | WebSocketRoute), route
        assert route.bucket is None or route.bucket in LIMITS, route.path


def test_what_is_free_is_no_part_of_the_api() -> None:
    assert {route.path for route in DECLARED if route.bucket is None} == FREE
    assert {*get_args(Bucket)} == {*LIMITS}


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_the_bucket_that_is_named_is_the_one_that_is_meant(route: Sent) -> None:
    """That it is the one that pays is shown in limits/test_rate_limits, by the same list."""
    path = documented(route)
    (found,) = (
        each for each in DECLARED if each.path == path and route.method in (each.methods or ())
    )
    assert found.bucket == bucket_of(route)


def test_codes_that_somebody_may_try_pay_a_second_time() -> None:
    tried = {route.path: route.tries for route in DECLARED if route.tries}
    paths = ("/v1/pairings", "/v1/invitations", "/v1/sessions", "/v1/players/me/passkeys")
    assert tried == dict.fromkeys(paths, "pairings")


def calls(dependant: Dependant) -> Iterator[Callable[..., Any]]:
    """The functions that FastAPI calls with what it has found, for one route."""
    assert dependant.call
    yield dependant.call
    for each in dependant.dependencies:
        yield from calls(each)


def unread(call: Callable[..., Any]) -> set[str]:
    """The parameters of a function that it does not read."""
    source = call if inspect.isroutine(call) else type(call).__call__
    (function,) = ast.parse(dedent(inspect.getsource(source))).body
    assert isinstance(function, ast.AsyncFunctionDef)
    body = ast.Module(function.body, [])
    names = (each for each in ast.walk(body) if isinstance(each, ast.Name))
    read = {each.id for each in names if isinstance(each.ctx, ast.Load)}
    return {*inspect.signature(call).parameters} - read


def test_a_route_reads_every_parameter_that_it_declares() -> None:
    pages = [route for route in page.router.routes if isinstance(route, Route)]
    every = {call for route in (*DECLARED, *pages) for call in calls(route.dependant)}
    assert len(every) > 60
    assert {call: found for call in every if (found := unread(call))} == {}


async def _route_that_forgets(known: str, forgotten: str = "") -> str:
    return known


def test_one_that_is_not_read_is_found() -> None:
    assert unread(_route_that_forgets) == {"forgotten"}
