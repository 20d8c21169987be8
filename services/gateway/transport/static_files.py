"""Static files: the scripts and styles of the documentation page."""

from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send


class WholeFiles(StaticFiles):
    """Serves complete files only: a bad Range would be refused as plain text, not as a problem."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name, value) for name, value in scope["headers"] if name != b"range"]
        await super().__call__({**scope, "headers": headers}, receive, send)
