"""What stands around every request: its id, CORS, and the last resort against a failure."""

import logging
from collections.abc import Mapping

from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gateway import context
from gateway.answers import problem
from gateway.errors import Problem
from gateway.headers import fields

EXPOSED = (
    "ETag",
    "Location",
    "Retry-After",
    "RateLimit",
    "Idempotency-Replayed",
    "X-Request-Id",
)
ANY_ORIGIN = (
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", ", ".join(EXPOSED).encode()),
)
METHODS = "GET, POST, DELETE"
PREFLIGHT_AGE_S = 86_400

log = logging.getLogger("gateway")


class RequestContext:
    """Gives every answer an X-Request-Id, and every failure a problem without a trace.

    Pages of any origin may ask and read: nothing here depends on who asks but
    the token, which no browser sends by itself. So answers are the same with
    and without Origin, and need not vary with it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        asked = fields(scope)
        request_id = context.take_up(asked)
        started = False

        async def send_with_id(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                limit = context.rate_limit.get() or {}
                message["headers"] = [
                    *message["headers"],
                    (b"x-request-id", request_id.encode()),
                    *ANY_ORIGIN,
                    *((name.lower().encode(), limit[name].encode()) for name in limit),
                ]
            await send(message)

        if _is_preflight(scope, asked):
            await _preflight(asked)(scope, receive, send_with_id)
            return
        try:
            await self._app(scope, receive, send_with_id)
        except ClientDisconnect:
            return  # gone before its body had arrived: nobody is left to answer
        except Exception as error:
            log.error("%s %s failed: %s", scope["method"], request_id, place(error))
            if not started:
                refusal = problem(Problem("internal", "Something is broken here."))
                await refusal(scope, receive, send_with_id)


def _is_preflight(scope: Scope, asked: Mapping[bytes, bytes]) -> bool:
    """Whether a browser asks what the page may ask."""
    return (
        scope["method"] == "OPTIONS"
        and b"origin" in asked
        and b"access-control-request-method" in asked
    )


def _preflight(asked: Mapping[bytes, bytes]) -> Response:
    """All that there is; a method that is not among it, the browser will refuse by itself."""
    return Response(
        status_code=204,
        headers={
            "Access-Control-Allow-Methods": METHODS,
            "Access-Control-Allow-Headers": asked.get(
                b"access-control-request-headers", b"*"
            ).decode("latin-1"),
            "Access-Control-Max-Age": str(PREFLIGHT_AGE_S),
            "Vary": "Access-Control-Request-Headers",
        },
    )


def place(error: Exception) -> str:
    """The type and the place suffice to find it; a message could hold a card."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"
    return f"{type(error).__name__} at {where}"
