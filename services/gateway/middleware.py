"""What stands around every request: its id, and the last resort against a failure."""

import logging

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gateway import context
from gateway.answers import problem
from gateway.errors import Problem

log = logging.getLogger("gateway")


class RequestContext:
    """Gives every answer an X-Request-Id, and every failure a problem without a trace."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = context.take_up(Headers(scope=scope))
        started = False

        async def send_with_id(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                MutableHeaders(scope=message)["X-Request-Id"] = request_id
            await send(message)

        try:
            await self._app(scope, receive, send_with_id)
        except Exception as error:
            log.error("%s %s failed: %s", scope["method"], request_id, _place(error))
            if not started:
                refusal = problem(Problem("internal", "Something is broken here."))
                await refusal(scope, receive, send_with_id)


def _place(error: Exception) -> str:
    """The type and the place suffice to find it; a message could hold a card."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"
    return f"{type(error).__name__} at {where}"
