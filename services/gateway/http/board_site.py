"""The second site, where frames with boards of others are, and nothing else is.

Boards are code of strangers. On a site of their own they share no process, no storage and no
address with the page, so nothing that a page or an API of that site could do may be there.
"""

import re
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from gateway.errors import Problem
from gateway.http.headers import fields
from gateway.http.responses import problem_response

FRAMES = "/board-frame/"
"""Below this path are the frames."""
PORTS = {"http": 80, "https": 443}
PARTS = re.compile(rb"(.*?)\.?(?::(\d*))?")
DIGITS = 5
"""How many digits a port has: zeros before them mean nothing."""


class BoardSite:
    """Has frames answer at the second site alone, and only them there: all else is not found.

    A site is a name, with and without the dot that ends it, and whatever scheme and port lead to
    it. Only where the origin has a port is another one another site: that of the page may be.
    """

    def __init__(self, app: ASGIApp, origin: str) -> None:
        self._app = app
        scheme, host = urlsplit(origin)[:2]
        self._name, port = _parts(host.encode())
        self._port = port and _number(port)
        self._usual = PORTS[scheme]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            is_there = self._is_there(fields(scope).get(b"host", b""))
            if is_there != scope["path"].startswith(FRAMES):
                await self._refuse(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _is_there(self, host: bytes) -> bool:
        name, port = _parts(host)
        if name != self._name:
            return False
        return not self._port or (_number(port) if port else self._usual) == self._port

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        problem = Problem("not_found", "This site has boards in frames, and nothing else.")
        if scope["path"].startswith(FRAMES):
            problem = Problem("not_found", "Boards are at a site of their own.")
        answer = problem_response(problem)
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(answer)
        else:
            await answer(scope, receive, send)


def _parts(host: bytes) -> tuple[bytes, bytes]:
    """Return the name, in small letters and without the dot at its end, and the port, if any."""
    found = PARTS.fullmatch(host.lower())
    return (found[1], found[2] or b"") if found else (host, b"")


def _number(port: bytes) -> int:
    return int(port[-DIGITS:])
