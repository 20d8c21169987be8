"""The socket: everything that a player at the table needs, over one connection."""

from typing import Any

from fastapi import APIRouter, Response, WebSocket

from gateway import context
from gateway.answers import problem, refuses
from gateway.errors import Problem
from gateway.services import Services
from gateway.sockets import Socket

router = APIRouter(prefix="/v1", tags=["Live"])

PROTOCOL = "croupier.v1.json"
OPENED: dict[int | str, dict[str, Any]] = {
    101: {"description": f"The connection is a WebSocket from now on, which speaks {PROTOCOL}."}
}


@router.get(
    "/socket",
    status_code=101,
    response_class=Response,
    responses={**OPENED, **refuses("malformed")},
)
async def open_socket() -> Response:
    """A WebSocket of the subprotocol `croupier.v1.json`: see *Sockets* above."""
    raise _not_one()


@router.websocket("/socket")
async def serve_socket(websocket: WebSocket) -> None:
    """A client that speaks our subprotocol; the others are told so over HTTP."""
    request_id = context.take_up(websocket.headers)
    own = [(b"x-request-id", request_id.encode())]
    if PROTOCOL not in websocket.scope["subprotocols"]:
        refusal = problem(_not_one())
        refusal.raw_headers.extend(own)
        await websocket.send_denial_response(refusal)
        return
    use: Services = websocket.app.state.services
    with use.streams.inbox() as control:
        await websocket.accept(PROTOCOL, own)
        await Socket(websocket, use, control).run()


def _not_one() -> Problem:
    return Problem("malformed", f"This is a WebSocket of the subprotocol {PROTOCOL}.")
