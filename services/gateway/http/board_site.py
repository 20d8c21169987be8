"""The second site, where frames with boards of others are, and nothing else is.

Boards are code of strangers. On a site of their own they share no process, no storage and no
address with the page, so nothing that a page or an API of that site could do may be there.
"""

from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from gateway.errors import Problem
from gateway.http.headers import fields
from gateway.http.responses import problem_response
from gateway.sites import Site

FRAMES = "/board-frame/"
"""Below this path are the frames."""


class BoardSite:
    """Has frames answer at the second site alone, and only them there: all else is not found."""

    def __init__(self, app: ASGIApp, origin: str) -> None:
        self._app, self._site = app, Site(origin)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            is_there = self._site.has(fields(scope).get(b"host", b"").decode("latin-1"))
            if is_there != scope["path"].startswith(FRAMES):
                await self._refuse(scope, receive, send)
                return
        await self._app(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        problem = Problem("not_found", "This site has boards in frames, and nothing else.")
        if scope["path"].startswith(FRAMES):
            problem = Problem("not_found", "Boards are at a site of their own.")
        answer = problem_response(problem)
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(answer)
        else:
            await answer(scope, receive, send)
