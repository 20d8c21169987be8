"""Routes of the console's API: what is read, what is done, and what takes long."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from engine.admin.acts import Kind
from engine.admin.console.bodies import json_body, reason_in
from engine.admin.console.desk import Desk, Seat
from engine.admin.console.door import Door
from engine.admin.console.problems import answer
from engine.admin.console.slow import Slow, Tell
from engine.config import Settings

Members: TypeAlias = Mapping[str, Any]
Reading: TypeAlias = Callable[[Seat, Request], Awaitable[Any]]
Checking: TypeAlias = Callable[[Settings], Awaitable[Any]]
Doing: TypeAlias = Callable[[Seat, Request, Members, str], Awaitable[Any]]
"""Given the body, and the reason in it."""
Work: TypeAlias = Callable[[Seat, Tell], Awaitable[Any]]
Begin: TypeAlias = Callable[[Request, Members], Work]
"""Reads what is asked, so that what is wrong with it is refused at once; then the work begins."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A route: `kind` is what it does, None for one that only reads.

    A `slow` one is answered by a line of JSON for each thing that it tells, and works in a thread.
    """

    path: str
    read: Reading | None = None
    do: Doing | None = None
    slow: Begin | None = None
    check: Checking | None = None
    kind: Kind | None = None

    @property
    def method(self) -> str:
        return "GET" if self.kind is None else "POST"


def read(path: str, run: Reading) -> Endpoint:
    """One that shows something."""
    return Endpoint(path, read=run)


def check(path: str, run: Checking) -> Endpoint:
    """One that also tells something while Redis is away."""
    return Endpoint(path, check=run)


def act(kind: Kind, path: str, run: Doing) -> Endpoint:
    """One that does something, for a reason."""
    return Endpoint(path, do=run, kind=kind)


def slow_read(path: str, begin: Begin) -> Endpoint:
    """One that shows something, and takes long: it ends with its client."""
    return Endpoint(path, slow=begin)


def slow_act(kind: Kind, path: str, begin: Begin) -> Endpoint:
    """One that does something, and takes long: it goes on to its end without its client."""
    return Endpoint(path, slow=begin, kind=kind)


def route(endpoint: Endpoint, desk: Desk, door: Door, slow: Slow) -> Route:
    """The route, for whom the door lets in; of failures it tells what `problems` allows."""

    async def called(request: Request) -> Response:
        try:
            by = door.operator_of(request)
            given = await json_body(request) if endpoint.kind else dict(request.query_params)
            if endpoint.slow:
                return await _streamed(endpoint, slow, endpoint.slow(request, given), by)
            if endpoint.check:
                return _json(await endpoint.check(desk.settings))
            async with desk.seat(by) as seat:
                return await _answered(endpoint, seat, request, given)
        except Exception as error:
            return await answer(request, error)

    return Route(endpoint.path, called, methods=[endpoint.method])


async def _answered(endpoint: Endpoint, seat: Seat, request: Request, given: Members) -> Response:
    found: Any = None
    if endpoint.do:
        found = await endpoint.do(seat, request, given, reason_in(given))
    elif endpoint.read:
        found = await endpoint.read(seat, request)
    return found if isinstance(found, Response) else _json(found)


def _json(found: Any) -> Response:
    # In ASCII: what players write may be half a character.
    return Response(json.dumps(found), media_type="application/json")


async def _streamed(endpoint: Endpoint, slow: Slow, work: Work, by: str) -> Response:
    lines = await slow.begin(work, by, ends_with_client=endpoint.kind is None)
    return StreamingResponse(lines, media_type="application/x-ndjson")
