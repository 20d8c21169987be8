"""What stands around every request: its id, CORS, and the last resort against a failure."""

import logging
from collections.abc import Mapping

from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from telemetry.redaction import error_location

from gateway import context
from gateway.errors import Problem
from gateway.observability.requests import RequestObserver
from gateway.transport.headers import fields
from gateway.transport.responses import problem_response

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

    def __init__(self, app: ASGIApp, seeing: RequestObserver) -> None:
        self._app = app
        self._seeing = seeing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        asked = fields(scope)
        request_id = context.take_up(asked)
        seen = self._seeing.begin(scope, asked, request_id)

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                seen.answered(message["status"])
                limit = context.rate_limit.get() or {}
                message["headers"] = [
                    *message["headers"],
                    (b"x-request-id", request_id.encode()),
                    *ANY_ORIGIN,
                    *((name.lower().encode(), limit[name].encode()) for name in limit),
                ]
            await send(message)

        app = _preflight(asked) if _is_preflight(scope, asked) else self._app
        try:
            await app(scope, receive, send_with_id)
        except ClientDisconnect:
            return  # gone before its body had arrived: nobody is left to answer
        except Exception as error:
            log.error("a request failed: %s", error_location(error))
            if not seen.status:
                refusal = problem_response(Problem("internal", "Something is broken here."))
                await refusal(scope, receive, send_with_id)
        finally:
            seen.end()


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
