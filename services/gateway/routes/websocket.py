"""The WebSocket route: moves, reads and subscriptions over one connection."""

from contextlib import ExitStack
from typing import Any

from fastapi import Response, WebSocket

from gateway import context
from gateway.dependencies import Dependencies
from gateway.errors import Problem
from gateway.http.headers import fields
from gateway.http.responses import error_responses, problem_response
from gateway.limits.requester import Requester
from gateway.routing import Router
from gateway.websocket.connection import Connection

router = Router(prefix="/v1", tags=["Live"])

PROTOCOL = "croupier.v1.json"
OPENED: dict[int | str, dict[str, Any]] = {
    101: {"description": f"The connection becomes a WebSocket of the subprotocol {PROTOCOL}."}
}


@router.get(
    "/socket",
    bucket="streams",
    status_code=101,
    response_class=Response,
    responses={**OPENED, **error_responses("malformed", "rate_limited")},
)
async def open_socket() -> Response:
    """Open a WebSocket of the subprotocol `croupier.v1.json`; see *Sockets* at the top."""
    raise _wrong_protocol()


@router.websocket("/socket", bucket="streams")
async def serve_socket(websocket: WebSocket) -> None:
    """Accept a WebSocket and serve it until it is closed.

    A wrong subprotocol and too many streams are refused before that, as an HTTP response.
    """
    with ExitStack() as stack:
        await _serve(websocket, stack)


async def _serve(websocket: WebSocket, stack: ExitStack) -> None:
    request_id = context.take_up(fields(websocket.scope))
    own_headers = [(b"x-request-id", request_id.encode())]
    deps: Dependencies = websocket.app.state.dependencies
    try:
        if PROTOCOL not in websocket.scope["subprotocols"]:
            raise _wrong_protocol()
        # Without a token, even if there is one: hello brings the one that counts.
        who = Requester(None, websocket, websocket.scope["route"].bucket)
        await deps.limits.spend(who.bucket, websocket)
        stack.enter_context(deps.followers.follow(who))
    except Problem as refusal:
        denial = problem_response(refusal)
        # The middleware does not see WebSockets, so its headers are added here.
        denial.headers.update(context.rate_limit.get() or {})
        denial.raw_headers.extend(own_headers)
        await websocket.send_denial_response(denial)
        return
    control = stack.enter_context(deps.event_streams.queue("socket"))
    await websocket.accept(PROTOCOL, own_headers)
    await Connection(websocket, deps, control, websocket.app.state.message_slots).run()


def _wrong_protocol() -> Problem:
    return Problem("malformed", f"Connect as a WebSocket of the subprotocol {PROTOCOL}.")
