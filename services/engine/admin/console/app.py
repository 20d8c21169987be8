"""The console as an ASGI application: the page below /console/, its API below /console/api/."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from engine.admin.console.desk import Desk
from engine.admin.console.door import Door
from engine.admin.console.headers import SecurityHeaders
from engine.admin.console.page_files import page_routes
from engine.admin.console.problems import answer
from engine.admin.console.routes import ENDPOINTS
from engine.admin.console.routing import route
from engine.admin.console.slow import Slow

FAILURES = (Exception, 404, 405)


def create_app(desk: Desk, door: Door) -> SecurityHeaders:
    """The application, over the connections of `desk`, for whom `door` lets in."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await desk.close()

    slow = Slow(desk.settings)
    routes = [*door.routes, *(route(each, desk, door, slow) for each in ENDPOINTS)]
    app = Starlette(
        routes=[
            Mount("/console/api", routes=routes),
            Route("/healthz", _alive),
            *page_routes(),
        ],
        exception_handlers=dict.fromkeys(FAILURES, answer),
        lifespan=lifespan,
    )
    return SecurityHeaders(app, door.reached)


async def _alive(request: Request) -> Response:
    """Probes ask this; Redis may be away, which the page says."""
    return Response("ok\n", media_type="text/plain")
