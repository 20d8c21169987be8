"""Tickets: find opponents for a match with the same settings."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import partial
from typing import Annotated

from croupier.v1 import engine_service_pb2 as pb
from fastapi import Depends, Request, Response
from orjson import Fragment, loads
from redislink.channels import ticket_channel

from gateway.asked import Asked, Reading, Who
from gateway.contract import match_models, match_requests, requests, serializers
from gateway.contract.document import examples
from gateway.dependencies import Dependencies, Deps
from gateway.errors import Problem
from gateway.http import headers, parameters
from gateway.http.documented_headers import IDEMPOTENCY_KEY, PREFER_SETTLED
from gateway.http.parameters import clamp_uint32, parse_id
from gateway.http.responses import error_responses, json_response, request_body
from gateway.players.player import Player
from gateway.players.tokens import PLAY, READ
from gateway.routing import POST_ERRORS, READ_ERRORS, Router
from gateway.streams.long_poll import until, waiting

router = Router(prefix="/v1/tickets", tags=["Tickets"])

NEW_TICKET = Reading(match_requests.NewTicket)
PLACE = re.compile(r"[0-9]{1,15}\.[0-9]{1,9}", re.ASCII)


@router.post(
    "",
    bucket="creates",
    headers=(IDEMPOTENCY_KEY,),
    status_code=201,
    response_model=match_models.Ticket,
    responses=error_responses(*POST_ERRORS, "suspended", "conflict", "invalid_options"),
    openapi_extra=request_body(
        match_requests.NewTicket,
        **examples.EACH_SETTINGS,
        by_the_clock={"game": examples.GAME, "clock": {"perMove": "60s"}},
        sealed={"game": examples.GAME, "deal": "sealed", "seal": examples.SEAL},
    ),
)
async def create_ticket(
    asked: Annotated[Asked[match_requests.NewTicket], Depends(NEW_TICKET)], deps: Deps
) -> Response:
    """Search for opponents for a match with these settings.

    Tickets with the same settings are matched, oldest first, never two of the same player.
    Once `matchId` is set, that match has started; its seats are drawn at random. In a sealed
    deal, its players have to reveal their entropy first.
    """
    body = asked.body
    games = await deps.catalog.until(lambda games: body.game in games)
    options = requests.options(body, games)
    player = await deps.authenticator.required(asked.who, PLAY, begins=True)
    new = pb.CreateTicketRequest(
        blocked=sorted(await deps.blocks.now(player.id)),
        player=requests.player(player),
        game=requests.game(body),
        options=options,
        clock=requests.clock(body.clock),
        gone_after_ms=requests.gone_after_ms(body),
        seats=clamp_uint32(body.seats),
        deal=requests.deal(body),
        reveal_ms=requests.reveal_ms(body),
        undo_mode=requests.undo_mode(body),
        rated=body.rated,
        standing=await requests.standing(body, player, deps.eligibility),
        own_game=deps.settings.owns(body.game),
        entropy=body.entropy,
        seal=body.seal,
        unlisted=not body.listed,
        idempotency=asked.idempotency(),
    )
    ticket = await requests.play(body, games, partial(deps.engine.create_ticket, new))
    location = {"Location": f"/v1/tickets/{ticket.id}"}
    content = serializers.ticket(ticket)
    return json_response(content, 201, replayed=ticket.replayed, headers=location)


@router.get(
    "",
    bucket="reads",
    response_model=match_models.Tickets,
    responses=error_responses("malformed", *READ_ERRORS),
)
async def list_tickets(
    who: Who,
    deps: Deps,
    game: parameters.TicketGame,
    page_size: parameters.PageSize,
    page_token: parameters.PageToken,
) -> Response:
    """List who searches for which match, newest first, but for those that do not want to be listed.

    A ticket of your own with the same settings meets theirs. A page may have fewer tickets than you
    ask for, or none, before the last one.
    """
    place = _place(page_token)
    viewer = await deps.authenticator.player(
        who, READ, check_found=lambda _: deps.catalog.check(game)
    )
    await deps.catalog.check(game)
    found = await deps.engine.list_tickets(
        pb.ListTicketsRequest(
            viewer_id=viewer.id if viewer else "",
            game=game or "",
            page_size=page_size,
            page_token=place,
        )
    )
    blocked = await deps.blocks.of(viewer.id if viewer else None)
    tickets = [each for each in found.tickets if not blocked or _player_of(each) not in blocked]
    token = urlsafe_b64encode(found.next_page_token.encode()).decode()
    return json_response({"tickets": [*map(Fragment, tickets)], "nextPageToken": token or None})


@router.get(
    "/{ticket_id}",
    bucket="reads",
    headers=(PREFER_SETTLED,),
    response_model=match_models.Ticket,
    responses=error_responses(*READ_ERRORS),
)
async def get_ticket(
    ticket_id: parameters.TicketId,
    request: Request,
    who: Who,
    deps: Deps,
) -> Response:
    """Read your ticket. With `Prefer: wait=S`, the answer waits until it stops searching."""

    player: Player | None = None

    async def fetch() -> pb.Ticket:
        nonlocal player
        player = await deps.authenticator.required(
            who, READ, check_found=lambda player: _find(ticket_id, player, deps)
        )  # each time: the token may have been revoked
        return await _find(ticket_id, player, deps)

    wait_s = headers.wait_s(request)
    ticket = await until(
        deps.subscriber,
        ticket_channel(ticket_id),
        request,
        wait_s,
        fetch,
        lambda found: found.status != pb.TICKET_STATUS_SEARCHING,
        lambda: waiting(deps.followers.follow(who), deps.presence, player),
    )
    applied = {} if wait_s is None else {"Preference-Applied": "wait"}
    return json_response(serializers.ticket(ticket), headers=applied)


@router.delete(
    "/{ticket_id}",
    bucket="moves",
    status_code=204,
    response_model=None,
    responses=error_responses(*READ_ERRORS, "conflict"),
)
async def cancel_ticket(ticket_id: parameters.TicketId, who: Who, deps: Deps) -> Response:
    """Cancel your ticket. One that has been matched already is refused with 409."""
    player = await deps.authenticator.required(
        who, PLAY, check_found=lambda player: _find(ticket_id, player, deps)
    )
    await deps.engine.cancel_ticket(_ticket_request(ticket_id, player))
    return Response(status_code=204)


def _place(page_token: str | None) -> str:
    """Return the place that a page goes on from. Raise Problem malformed."""
    if not page_token:
        return ""
    try:
        place = urlsafe_b64decode(page_token).decode()
    except ValueError:
        place = ""
    if not PLACE.fullmatch(place):
        raise Problem("malformed", "pageToken must be the nextPageToken of an earlier answer.")
    return place


def _player_of(ticket: bytes) -> str:
    """Return the id of the player of a listed ticket."""
    return str(loads(ticket)["player"]["id"])


async def _find(ticket_id: str, player: Player, deps: Dependencies) -> pb.Ticket:
    return await deps.engine.get_ticket(_ticket_request(ticket_id, player))


def _ticket_request(ticket_id: str, player: Player) -> pb.TicketRequest:
    """Return the request about the player's own ticket. Raise Problem not_found for a bad id."""
    return pb.TicketRequest(ticket_id=parse_id(ticket_id, "ticket"), player_id=player.id)
