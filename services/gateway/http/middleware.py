"""Middleware of every HTTP request: its id, CORS, rate limit headers, unexpected errors."""

import logging
from collections.abc import Callable, Mapping
from typing import cast

from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from telemetry.redaction import error_location

from gateway import context
from gateway.errors import Problem, internal
from gateway.http import request_slots
from gateway.http.bad_bodies import WITH_BODY, BadBodies, hold
from gateway.http.headers import fields
from gateway.http.request_slots import RequestSlot, RequestSlots, never
from gateway.http.responses import problem_response
from gateway.http.server.exchange import WholeReceive, WholeSend
from gateway.observability.requests import RequestObserver

EXPOSED = (
    "ETag",
    "Location",
    "Retry-After",
    "RateLimit",
    "Idempotency-Replayed",
    "X-Request-Id",
    "Date",
    "X-Time",
    "Ledger-Seq",
    "Ledger-Head",
    "Log-Version",
    "Log-Head",
)
ANY_ORIGIN = (
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", ", ".join(EXPOSED).encode()),
)
NOSNIFF = (b"x-content-type-options", b"nosniff")
"""Browsers take an answer for what its Content-Type says, and never for a page or a script."""
METHODS = "GET, POST, PUT, PATCH, DELETE"
OWN_LINES = b"".join(b"%s: %s\r\n" % header for header in (NOSNIFF, *ANY_ORIGIN))
PREFLIGHT_AGE_S = 86_400
GONE = "croupier.gone"
"""The extension of `gateway.http.server.uvicorn_http` that tells whether the caller has left."""
IN_SLOT = "/v1/"
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
        line: RequestSlots,
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
        slot = RequestSlot(self._line, _is_gone(scope))
        request_slots.current.set(slot)

        def on_answer(status: int) -> None:
            slot.give_back()
            observed.answered(status)
            self._bad_bodies.answered(scope, headers, status)

        send_with_headers = OwnHeaders(send, request_id, on_answer)
        app = _preflight(headers) if _is_preflight(scope, headers) else self._app
        try:
            if refusal := self._bad_bodies.refusal(scope, headers):
                await hold(receive)
                await problem_response(refusal)(scope, receive, send_with_headers)
                return
            await _run_in_slot(app, slot, scope, receive, send_with_headers)
        except ClientDisconnect:
            return  # the client left before its body had arrived: there is no one to answer
        except Exception as error:
            log.error("a request failed: %s", error_location(error))
            if not observed.status:  # else the response has begun, and can only be cut off
                await problem_response(internal())(scope, receive, send_with_headers)
        finally:
            observed.end()


class OwnHeaders(WholeSend):
    """Sends a response with the headers of every response."""

    def __init__(self, send: Send, request_id: str, on_answer: Callable[[int], None]) -> None:
        """`on_answer` is called with the status before anything is sent."""
        self._send = send
        self._request_id = request_id
        self._on_answer = on_answer

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._on_answer(message["status"])
            message["headers"] = [*message["headers"], *_own_headers(self._request_id)]
        await self._send(message)

    @property
    def ready(self) -> bool:
        return isinstance(self._send, WholeSend) and self._send.ready

    def whole(self, status: int, lines: bytes, body: bytes) -> None:
        self._on_answer(status)
        own = _own_lines(self._request_id)
        cast(WholeSend, self._send).whole(status, lines + own, body)


class InSlot(WholeReceive):
    """Receives the body of a request, which then waits for its slot.

    A client may take its time to send a body, and others must not wait for it.
    """

    def __init__(self, receive: Receive, slot: RequestSlot) -> None:
        self._receive = receive
        self._slot = slot

    async def __call__(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request" and not message.get("more_body"):
            await self._slot.take()
        return message

    async def whole(self) -> bytes | None:
        if not isinstance(self._receive, WholeReceive):
            return None
        body = await self._receive.whole()
        if body is not None:
            await self._slot.take()
        return body


async def _run_in_slot(
    app: ASGIApp, slot: RequestSlot, scope: Scope, receive: Receive, send: Send
) -> None:
    """Run the application once the request has a slot; answer 503 if there is none in time."""
    try:
        if scope["method"] == "OPTIONS" or not scope["path"].startswith(IN_SLOT):
            slot.give_back()
        elif scope["method"] not in WITH_BODY:
            await slot.take()
        await app(scope, InSlot(receive, slot), send)
    except Problem as refusal:
        await problem_response(refusal)(scope, receive, send)
    finally:
        slot.give_back()


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


def _own_lines(request_id: str) -> bytes:
    """Return `_own_headers` as lines."""
    limit = context.rate_limit.get()
    more = [f"{name.lower()}: {limit[name]}\r\n" for name in limit] if limit else ()
    return b"x-request-id: %s\r\n%s%s" % (
        request_id.encode(),
        OWN_LINES,
        "".join(more).encode(),
    )


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
