"""Static files: the scripts and styles of the documentation page."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

from starlette.requests import HTTPConnection
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

Charge: TypeAlias = Callable[[HTTPConnection], Awaitable[None]]
"""Charges the client for a file. Raises Problem rate_limited."""


class WholeFiles(StaticFiles):
    """Serves complete files only: a bad Range would be refused as plain text, not as a problem."""

    def __init__(self, folder: Path, charge: Charge) -> None:
        super().__init__(directory=folder)
        self._charge = charge

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._charge(HTTPConnection(scope))
        headers = [(name, value) for name, value in scope["headers"] if name != b"range"]
        await super().__call__({**scope, "headers": headers}, receive, send)
