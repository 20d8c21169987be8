"""A service below a path of its host, `GATEWAY_ROOT_PATH`: where its addresses begin with it."""

from typing import AnyStr, cast

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gateway import context
from gateway.http.server.exchange import WholeSend

LOCATION = b"location"


class RootPath:
    """Takes the root off the paths of requests, and puts it before each Location.

    A proxy may have taken it off already: requests come with or without it.
    """

    def __init__(self, app: ASGIApp, root: str) -> None:
        """`root` begins with a slash, and does not end with one."""
        self._app, self._root = app, root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        for name, root in (("path", self._root), ("raw_path", self._root.encode())):
            if name in scope:
                scope[name] = _below(root, scope[name])
        context.root.set(self._root)
        below = Below(send, self._root.encode()) if scope["type"] == "http" else send
        await self._app(scope, receive, below)


class Below(WholeSend):
    """Sends a response whose Location, if it has one, is below the root."""

    def __init__(self, send: Send, root: bytes) -> None:
        self._send, self._root = send, root

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [
                (name, self._root + value if name.lower() == LOCATION else value)
                for name, value in message["headers"]
            ]
        await self._send(message)

    @property
    def ready(self) -> bool:
        return isinstance(self._send, WholeSend) and self._send.ready

    def whole(self, status: int, lines: bytes, body: bytes) -> None:
        line = b"\r\n%s: " % LOCATION
        # What comes before the first line makes it like the others.
        below = (b"\r\n" + lines).replace(line, line + self._root, 1)[2:]
        cast(WholeSend, self._send).whole(status, below, body)


def _below(root: AnyStr, path: AnyStr) -> AnyStr:
    """Return the path without the root, if it begins with that."""
    rest = path.removeprefix(root)
    slash = root[:1]
    return rest or slash if path == root or (path != rest and rest[:1] == slash) else path
