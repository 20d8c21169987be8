"""The files of the page: plain HTML, CSS and ES modules, as they stand in the folder page/."""

from collections.abc import Awaitable, Callable, Iterator
from importlib.resources import files
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

Handler: TypeAlias = Callable[[Request], Awaitable[Response]]
TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


def page_routes() -> Iterator[Route]:
    """A route for each file; the page itself is at /console/."""
    yield Route("/", _to_page)
    yield Route("/console", _to_page)
    for file in (files(__package__) / "page").iterdir():
        kind = TYPES.get(file.name.rpartition(".")[2])
        if kind:
            name = "" if file.name == "index.html" else file.name
            yield Route(f"/console/{name}", _served(file.read_bytes(), kind))


async def _to_page(request: Request) -> Response:
    return RedirectResponse("/console/")


def _served(body: bytes, kind: str) -> Handler:
    async def serve(request: Request) -> Response:
        return Response(body, headers={"Content-Type": kind})

    return serve
