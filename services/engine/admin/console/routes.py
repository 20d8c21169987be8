"""All routes of the console's API but those of its door."""

from collections.abc import Awaitable, Callable, Iterator
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from engine.admin.console.desk import Desk, Seat
from engine.admin.console.door import Door
from engine.admin.games import report

Read: TypeAlias = Callable[[Seat, Request], Awaitable[Response]]


def api_routes(desk: Desk, door: Door) -> Iterator[Route]:
    """The routes, each for whom the door lets in."""

    def route(path: str, run: Read, method: str = "GET") -> Route:
        async def called(request: Request) -> Response:
            async with desk.seat(door.operator_of(request)) as seat:
                return await run(seat, request)

        return Route(path, called, methods=[method])

    yield route("/games", games)


async def games(seat: Seat, request: Request) -> Response:
    return JSONResponse({"lines": [*await report(seat.operator)]})
