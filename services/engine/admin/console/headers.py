"""Headers of every answer of the console."""

from collections.abc import Sequence
from contextlib import suppress

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'{reached}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class SecurityHeaders:
    """Adds HEADERS and the POLICY to what an application answers."""

    def __init__(self, app: ASGIApp, reached: Sequence[str] = ()) -> None:
        """`reached` are the origins that the page asks besides its own."""
        self._app = app
        policy = POLICY.format(reached="".join(f" {each}" for each in reached))
        self._headers = {**HEADERS, "Content-Security-Policy": policy}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(self._headers)
            await send(message)

        # Starlette raises again what it has answered; the server would log it, with cards in it.
        with suppress(Exception):
            await self._app(scope, receive, with_headers)
