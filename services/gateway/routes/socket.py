"""The socket: everything that a player at the table needs, over one connection."""

from typing import Any

from fastapi import APIRouter, Response, WebSocket

from gateway import context
from gateway.dependencies import Dependencies
from gateway.errors import Problem
from gateway.transport.headers import fields
from gateway.transport.responses import error_responses, problem_response
from gateway.websocket.connection import Connection

router = APIRouter(prefix="/v1", tags=["Live"])

PROTOCOL = "croupier.v1.json"
OPENED: dict[int | str, dict[str, Any]] = {
    101: {"description": f"The connection is a WebSocket from now on, which speaks {PROTOCOL}."}
}


@router.get(
    "/socket",
    status_code=101,
    response_class=Response,
    responses={**OPENED, **error_responses("malformed", "rate_limited")},
)
async def open_socket() -> Response:
    """A WebSocket of the subprotocol `croupier.v1.json`: see *Sockets* above."""
    raise _not_one()


@router.websocket("/socket")
async def serve_socket(websocket: WebSocket) -> None:
    """A client that speaks our subprotocol, and not too many from one address.

    The others are told so over HTTP.
    """
    request_id = context.take_up(fields(websocket.scope))
    own = [(b"x-request-id", request_id.encode())]
    deps: Dependencies = websocket.app.state.dependencies
    try:
        if PROTOCOL not in websocket.scope["subprotocols"]:
            raise _not_one()
        await deps.limits.spend("streams", websocket)
    except Problem as refusal:
        denial = problem_response(refusal)
        denial.headers.update(context.rate_limit.get() or {})
        denial.raw_headers.extend(own)
        await websocket.send_denial_response(denial)
        return
    with deps.event_streams.queue("socket") as control:
        await websocket.accept(PROTOCOL, own)
        await Connection(websocket, deps, control).run()


def _not_one() -> Problem:
    return Problem("malformed", f"This is a WebSocket of the subprotocol {PROTOCOL}.")
