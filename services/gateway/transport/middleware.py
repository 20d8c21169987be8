"""Middleware of every HTTP request: its id, CORS, rate limit headers, unexpected errors."""

import logging
from collections.abc import Callable, Mapping

from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from telemetry.redaction import error_location

from gateway import context, turns
from gateway.errors import Problem, internal
from gateway.observability.requests import RequestObserver
from gateway.transport.bad_bodies import WITH_BODY, BadBodies, hold
from gateway.transport.headers import fields
from gateway.transport.responses import problem_response
from gateway.turns import Turn, Turns, never

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
NOSNIFF = (b"x-content-type-options", b"nosniff")
"""Browsers take an answer for what its Content-Type says, and never for a page or a script."""
METHODS = "GET, POST, PATCH, DELETE"
PREFLIGHT_AGE_S = 86_400
GONE = "croupier.gone"
"""The extension of `gateway.transport.unread_answers` that tells whether the caller has left."""
IN_TURN = "/v1/"
"""Requests that need Redis or an engine. Others, such as probes, never wait."""

log = logging.getLogger("gateway")


class RequestContext:
    """Gives every response an X-Request-Id, and turns every unexpected error into a problem.

    Pages of any origin may send requests and read responses: a response depends on the
    token only, which no browser sends by itself. The CORS headers are the same with and
    without Origin, so responses need not vary by it.
    """

    def __init__(
        self,
        app: ASGIApp,
        observer: RequestObserver,
        line: Turns,
        bad_bodies: BadBodies | None = None,
    ) -> None:
        """Without `bad_bodies`, they are not bounded."""
        self._app = app
        self._observer = observer
        self._line = line
        self._bad_bodies = bad_bodies or BadBodies(observer.metrics, limited=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = fields(scope)
        request_id = context.take_up(headers)
        observed = self._observer.begin(scope, headers, request_id)
        turn = Turn(self._line, _is_gone(scope))
        turns.current.set(turn)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                turn.give_back()
                observed.answered(message["status"])
                self._bad_bodies.answered(scope, headers, message["status"])
                message["headers"] = [*message["headers"], *_own_headers(request_id)]
            await send(message)

        app = _preflight(headers) if _is_preflight(scope, headers) else self._app
        try:
            if refusal := self._bad_bodies.refusal(scope, headers):
                await hold(receive)
                await problem_response(refusal)(scope, receive, send_with_headers)
                return
            await _run_in_turn(app, turn, scope, receive, send_with_headers)
        except ClientDisconnect:
            return  # the client left before its body had arrived: there is no one to answer
        except Exception as error:
            log.error("a request failed: %s", error_location(error))
            if not observed.status:  # else the response has begun, and can only be cut off
                await problem_response(internal())(scope, receive, send_with_headers)
        finally:
            observed.end()


async def _run_in_turn(
    app: ASGIApp, turn: Turn, scope: Scope, receive: Receive, send: Send
) -> None:
    """Run the application when it is the request's turn; answer 503 if there is none in time."""

    async def receive_in_turn() -> Message:
        message = await receive()
        # A client may take its time to send a body, and others must not wait for it.
        if message["type"] == "http.request" and not message.get("more_body"):
            await turn.take()
        return message

    try:
        if scope["method"] == "OPTIONS" or not scope["path"].startswith(IN_TURN):
            turn.give_back()
        elif scope["method"] not in WITH_BODY:
            await turn.take()
        await app(scope, receive_in_turn, send)
    except Problem as refusal:
        await problem_response(refusal)(scope, receive, send)
    finally:
        turn.give_back()


def _is_gone(scope: Scope) -> Callable[[], bool]:
    """Return what tells whether the connection is closed, or closing."""
    is_gone: Callable[[], bool] = scope.get("extensions", {}).get(GONE, {}).get("gone", never)
    return is_gone


def _own_headers(request_id: str) -> list[tuple[bytes, bytes]]:
    """Return the headers of every response, with the rate limit if the request was charged."""
    limit = context.rate_limit.get() or {}
    return [
        (b"x-request-id", request_id.encode()),
        NOSNIFF,
        *ANY_ORIGIN,
        *((name.lower().encode(), limit[name].encode()) for name in limit),
    ]


def _is_preflight(scope: Scope, headers: Mapping[bytes, bytes]) -> bool:
    """Return whether this is a browser's CORS preflight, and not another OPTIONS."""
    return (
        scope["method"] == "OPTIONS"
        and b"origin" in headers
        and b"access-control-request-method" in headers
    )


def _preflight(headers: Mapping[bytes, bytes]) -> Response:
    """Allow all methods and headers. A browser itself refuses a method that is not listed."""
    return Response(
        status_code=204,
        headers={
            "Access-Control-Allow-Methods": METHODS,
            "Access-Control-Allow-Headers": headers.get(
                b"access-control-request-headers", b"*"
            ).decode("latin-1"),
            "Access-Control-Max-Age": str(PREFLIGHT_AGE_S),
            "Vary": "Access-Control-Request-Headers",
        },
    )
