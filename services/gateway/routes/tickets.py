"""Tickets: find others who would play the same."""

from croupier.v1 import engine_service_pb2 as pb
from fastapi import APIRouter, Request, Response

from gateway.access import POST_ERRORS, READ_ERRORS
from gateway.auth.players import PLAY, READ, Player
from gateway.contract import examples, models, requests, serializers
from gateway.dependencies import Dependencies, Deps
from gateway.pubsub import ticket_channel
from gateway.streaming.long_poll import until
from gateway.transport import headers, json_body, parameters
from gateway.transport.parameters import parse_id
from gateway.transport.responses import error_responses, json_response, request_body

router = APIRouter(prefix="/v1/tickets", tags=["Tickets"])


@router.post(
    "",
    status_code=201,
    response_model=models.Ticket,
    responses=error_responses(*POST_ERRORS, "invalid_options"),
    openapi_extra=request_body(
        models.NewTicket,
        **examples.settings(),
        by_the_clock={"game": examples.GAME, "clock": {"perMove": "60s"}},
    ),
)
async def create_ticket(
    request: Request, deps: Deps, idempotency_key: parameters.IdempotencyKey = None
) -> Response:
    """Look for others with an equal wish. Who has waited longest is matched first, and nobody
    with themself; the match has begun when `matchId` tells its id, and seats are drawn by lot."""
    body = await json_body.read(request, models.NewTicket)
    options = requests.options(body)
    key = headers.idempotency_key(request)
    player = await deps.authenticator.require(request, PLAY, bucket="creates")
    ticket = await deps.engine.create_ticket(
        pb.CreateTicketRequest(
            player=requests.player(player),
            game=body.game[:100],
            options=options,
            clock=requests.clock(body.clock),
            seats=requests.small(body.seats),
            idempotency=requests.idempotency(key, request, body),
        )
    )
    where = {"Location": f"/v1/tickets/{ticket.id}"}
    return json_response(serializers.ticket(ticket), 201, replayed=ticket.replayed, headers=where)


@router.get("/{ticket_id}", response_model=models.Ticket, responses=error_responses(*READ_ERRORS))
async def get_ticket(
    ticket_id: parameters.TicketId,
    request: Request,
    deps: Deps,
    prefer: parameters.PreferSettled = None,
) -> Response:
    """Your ticket; with `Prefer: wait=S`, once it does not search any more."""

    async def look() -> pb.Ticket:
        player = await deps.authenticator.require(
            request, READ, first=lambda player: _find(ticket_id, player, deps)
        )  # whose token may be revoked meanwhile
        return await _find(ticket_id, player, deps)

    wait_s = headers.wait_s(request)
    ticket = await until(
        deps.subscriber,
        ticket_channel(ticket_id),
        request,
        wait_s,
        look,
        lambda found: not _open(found),
    )
    applied = {} if wait_s is None else {"Preference-Applied": "wait"}
    return json_response(serializers.ticket(ticket), headers=applied)


@router.delete(
    "/{ticket_id}",
    status_code=204,
    response_model=None,
    responses=error_responses(*READ_ERRORS, "conflict"),
)
async def cancel_ticket(ticket_id: parameters.TicketId, request: Request, deps: Deps) -> Response:
    """Stop searching. A ticket that has been matched stays so: 409."""
    player = await deps.authenticator.require(
        request, PLAY, first=lambda player: _find(ticket_id, player, deps)
    )
    await deps.engine.cancel_ticket(_named(ticket_id, player))
    return Response(status_code=204)


async def _find(ticket_id: str, player: Player, deps: Dependencies) -> pb.Ticket:
    return await deps.engine.get_ticket(_named(ticket_id, player))


def _named(ticket_id: str, player: Player) -> pb.TicketRequest:
    """The player's own ticket; Problem not_found if it cannot be one."""
    return pb.TicketRequest(ticket_id=parse_id(ticket_id, "ticket"), player_id=player.id)


def _open(ticket: pb.Ticket) -> bool:
    return ticket.status == pb.TICKET_STATUS_SEARCHING
